import IOCCommand
import TestSupport
import Testing

@Suite("ioc check calls no valid program wrong")
struct FalseAlarmTests {
    /// What is wrong with a program of one file, by the faults' codes; notes are marked.
    static func told(
        _ source: String, _ configuration: String = #"{ "prefixes": ["Main"] }"#, _ words: String...
    ) throws -> [String] {
        let scratch = try Scratch()
        try scratch.write("Sources/Shop/Shop.swift", "import IOC\n" + source)
        let file = try scratch.write("config.json", configuration)
        let outcome = ioc(
            ["check", "--sources", scratch.path + "/Sources", "--config", file, "--no-cache"] + words)
        #expect((outcome.code == .success) == !outcome.error.contains(": error: "))
        return outcome.error.split(separator: "\n").compactMap { line in
            ["error", "note"].lazy.compactMap { severity -> String? in
                let parts = line.split(separator: ": ", maxSplits: 3).map(String.init)
                guard parts.count > 2, parts[1] == severity else { return nil }
                if severity == "error" { return parts[2] }
                return line.contains("left alone") ? "note \(parts[2])" : nil
            }.first
        }
    }

    private static let wantsP = "\n@Component final class MainZ { @Autowired var a: any P }"
    private static let p = "protocol P: Sendable {}\n"

    @Test(
        "Nor one that refines a protocol of the standard library",
        arguments: [
            ("Codable", "any Encodable"), ("Codable", "any Decodable"), ("Hashable", "any Equatable"),
            ("Comparable", "any Equatable"), ("LocalizedError", "any Error"),
            ("LosslessStringConvertible", "any CustomStringConvertible"), ("Encodable & Decodable", "any Decodable"),
            ("Identifiable", "any Identifiable"), ("Sequence", "any Sequence"),
            ("CodingKey", "any CustomStringConvertible"),
            ("BidirectionalCollection", "any Sequence"), ("SetAlgebra", "any Equatable"),
        ])
    func refined(_ own: String, _ wanted: String) throws {
        let source =
            "final class MainA: IOCComponent, \(own) {}\n@Component final class MainB { @Autowired var a: \(wanted) }"
        #expect(try Self.told(source) == [])
    }

    @Test(
        "Nor one whose protocol refines another one behind 'where'",
        arguments: [
            "protocol Q where Self: P {}\nclass Base: @unchecked Sendable {}\n"
                + "final class MainA: Base, IOCComponent, Q, @unchecked Sendable {}",
            "protocol Q: AnyObject where Self: Sendable, Self: P {}\nfinal class MainA: IOCComponent, Q {}",
            "protocol R {}\nprotocol Q where Self: R & P {}\nfinal class MainA: IOCComponent, Q {}",
            "protocol R where Self: P {}\nprotocol Q where Self : R {}\nfinal class MainA: IOCComponent, Q {}",
            "protocol Q<Item>: Sendable where Self: P, Item == (Int, Int) -> Bool { associatedtype Item }\n"
                + "final class MainA: IOCComponent, Q { typealias Item = (Int, Int) -> Bool }",
            "protocol Q where Self: P, Self: IOCComponent {}\nfinal class MainA: Q {}",
            "typealias Both = P & Sendable\nprotocol Q where Self: Both {}\nfinal class MainA: IOCComponent, Q {}",
        ])
    func refinedByRequirement(_ source: String) throws {
        #expect(try Self.told(Self.p + source + Self.wantsP) == [])
        // What a protocol asks of others than itself says nothing of who conforms to it.
        let other = "protocol Q { associatedtype Item where Item: P }\n"
        let asked = other + "final class MainA: IOCComponent, Q { typealias Item = MainB }\nfinal class MainB: P {}"
        #expect(try Self.told(Self.p + asked + Self.wantsP) == ["dependency-missing"])
    }

