import IOC
import IOCManagement
import Testing

@Suite("Secrets")
struct SecretTests {
    final class Reader: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("key") var key: Secret<Int>
        @Value("database.password") var password: Int
        @Value("derived") var derived: Int
        @Value("login") var login: Login
        @Value("vault") var vault: Int
    }
    struct Login: Decodable, Sendable {
        struct Refused: Error { var token: String }
        init(from decoder: any Decoder) throws {
            enum Key: CodingKey { case token }
            let container = try decoder.container(keyedBy: Key.self)
            throw Refused(token: try container.decode(String.self, forKey: .token))
        }
    }
    struct Vault: SettingSource {
        var name: String { "vault" }
        func setting(at key: SettingKey, as kind: SettingKind) -> SourcedSetting? {
            "\(key)" == "vault" ? SourcedSetting("s3cret", from: "the vault", isSecret: true) : nil
        }
    }

    @Test("No message shows a secret: by type, by key, through a placeholder, by source, in a subtree's own error")
    func masked() throws {
        let configuration = ContextConfiguration.reading(
            Reader.self,
            settings: [
                "key": "s3cret", "database": ["password": "s3cret"], "derived": "x${database.password}",
                "login": ["token": "s3cret"],
            ],
            arguments: ["--database.password=s3cret"]
        ).with { $0.settingSources = [Vault()] }
        let error = try bootError(configuration)
        #expect(error.faults.map(\.code) == Array(repeating: .settingConversion, count: 5))
        #expect(!"\(error)".contains("s3cret"))
        #expect("\(error)".contains("and 'database.password' is <secret>"))
        #expect("\(error)".contains("and 'derived' is <secret>"))
        #expect("\(error)".contains("value       <secret>, from the vault"))
        #expect(error.cause == nil)
    }

    @Test("The words that make a key secret can be set", arguments: [true, false])
    func words(inFile: Bool) throws {
        var configuration = ContextConfiguration.reading(settings: ["pin-code": "12x", "password": "pw"])
        if inFile {
            let folder = try TemporaryFolder()
            let path = try folder.write("a.json", #"{"secretKeys": ["pinCode"]}"#)
            configuration.secretKeys = try ContextConfiguration(contentsOf: path, environment: [:]).secretKeys
        } else {
            configuration.secretKeys = ["PIN_CODE"]
        }
        let context = try ApplicationContext(configuration)
        let pin = try #require(throws: IOCError.self) { try context.setting("pin-code", as: Int.self) }
        #expect(!"\(pin)".contains("12x"))
        let password = try #require(throws: IOCError.self) { try context.setting("password", as: Int.self) }
        #expect("\(password)".contains("pw\"") == !inFile)
    }

    @Test("A secret's descriptions, dumps and mirrors show the mask")
    func secretType() {
        let secret = Secret("s3cret")
        var dumped = ""
        dump([secret], to: &dumped)
        #expect(
            "\(secret) \(String(reflecting: secret)) \(String(describing: [secret])) \(dumped)".contains("s3cret")
                == false)
        #expect(secret.revealed == "s3cret")
        #expect(secret == Secret("s3cret"))
    }

    @Test("A setting tree prints its secret members masked")
    func tree() {
        let tree: SettingValue = ["a": ["apiKey": "s3cret", "b": [["token": ["x": "s3cret"]]]], "c": 1]
        #expect("\(tree)" == #"{"a": {"apiKey": <secret>, "b": [{"token": <secret>}]}, "c": 1}"#)
        let configuration = ContextConfiguration(
            components: ["x": .init(settings: ["password": "s3cret"])], settings: tree)
        let full = configuration.with {
            $0.overrides = ["a.password": "s3cret"]
            $0.environment = ["PASSWORD": "s3cret"]
            $0.arguments = [
                "--a.token=s3cret", "--a.b=shown", "--a.token:s3cret", "--a.token:s3cret=", "-a.token=s3cret",
                "a.token=s3cret",
                "--a.token", "s3cret", "-ps3cret",
            ]
        }
        var dumped = ""
        dump(full, to: &dumped)
        #expect(!"\(full) \(dumped)".contains("s3cret"))
        #expect("\(full)".contains("--a.b=shown"))
    }

    @Test("The report lists settings with their origins, secrets masked")
    func report() throws {
        let context = try ApplicationContext(
            .reading(
                settings: ["a": ["b": [1, "x"], "password": "s3cret"], "broken": "${none}"],
                environment: ["C": "s3cret"], overrides: ["url": "u:${a.password}"]))
        _ = try context.setting("c", as: Secret<String>.self)
        #expect(
            context.report.settings.map(\.description) == [
                "a.b = [1, \"x\"] (ContextConfiguration.settings.a.b in code)",
                "a.password = <secret> (ContextConfiguration.settings.a.password in code)",
                "c = <secret> (the environment variable C)",
                "url = <secret> (ContextConfiguration.overrides[\"url\"] in code)",
            ])
    }

    struct Credentials: Decodable, Sendable {
        var user: String
        var inner: [String: String]
    }

    @Test("What belongs to an object that was read as a secret is one, too")
    func members() throws {
        let context = try ApplicationContext(
            .reading(settings: ["db": ["user": "h1dden", "inner": ["a": "h1dden"]], "db2": "sh0wn"]))
        #expect(context.report.json.contains("h1dden"))
        _ = try context.setting("db", as: Secret<Credentials>.self)
        #expect(!context.report.json.contains("h1dden"))
        #expect(context.report.json.contains("sh0wn"))
        let error = try #require(throws: IOCError.self) { try context.setting("db.inner.a", as: Int.self) }
        #expect(!"\(error)".contains("h1dden"))
    }

    @Test("A parent's words and what it has read as a secret hold in its child")
    func parents() throws {
        let parent = try ApplicationContext(
            .reading(settings: ["db": "h1dden"]).with { $0.secretKeys = ["pin"] })
        let child = try ApplicationContext(
            .reading(settings: ["pin": "s3cret", "password": "s3cret"]), parent: parent)
        #expect(!child.report.json.contains("s3cret"))
        #expect(
            !"\(try #require(throws: IOCError.self) { try child.setting("pin", as: Int.self) })".contains("s3cret"))
    }

    @Test("A condition on a secret does not show it")
    func condition() throws {
        let context = try ApplicationContext(
            ContextConfiguration.reading(settings: ["token": "a"]).with {
                $0.components = [
                    "x": .init(
                        className: String(reflecting: SecretTests.Conditional.self),
                        when: .init(setting: "token", equals: "s3cret"))
                ]
            })
        #expect("\(context.report)".contains("the setting token is not <secret>"))
    }

    final class Conditional: IOCComponent {}

    @Test("A text made of a secret is secret, and so is an element of a secret list or object")
    func composed() throws {
        let context = try ApplicationContext(
            .reading(settings: [
                "db": ["password": "pw1x"], "word": "w", "both": "${db.password} ${word}",
                "fallback": "${none:${db.password}}", "plain": "${word}!", "list": [["a": "c4nary"]],
                "words": ["c4nary"],
            ]))
        func text<Wanted: Decodable & Sendable>(_ key: String, _ type: Wanted.Type) throws -> String {
            "\(try #require(throws: IOCError.self) { try context.setting(key, as: type) })"
        }
        for key in ["both", "fallback"] {
            let told = try text(key, Int.self)
            #expect(told.contains("<secret>") && !told.contains("pw1x"))
        }
        #expect(try text("plain", Int.self).contains("w!"))
        struct Box: Decodable, Sendable { var a: Int? }
        #expect(try !text("list", Secret<[Box]>.self).contains("c4nary"))
        #expect(try !text("words", [Secret<Int>].self).contains("c4nary"))
    }
}
