import IOCGenerate
import TestSupport
import Testing

@Suite("Declarations in extensions, superclasses and several files")
struct EveryPartTests {
    /// The output for a source text.
    private func output(_ text: String) throws -> Generator.Output {
        let scratch = try Scratch()
        return try generate([try scratch.write("A.swift", text)])
    }

    @Test("The initializer is found in the type, its extensions and its superclass")
    func everyPart() throws {
        let found = try output(
            """
            class Top { required init(dependency: Int) {} }
            extension Top { func one() {} }
            final class Low: Top, Injectable {}
            extension Low { func two() {} }
            struct First: Injectable { typealias Dependency = Int; init(dependency: Int) {} }
            extension First { func three() {} }
            extension First { func four() {} }
            struct Second: Injectable { typealias Dependency = Int }
            extension Second { init(dependency: Int) {} }
            extension Second { func five() {} }
            struct Third: FactoryMethodInjectable { typealias Dependency = Int }
            extension Third { func six() {} }
            extension Third { static func makeInstance(dependency: Int) -> Third { Third() } }
            protocol R: Resolver {}
            """)
        let code = try #require(found.code, "\(found.diagnostics)")
        for name in ["Low", "First", "Second", "Third"] {
            #expect(code.contains("func resolve\(name)(int: Int) -> \(name) {"), "\(code)")
        }
    }

    @Test("Methods that would have the same name are numbered")
    func numbered() throws {
        let found = try output(
            """
            protocol R: Resolver {
                func provideList() -> [Int]
                func provideList(of text: Int) -> [String]
                func provideList(by text: Int) -> [Bool]
                func provideList(at text: Int) -> [Double]
                func provideMap() -> [Int: Int]
                func provideMap(of count: Int) -> [String: Int]
                func providePair() -> (Int, Int)
                func providePair(of count: Int) -> (Bool, Int)
            }
            """)
        let code = try #require(found.code, "\(found.diagnostics)")
        let methods = code.split(separator: "\n").filter { $0.contains("func ") }.map { $0.drop { $0 == " " } }
        #expect(
            methods == [
                "func resolveList() -> [Int] {", "func resolveList2(text: Int) -> [String] {",
                "func resolveList3(text: Int) -> [Bool] {", "func resolveList4(text: Int) -> [Double] {",
                "func resolveMap() -> [Int: Int] {", "func resolveMap2(count: Int) -> [String: Int] {",
                "func resolvePair() -> (Int, Int) {", "func resolvePair2(count: Int) -> (Bool, Int) {",
            ], "\(code)")
    }

    @Test("A resolver inherits the providers of its protocols and their extensions, the nearest first")
    func inheritedProviders() throws {
        let found = try output(
            """
            protocol Base { func provideA() -> String; func provideB() -> String; func provideC() -> String }
            protocol Left: Base { func provideLeft() -> Int }
            extension Left { func provideExt() -> Bool { true } }
            extension Left { func provideMore() -> Float { 1 } }
            protocol Right: Base { func provideRight() -> Double; func provideA() -> String }
            protocol R: Left, Right, Resolver { func provideOwn() -> UInt8; func provideB() -> String }
            struct Whole: Injectable {
                struct Dependency {
                    let own: UInt8; let left: Int; let right: Double; let ext: Bool; let more: Float
                    let a: String; let b: String; let c: String
                }
                init(dependency: Dependency) {}
            }
            """)
        let code = try #require(found.code, "\(found.diagnostics)")
        let names = ["Own", "Left", "Right", "Ext", "More", "A", "B", "C"]
        let lines = names.map { "        let \($0.lowercased()) = provide\($0)()\n" }
        #expect(
            code.contains(
                "func resolveWhole() -> Whole {\n" + lines.joined()
                    + "        return Whole(dependency: .init(own: own, left: left, right: right, ext: ext, "
                    + "more: more, a: a, b: b, c: c))"), "\(code)")
        // Providers of one type are listed in the order of the protocols: the resolver's own, then level by level.
        let ambiguous = try output(
            """
            protocol Base { func provideC() -> Int }
            protocol Left: Base { func provideB() -> Int }
            protocol Right { func provideD() -> Int }
            protocol R: Left, Right, Resolver { func provideA() -> Int }
            struct Whole: Injectable { struct Dependency { let n: Int }; init(dependency: Dependency) {} }
            """)
        #expect(
            ambiguous.diagnostics.map(\.message) == [
                "'n' of 'Whole' is ambiguous: 'R.provideA' and 'Left.provideB' and 'Right.provideD' and 'Base.provideC' "
                    + "provide 'Int'; name it after one of them"
            ])
    }

    @Test("The dependency property is that of the class or of its nearest superclass")
    func properties() throws {
        let found = try output(
            """
            class Top { struct Dependency { let top: Int }; var dependency: Dependency! }
            extension Top { func one() {} }
            class Middle: Top {}
            extension Middle { func two() {} }
            final class Low: Middle, PropertyInjectable {}
            extension Low { func three() {} }
            class Own: Base, PropertyInjectable { struct Dependency { let own: Bool }; var dependency: Dependency! }
            extension Own { var other: Int { 1 } }
            class Base { struct Needs { let base: String }; var dependency: Needs! }
            protocol R: Resolver {}
            """)
        let code = try #require(found.code, "\(found.diagnostics)")
        #expect(code.contains("func injectToLow(_ low: Low, top: Int) {"), "\(code)")
        #expect(code.contains("func injectToOwn(_ own2: Own, own: Bool) {"), "\(code)")
    }

    @Test("A module is imported under a condition only if no file imports it unconditionally")
    func conditionalImports() throws {
        let scratch = try Scratch()
        func injectable(_ name: String, _ imports: String) throws -> String {
            try scratch.write(
                "\(name).swift", "\(imports)\nstruct \(name): Injectable { init(dependency: ()) {} }")
        }
        let found = try generate([
            injectable("A", "#if DEBUG\nimport Xi\nimport Eta\nimport Psi\nimport Phi\n#endif"),
            injectable("B", "import Psi\nimport Xi\nimport Tau"),
            injectable("C", "#if TRACE\nimport Xi\nimport Eta\nimport Psi\n#endif\nimport Phi"),
            scratch.write("R.swift", "protocol R: Resolver {}"),
        ])
        let code = try #require(found.code, "\(found.diagnostics)")
        let imports = code.split(separator: "\n").filter { $0.contains("import ") || $0.hasPrefix("#") }
        #expect(
            imports == [
                "import Phi", "import Psi", "import Tau", "import Xi", "#if DEBUG", "import Eta", "#endif", "#if TRACE",
                "import Eta", "#endif",
            ])
    }
}
