import IOCGenerate
import TestSupport
import Testing

/// Declarations in several branches of `#if`.
@Suite("Branches of #if")
struct BranchTests {
    private static let program = """
        import IOCStatic
        #if FAST
        struct Clock: Injectable { struct Dependency { let id: Int }; init(dependency: Dependency) {}; let name = "fast" }
        #elseif TRACE
        struct Clock: Injectable { struct Dependency { let id: Int }; init(dependency: Dependency) {}; let name = "traced" }
        #else
        struct Clock: Injectable { struct Dependency { let id: Int }; init(dependency: Dependency) {}; let name = "plain" }
        #endif
        struct Log: Injectable {
            struct Dependency { let clock: Clock }
            let name: String
            #if FAST
            init(dependency: Dependency) { name = dependency.clock.name + ", fast log" }
            #else
            init(dependency: Dependency) { name = dependency.clock.name + ", log" }
            #endif
        }
        #if FAST
        struct Store: Injectable { struct Dependency { let log: Log }; let dependency: Dependency }
        #else
        struct Store: Injectable { struct Dependency { let log: Log }; let dependency: Dependency; init(dependency: Dependency) {
            self.dependency = dependency
        } }
        #endif
        struct Parts {
            let log: Log
            #if FAST
            init(store: Store) { log = store.dependency.log }
            #else
            init(store: Store) { log = store.dependency.log }
            #endif
        }
        final class Desk: FactoryMethodInjectable {
            typealias Dependency = Parts
            let parts: Parts
            init(_ parts: Parts) { self.parts = parts }
            #if TRACE
            static func makeInstance(dependency: Parts) throws -> Desk { Desk(dependency) }
            #else
            static func makeInstance(dependency: Parts) throws -> Desk { Desk(dependency) }
            #endif
        }
        final class Screen: PropertyInjectable {
            struct Dependency { let cache: String }
            #if FAST
            var dependency: Dependency!
            #else
            var dependency: Dependency! { didSet {} }
            #endif
        }
        struct Probe { let count: Int }
        #if TRACE
        extension Probe: Injectable { init(dependency: Void) { count = 1 } }
        struct Tracer: Injectable { struct Dependency { let probe: Probe }; init(dependency: Dependency) {} }
        #endif
        #if FAST
        protocol AppResolver: Resolver { func provideCache() -> String }
        #else
        protocol AppResolver: Resolver {
            #if TRACE
            func provideCache() -> String
            func provideSteps() -> [Int]
            #else
            func provideCache() -> String
            #endif
        }
        #endif
        struct Root: AppResolver {
            func provideCache() -> String { "cache" }
            func provideSteps() -> [Int] { [1, 2] }
        }
        @main struct Main {
            static func main() throws {
                let root = Root()
                let screen = Screen()
                root.injectToScreen(screen)
                print(root.resolveClock(id: 1).name, try root.resolveDesk(id: 1).parts.log.name, screen.dependency.cache)
                #if TRACE
                print(root.resolveProbe().count, root.resolveTracer(), root.resolveSteps())
                #endif
            }
        }
        """

