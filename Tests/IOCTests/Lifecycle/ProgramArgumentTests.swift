import IOC
import IOCBase
import TestSupport
import Testing

enum ArgumentKinds {
    enum Level: String, Decodable { case low, high }
    struct Limits: Decodable { let maxBody: Int }

    @Component final class Reader {
        @Injected(setting: "kind.isOn", default: false) let flag: Bool
        @Injected(setting: "kind.isOpen") let optionalFlag: Bool?
        @Injected(setting: "kind.count", default: 0) let count: Int
        @Injected(setting: "kind.limit") let optional: Int?
        @Injected(setting: "kind.ratio", default: 0) let ratio: Double
        @Injected(setting: "kind.name", default: "") let name: String
        @Injected(setting: "kind.wait", default: .zero) let wait: Duration
        @Injected(setting: "kind.level", default: Level.low) let level: Level
        @Injected(setting: "kind.tags", default: []) let tags: [String]
        @Injected(setting: "kind.key") let key: Secret<String>?
        @Injected(setting: "kind.limits") let limits: Limits?
        @Injected(setting: "kind.levels", default: [:]) let levels: [String: Int]
        @Value("kind.live") var live = 0

        var values: [String: String] {
            [
                "kind.isOn": "\(flag)", "kind.isOpen": "\(optionalFlag.map { "\($0)" } ?? "none")",
                "kind.count": "\(count)", "kind.limit": "\(optional ?? 0)", "kind.ratio": "\(ratio)",
                "kind.name": name, "kind.wait": "\(wait)", "kind.level": "\(level)",
                "kind.tags": tags.joined(separator: "+"), "kind.key": key?.revealed ?? "none",
                "kind.limits.maxBody": "\(limits?.maxBody ?? 0)", "kind.levels.a": "\(levels["a"] ?? 0)",
                "kind.live": "\(live)",
            ]
        }
    }
    /// Two settings that differ in a dot only.
    @Component final class Twins {
        @Injected(setting: "data.base", default: 0) let dotted: Int
        @Injected(setting: "data-base", default: 0) let dashed: Int
    }
    @Component(.profile("night")) final class AtNight {
        @Injected(setting: "night.hours", default: 0) let hours: Int
    }
    @Component final class Unstated {
        let level: String
        init(context: ApplicationContext) throws { level = try context.setting("unstated.level", default: "none") }
    }
    @Component final class Counted {
        static let count = Guarded(0)
        init() { Self.count.withLock { $0 += 1 } }
    }
}

@Suite("An argument of a program")
struct ProgramArgumentTests {
    /// What the component that reads all kinds of settings gets, and how often a context was configured.
    final class Seen: Sendable {
        let values = Guarded<[String: String]>([:])
        let boots = Guarded(0)
    }
    struct Reading: ContainerProgram {
        @TaskLocal static var seen = Seen()
        func configure(_ configuration: inout ContextConfiguration) throws { Self.seen.boots.withLock { $0 += 1 } }
        func run(_ context: ApplicationContext) async throws {
            guard let reader = try? context.component(ArgumentKinds.Reader.self) else { return }
            Self.seen.values.withLock { $0 = reader.values }
        }
    }

    private func run(
        _ arguments: [String], _ classes: [Any.Type] = [ArgumentKinds.Reader.self], settings: String = "{}"
    ) async throws -> (values: [String: String], outcome: ProgramOutcome) {
        let names = classes.map { "\"\(String(reflecting: $0))\"" }.joined(separator: ", ")
        let folder = try TemporaryFolder()
        let file = try folder.write("app.json", "{ \"classes\": [\(names)], \"settings\": \(settings) }")
        let seen = Seen()
        let outcome = await Reading.$seen.withValue(seen) {
            await programOutcome(Reading(), ["--config", file] + arguments)
        }
        #expect(seen.boots.withLock { $0 } <= 1)
        return (seen.values.withLock { $0 }, outcome)
    }

