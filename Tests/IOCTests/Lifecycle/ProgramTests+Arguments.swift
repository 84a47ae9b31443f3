import IOC
import TestSupport
import Testing

extension ProgramTests {
    @Test("Prints its arguments")
    func help() async throws {
        let outcome = try await run("--help")
        #expect(outcome.code == 0)
        #expect(outcome.text.hasPrefix("usage: Shop "))
        #expect(outcome.text.contains("with --why-not NAME also\n"))
        #expect(outcome.text.contains("why an injection point does not have that component;"))
    }

    @Test("Its help lists the settings that its components read, with type, default, origin and reader")
    func helpOfSettings() async throws {
        let settings = #", "settings": {"migration": {"key": "hunter2", "folder": "steps"}}"#
        let text = try await run("--help", "--migration.wait=7", classes: ["Migrator"], more: settings).text
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let start = try #require(lines.firstIndex(of: "settings that its components read:"))
        let list = lines[(start + 2)...].joined(separator: "\n")
        #expect(
            list.replacing(#/\(IOCTests[^)]*\)/#, with: "()").replacing(
                #/given by [^;]*shop.json[^;]*;/#, with: "given by file;")
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

    @Test("An argument without a value sets a Boolean setting to true, wherever it stands, and no other setting")
    func flags() async throws {
        let key = #", "settings": {"migration": {"key": "k"}}"#
        for arguments in [["--check", "--migrate", "--migration.dry"], ["--migration.dry", "--check"]] {
            let outcome = try await run(arguments, classes: ["Migrator"], more: key)
            #expect(outcome.error == nil)
        }
        let explained = try await run(
            "--migrate", "--explain", "migrate", "--migration.dry", classes: ["Migrator"], more: key)
        #expect(explained.text.contains("true") && explained.text.contains("the argument --migrate"), "\(explained)")
        let other = try await run("--migration.wait", classes: ["Migrator"], more: key)
        #expect(other.error?.contains("the argument --migration.wait needs a value") == true)
        let misspelt = try await run("--migarte", classes: ["Migrator"], more: key)
        #expect(misspelt.error?.contains("did you mean '--migrate'?") == true)
        #expect(misspelt.error?.contains("--help lists the program's arguments and settings") == true)
    }

    @Test("Gives properties, and the profiles that something asks for")
    func properties() async throws {
        for arguments in [
            ["--server.port=81"], ["--profile", "test"], ["--profile=offline,dev"], ["--profile", "night"],
        ] {
            let folder = try TemporaryFolder()
            let file = try folder.write(
                "shop.json", "{ \"prefixes\": [\"IOCTests.ProgramParts.Ser\", \"IOCTests.ProgramParts.Net\"] }")
            try folder.write("shop-dev.json", "{}")
            let outcome = await programOutcome(Shop(), ["--config=\(file)", "--check"] + arguments)
            #expect(outcome.error == nil)
        }
    }

    @Test(
        "Refuses unknown arguments, with a suggestion",
        arguments: [
            (["--server.prot=81"], "did you mean '--server.port'?"),
            (["--nothing.like.it=1"], "nothing reads the setting of the argument --nothing.like.it=…"),
            (["--profile", "tset"], "did you mean 'test'?"),
            (["--profil", "test"], "did you mean '--profile'?"),
            (["--check=1"], "'--check=…' isn't an argument of this program"),
            (["--help=1"], "'--help=…' isn't an argument of this program"),
            (["-h=1"], "'-h=…' isn't an argument of this program"),
            (["--=1"], "'--=…' isn't an argument of this program"),
            (["-x=1"], "'-x=…' isn't an argument of this program"),
            (["--server.port"], "the argument --server.port needs a value"),
            (["--profile", ",, ,"], "write it as --profile VALUE"),
            (["--config", ""], "write it as --config VALUE"), (["--profile="], "write it as --profile VALUE"),
            (["other.json"], "'other.json' isn't an argument of this program"),
            (["--graph", "dto"], "did you mean 'dot'?"),
            (["--profile"], "write it as --profile VALUE"),
            (["--config", "--check"], "write it as --config VALUE"),
            (["--config=/nowhere/shop.json"], "there is no file at /nowhere/shop.json"),
            (["--server.port=many"], "server.port"),
        ])
    func refused(_ arguments: [String], _ says: String) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            "shop.json", "{ \"classes\": [\"IOCTests.ProgramParts.Server\", \"IOCTests.ProgramParts.Net\"] }")
        let isGiven = arguments.contains { $0.hasPrefix("--config") }
        let outcome = await programOutcome(Shop(), (isGiven ? [] : ["--config", file]) + arguments)
        #expect(outcome.code == 78)
        #expect(outcome.error?.hasPrefix("Shop: ") == true)
        #expect(outcome.error?.contains(says) == true, "\(outcome.error ?? "")")
    }

    @Test(
        "The value of an argument that it does not know is never shown",
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
    func secretArguments(_ arguments: [String], _ reported: [String]) async throws {
        let outcome = try await run(
            arguments.map { $0.replacing("X", with: "hunter2") }, classes: ["Server", "Net"])
        let error = try #require(outcome.error)
        #expect(outcome.code == 78 && !error.contains("hunter2"), "\(error)")
        for text in reported { #expect(error.contains(text), "\(error)") }
        #expect(error.split(separator: "\n").filter { $0.contains("   fix  ") }.count == reported.count, "\(error)")
    }

    @Test("Profiles of several arguments add up, and the last configuration file counts")
    func repeatedArguments() async throws {
        let folder = try TemporaryFolder()
        let (first, last) = (
            try folder.write("first.json", "{"),
            try folder.write(
                "last.json",
                """
                { "prefixes": ["IOCTests.ProgramParts.Ser", "IOCTests.ProgramParts.Net"] }
                """)
        )
        let outcome = await programOutcome(
            Shop(),
            ["--profile", "test,night", "--config", first, "--profile=offline", "--config=\(last)", "--check"])
        #expect(outcome.code == 0, "\(outcome.error ?? "")")
    }

    @Test(
        "An explanation masks the value of a secret setting",
        arguments: ["vault.pin", "vault.password", "Vault.pin", "Vault.password", "Vault"], ["text", "json"])
    func secretExplanation(subject: String, format: String) async throws {
        let explanation = try await run(
            "--explain", subject, "--format", format, "--vault.password=hunter2", classes: ["Vault"],
            more: #", "settings": { "vault.pin": "hunter2" }"#)
        #expect(explanation.code == 0 && explanation.text.contains(subject), "\(explanation)")
        #expect(!explanation.text.contains("hunter2"), "\(explanation.text)")
    }
}