    @Test(
        "Code for declarations that are equal in all branches compiles and runs in each",
        arguments: [
            ([], "plain plain, log cache\n"), (["FAST"], "fast fast, fast log cache\n"),
            (["TRACE"], "traced traced, log cache\n1 Tracer() [1, 2]\n"),
        ])
    func runs(flags: [String], printed: String) async throws {
        let scratch = try Scratch()
        let program = try scratch.write("Program.swift", Self.program)
        let output = try generate([program])
        let code = try #require(output.code, "\(output.diagnostics)")
        #expect(
            Set(code.split(separator: "\n").filter { $0.contains("#if") }) == [
                "    #if TRACE", "    #if (!(FAST)) && (TRACE)",
                "    #if (FAST) || ((!(FAST)) && (TRACE)) || ((!(FAST)) && (!(TRACE)))",
            ])
        let found = try await Program.run(
            [program, scratch.write("Resolvers.swift", code)], flags: flags.flatMap { ["-D", $0] })
        #expect(found == printed)
    }

    @Test("Declarations of two files, each in its own condition, are one, and the code has the imports of both")
    func files() throws {
        let scratch = try Scratch()
        func text(_ module: String) -> String {
            "import \(module)\nstruct A: Injectable { struct Dependency { let url: URL }; init(dependency: Dependency) {} }"
        }
        let paths = try [
            scratch.write("Linux.swift", "#if os(Linux)\n\(text("One"))\n#endif"),
            scratch.write("Other.swift", "#if !os(Linux)\n\(text("Two"))\n#endif"),
            scratch.write("R.swift", "protocol R: Resolver {}"),
        ]
        let code = try #require(try generate(paths).code)
        #expect(code.contains("#if !os(Linux)\nimport Two\n#endif\n#if os(Linux)\nimport One\n#endif"))
        #expect(code.contains("#if (os(Linux)) || (!os(Linux))\n    func resolveA(url: URL) -> A"))
    }

    struct Fault: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// The declarations in `#if F`, in `#else`, and after `#endif`.
        var branches: (String, String)
        var rest = ""
        var expected: [String]
    }

    @Test("Branches that differ in what the code repeats are a fault at the second one", arguments: faults)
    func differs(_ fault: Fault) throws {
        let scratch = try Scratch()
        let path = try scratch.write(
            "A.swift",
            "#if F\n\(fault.branches.0)\n#else\n\(fault.branches.1)\n#endif\n\(fault.rest)")
        let output = try generate([path])
        #expect(output.code == nil)
        #expect(output.diagnostics.map { "\($0)".replacing(path + ":", with: "") } == fault.expected)
    }

    private static let remedy = "let both take the same, or give them different names"

    static let faults: [Fault] = [
        Fault(
            testDescription: "other members",
            branches: (
                "struct X: Injectable { struct Dependency { let a: Int }; init(dependency: Dependency) {} }",
                "struct X: Injectable { struct Dependency { let b: String }; init(dependency: Dependency) {} }"
            ),
            rest: "protocol R: Resolver {}",
            expected: [
                "4:31: error: 'X.Dependency' takes X.Dependency(a: Int) where 'F' holds, and X.Dependency(b: String) where "
                    + "'!(F)' holds: \(remedy)\n2:31: note: the other branch of '#if' is here"
            ]),
        Fault(
            testDescription: "only the dependency differs",
            branches: ("struct Parts { let a: Int }", "struct Parts { let a: Int; let b = 1; var c = 2 }"),
            rest: "struct X: Injectable { typealias Dependency = Parts; init(dependency: Parts) {} }",
            expected: [
                "4:8: error: 'Parts' takes Parts(a: Int) where 'F' holds, and Parts(a: Int, c: _ = …) where '!(F)' holds: "
                    + "\(remedy)\n2:8: note: the other branch of '#if' is here"
            ]),
        Fault(
            testDescription: "with and without a dependency",
            branches: (
                "struct X: Injectable { struct Dependency { let a: Int }; init(dependency: Dependency) {} }",
                "struct X: Injectable { init(dependency: Void) {} }"
            ),
            expected: [
                "4:24: error: 'X' takes X.Dependency(a: Int) where 'F' holds, and Void where '!(F)' holds: \(remedy)\n"
                    + "2:58: note: the other branch of '#if' is here"
            ]),
        Fault(
            testDescription: "without and with a dependency",
            branches: (
                "struct X: Injectable { init(dependency: Void) {} }",
                "struct X: Injectable { struct Dependency { let a: Int }; init(dependency: Dependency) {} }"
            ),
            expected: [
                "4:58: error: 'X' takes Void where 'F' holds, and X.Dependency(a: Int) where '!(F)' holds: \(remedy)\n"
                    + "2:24: note: the other branch of '#if' is here"
            ]),
        Fault(
            testDescription: "a structure and a tuple",
            branches: (
                "struct Parts { let a: Int }\nextension X { typealias Dependency = Parts }",
                "extension X { typealias Dependency = (a: Int, b: Int) }"
            ),
            rest: "struct X: Injectable { init(dependency: Dependency) {} }",
            expected: [
                "7:41: error: 'X.Dependency' is not the same type in all branches of '#if'; make it one"
            ]),
        Fault(
            testDescription: "a structure and an alias",
            branches: (
                "extension X { struct Dependency { let a: Int } }", "extension X { typealias Dependency = Void }"
            ),
            rest: "struct X: Injectable { init(dependency: Dependency) {} }",
            expected: [
                "6:41: error: 'X.Dependency' is not the same type in all branches of '#if'; make it one"
            ]),
        Fault(
            testDescription: "other effects",
            branches: (
                "extension X { init(dependency: Void) throws {} }", "extension X { init(dependency: Void) async {} }"
            ),
            rest: "struct X: Injectable {}",
            expected: [
                "4:15: error: 'X' takes Void throws where 'F' holds, and Void async where '!(F)' holds: \(remedy)\n"
                    + "2:15: note: the other branch of '#if' is here"
            ]),
        Fault(
            testDescription: "another actor",
            branches: (
                "@MainActor struct X: Injectable { init(dependency: Void) {} }",
                "struct X: Injectable { init(dependency: Void) {} }"
            ),
            expected: [
                "4:24: error: 'X' takes @MainActor Void where 'F' holds, and Void where '!(F)' holds: \(remedy)\n"
                    + "2:35: note: the other branch of '#if' is here"
            ]),
        Fault(
            testDescription: "another factory",
            branches: (
                "extension X { static func makeInstance(dependency: Int) -> X { X() } }",
                "extension X { static func makeInstance(dependency: String) -> X { X() } }"
            ),
            rest: "struct X: FactoryMethodInjectable {}",
            expected: [
                "4:27: error: 'X' takes Int where 'F' holds, and String where '!(F)' holds: \(remedy)\n"
                    + "2:27: note: the other branch of '#if' is here"
            ]),
        Fault(
            testDescription: "another property",
            branches: (
                "class X: PropertyInjectable { var dependency: Int! }",
                "class X: PropertyInjectable { var dependency: String! }"
            ),
            expected: [
                "4:35: error: 'X' takes Int where 'F' holds, and String where '!(F)' holds: \(remedy)\n"
                    + "2:35: note: the other branch of '#if' is here"
            ]),
        Fault(
            testDescription: "another generic parameter",
            branches: (
                "struct X<A>: Injectable { init(dependency: Void) {} }",
                "struct X<A, B>: Injectable { init(dependency: Void) {} }"
            ),
            expected: [
                "4:30: error: 'X' takes <A> Void where 'F' holds, and <A, B> Void where '!(F)' holds: \(remedy)\n"
                    + "2:27: note: the other branch of '#if' is here"
            ]),
        Fault(
            testDescription: "a provider with other parameters",
            branches: (
                "protocol R: Resolver { func provideX(a: Int) -> String }",
                "protocol R: Resolver { func provideX(b: Int) -> String }"
            ),
            expected: [
                "4:29: error: 'R.provideX' takes (a: Int) where 'F' holds, and (b: Int) where '!(F)' holds: \(remedy)\n"
                    + "2:29: note: the other branch of '#if' is here"
            ]),
        Fault(
            testDescription: "a provider with other types",
            branches: (
                "extension R { func provideX(a: Int) -> String { \"\" } }",
                "extension R { func provideX(a: Bool) -> String { \"\" } }"
            ),
            rest: "class R: Resolver {}",
            expected: [
                "4:20: error: 'R.provideX' takes (a: Int) where 'F' holds, and (a: Bool) where '!(F)' holds: \(remedy)\n"
                    + "2:20: note: the other branch of '#if' is here"
            ]),
        Fault(
            testDescription: "two providers",
            branches: (
                "extension R { func provideX() -> String { \"\" } }",
                "extension R { func provideY() -> String { \"\" } }"
            ),
            rest:
                "class R: Resolver {}\nstruct A: Injectable { struct Dependency { let s: String }; init(dependency: Dependency) {} }",
            expected: [
                "7:48: error: 's' of 'A' is ambiguous: 'R.provideX' and 'R.provideY' provide 'String'; give them one name if "
                    + "they are branches of one '#if'\n2:20: note: 'R.provideX' is here\n4:20: note: 'R.provideY' is here"
            ]),
        Fault(
            testDescription: "a provider beside an injectable type",
            branches: ("extension R { func provideX() -> X { X(dependency: ()) } }", ""),
            rest: "class R: Resolver {}\nstruct X: Injectable { init(dependency: Void) {} }",
            expected: [
                "2:20: error: 'R.provideX' exists only where 'F' holds, and elsewhere 'X' would be made by itself: provide it "
                    + "everywhere\n7:8: note: 'X' is here"
            ]),
        Fault(
            testDescription: "a resolver of another actor",
            branches: (
                "@MainActor protocol R: Resolver { func provideX() -> Int }",
                "protocol R: Resolver { func provideX() -> Int }"
            ),
            expected: ["4:10: error: 'R' is isolated differently in the branches of '#if'; isolate it in the same way"]),
        Fault(
            testDescription: "faults in both branches are reported once",
            branches: (
                "struct X: Injectable { init?(dependency: Void) {} }",
                "struct X: Injectable { init?(dependency: Void) {} }"
            ),
            expected: [
                "2:24: error: 'X.init(dependency:)' is failable, and an Injectable always comes to be: make it throw"
            ]),
    ]
}
