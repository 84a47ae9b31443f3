import TestSupport

/// A random component: a correct one with checks of its dependencies, or one with one mistake.
struct RandomDeclaration {
    let name: String
    let text: String
    /// The mistake; nil if the component is correct.
    let mistake: String?

    /// The ways to declare one dependency.
    private struct Dependency {
        var type: String
        /// The attribute of a constant.
        var constant = ""
        /// The attribute of a parameter.
        var parameter = ""
        var fallback = ""
        /// An expression that is true for the right value of `NAME`.
        var holds: String
    }

    private static let dependencies: [Dependency] = [
        Dependency(type: "Mapper", holds: "try NAME === context.component(Mapper.self)"),
        Dependency(type: "any Sink", holds: "NAME.name == \"console\""),
        Dependency(
            type: "any Sink", constant: "@Injected(\"audit\") ", parameter: "@Named(\"audit\") ",
            holds: "NAME.name == \"audit\""),
        Dependency(
            type: "any Sink & Sendable", constant: "@Injected( \"audit\" )\n    ", parameter: "@Named(\n\"audit\") ",
            holds: "NAME.name == \"audit\""),
        Dependency(type: "Missing?", holds: "NAME == nil"),
        Dependency(type: "[any Sink]", holds: "NAME.map(\\.name) == [\"audit\", \"console\"]"),
        Dependency(type: "[String: any Sink]", holds: "NAME.count == 2"),
        Dependency(type: "Provider<Job>", holds: "try NAME() !== NAME()"),
        Dependency(type: "Provider<[any Sink]>", holds: "try NAME().count == 2"),
        Dependency(
            type: "ApplicationContext", holds: "try NAME.component(Mapper.self) === context.component(Mapper.self)"),
        Dependency(
            type: "Int", constant: "@Injected(setting: \"limit\", default: 1 + 2) ",
            parameter: "@Named(setting: \"limit\") ", fallback: " = 1 + 2", holds: "NAME == 3"),
        Dependency(
            type: "String", constant: "@Injected(setting: \"title\")\n    ", parameter: "@Named(setting: \"title\") ",
            holds: "NAME == \"a } b\""),
        Dependency(
            type: "Secret<String>", constant: "@Injected(setting: \"key\") ", parameter: "@Named(setting: \"key\") ",
            holds: "NAME.revealed == \"secret\""),
        Dependency(
            type: "Duration", constant: "@Injected(setting: \"wait\", default: .seconds(5)) ",
            parameter: "@Named(setting: \"wait\") ", fallback: " = .seconds(5)", holds: "NAME == .seconds(5)"),
    ]

    /// The declarations that the random types use.
    static let surroundings = """
        import IOC
        import Synchronization
        protocol Sink: Sendable { var name: String { get } }
        @Component final class Mapper {}
        @Component("console", .primary) struct Console: Sink { var name: String { "console" } }
        @Component("audit") actor Audit: Sink { let mapper: Mapper; nonisolated var name: String { "audit" } }
        @Component(.scope(.prototype)) final class Job { let mapper: Mapper }
        final class Missing: Sendable {}

        """

    /// A program that boots components and prints which of them are right.
    static func program(of declarations: [RandomDeclaration]) -> String {
        let checks = declarations.map { declaration in
            "        check(\"\(declaration.name)\") { try context.component(\(declaration.name).self).verify(context) }"
        }
        return surroundings + declarations.map(\.text).joined(separator: "\n") + """

            @main struct Program {
                static func check(_ name: String, _ body: () throws -> [Bool]) {
                    do {
                        let wrong = try body().enumerated().filter { !$0.element }.map(\\.offset)
                        print(name, wrong.isEmpty ? "is right" : "is wrong in \\(wrong)")
                    } catch {
                        print(name, "fails: \\(error)")
                    }
                }
                static func main() async throws {
                    let context = try ApplicationContext(
                        ContextConfiguration(prefixes: ["Shop"], settings: ["title": "a } b", "key": "secret"]))
                    try await context.start()
            \(checks.joined(separator: "\n"))
                    try await context.stop()
                }
            }

            """
    }

    init(_ number: Int, _ generator: inout SplitMix, hasMistake: Bool) {
        name = "Random\(number)"
        var builder = Builder(name, generator)
        builder.build(mistake: hasMistake)
        generator = builder.generator
        text = builder.text
        mistake = builder.mistake
    }