    @Test(
        "Nor one whose annotation has attributes under a condition beside it, or stands under one of the platform",
        arguments: [
            "#if os(Linux) || os(macOS)\n@Component\n#endif\nfinal class MainA: P {}",
            "#if !os(Linux) && !os(macOS)\n@Component(\"a\")\n#else\n@Component(\"b\")\n#endif\nfinal class MainA: P {}",
            "@Component\n#if FLAG\n@MainActor\n#endif\nfinal class MainA: P { nonisolated init() {} }",
        ])
    func conditionalAttributes(_ source: String) throws { #expect(try Self.told(Self.p + source + Self.wantsP) == []) }

    @Test("Nor one whose classes have raw identifiers")
    func rawIdentifiers() throws {
        let source = """
            protocol `a need`: Sendable {}
            final class `Main shop`: IOCComponent, `a need` {}
            @Component final class MainB { @Autowired var need: any `a need`; @Autowired("Main shop") var shop: `Main shop` }
            """
        #expect(try Self.told(source) == [])
        let list = #"{ "classes": ["MainB", "Main shop"], "bindings": { "a need": "Shop.Main shop" } }"#
        #expect(try Self.told(source, list) == [])
    }

    @Test("Nor one whose superclass, which nobody has read, may conform to a protocol of the standard library")
    func unreadSuperclasses() throws {
        let source = """
            import Elsewhere
            final class MainA: Screen, IOCComponent {}
            @Component final class MainB { @Autowired var a: any CustomStringConvertible }
            """
        #expect(try Self.told(source) == ["note dependency-missing"])
        #expect(
            try Self.told(source, #"{ "prefixes": ["Main"] }"#, "--plain-module", "Elsewhere")
                == ["note dependency-missing"])
        #expect(try Self.told("class Screen {}\n" + source.dropFirst(17)) == ["dependency-missing"])
    }

    @Test("Nor a simple name that several classes have of which one is a component or an assembly")
    func commonNames() throws {
        let source = """
            enum Plain { final class Work {}; final class Kit {} }
            enum Main { @Component final class Work {} }
            enum Parts { final class Kit: Assembly { let one: Define<Int> = .value(1) } }
            """
        #expect(try Self.told(source, #"{ "classes": ["Work"], "assemblies": ["Kit"] }"#) == [])
        let twice = source + "\nenum More { @Component final class Work {} }"
        #expect(try Self.told(twice, #"{ "classes": ["Work"] }"#) == ["class-ambiguous"])
    }

    @Test("Nor an actor that somebody wants as any Actor")
    func actors() throws {
        #expect(
            try Self.told("actor MainA: IOCComponent {}\n@Component final class MainB { @Autowired var a: any Actor }")
                == [])
    }

