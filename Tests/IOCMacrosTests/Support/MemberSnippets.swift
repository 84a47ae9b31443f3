/// Members in many styles. `NAME` is replaced by a different name for each of them.
enum MemberSnippets {
    /// Stored constants.
    static let constants: [String] = [
        "let NAME = 1",
        "public let NAME: (Int, String) = (1, \"a\")",
        "let (NAMEa, NAMEb) = (1, 2)",
        "let NAMEa = 1, NAMEb: Int = 2",
        "let NAME = Dictionary<String, Array<Int>>()",
        "let NAMEa = 1 < 2, NAMEb = 3 > 2",
        "let NAME: Array<Array<Int>>? = nil",
        "let NAME: @Sendable (Int) -> Void = { _ in }",
        "let NAME:\n    (Int)\n    -> Int = { $0 }",
        "let NAME =\n    1\n    + 2",
        "let NAME = true\n    ? \"var x = {\"\n    : \"}\"",
        "let NAME = if Bool.random() { 1 } else { 2 }",
        "let NAME =\n    switch Int.random(in: 0...1) {\n    case 0: \"{\"\n    default: \"}\"\n    }",
        "let NAME = [1, 2].map { $0 + 1 }\n    .filter { value in value > 1 }",
        "let NAME = \"a \\([1, 2].map { \"\\($0)}\" }.joined(separator: \"{\")) }\"",
        "let NAME = #\"raw \" } \\(x) \\#(1 + (2 * 3)) \"#",
        "let NAME = \"\"\"\n    { var hidden = 1 \"quoted\" \\(\"inner }\") \\\"\"\" }\n    \"\"\"",
        "let NAME = ##\"\"\"\n    \"# } \"\"\"# \\##(1)\n    \"\"\"##",
        "let NAME = /[{]\"(a|b)}/",
        "let NAME = #/ var x = \" { /#",
        "let NAME = 6 / 2 / 1",
        "let NAME = [3, 2].sorted(by: >).reduce(1, /)",
        "// var NAME = { \"\nlet NAME = 1 // }",
        "/* var NAME /* nested } */ { \" */ let NAME = 2",
        "unowned(unsafe) let NAME: AnyObject = Shared.object",
        "let größeNAME = 1, `class`NAME = 2".replacing("`class`NAME", with: "`NAME`"),
        "let 名前NAME = \"é\"",
        "let NAME = [1, 2]\n    #if DEBUG\n    .map { $0 + 1 }\n    #else\n    .filter { $0 > 1 }\n    #endif",
        "let NAME = #line; let NAMEb = #file",
        "let prefixNAME = 1, NAME: Int = 2; let openNAME = 3",
        "let NAME = Shared.twice { 1 } second: { 2 }",
        "let NAME = Shared.twice {\n    1\n}\nsecond: {\n    2\n}",
        "let NAME: some Equatable = 1",
        "let NAME: any Equatable & Sendable = 1",
        "let NAME: Int! = 1",
        "let NAME: Int? = Optional(1)!",
        "let NAME = (1 as Int?)\n    as Any",
        "let NAME = try? JSON.read()",
        "let NAME: [Int] = [\n    1,\n    2,\n]",
        "let NAME = 1_000.5e-3",
        "let NAME = -1",
        "let NAME = Shared.self, NAMEb = (any Sendable).self",
    ]

    /// Stored variables.
    static let variables: [String] = [
        "var NAME: Int = 1",
        "private(set) var NAME: [String: [Int]] = [:]",
        "var (NAMEa, (NAMEb, _)): (Int, (Int, Int)) = (1, (2, 3))",
        "var NAMEa: Int = 0, NAMEb = 2; func NAMEc() {}",
        "var NAME = 1 { willSet { _ = newValue } didSet { _ = oldValue } }",
        "var NAME: Int = 1\n{\n    didSet(before) { _ = before }\n}",
        "lazy var NAME = { [1, 2].map { $0 } }()",
        "lazy private(set) var NAME: Int = self.hash(1)",
        "weak var NAME: AnyObject?",
        "@Boxed var NAME = 5",
        "@Boxed(wrappedValue: 6) var NAME: Int",
        "/// Doc: `var x = {`.\n@available(*, deprecated, message: \"let x: {\")\nvar NAME = 1",
        "@Boxed<Int>(wrappedValue: 7)\nvar NAME",
        "@Boxed private var NAME: Int = 1 { didSet {} }",
        "var `NAME` = \"🦊 {\"",
        "dynamic final var NAME = 0x1F",
    ]

    /// Members that store nothing in instances.
    static let others: [String] = [
        "var NAME: Int { 1 }",
        "var NAME: Int\n{\n    get { 1 }\n    set { _ = newValue }\n}",
        "var NAME: Int { get throws { 1 } }",
        "var NAME: Int { @available(*, deprecated) get { 1 } }",
        "static let NAME = 1",
        "static var NAME: Int { 2 }",
        "class var NAME: Int { 3 }",
        "nonisolated(unsafe) static var NAME = 4",
        "func NAME<T: Equatable>(_ x: T, y: () -> Int = { 1 }) -> some Equatable where T: Sendable { var local = x; _ = local; local = x; return x }",
        "@discardableResult @inline(__always) final func NAME() -> (Int) -> Int { { $0 } }",
        "static func NAME(l: Int, r: Int) -> Bool { let inner = l; return inner < r }",
        "init(NAME: Int) { let y = NAME; _ = y }",
        "convenience init?(NAMEx: String) throws { return nil }",
        "subscript(NAME index: Int) -> Int { get { index } set { var z = newValue; z += 1; _ = z } }",
        "struct NAME { var hidden = 1; let other: [Int] = [] }",
        "enum NAME: String { case one, two = \"{\"; var hidden: Int { 1 } }",
        "final class NAME { @Boxed var hidden = 1; init() {} }",
        "actor NAME { var hidden = 1 }",
        "protocol NAME { var hidden: Int { get } }",
        "typealias NAME = (Int, Int) -> Void",
        "typealias NAME =\n    @Sendable\n    (Int) -> Void",
        "@MainActor static let NAME = 1",
        "deinit { let gone = 1; _ = gone }",
        "override final class func NAME() {}".replacing("override ", with: ""),
        "#if DEBUG\nstatic let NAMEa = 1\n#else\nfunc NAMEb() { let local = 2; _ = local }\n#endif",
        "#if os(Linux) || os(macOS)  // {\nstatic let NAMEa = 1; func NAMEf() {}\n#elseif swift(>=5.9) && !(DEBUG)\nvar NAMEb: Int { 2 }\n#endif",
        "#if false\n#if true\nstatic let NAMEa = 1\n#endif\nvar NAMEb: String { \"}\" }\n#else\nstruct NAMEc { var hidden = 3 }\n#endif",
    ]

    /// The declarations that the snippets use.
    static let surroundings = """
        @propertyWrapper struct Boxed<Value> { var wrappedValue: Value }
        enum Shared {
            nonisolated(unsafe) static let object: AnyObject = Empty()
            final class Empty {}
            static func twice(_ one: () -> Int, second: () -> Int) -> Int { one() + second() }
        }
        enum JSON { static func read() throws -> Int { 1 } }
        class Above { func hash(_ x: Int) -> Int { x }; init() {} }

        """
}