    /// Builds one component.
    private struct Builder {
        let name: String
        var generator: SplitMix
        var text = ""
        var mistake: String?
        private var kind = ""
        /// True if the initializer has to be awaited, which only a singleton's can be.
        private var isAsync = false
        private var members: [String] = []
        private var checks: [String] = []

        init(_ name: String, _ generator: SplitMix) {
            self.name = name
            self.generator = generator
        }

        private static let names = ["log", "`class`", "größe", "`default`", "open", "prefix", "value", "_x", "`init`"]

        /// Members without meaning for the annotation.
        private static let noise = [
            "// let fake: Missing", "/* init(fake: Missing) async {} /* } */ */",
            "static let shared = [1, 2].map { $0 + 1 }", "var computed: Int { let inner = 1; return inner }",
            "func work<T: Sendable>(_ x: T, y: Int = 1) -> Int { let local: Int; local = y; return local }",
            "#if DEBUG\n    static let debug: Int = 1\n    #else\n    static var release: Int { 2 }\n    #endif",
            "#if os(Linux)\n    // let linux: Missing\n    func linux() { let inner: Int; inner = 1; _ = inner }\n    #endif",
            "struct Nested { let a: Missing; init(a: Missing) { self.a = a } }",
            "enum Cases: String { case one, two = \"} let x: Int\" }",
            "typealias Pair = (Int, Missing)", "let own = 3, other: Int = 4",
            "let text = \"\"\"\n        let fake: Missing = \\(\"}\")\n        \"\"\"",
            "subscript(index: Int) -> Int { index }",
            "@available(*, deprecated, message: \"init(a: B)\") func old() {}",
        ]

        private static let classNoise = [
            "@Autowired var late: Mapper", "@Value(\"size\") private var size = 8", "let guarded = Mutex(0)",
        ]

        private mutating func access() -> String { generator.pick(["", "", "private ", "fileprivate ", "internal "]) }

        mutating func build(mistake hasMistake: Bool) {
            kind = generator.pick(["final class", "final class", "class", "struct", "actor", "enum"])
            let count = generator.number(hasMistake ? 1...3 : 0...5)
            var names = Self.names.shuffled(using: &generator)
            let chosen = (0..<count).map { _ in
                (name: names.removeLast(), what: generator.pick(RandomDeclaration.dependencies))
            }
            for _ in 0..<generator.number(0...3) { members.append(noise()) }
            let declares = kind == "enum" || generator.chance(50)
            if kind == "enum" {
                checks.append("Case.allCases.count == 1")
                members.append("enum Case: CaseIterable { case only }")
                members.append("case only")
            }
            declares ? declare(chosen) : leave(chosen)
            if hasMistake { blunder(chosen.first?.name ?? "x", declares: declares) }
            members.shuffle(using: &generator)
            let method = kind == "actor" ? "nonisolated func" : "func"
            members.append(
                "\(method) verify(_ context: ApplicationContext) throws -> [Bool] { [\((["true"] + checks).joined(separator: ", "))] }"
            )
            let comment = generator.pick(["", "/// A `let x: Int {`.\n", "// @Component\n"])
            let attribute = "@Component" + generator.pick(["", "()", isAsync ? "" : "(.lazy)", "(\"name \(name)\")"])
            let line = generator.pick([" ", "\n"])
            text =
                "\(comment)\(attribute)\(line)\(kind) \(generics)\(name)\(parameters) {\n"
                + members.map { "    \($0)\n" }.joined() + "}\n"
        }

        private var generics: String { "" }
        private var parameters: String { mistake == "is generic" ? "<T>" : "" }

        private mutating func noise() -> String {
            let list = kind.hasSuffix("class") ? Self.noise + Self.classNoise : Self.noise
            let text = generator.pick(list)
            // An enumeration stores nothing, and names are unique.
            if kind == "enum", text.hasPrefix("let ") || members.contains(text) { return "// nothing" }
            return members.contains(text) ? "// again" : text
        }

        private func plain(_ name: String) -> String { name.filter { $0 != "`" } }