    @Test(
        "What hangs on a condition that nobody knows is a note",
        arguments: [
            "final class MainA: IOCComponent {}\n#if FLAG\nextension MainA: P {}\n#endif",
            "#if FLAG\nfinal class MainA: IOCComponent, P {}\n#endif",
            "#if FLAG\nfinal class MainA: IOCComponent {}\n#elseif OTHER\nfinal class MainA: IOCComponent, P {}\n"
                + "#else\nfinal class MainA: P {}\n#endif",
            "final class MainA: IOCComponent, P {\n#if FLAG\nstatic var traits: [ComponentTrait] { [.primary] }\n#else\n"
                + "static var traits: [ComponentTrait] { [] }\n#endif\n}\nfinal class MainC: IOCComponent, P {}",
            "final class MainA: IOCComponent, P {\nstatic var traits: [ComponentTrait] {\n#if FLAG\n[.primary]\n#else\n"
                + "[]\n#endif\n} }\nfinal class MainC: IOCComponent, P {}",
            "class Base: IOCComponent, P, @unchecked Sendable { required init() {} }\n"
                + "class Plain: IOCComponent, @unchecked Sendable { required init() {} }\n#if FLAG\n"
                + "final class MainA: Plain, @unchecked Sendable {}\n#else\nfinal class MainA: Base, @unchecked Sendable {}\n"
                + "#endif",
            "class Plain: IOCComponent, @unchecked Sendable { required init() {} }\n#if FLAG\ntypealias Base = Plain\n#else\n"
                + "typealias Base = Plain & P\n#endif\nfinal class MainA: Base, @unchecked Sendable {}",
            "#if FLAG\nfinal class MainA: P {}\n#else\n@Component final class MainA: P {}\n#endif",
            "protocol Q: Sendable {}\nextension P where Self: Q { static var traits: [ComponentTrait] { [.primary] } }\n"
                + "final class MainA: IOCComponent, P {}\nfinal class MainC: IOCComponent, P, Q {}",
        ])
    func conditions(_ source: String) throws {
        let told = try Self.told(Self.p + source + Self.wantsP)
        #expect(told.allSatisfy { $0.hasPrefix("note ") } && !told.isEmpty)
        let strict = try Self.told(Self.p + source + Self.wantsP, #"{ "prefixes": ["Main"] }"#, "--strict-sources")
        #expect(strict.contains { !$0.hasPrefix("note ") })
    }

    @Test(
        "Of several that fit, one that may be the primary one keeps them from being an error, wherever it stands",
        arguments: 0..<3)
    func perhapsPrimary(_ place: Int) throws {
        var classes = ["final class MainA: IOCComponent, P {}", "final class MainB: IOCComponent, P {}"]
        #expect(try Self.told(Self.p + classes.joined(separator: "\n") + Self.wantsP) == ["dependency-ambiguous"])
        classes.insert(
            "final class Main\(place): IOCComponent, P { static var traits: [ComponentTrait] { chosen } }", at: place)
        let told = try Self.told(Self.p + classes.joined(separator: "\n") + Self.wantsP)
        #expect(told.contains("note dependency-ambiguous") && told.allSatisfy { $0.hasPrefix("note ") })
    }

    @Test(
        "Nor one of whose components a superclass is one in one branch of a condition only, though all of it is extended"
    )
    func annotatedBranch() throws {
        let source =
            "#if FLAG\n@Component class MainA {}\n#else\nclass MainA { init() {} }\n#endif\nextension MainA { func f() {} }\n"
            + "final class MainC: MainA, P {}\nfinal class MainD: IOCComponent, P {}"
        #expect(try Self.told(Self.p + source + Self.wantsP) == [])
    }

    @Test(
        "Nor one whose values another branch of a condition would take",
        arguments: [
            "#if FLAG\nstruct Mode: Sendable {}\n#else\nenum Mode: String, Sendable { case a }\n#endif\n",
            "#if FLAG\nenum Mode: String, Sendable { case b }\n#else\nstruct Mode: Sendable {}\n#endif\n",
            "#if FLAG\nstruct Mode: Sendable { static let one = 1 }\n#elseif OTHER\nenum Mode: String, Sendable { case a }\n"
                + "#else\nenum Mode: String, Sendable { case b }\n#endif\n",
        ])
    func branches(_ source: String) throws {
        let main = "extension Mode: Decodable {}\n@Component final class MainA { @Value(\"mode\") var mode: Mode }"
        #expect(try Self.told(source + main, #"{ "prefixes": ["Main"], "properties": { "mode": "a" } }"#) == [])
    }

    @Test("Nor one that names a type, which another branch makes an alias, from inside and from outside")
    func typeOrAlias() throws {
        let source = """
            protocol Q: Sendable {}
            enum Kinds {
            #if FLAG
            protocol Sink: Sendable {}
            #else
            typealias Sink = Q
            #endif
            }
            extension Kinds { final class MainA: IOCComponent, Sink {} }
            @Component final class MainB { @Autowired var a: any Kinds.Sink }
            """
        #expect(try Self.told(source).allSatisfy { $0.hasPrefix("note ") })
    }

    @Test("An alias that conditions give two meanings may mean either")
    func conditionalAlias() throws {
        let source =
            "protocol Q: Sendable {}\nfinal class MainA: IOCComponent, P {}\n#if FLAG\ntypealias W = Q\n#else\n"
            + "typealias W = P\n#endif\n@Component final class MainB { @Autowired var a: any W }"
        #expect(try Self.told(Self.p + source) == ["note dependency-missing"])
        #expect(try Self.told(Self.p + source, #"{ "prefixes": ["Main"] }"#, "-DFLAG") == ["dependency-missing"])
        #expect(try Self.told(Self.p + source, #"{ "prefixes": ["Main"] }"#, "-U", "FLAG") == [])
    }

    @Test(
        "A condition that is known is judged, with its branches",
        arguments: [
            ("os(Linux)", ["--triple", "x86_64-unknown-linux-gnu"], true),
            ("os(macOS)", ["--triple", "aarch64-unknown-linux-gnu"], false),
            ("canImport(Darwin) || os(Windows)", ["--triple", "x86_64-unknown-linux-gnu"], false),
            ("canImport(Foundation) && compiler(>=6)", ["--triple", "x86_64-unknown-linux-gnu"], true),
            ("FLAG && swift(>=5.9)", ["--define", "FLAG"], true), ("!FLAG", ["--define=FLAG"], false),
            ("FLAG", ["--undefine", "FLAG"], false), ("arch(arm64)", ["--triple", "aarch64-unknown-linux-gnu"], true),
        ])
    func judged(_ condition: String, _ words: [String], _ holds: Bool) throws {
        let scratch = try Scratch()
        try scratch.write(
            "Sources/Shop/Shop.swift",
            "import IOC\n\(Self.p)#if \(condition)\nfinal class MainA: IOCComponent, P {}\n#else\n"
                + "final class MainA: IOCComponent {}\n#endif" + Self.wantsP)
        let file = try scratch.write("config.json", #"{ "prefixes": ["Main"] }"#)
        let check = ["check", "--sources", scratch.path + "/Sources", "--config", file, "--no-cache"]
        let outcome = ioc(check + words)
        #expect(outcome.error.contains("dependency-missing") == !holds)
        #expect(!outcome.error.contains("left alone"))
        #expect((outcome.code == .success) == holds)
    }

    @Test(
        "An #error counts where it is compiled, in check, graph and generate",
        arguments: [
            ("#if os(Linux)\n#else\n#error(\"Unsupported platform\")\n#endif", true),
            ("#if FLAG\n#else\n#error(\"Unsupported platform\")\n#endif", true),
            ("#if FLAG\n#if os(Linux)\n#error(\"No\")\n#endif\n#endif", true),
            ("#if os(Windows)\n#error(\"No\")\n#endif\n#warning(\"Soon\")", true),
            ("#error(\"Not yet\")", false), ("#if os(Linux)\n#error(\"Not yet\")\n#endif", false),
        ])
    func unsupported(_ text: String, _ isFine: Bool) throws {
        let scratch = try Scratch()
        try scratch.write(
            "Sources/Shop/Shop.swift",
            "import IOC\nimport IOCStatic\nfinal class MainA: IOCComponent {}\nprotocol R: Resolver {}\n\(text)\n")
        let file = try scratch.write("config.json", #"{ "prefixes": ["Main"] }"#)
        let sources = scratch.path + "/Sources"
        let platform = ["--no-cache", "--triple", "x86_64-unknown-linux-gnu"]
        for words in [
            ["check", "--sources", sources, "--config", file], ["graph", "--sources", sources, "--config", file],
            ["generate", sources],
        ] {
            let outcome = ioc(words + platform)
            #expect((outcome.code == .success) == isFine, "\(outcome.error)")
            #expect(outcome.error.contains(": error: ") != isFine)
        }
    }

    @Test(
        "What is spelled in another way is what it is",
        arguments: [
            (p + "final class MainA: IOCComponent {}\ntypealias T = MainA\nextension T: P {}" + wantsP, "{}"),
            (
                p
                    + "class Box<T>: IOCComponent, @unchecked Sendable { required init() {} }\nextension Box: P where T == Int {}\n"
                    + "final class MainA: Box<Int>, @unchecked Sendable {}" + wantsP, "{}"
            ),
            (
                p + "final class Box<T>: @unchecked Sendable {}\nextension Box: P where T == Int {}\n"
                    + "final class MainAll: Assembly { let b = Definition(.singleton) { (_: MainAll) in Box<Int>() } }"
                    + wantsP, #"{ "assemblies": ["MainAll"] }"#
            ),
            (
                "protocol Injectable: Sendable {}\nfinal class MainA: IOCComponent, Injectable {}\n"
                    + "@Component final class MainB { @Autowired var a: any Injectable }", "{}"
            ),
            (
                "struct Duration: Decodable, Sendable { var a: Int }\n@Component final class MainB { @Value(\"d\") var a: Duration }",
                #"{ "properties": { "d": { "a": 1 } } }"#
            ),
            (
                "final class Data: IOCComponent {}\n@Component final class MainB { @Autowired var a: Data }",
                #"{ "classes": ["Data"] }"#
            ),
            (
                "enum Ns { @propertyWrapper struct Autowired { var wrappedValue: Int } }\n"
                    + "@Component final class MainB { @Ns.Autowired var a: Int = 1 }", "{}"
            ),
            (
                "@propertyWrapper struct Value<T> { var wrappedValue: T; init(wrappedValue: T, _ key: String) {} }\n"
                    + "final class MainB: IOCComponent, @unchecked Sendable { @Value(\"x\") var a: Int = 1 }", "{}"
            ),
        ])
    func spelled(_ source: String, _ more: String) throws {
        let configuration = #"{ "prefixes": ["Main"], "# + more.dropFirst()
        #expect(try Self.told(source, configuration.replacing(", }", with: " }")) == [])
    }

    @Test(
        "What a library in another package may have is a note at most",
        arguments: [
            ("final class MainB: IOCComponent {}", #""prefixes": ["Main", "Lib."]"#),
            ("final class MainB: IOCComponent {}", #""prefixes": ["Main"], "classes": ["Lib.Mailer"]"#),
            ("final class MainB: IOCComponent {}", #""prefixes": ["Main"], "classes": ["Mailer"]"#),
            ("@Component final class MainB { @Autowired var m: any Mailing }", #""prefixes": ["Main", "Lib."]"#),
            (
                p + "@Component final class MainB { @Autowired var m: any P }\nextension Mailer: P {}",
                #""prefixes": ["Main", "Lib."]"#
            ),
            (
                "final class MainA: LibBase, @unchecked Sendable {}\n@Component final class MainB { @Autowired var m: MainA }",
                #""prefixes": ["Main"]"#
            ),
            ("final class MainA: LibBase, @unchecked Sendable {}", #""classes": ["MainA"]"#),
            (
                "@Component final class MainB { @Autowired var m: any Mailing }",
                #""prefixes": ["Main", "Lib."], "bindings": { "Lib.Mailing": "smtp" }"#
            ),
            (
                """
                final class MainA: IOCComponent, Mailing {}
                final class MainB: IOCComponent, Mailing {}
                @Component final class MainC { @Autowired var m: any Mailing }
                """, #""prefixes": ["Shop."], "bindings": { "Lib.Mailing": "MainA" }"#
            ),
            (
                """
                final class MainA: IOCComponent, Post.Mailing {}
                final class MainB: IOCComponent, Post.Mailing {}
                @Component final class MainC { @Autowired var m: any Post.Mailing }
                """, #""prefixes": ["Shop."], "bindings": { "Lib.Post.Mailing": "MainA" }"#
            ),
            (#"@Component(.dependsOn("Lib.Mailer")) final class MainB {}"#, #""prefixes": ["Main", "Lib."]"#),
            (
                "final class MainB: IOCComponent {}",
                #""prefixes": ["Main", "Lib."], "components": { "Lib.Mailer": { "primary": true } }"#
            ),
            (
                #"@Component final class MainB { @Autowired("smtp") var m: any Mailing }"#,
                #""prefixes": ["Main", "Lib."]"#
            ),
            (
                p + #"@Component final class MainB { @Autowired("smtp") var m: any P }"#,
                #""prefixes": ["Main", "Lib."]"#
            ),
            (
                "final class MainB: IOCComponent {}",
                #""prefixes": ["Main", "Lib."], "strict": true, "properties": { "smtp": { "port": 1 } }"#
            ),
            (
                "@Component final class MainB { @Autowired var m: any Mailing }",
                #""prefixes": ["Main"], "assemblies": ["Lib.MailAssembly"]"#
            ),
            (
                #"@Component final class MainB { @Autowired("post") var m: any Mailing }"#,
                #""prefixes": ["Main"], "components": { "post": { "class": "Lib.Mailer" } }"#
            ),
        ])
    func libraries(_ source: String, _ configuration: String) throws {
        let told = try Self.told("import Lib\n" + source, "{ \(configuration) }")
        #expect(told.allSatisfy { $0.hasPrefix("note ") })
    }

    @Test("A library between two modules may provide what the lower one declares, or bring it by a superclass")
    func between() throws {
        let scratch = try Scratch()
        try scratch.write("Sources/Core/Core.swift", "public protocol P: Sendable {}\n")
        let wants = "@Component final class MainZ { @Autowired var a: any P }"
        let both = "\nfinal class MainA: IOCComponent, P {}\nfinal class MainB: IOCComponent, P {}"
        let file = try scratch.write("config.json", #"{ "prefixes": ["Main", "Lib."] }"#)
        let main = try scratch.write("main.json", #"{ "prefixes": ["Main"] }"#)
        let check = ["check", "--sources", scratch.path + "/Sources", "--no-cache", "--config"]
        for (source, file, isFine) in [
            (wants, file, true), (wants + both, file, true), (wants + both, main, true),
            (wants + "\nfinal class MainA: LibBase, @unchecked Sendable {}", main, true),
            (wants + "\nprotocol Q {}\n@Component final class MainY { @Autowired var a: any Q }", file, false),
        ] {
            try scratch.write("Sources/Shop/Shop.swift", "import IOC\nimport Core\nimport Lib\n" + source)
            #expect((ioc(check + [file]).code == .success) == isFine, "\(source)")
        }
        // Where the library is known to have no components, everything is known again.
        try scratch.write("Sources/Shop/Shop.swift", "import IOC\nimport Core\nimport Lib\n" + wants)
        #expect(ioc(check + [main, "--plain-module", "Lib"]).error.contains("error: dependency-missing"))
    }
}