    /// A key, its name without dots, a text and the value that is read.
    static let kinds = [
        ("kind.isOn", "kind-is-on", "true", "true"), ("kind.isOn", "kind-is-on", "false", "false"),
        ("kind.isOpen", "kind-is-open", "true", "true"), ("kind.count", "kind-count", "81", "81"),
        ("kind.count", "kind-count", "-5", "-5"), ("kind.limit", "kind-limit", "7", "7"),
        ("kind.ratio", "kind-ratio", "-0.5", "-0.5"), ("kind.name", "kind-name", "Ada Lovelace", "Ada Lovelace"),
        ("kind.name", "kind-name", "a=b", "a=b"), ("kind.name", "kind-name", "", ""),
        ("kind.wait", "kind-wait", "3s", "3.0 seconds"), ("kind.level", "kind-level", "high", "high"),
        ("kind.tags", "kind-tags", "x,y", "x+y"), ("kind.key", "kind-key", "hunter2", "hunter2"),
        ("kind.limits.maxBody", "kind-limits-max-body", "9", "9"), ("kind.live", "kind-live", "4", "4"),
    ]

    @Test("gives a setting of any kind in four forms", arguments: kinds)
    func forms(_ key: String, _ dashed: String, _ text: String, _ value: String) async throws {
        for form in [["--\(key)=\(text)"], ["--\(key)", text], ["--\(dashed)=\(text)"], ["--\(dashed)", text]] {
            for all in [form, form + ["--kind.levels.a=3"], ["--kind.levels.a", "3"] + form] {
                let (values, outcome) = try await run(all)
                #expect(values[key] == value && outcome.error == nil, "\(all): \(outcome)")
                #expect(values["kind.levels.a"] == (all == form ? "0" : "3"))
            }
        }
    }

    @Test(
        "sets a setting that is true or false by its name alone, or with no- before it",
        arguments: [
            (["--kind.isOn"], "true"), (["--kind-is-on"], "true"), (["--no-kind.isOn"], "false"),
            (["--no-kind-is-on"], "false"), (["--kind.isOn", "--no-kind-is-on"], "false"),
            (["--no-kind-is-on", "--kind.isOn", "true"], "true"), (["--kind.isOn", "--kind.count=1"], "true"),
            (["--kind-is-on", "false", "--kind-count", "1"], "false"),
        ])
    func flags(_ arguments: [String], _ value: String) async throws {
        for settings in [#"{"kind.isOn": false}"#, #"{"kind.isOn": true}"#] {
            let (values, outcome) = try await run(arguments, settings: settings)
            #expect(values["kind.isOn"] == value && outcome.error == nil, "\(outcome)")
        }
        let optional = try await run(
            arguments.map { $0.replacing("isOn", with: "isOpen").replacing("-on", with: "-open") })
        #expect(optional.values["kind.isOpen"] == value && optional.outcome.error == nil, "\(optional.outcome)")
    }

    @Test(
        "without a value, for a setting that needs one, is one error that says so",
        arguments: [
            "kind.count", "kind-count", "kind.limit", "kind.ratio", "kind.name", "kind.wait", "kind.tags", "kind.key",
            "kind.limits.maxBody", "kind.live",
        ])
    func withoutValue(_ name: String) async throws {
        for arguments in [["--\(name)"], ["--\(name)", "--kind.isOn"], ["--\(name)", "--hunter2=="]] {
            for option in [[], ["--check"]] {
                let outcome = try await run(arguments + option).outcome
                let error = try #require(outcome.error)
                #expect(outcome.code == 78)
                #expect(error.contains("argument-malformed: the argument --\(name) needs a value"), "\(error)")
                #expect(error.split(separator: "\n").filter { $0.contains("   fix  ") }.count == 1, "\(error)")
                #expect(!error.contains("hunter2"))
            }
        }
    }

