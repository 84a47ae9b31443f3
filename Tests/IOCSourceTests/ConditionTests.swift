import IOCSource
import Testing

@Suite("Conditions of #if")
struct ConditionTests {
    private static let linux: BuildSettings = {
        var build = BuildSettings(defined: ["A"], undefined: ["B"])
        build.target("x86_64-unknown-linux-gnu")
        return build
    }()

    @Test(
        "Are judged where they are known, and open elsewhere",
        arguments: [
            ("os(Linux)", true), ("os(macOS)", false), ("!os(Windows)", true), ("arch(x86_64)", true),
            ("arch(arm64)", false), ("canImport(Glibc)", true), ("canImport(Musl)", false),
            ("canImport(Darwin)", false),
            ("canImport(FoundationEssentials)", true), ("canImport(Shop)", nil), ("A", true), ("B", false), ("C", nil),
            ("A && C", nil), ("B && C", false), ("A || C", true), ("B || C", nil), ("!(A && !B)", false),
            ("A && B || A", true), ("A || B && B", true), ("true", true), ("!false", true), ("compiler(>=5.9)", true),
            ("canImport(IOC)", true), ("canImport(Swift)", true), ("os(Linux", nil),
            ("compiler(>5)", nil), ("compiler(6)", nil), ("compiler(>=5.x)", nil), ("compiler(>=)", nil),
            ("compiler(>=6.1.3)", true), ("compiler(<6.1.3)", false), ("compiler(>=6.2.0)", true),
            ("compiler(>=6.2.1)", nil), ("compiler(<6.2.1)", nil),
            ("compiler(<6)", false), ("compiler(>=99)", false), ("swift(>=5.5)", true), ("swift(>=6)", nil),
            ("swift(<5.0)", false), ("hasFeature(X)", nil), ("targetEnvironment(simulator)", nil), ("", nil),
            ("A &&", nil),
            ("$A", nil), ("!$A || A", true), ("os(OSX) || os(Other)", false),
            ("(A", nil), ("A B", nil), ("canImport(Shop, _version: 2)", nil), ("os ( Linux )", true), ("!!A", true),
            ("A ", true), (" A", true), ("A && ( A )", true), ("$", nil), ("os(OSX)", false), ("A && A$", nil),
            (String(repeating: "(", count: 63) + "A" + String(repeating: ")", count: 63), true),
            (String(repeating: "(", count: 64) + "A" + String(repeating: ")", count: 64), nil),
            (Array(repeating: "(A)", count: 70).joined(separator: " && "), true),
            // What stands before the nested one makes it no shallower.
            (String(repeating: "((A) && ", count: 62) + "A" + String(repeating: ")", count: 62), true),
            (String(repeating: "((A) && ", count: 63) + "A" + String(repeating: ")", count: 63), nil),
            ("!!!A", false), ("A && A && C", nil), ("B || B || A", true),
            (String(repeating: "(", count: 5_000) + "A" + String(repeating: ")", count: 5_000), nil),
        ] as [(String, Bool?)])
    func judged(_ text: String, _ expected: Bool?) {
        #expect(CompilationCondition(text).holds(in: Self.linux) == expected)
    }

    @Test(
        "A triple names the platform",
        arguments: [
            (
                "arm64-apple-macosx15.0",
                "os(macOS) && os(OSX) && !os(Linux) && canImport(Darwin) && arch(arm64) && !canImport(Glibc)"
            ),
            ("arm64-apple-ios17", "os(iOS) && !os(OSX) && !os(macOS) && canImport(UIKit) && !canImport(AppKit)"),
            ("x86_64-unknown-freebsd14", "os(FreeBSD) && canImport(Glibc) && arch(x86_64)"),
            ("amd64-unknown-linux-gnu", "arch(x86_64) && canImport(Glibc) && !canImport(Musl)"),
            ("aarch64-unknown-linux-android28", "os(Android) && !os(Linux) && arch(arm64)"),
            ("x86_64-swift-linux-musl", "canImport(Musl) && !canImport(Glibc)"),
            ("wasm32-unknown-wasip1", "os(WASI) && arch(wasm32)"),
            ("x86_64-unknown-windows-msvc", "os(Windows) && canImport(WinSDK)"),
        ])
    func triples(_ triple: String, _ condition: String) {
        var build = BuildSettings()
        build.target(triple)
        #expect(CompilationCondition(condition).holds(in: build) == true)
    }

    @Test("What a build compiles is left of every kind of declaration, without its condition")
    func compiled() throws {
        func branch(_ flag: String, _ body: String) -> String {
            "#if \(flag)\n\(body.replacing("X", with: flag))\n#endif\n"
        }
        func both(_ body: String) -> String { branch("A", body) + branch("B", body) + branch("C", body) }
        let members = both("var pX = 1\nfunc fX() {}\ntypealias tX = Int\nstruct SX {}")
        let file = try model(
            both("import mX\nvar pX = 1\nfunc fX() {}\ntypealias tX = Int\nstruct SX {}")
                + "struct Outer {\n\(members)}\nenum Kind {\n\(both("case cX"))}\n"
                + "func code() {\n\(both("struct LX {\n\(both("var pX = 1"))}"))}\n"
        ).compiled(in: Self.linux)
        #expect(file.imports.map(\.module) == ["mA", "mC"] && file.imports.map(\.condition) == [nil, "C"])
        #expect(file.properties.map(\.name) == ["pA", "pC"] && file.properties.map(\.condition) == [nil, "C"])
        #expect(file.functions.map(\.name) == ["fA", "fC", "code"])
        #expect(file.functions.map(\.condition) == [nil, "C", nil])
        #expect(file.aliases.map(\.name) == ["tA", "tC"] && file.aliases.map(\.condition) == [nil, "C"])
        #expect(file.types.map(\.name) == ["SA", "SC", "Outer", "Kind"])
        #expect(file.types.map(\.condition) == [nil, "C", nil, nil])
        let outer = file.types[2]
        #expect(outer.properties.map(\.name) == ["pA", "pC"] && outer.functions.map(\.name) == ["fA", "fC"])
        #expect(outer.aliases.map(\.name) == ["tA", "tC"] && outer.types.map(\.name) == ["SA", "SC"])
        #expect(outer.properties.map(\.condition) == [nil, "C"] && outer.types.map(\.condition) == [nil, "C"])
        #expect(file.types[3].cases.map(\.name) == ["cA", "cC"] && file.types[3].cases.map(\.condition) == [nil, "C"])
        #expect(file.locals.map(\.declaration.name) == ["LA", "LC"])
        #expect(file.locals.map(\.declaration.condition) == [nil, "C"])
        // What stands in a condition within another one stands under both.
        #expect(file.locals[0].declaration.properties.map(\.name) == ["pA", "pC"])
    }

    @Test("Without a triple the platform is this one, whose C library is open")
    func host() {
        #if os(Linux)
        #expect(CompilationCondition("os(Linux)").holds(in: BuildSettings()) == true)
        #expect(CompilationCondition("canImport(Glibc)").holds(in: BuildSettings()) == nil)
        #endif
        var unknown = BuildSettings()
        unknown.target("mips-unknown-haiku")
        #expect(CompilationCondition("os(Linux)").holds(in: unknown) == nil)
        #expect(CompilationCondition("canImport(Darwin)").holds(in: unknown) == nil)
    }
}
