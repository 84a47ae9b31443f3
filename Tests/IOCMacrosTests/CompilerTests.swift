import Foundation
import TestSupport
import Testing

@Suite("The compiler and @Component")
struct CompilerTests {
    /// The compiler's options for the plugin and the modules of this build.
    private static func options() throws -> [String] {
        let build = URL(filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            .deletingLastPathComponent().path()
        return try [
            "-swift-version", "6", "-parse-as-library", "-I", build + "Modules", "-load-plugin-executable",
            "\(build)IOCMacros-tool#IOCMacros", "-diagnostic-style", "llvm",
            "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature", "InternalImportsByDefault",
            "-enable-upcoming-feature", "MemberImportVisibility",
        ] + ChildProcess.moduleMaps(in: build)
    }

    /// Checks a source with the plugin and the modules of this build.
    /// - Parameter isStrict: True if a warning is an error.
    static func check(
        _ source: String, _ more: [String] = [], isStrict: Bool = true
    ) async throws -> (status: Int32, errors: [(line: Int, text: String)]) {
        let scratch = try Scratch()
        let file = try scratch.write("Shop.swift", source)
        let checked = try await ChildProcess.run(
            "swiftc",
            try options() + more + ["-typecheck", file] + (isStrict ? ["-warnings-as-errors"] : []))
        var errors: [(line: Int, text: String)] = []
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        var inMacro: String?
        for line in checked.text.split(separator: "\n") {
            if let match = line.firstMatch(of: #/swiftmacro.*swift:\d+:\d+: error: (.*)$/#) {
                inMacro = String(match.1)
            } else if let match = line.firstMatch(of: #/^.*(?:Shop\.swift|<unknown>):(\d+):(?:\d+:)? error: (.*)$/#) {
                errors.append((Int(match.1) ?? 0, String(match.2)))
            } else if let text = inMacro,
                let match = line.firstMatch(of: #/Shop\.swift:(\d+):\d+: note: (in expansion|expanded code)/#)
            {
                errors.append((Int(match.1) ?? 0, text))
                inMacro = nil
            }
        }
        #expect(checked.status == 0 || !errors.isEmpty, "\(checked.text)")
        #expect(errors.allSatisfy { lines.indices.contains($0.line - 1) })
        return (checked.status, errors)
    }

    @Test("Every form of a component compiles without a warning")
    func sound() async throws {
        let checked = try await Self.check(
            """
            public import IOC
            import Synchronization
            protocol Gate: Sendable {}
            protocol Loose {}
            protocol Step: IOCComponent {}
            struct Settings: Decodable { var size = 1 }
            @Component final class Plain {}
            @Component("full", .primary, .scope(.prototype), .when(setting: "a", equals: 1)) final class Full: Gate {
                @Autowired var plain: Plain
                @Autowired("x") private var gate: any Gate
                @Autowired var gates: [String: any Gate]
                @Autowired var later: Provider<Plain>
                @Value("settings") var settings: Settings
                @Value("k") var size = 8
                let count = Mutex(0)
                let ready = Atomic<Bool>(false)
                let mapper = Autowired<Plain>()
                let limit = Value<Int>("limit", default: 1)
                private let (one, `class`) = (1, "2")
                static let all = 1
                #if os(Linux)
                static let linux = 1
                #else
                static let other = NotThere()
                #endif
                init() {}
            }
            @Component private final class FileOnly { @Autowired private var plain: Plain }
            @Component class Base { required init() {} }
            @Component(.order(2)) class Middle: Base { @Autowired var plain: Plain }
            @Component final class Last: Middle {}
            @Component(.lazy) final class Stepping: Step { @Autowired var plain: Plain }
            @Component final class LooseOne: Step, Loose {}
            @Component final class LooseTwo: Loose {}
            @Component(.lazy) final class ByHandToo: IOCComponent {}
            @Component final class Vouched: @unchecked Sendable { var guarded = 1 }
            @Component(.order(1)) public actor Worker { var n = 1; public init() {} }
            @Component(.order(1)) @MainActor final class Screen { var n = 1; nonisolated init() {} }
            enum Outer { protocol Local {}; @Component final class Near: Local {}; @Component("inner") fileprivate final class Inner {} }
            public enum Open {}
            public extension Open { @Component("q") final class Shown { public init() {} } }
            @Component open class Opened { public required init() {} }
            @available(*, deprecated) @Component final class Old {}
            #if os(Linux)
            @Component
            #endif
            final class Around { @Autowired var plain: Plain }
            #if os(Linux)
            @usableFromInline
            #endif
            @Component final class Gone { @usableFromInline init() {} }
            #if NEVER
            @Component("never")
            #else
            @Component("always")
            #endif
            final class Either { @Autowired var plain: Plain }
            """)
        #expect(checked.errors.map(\.text) == [])
        #expect(checked.status == 0)
    }

    @Test("A stored property that is not Sendable is an error")
    func proofs() async throws {
        let checked = try await Self.check(
            """
            import IOC
            protocol Gate {}
            final class Box { var n = 1 }
            @Component final class WithGate { @Autowired var gate: any Gate }
            @Component final class WithBox { private let box = Box() }
            @Component final class WithList { @Autowired var gates: [any Gate] }
            @Component final class WithLet { let gate = Autowired<any Gate>() }
            @Component class Base { required init() {} }
            @Component final class Below: Base { let box = Box() }
            """)
        #expect(Set(checked.errors.map(\.line)) == [4, 5, 6, 7, 9], "\(checked.errors)")
    }

    @Test("A superclass that is not Sendable is an error, and a protocol that is not Sendable is none")
    func superclasses() async throws {
        let checked = try await Self.check(
            """
            import IOC
            class Loose { var count = 0 }
            class Box<Item> { var count = 0 }
            class Safe: @unchecked Sendable { var count = 0 }
            protocol Gate: AnyObject {}
            protocol Door<Item> { associatedtype Item }
            @Component final class BelowLoose: Loose {}
            @Component final class BelowBox: Box<Int>, Gate {}
            @Component final class BelowSafe: Safe, Gate, Door { typealias Item = Int }
            @Component final class Doors: Door { typealias Item = Int }
            @Component final class Vouched: Loose, @unchecked Sendable {}
            """)
        #expect(checked.errors.map(\.line) == [7, 8], "\(checked.errors)")
        #expect(checked.errors.allSatisfy { $0.text.contains("_SuperclassIsNotSendable") })
    }

    @Test("A type without instances or initializers is an error")
    func kinds() async throws {
        let checked = try await Self.check(
            """
            import IOC
            @Component enum A {}
            @Component indirect enum B { case one }
            @Component protocol C {}
            """)
        #expect(checked.errors.map(\.line).sorted() == [2, 3, 4], "\(checked.errors)")
        #expect(
            checked.errors.filter { $0.text.contains("add 'init(@Named(setting: \"mode\") mode: String)") }.count == 2)
        #expect(checked.errors.contains { $0.text.contains("'C' is of another kind: protocol") })
    }

    @Test("Every form of an initializer compiles without a warning")
    func constructors() async throws {
        let checked = try await Self.check(
            """
            public import IOC
            import Synchronization
            protocol Sink: Sendable {}
            protocol Mild: ManagedComponent {}
            @Component final class Mapper {}
            @Component struct Console: Sink {}
            @Component final class Desk {
                let mapper: Mapper
                @Injected("audit") let log: any Sink
                @Injected(setting: "orders.limit", default: 100) let limit: Int
                @Injected(setting: "key") private let key: Secret<String>
                let cache: Console?
                let sinks: [any Sink]
                let named: [String: any Sink]
                let job: Provider<Mapper>
                let context: ApplicationContext
                private let count = Mutex(0)
                @Autowired var later: Later
                @Value("size") var size = 1
            }
            @Component final class Later { let desk: Provider<Desk> }
            @Component actor Ledger { let mapper: Mapper; var total = 0 }
            @Component struct Controller { let mapper: Mapper; let `class`: Console; var count = 0 }
            @Component enum Mode { case a, b; init(@Named(setting: "fast") fast: Bool = false) { self = fast ? .a : .b } }
            @Component final class Gate: Mild {
                init(_ mapper: Mapper, for sinks: [String: any Sink], `in`: Console?, @Named("audit") log: any Sink) throws {}
            }
            @Component final class Chosen {
                @Injected init(mapper: Mapper) {}
                init(desk: Desk) {}
            }
            @Component final class Driver { init(mapper: Mapper, @Named("audit") log: any Sink) async throws {} }
            @Component final class Pool { init() async {} }
            @Component actor Filled { init(pool: Pool) async throws {} }
            @Component struct Library { init(@Named(setting: "folder") folder: String) async throws {} }
            @Component class Awaited { required init(pool: Pool) async {} }
            @Component final class BelowAwaited: Awaited { required init(pool: Pool) async { await super.init(pool: pool) } }
            @Component @MainActor final class Window { nonisolated init(pool: Pool) async {} }
            @Component final class Hidden { private init() {} }
            @Component final class Escaping { let make: @Sendable () -> Int; init(make: @escaping @Sendable () -> Int) { self.make = make } }
            @Component struct Storing { let make: (@Sendable () -> Int) }
            @Component @MainActor final class Screen { let mapper: Mapper; var title = "" }
            @Component public struct Shown { public let other: Other }
            @Component public actor Other { public let shown: Provider<Shown>; private let second: Provider<Shown> }
            @Component open class Opened { public let shown: Shown }
            @Component("late") open class Below: Opened {}
            @Component(.lazy) final class Lowest: Below { required public init(shown: Shown) { super.init(shown: shown) } }
            @Component class Base { required init() {} }
            @Component final class Overriding: Base { @Injected init(mapper: Mapper) { super.init() }; required init() { super.init() } }
            class Plain: @unchecked Sendable { let one = 1 }
            @Component final class BelowPlain: Plain { let mapper: Mapper }
            enum Space { @Component struct Inner { let local: Local; @Component struct Local {} } }
            @available(*, deprecated) @Component struct Old { let mapper: Mapper }
            """)
        #expect(checked.errors.map(\.text) == [])
        #expect(checked.status == 0)
    }

    @Test("In a module whose default isolation is the main actor every form of a constructed component compiles")
    func mainActorModule() async throws {
        let checked = try await Self.check(
            """
            import IOC
            protocol Sink: Sendable {}
            @Component final class Mapper {}
            @Component("audit") struct Audit: Sink { var title = "" }
            @Component final class Desk {
                let mapper: Mapper
                @Injected("audit") let log: any Sink
                @Injected(setting: "limit", default: 3) let limit: Int
            }
            @Component @MainActor final class Screen { let mapper: Mapper; var title = "" ; @Autowired var late: Mapper }
            @Component nonisolated final class Worker { let mapper: Mapper }
            @Component nonisolated struct Value { let mapper: Mapper }
            @Component actor Ledger { let mapper: Mapper; var count = 1 }
            @Component enum Choice { case a(Mapper); init(mapper: Mapper) { self = .a(mapper) } }
            @Component final class Own { let mapper: Mapper; nonisolated init(mapper: Mapper) { self.mapper = mapper } }
            @Component final class Wrapped { @Autowired var mapper: Mapper; nonisolated init() {} }
            @Component class Open { let mapper: Mapper }
            @Component final class Below: Open {}
            """, ["-default-isolation", "MainActor"])
        #expect(checked.errors.map(\.text) == [])
        #expect(checked.status == 0)
    }

    @Test("Each way to write an initializer's setting with its default compiles")
    func defaults() async throws {
        let checked = try await Self.check(
            """
            import IOC
            enum Mode: String, Decodable { case fast, slow }
            @Component final class Desk {
                @Injected(setting: "wait", default: .seconds(5)) let wait: Duration
                @Injected(setting: "hosts", default: []) let hosts: [String]
                @Injected(setting: "more", default: ["a"]) let more: [String]
                @Injected(setting: "routes", default: [:]) let routes: [String: Int]
                @Injected(setting: "mode", default: Mode.fast) let mode: Mode
                @Injected(setting: "rate", default: 1) let rate: Double
                @Injected(setting: "size", default: -1) let size: Int8
                @Injected(setting: "maybe", default: 1) let maybe: Int?
                @Injected(setting: "none", default: nil) let none: String?
            }
            @Component struct Gate {
                init(
                    @Named(setting: "wait") wait: Duration = .seconds(5), @Named(setting: "hosts") hosts: [String] = [],
                    @Named(setting: "mode") mode: Mode = .fast, @Named(setting: "maybe") maybe: Int? = nil
                ) {}
            }
            func make() { _ = Desk(mode: .slow) }
            """)
        #expect(checked.errors.map(\.text) == [])
        #expect(checked.status == 0)
    }

    @Test("A default without its type, and a setting that can't be decoded, are errors that say what to write")
    func mistakenDefaults() async throws {
        let checked = try await Self.check(
            """
            import IOC
            enum Mode: String { case fast, slow }
            enum Level: String, Decodable { case info, warning }
            @Component final class Desk { @Injected(setting: "mode") let mode: Mode }
            @Component final class Gate { init(@Named(setting: "mode") mode: Mode = .fast) {} }
            @Component final class Log { @Injected(setting: "level", default: .info) let level: Level }
            """)
        let says = "a setting is decoded: let its type conform to Decodable and Sendable"
        for line in [4, 5] {
            #expect(checked.errors.contains { $0.line == line && $0.text.contains(says) }, "\(checked)")
        }
        #expect(checked.errors.contains { $0.line == 6 && $0.text.contains("write 'Level.info'") }, "\(checked)")
    }

    @Test(
        "A wrapper without a key, or with a value that the container would replace, is an error with advice",
        arguments: [
            ("@Value var port: Int", #"@Value("server.port") var port: Int"#),
            ("@Value var port = 80", #"@Value("server.port") var port = 8080"#),
            ("@Value var port: Int = 80", #"@Value("server.port") var port = 8080"#),
            ("@Autowired var clock = Clock()", "the container gives it its value"),
            ("@Autowired var clock: Clock = Clock()", "the container gives it its value"),
        ])
    func wrappers(_ property: String, _ says: String) async throws {
        for kind in ["final class Shop", "@Component final class Shop"] {
            let checked = try await Self.check(
                "import IOC\n@Component final class Clock {}\n\(kind) {\n    \(property)\n    init() {}\n}\n")
            #expect(checked.errors.contains { $0.text.contains(says) }, "\(checked.errors)")
        }
    }

    @Test("A dependency without @Component is an error at the property's component")
    func forgotten() async throws {
        let source = """
            import IOC
            class Clock { var time = 0 }
            @Component final class Shop { @Autowired var clock: Clock }
            """
        let checked = try await Self.check(source)
        #expect(checked.errors.contains { $0.line == 3 && $0.text.contains("Sendable") }, "\(checked.errors)")
    }

    @Test("Each way to name a component or a setting compiles in the list of injection points")
    func injectionPoints() async throws {
        let source = """
            public import IOC
            protocol Log: Sendable {}
            @Component public final class Plain { public init() {} }
            enum Names { nonisolated static let audit = "audit" }
            private enum Hidden { nonisolated static let name = "hidden" }
            @Component final class Desk {
                nonisolated private static let own = "own"
                @Autowired var plain: Plain
                @Autowired(Names.audit) var log: any Log
                @Autowired(Hidden.name + "x") private var second: any Log
                @Autowired(Desk.own) var third: any Log
                @Autowired("a \\(Names.audit)") var fourth: any Log
                @Autowired(\"\"\"
                    a
                      b
                    \"\"\") var fifth: any Log
                @Autowired("n", fileID: "F/F.swift", line: 3) var sixth: any Log
                @Value("server.port", live: true) var port = 8080
                @Value("server.host", default: "h") var host: String
                @Value("server.size", default: 1) var size
                let later = Autowired<Plain>(Names.audit)
                let latest: Autowired<Plain> = .init("b")
                let limit = Value<Int>("limit", default: 1)
                nonisolated init() {}
            }
            enum Outer {
                @Component final class Inner { @Autowired("a") var plain: Plain; nonisolated init() {} }
                @Component fileprivate final class Second { @Autowired("a") private var plain: Plain; nonisolated init() {} }
            }
            @Component private final class Third { @Autowired("a") private var plain: Plain; nonisolated init() {} }
            @Component actor Guard { @Autowired(Names.audit) var plain: Plain; init() {} }
            @Component open class Opened { @Autowired("a") public var plain: Plain; public nonisolated required init() {} }
            @Component open class Below: Opened { @Autowired("b") private var other: Plain }
            final class Unannotated: Below, @unchecked Sendable { nonisolated required init() { super.init() } }
            @Component @MainActor final class Screen { @Autowired("b") var plain: Plain; nonisolated init() {} }
            @Component final class `my shop` { @Autowired("b") var `a "b" c`: Plain; let other: Plain }
            @Component struct `my struct` { let `a "b"`: Plain }
            """
        for more in [[], ["-default-isolation", "MainActor"]] {
            let checked = try await Self.check(source, more)
            #expect(checked.errors.map(\.text) == [])
            #expect(checked.status == 0)
        }
    }

    @Test("A subclass in another module overrides the list of injection points")
    func otherModule() async throws {
        let scratch = try Scratch()
        let library = try scratch.write(
            "Mall.swift",
            """
            public import IOC
            @Component public final class Plain { public init() {} }
            @Component open class Opened { @Autowired("a") public var plain: Plain; public required init() {} }
            """)
        let module = scratch.path + "/Mall.swiftmodule"
        let compiled = try await ChildProcess.run(
            "swiftc", try Self.options() + ["-emit-module", "-module-name", "Mall", "-o", module, library])
        try #require(compiled.status == 0, "\(compiled.text)")
        let checked = try await Self.check(
            """
            import IOC
            import Mall
            @Component class Below: Opened { @Autowired("b") var second: Plain }
            @Component(.lazy) final class Last: Below { @Autowired("b") private var third: Plain }
            final class Unannotated: Opened, @unchecked Sendable {}
            """, ["-I", scratch.path])
        #expect(checked.errors.map(\.text) == [])
    }

    /// Declarations with one mistake each, and what the only error says.
    private static let mistakes = [
        ("@Component final class A { var repo: Repo }", "make it a 'let', which the container passes"),
        ("@Component class A { var repo: Repo }", "make it a 'let', which the container passes"),
        ("@Component struct A { var repo: Repo }", "nothing gives 'repo' a value"),
        ("@Component struct A { @Autowired var repo: Repo }", "make it a 'let'"),
        ("@Component actor A { var repo: Repo }", "nothing gives 'repo' a value"),
        (
            "@Component final class A { @Autowired let repo: Repo }",
            "property wrapper can only be applied to a 'var'"
        ),
        ("@Component final class A { @Value(\"p\", default: 1) let port: Int }", "can only be applied to a 'var'"),
        ("@Component final class A { @Injected(\"x\") let limit }", "type annotation missing"),
        ("@Component final class A { @Autowired var repo }", "could not be inferred"),
        ("@Component final class A { @Value(\"p\") var port }", "missing argument label"),
        ("@Component final class A { let gate: some Gate }", "opaque return type"),
        ("@Component final class A { let m: Mutex<Int> }", "can't pass 'm', which can't be copied"),
        ("@Component final class A { let gate: any Open }", "Sendable"),
        ("@Component final class A { init(make: @autoclosure () -> Int) {} }", "leave the word out"),
        ("@Component final class A { init(@Named x: Repo) {} }", "write a name or a setting"),
        ("@Component final class A { init(@Named(\"a\") @Named(\"b\") x: Repo) {} }", "'x' has '@Named' already"),
        (
            "@Component final class A { @Injected(\"a\") @Injected(\"b\") let x: Repo }",
            "'x' has '@Injected' already"
        ),
        ("@Component class A: Gate { required init() {} }", "make it 'final'"),
        ("@Component final class A { init(repo: Repo) {}; init(gate: any Gate) {} }", "has 2 initializers"),
        ("@Component(.prototype) final class A {}", "write '.scope(.prototype)'"),
        ("@Component(\"a\", .named(\"b\")) final class A {}", "can't have both \"a\" and"),
    ]

    @Test("One mistake is one error, also if other components need the type")
    func oneError() async throws {
        let surroundings = """
            import IOC
            import Synchronization
            protocol Open {}
            protocol Gate: Sendable {}
            @Component final class Repo {}

            """
        let declarations = Self.mistakes.enumerated().map { index, mistake in
            "enum Space\(index) { \(mistake.0) }; @Component final class User\(index) { @Autowired var a: Space\(index).A }\n"
        }
        let checked = try await Self.check(surroundings + declarations.joined(), isStrict: false)
        for (index, mistake) in Self.mistakes.enumerated() {
            let errors = checked.errors.filter { $0.line == index + 6 }.map(\.text)
            #expect(errors.count == 1 && errors[0].contains(mistake.1), "\(mistake.0): \(errors)")
        }
        #expect(checked.errors.allSatisfy { $0.line > 5 }, "\(checked.errors)")
    }

    @Test("A superclass without 'init()' and an attribute under '#if' have an error at the annotation or the attribute")
    func places() async throws {
        let checked = try await Self.check(
            """
            import IOC
            class Base: @unchecked Sendable { init(t: Int) {} }
            @Component final class A: Base {}
            @Component final class B {
                #if os(Linux)
                @Autowired
                #endif
                var a: A
            }
            @Component
            #if os(Linux)
            @MainActor
            #endif
            final class C { nonisolated init() {} }
            """)
        #expect(Set(checked.errors.map(\.line)) == [3, 8, 12], "\(checked.errors)")
    }

    @Test("A trait that does not exist is an error at its own token")
    func unknownTrait() async throws {
        let checked = try await Self.check("import IOC\n@Component(.primry) final class A {}\n")
        #expect(checked.errors.map(\.line) == [2])
        #expect(checked.errors.first?.text.contains("'ComponentTrait' has no member 'primry'") == true)
    }

    @Test("A file that imports IOC alone gets no names of the platform, of Foundation or of the package's support")
    func names() async throws {
        let checked = try await Self.check("import IOC\nlet a = getpid()\nlet b = Data()\nlet c = Guarded(1)\n")
        #expect(checked.errors.map(\.line) == [2, 3, 4], "\(checked.errors)")
    }
}