    @Test(
        "that is wrong is one error that names the right word",
        arguments: [
            (["--kind.isOn", "maybe"], "'kind.isOn' is \"maybe\""),
            (["--kind.isOn", "true", "more"], "what follows '--kind.isOn' isn't an argument of this program"),
            (["--kind.count", "5", "6"], "what follows '--kind.count' isn't an argument of this program"),
            (["more"], "'more' isn't an argument of this program"),
            (["--kind-cuont", "5"], "did you mean '--kind-count'?"),
            (["--kind.cuont=5"], "did you mean '--kind.count'?"), (["--count", "5"], "did you mean '--kind.count'?"),
            (["--kind-is-no"], "did you mean '--kind-is-on'?"),
            (["--no-kind-count"], "the argument --no-kind-count is for a setting that is true or false"),
            (["--chekc"], "did you mean '--check'?"), (["--profil", "test"], "did you mean '--profile'?"),
            (["--profil=test"], "did you mean '--profile'?"),
        ])
    func mistakes(_ arguments: [String], _ says: String) async throws {
        for option in [[], ["--check"]] {
            let outcome = try await run(option + arguments).outcome
            let error = try #require(outcome.error)
            #expect(outcome.code == 78 && error.contains(says), "\(error)")
            #expect(error.split(separator: "\n").filter { $0.contains("   fix  ") }.count == 1, "\(error)")
        }
    }

    @Test("without dots that fits two settings is an error that lists both; one with dots means its own")
    func ambiguity() async throws {
        let error = try #require(try await run(["--data-base=1"], [ArgumentKinds.Twins.self]).outcome.error)
        #expect(error.contains("the argument --data-base is set, and 2 settings map to it"), "\(error)")
        #expect(error.contains("setting     data-base") && error.contains("setting     data.base"), "\(error)")
        #expect(try await run(["--data.base", "1"], [ArgumentKinds.Twins.self]).outcome.error == nil)
    }

    @Test("for a component that is out is accepted, in each form", arguments: ["--night.hours=1", "--night-hours=1"])
    func absent(argument: String) async throws {
        #expect(
            try await run([argument, "--check"], [ArgumentKinds.AtNight.self, ArgumentKinds.Twins.self]).outcome.error
                == nil)
    }

    @Test("that only code reads is accepted by a run, as soon as the code has read it")
    func unstated() async throws {
        for arguments in [["--unstated.level=a"], ["--unstated-level", "a"]] {
            #expect(try await run(arguments, [ArgumentKinds.Unstated.self]).outcome.error == nil)
        }
    }

    @Test("is reported with the other faults of a check")
    func together() async throws {
        let error = try #require(try await run(["--check", "--kind.count=many", "--kind.nmae=x"]).outcome.error)
        #expect(error.contains("setting-conversion") && error.contains("did you mean '--kind.name'?"), "\(error)")
    }

    @Test("that is nearly an option of the program is refused before a component is created")
    func creation() async throws {
        let parts: [Any.Type] = [ArgumentKinds.Counted.self, ArgumentKinds.Reader.self]
        let before = ArgumentKinds.Counted.count.withLock { $0 }
        #expect(try await run(["--chekc"], parts).outcome.code == 78)
        #expect(ArgumentKinds.Counted.count.withLock { $0 } == before)
    }

    @Test("reaches a context that a main of one's own boots, in each form")
    func ownMain() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            "app.json", "{ \"classes\": [\"\(String(reflecting: ArgumentKinds.Reader.self))\"] }")
        for form in [["--kind.count=5"], ["--kind.count", "5"], ["--kind-count", "5"]] {
            let arguments = ["serve", "-v", "--unknown"] + form + ["--kind.isOn", "--", "--kind.count=6"]
            let reader = try ApplicationContext(contentsOf: file, arguments: arguments).component(
                ArgumentKinds.Reader.self)
            #expect(reader.count == 5 && reader.flag)
        }
    }
}

/// A program that another parser of arguments begins.
private struct Handed: ContainerProgram {
    func run(_ context: ApplicationContext) async throws {}
}

@Suite("A program that another parser begins")
struct HandedProgramTests {
    @Test("takes the arguments that are left, and ends the process with its code", .promptly)
    func handedOver() async throws {
        let result = await #expect(processExitsWith: .exitCode(78), observing: [\.standardErrorContent]) {
            await Handed.main(arguments: ["--config", "/nowhere/app.json"])
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("there is no file at /nowhere/app.json, which the argument --config names"), "\(text)")
    }
}