        /// Adds constants, for which the annotation writes the initializer.
        private mutating func leave(_ chosen: [(name: String, what: Dependency)]) {
            for (name, what) in chosen {
                members.append("\(what.constant)\(access())let \(name): \(what.type)")
                checks.append(what.holds.replacing("NAME", with: "self.\(name)"))
            }
            // A class without constants needs an `init()`.
            if chosen.isEmpty, kind == "class" { members.append("required init() {}") }
        }

        /// Adds a declared initializer.
        private mutating func declare(_ chosen: [(name: String, what: Dependency)]) {
            var parameters: [String] = []
            var body: [String] = []
            for (name, what) in chosen {
                let label = generator.pick(["", "", "_ ", "for "]) + (name == "`init`" ? "`init`" : name)
                parameters.append("\(what.parameter)\(label): \(what.type)\(what.fallback)")
                if kind == "enum" { continue }
                members.append("\(access())let \(name): \(what.type)")
                body.append("self.\(name) = \(name)")
                checks.append(what.holds.replacing("NAME", with: "self.\(name)"))
            }
            if kind == "enum" { body.append("self = .only") }
            let isMarked = generator.chance(30)
            let words = (isMarked ? "@Injected " : "") + (kind == "class" ? "required " : access())
            isAsync = generator.chance(20)
            let effects = (isAsync ? " async" : "") + (generator.chance(30) ? " throws" : "")
            members.append(
                "\(words)init(\(parameters.joined(separator: ", ")))\(effects) {\n        "
                    + body.joined(separator: "\n        ") + "\n    }")
            guard isMarked, kind != "enum" else { return }
            // A second initializer, which the container does not call.
            members.append("init(other number: Int, never: Never) {\n        switch never {}\n    }")
        }

        /// Adds a mistake.
        private mutating func blunder(_ name: String, declares: Bool) {
            let isReference = kind.hasSuffix("class") || kind == "actor"
            var choices: [(String, String)] = [
                ("may be nil", "@Injected init?(maybe: Mapper) { return nil }"),
                ("has any number", "@Injected init(all: Mapper...) { fatalError() }"),
                ("takes any type", "@Injected init<T: Sink>(sink: T) { fatalError() }"),
                ("takes some type", "@Injected init(sink: some Sink) { fatalError() }"),
                ("lends", "@Injected init(lent: inout Mapper) { fatalError() }"),
                ("hides a dependency", "@Injected init(mapper: Mapper = Mapper()) { fatalError() }"),
                ("wraps a parameter", "@Injected init(@Autowired mapper: Mapper) { fatalError() }"),
                ("asks twice", "@Injected init(@Named(\"a\") @Named(\"b\") mapper: Mapper) { fatalError() }"),
                ("delays", "@Injected init(mapper: @autoclosure () -> Mapper) { fatalError() }"),
                (
                    "stands under a condition",
                    "#if os(Linux)\n    @Injected init(linux: Mapper) { fatalError() }\n    #endif"
                ),
                ("marks a method", "@Injected func work(mapper: Mapper) {}"),
                (
                    "marks two",
                    "@Injected init(one: Mapper) { fatalError() }; @Injected init(two: Mapper) { fatalError() }"
                ),
                ("is generic", "// generic"),
            ]
            if kind != "enum" {
                choices += [
                    ("injects what has a value", "@Injected(\"audit\") let full = 1"),
                    (
                        "names a constant",
                        declares ? "@Injected(\"audit\") let last: any Sink" : "@Named(\"audit\") let last: any Sink"
                    ),
                ]
                if !declares {
                    choices.append(("shares a tuple", "let (left, right): (Mapper, Mapper)"))
                    choices.append(("may not be there", "#if os(Linux)\n    let linux: Mapper\n    #endif"))
                }
            }
            if !isReference, kind != "enum" {
                choices.append(("is filled too late", "@Autowired var late: Mapper"))
                if !declares { choices.append(("lacks a value", "var empty: Mapper")) }
            }
            if kind.hasSuffix("class") { choices.append(("shares a variable", "var shared = 1")) }
            let (what, text) = generator.pick(choices)
            mistake = what
            // Only the initializer with the mistake may be marked.
            if text.contains("@Injected init") {
                members = members.map { $0.replacing("@Injected ", with: $0.contains("init(") ? "" : "@Injected ") }
            }
            members.append(text)
        }
    }
}
