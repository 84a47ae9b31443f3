import IOC
import IOCBase
import TestSupport
import Testing

enum ArgumentKinds {
    struct Limits: Decodable { let maxBody: Int }

    @Component final class Reader {
        @Injected(setting: "kind.isOn", default: false) let flag: Bool
        @Injected(setting: "kind.isOpen") let optionalFlag: Bool?
        @Injected(setting: "kind.count", default: 0) let count: Int
        @Injected(setting: "kind.name", default: "") let name: String
        @Injected(setting: "kind.key") let key: Secret<String>?
        @Injected(setting: "kind.limits") let limits: Limits?
        @Injected(setting: "kind.levels", default: [:]) let levels: [String: Int]
        @Value("kind.live") var live = 0

        var values: [String: String] {
            [
                "kind.isOn": "\(flag)", "kind.isOpen": optionalFlag.map { "\($0)" } ?? "none",
                "kind.count": "\(count)", "kind.name": name, "kind.key": key?.revealed ?? "none",
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
    @Component final class Migrator {
        @Injected(setting: "migrate", default: false) let migrates: Bool
        @Injected(setting: "migration.folder") let folder: String?
        @Value("migration.wait") var wait = 5
        @Value("migration.key") var key: Secret<String>
        @Value("migration.dry") var isDry: Bool
    }
    @Component final class Vault {
        @Value("vault.pin") var pin: Secret<String>
        @Value("vault.password") var password: String
    }
}

@Suite("An argument of a program")
struct ProgramArgumentTests {
    /// What the component that reads all kinds of settings gets.
    final class Seen: Sendable {
        let values = Guarded<[String: String]>([:])
    }
    struct Reading: ContainerProgram {
        @TaskLocal static var seen = Seen()
        static var profiles: [String] { ["test", "audit"] }
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
        let isGiven = arguments.contains { $0.hasPrefix("--config") }
        let outcome = await Reading.$seen.withValue(seen) {
            await programOutcome(Reading(), (isGiven ? [] : ["--config", file]) + arguments)
        }
        return (seen.values.withLock { $0 }, outcome)
    }

    /// - Parameter count: How many faults the error has.
    private func expectRefusal(_ outcome: ProgramOutcome, _ texts: [String], count: Int = 1) throws {
        let error = try #require(outcome.error)
        #expect(outcome.code == 78 && outcome.text.isEmpty && error.hasPrefix("Reading: "))
        for text in texts { #expect(error.contains(text), "\(error)") }
        #expect(error.split(separator: "\n").filter { $0.contains("   fix  ") }.count == count, "\(error)")
        #expect(!error.contains("hunter2"))
    }

    // MARK: Settings

    /// A key, its name without dots, a text and the value that is read.
    static let kinds = [
        ("kind.isOn", "kind-is-on", "true", "true"), ("kind.isOn", "kind-is-on", "false", "false"),
        ("kind.isOpen", "kind-is-open", "true", "true"), ("kind.count", "kind-count", "81", "81"),
        ("kind.count", "kind-count", "-5", "-5"), ("kind.name", "kind-name", "Ada Lovelace", "Ada Lovelace"),
        ("kind.name", "kind-name", "a=b", "a=b"), ("kind.name", "kind-name", "", ""),
        ("kind.key", "kind-key", "hunter2", "hunter2"), ("kind.live", "kind-live", "4", "4"),
        ("kind.limits.maxBody", "kind-limits-max-body", "9", "9"),
    ]

    @Test("gives a setting of any kind in four forms, before and behind others", arguments: kinds)
    func forms(_ key: String, _ dashed: String, _ text: String, _ value: String) async throws {
        let all = [
            ["--\(key)=\(text)", "--kind.levels.a", "3"], ["--kind.levels.a=3", "--\(key)", text],
            ["--kind.levels.a=3", "--\(dashed)=\(text)"], ["--\(dashed)", text, "--kind.levels.a=3"],
        ]
        for form in all {
            let (values, outcome) = try await run(form)
            #expect(values[key] == value && outcome.error == nil, "\(form): \(outcome)")
            #expect(values["kind.levels.a"] == "3")
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
        let other = value == "true" ? "false" : "true"
        let (values, outcome) = try await run(arguments, settings: "{\"kind.isOn\": \(other)}")
        #expect(values["kind.isOn"] == value && outcome.error == nil, "\(outcome)")
        let optional = try await run(
            arguments.map { $0.replacing("isOn", with: "isOpen").replacing("-on", with: "-open") })
        #expect(optional.values["kind.isOpen"] == value && optional.outcome.error == nil, "\(optional.outcome)")
    }

    @Test(
        "without a value, for a setting that needs one, is one error that says so",
        arguments: [
            "kind.count", "kind-count", "kind.name", "kind.key", "kind.limits.maxBody", "kind.live",
        ], [[], ["--kind.isOn"], ["--hunter2==", "--check"]])
    func withoutValue(_ name: String, rest: [String]) async throws {
        let outcome = try await run(["--\(name)"] + rest).outcome
        try expectRefusal(outcome, ["argument-malformed: the argument --\(name) needs a value"])
    }

    @Test("without dots that fits two settings is an error that lists both; one with dots means its own")
    func ambiguity() async throws {
        let outcome = try await run(["--data-base=1"], [ArgumentKinds.Twins.self]).outcome
        try expectRefusal(
            outcome, ["--data-base is set, and 2 settings map to it", "setting     data-base", "setting     data.base"])
        #expect(try await run(["--data.base", "1"], [ArgumentKinds.Twins.self]).outcome.error == nil)
    }

    @Test(
        "is accepted if what reads it is out, or only code that has run",
        arguments: [
            ["--night.hours=1"], ["--night-hours=1", "--check"], ["--unstated.level=a"], ["--unstated-level", "a"],
        ])
    func accepted(arguments: [String]) async throws {
        let parts: [Any.Type] = [ArgumentKinds.AtNight.self, ArgumentKinds.Twins.self, ArgumentKinds.Unstated.self]
        #expect(try await run(arguments, parts).outcome.error == nil)
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

    // MARK: Options

    @Test(
        "gives the profiles that something asks for; those of several arguments add up, and the last file counts",
        arguments: [
            ["--profile", "test"], ["--profile=night,audit"], ["--profile", "test,night", "--profile=audit"],
            ["--config=broken.json"],
        ])
    func options(arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        let (first, last) = (
            try folder.write("first.json", "{"),
            try folder.write("last.json", #"{ "prefixes": ["IOCTests.ArgumentKinds."] }"#)
        )
        let settings = ["--migration.key=k", "--migration.dry", "--vault.pin=1", "--vault.password=2"]
        let outcome = try await run(["--config", first] + arguments + settings + ["--config=\(last)", "--check"])
            .outcome
        #expect(outcome.error == nil, "\(outcome)")
    }

    @Test(
        "that is wrong is one error that names the right word",
        arguments: [
            (["--kind.isOn", "maybe"], "'kind.isOn' is \"maybe\""), (["--kind.count=many"], "setting-conversion"),
            (["--kind.isOn", "true", "more"], "what follows '--kind.isOn' isn't an argument of this program"),
            (["--kind.count", "5", "6"], "what follows '--kind.count' isn't an argument of this program"),
            (["other.json"], "'other.json' isn't an argument of this program"),
            (["--kind-cuont", "5"], "did you mean '--kind-count'?"),
            (["--kind.cuont=5"], "did you mean '--kind.count'?"), (["--count", "5"], "did you mean '--kind.count'?"),
            (["--kind-is-no"], "did you mean '--kind-is-on'?"),
            (["--nothing.like.it=1"], "nothing reads the setting of the argument --nothing.like.it=…"),
            (["--no-kind-count"], "the argument --no-kind-count is for a setting that is true or false"),
            (["--chekc"], "did you mean '--check'?"), (["--profil", "test"], "did you mean '--profile'?"),
            (["--profil=test"], "did you mean '--profile'?"), (["--profile", "tset"], "did you mean 'test'?"),
            (["--check=1"], "'--check=…' isn't an argument of this program"),
            (["--help=1"], "'--help=…' isn't an argument of this program"),
            (["-h=1"], "'-h=…' isn't an argument of this program"),
            (["--=1"], "'--=…' isn't an argument of this program"),
            (["-x=1"], "'-x=…' isn't an argument of this program"),
            (["--profile", ",, ,"], "write it as --profile VALUE"), (["--profile="], "write it as --profile VALUE"),
            (["--profile"], "write it as --profile VALUE"), (["--config", ""], "write it as --config VALUE"),
            (["--config", "--check"], "write it as --config VALUE"),
            (["--config=/nowhere/shop.json"], "there is no file at /nowhere/shop.json"),
            (["--graph", "dto"], "did you mean 'dot'?"), (["--graph=dot"], "swift package draw-graph --format dot"),
            (["--graph=mermaid"], "draw-graph --format mermaid"), (["--graph=html"], "draw-graph --format html"),
            (["--explain", "Raeder"], "subject-unknown"),
            (["--explain", "kind.count", "--format", "jsno"], "did you mean 'json'"),
            (["--why-not", "Net"], "'--why-not' has no meaning without --explain"),
            (["--format", "json"], "'--format' has no meaning without --explain or --check"),
            (["--graph=json", "--format=json"], "'--format' has no meaning"),
            (["--check", "--why-not=Net"], "'--why-not' has no meaning"),
        ])
    func mistakes(_ arguments: [String], _ says: String) async throws {
        try expectRefusal(try await run(arguments).outcome, [says])
    }

    @Test("is reported with the other faults of a check, and with every misspelt one")
    func together() async throws {
        let outcome = try await run(["--check", "--kind.count=many", "--kind.nmae=x"]).outcome
        try expectRefusal(outcome, ["setting-conversion", "did you mean '--kind.name'?"], count: 2)
    }

    @Test("that is nearly an option of the program is refused before a component is created")
    func creation() async throws {
        let parts: [Any.Type] = [ArgumentKinds.Counted.self, ArgumentKinds.Reader.self]
        let before = ArgumentKinds.Counted.count.withLock { $0 }
        #expect(try await run(["--chekc"], parts).outcome.code == 78)
        #expect(ArgumentKinds.Counted.count.withLock { $0 } == before)
    }

    // MARK: Secrets

    @Test(
        "that the program does not know never shows its value",
        arguments: [
            (["-db.password=X"], ["'-db.password=…'"]), (["--db.password:X"], ["'--db.password…'"]),
            (["db.password=X"], ["'db.password=…'"]), (["--db.password", "X"], ["--db.password=…"]),
            (["db.password:X"], ["'db.password…'"]), (["db.password", "X"], ["'db.password'"]),
            (["--db.password", "-X"], ["what follows '--db.password'"]),
            (["--db.password", "--X=="], ["the argument --db.password"]),
            (["--db.password", "X", "X"], ["what follows '--db.password'"]), (["-pX"], ["'-p…'"]),
            (["-p", "X"], ["'-p'"]),
            (["--db.password X"], ["'--db.password…'"]), (["--db.password X=Y"], ["'--db.password…'"]),
            (["--db.password:X="], ["'--db.password…'"]), (["--db.password→X"], ["--db.password…"]),
            (["--db.password=", "X"], ["what follows '--db.password=…'"]),
            (["--db.password=Y", "X", "X", "-pX"], ["what follows '--db.password=…'"]),
            (["-db.password=X", "--db.password:X"], ["'-db.password=…'"]),
            (["--db.password", "X", "--profil", "X"], ["--profil=…"]),
            (["--db.password", "--profil"], ["the argument --db.password"]),
            (["--check", "--db..password=X"], ["--db..password=… names no setting"]),
            (["--check", "--db.password=X"], ["--db.password=…"]), (["postgres://X@h"], ["'postgres…'"]),
            (["--=X"], ["'--=…'"]), (["--help=X"], ["'--help=…'"]),
        ])
    func secrets(_ arguments: [String], _ reported: [String]) async throws {
        let outcome = try await run(arguments.map { $0.replacing("X", with: "hunter2") }).outcome
        try expectRefusal(outcome, reported, count: reported.count)
    }

    @Test(
        "is masked by an explanation if it is a secret",
        arguments: ["vault.pin", "vault.password", "Vault.pin", "Vault.password", "Vault"], ["text", "json"])
    func secretExplanation(subject: String, format: String) async throws {
        let explanation = try await run(
            ["--explain", subject, "--format", format, "--vault.password=hunter2"], [ArgumentKinds.Vault.self],
            settings: #"{ "vault.pin": "hunter2" }"#
        ).outcome
        #expect(explanation.code == 0 && explanation.text.contains(subject), "\(explanation)")
        #expect(!explanation.text.contains("hunter2"), "\(explanation.text)")
    }

    // MARK: Help

    @Test("is listed by the help with each setting's type, default, origin and reader; no secret is")
    func help() async throws {
        let settings = #"{"migration": {"key": "hunter2", "folder": "steps"}}"#
        let text = try await run(
            ["--help", "--migration.wait=7"], [ArgumentKinds.Migrator.self], settings: settings
        ).outcome.text
        #expect(text.hasPrefix("usage: Reading [--config FILE]"))
        let list = try #require(text.split(separator: "settings that its components read:\n\n").last)
        #expect(
            list.replacing(#/\(IOCTests[^)]*\)/#, with: "()").replacing(
                #/given by [^;]*app.json[^;]*;/#, with: "given by file;")
                    == """
                    --migrate       true or false, default false; read by Migrator.init(migrates:) ()
                    --migration.dry true or false, required; read by Migrator.isDry ()
                    --migration.folder String
                                    optional; given by file; read by Migrator.init(folder:) ()
                    --migration.key Secret<String>
                                    required; given by file; read by Migrator.key ()
                    --migration.wait Int
                                    default in its code; given by the argument --migration.wait; read by Migrator.wait ()
                    """)
        #expect(!text.contains("hunter2"))
    }
}
