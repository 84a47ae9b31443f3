import IOC
import IOCManagement
import Testing

@Suite("Secrets")
struct SecretTests {
    @Component final class Reader {
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
            throw Refused(token: try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .token))
        }
    }
    struct Vault: SettingSource {
        var name: String { "vault" }
        func setting(at key: SettingKey, as kind: SettingKind) -> SourcedSetting? {
            "\(key)" == "vault" ? SourcedSetting("s3cret", from: "the vault", isSecret: true) : nil
        }
    }

    @Test("A secret is in no message: by type, by key, through a placeholder, by source, in a subtree's own error")
    func masked() throws {
        let error = try bootError(
            .reading(
                Reader.self,
                settings: ["key": "s3cret", "derived": "x${database.password}", "login": ["token": "s3cret"]],
                arguments: ["--database.password=s3cret"]
            ).with { $0.settingSources = [Vault()] })
        #expect(error.faults.map(\.code) == Array(repeating: .settingConversion, count: 5))
        #expect(error.faults.allSatisfy { $0.headline.hasSuffix("is <secret>") && !"\($0)".contains("s3cret") })
        #expect(error.description.contains("value       <secret>, from the vault") && error.cause == nil)
    }

    @Test(
        "A key is secret by the words in it, short ones as words of their own",
        arguments: [
            ("auth", true), ("basicAuth", true), ("oauth", true), ("auth-header", true), ("AUTH_URL", true),
            ("author", false), ("authority", false), ("pwd", true), ("dbPwd", true), ("dbpwd", true), ("pass", true),
            ("DB_PASS", true), ("passenger", false), ("dsn", true), ("primaryDSN", true), ("DSNOfStage", true),
            ("signingKey", true), ("signing-key", true), ("connectionString", true), ("connection_string", true),
            ("passwordFile", true), ("keyboard", false), ("port", false), ("api.key", true), ("aws.access.key", true),
            ("private.key", true), ("signing.key", true), ("connection.string", true), ("key.board", false),
            ("authorization", true), ("userAuthToken2", true),
        ])
    func words(key: String, isSecret: Bool) throws {
        let context = try ApplicationContext(.reading(settings: ["a": [key: "s3cret"]]))
        #expect(context.report.json.contains("s3cret") == !isSecret)
    }

    @Test(
        "The words that make a key secret can be set in code, in place of the usual ones, and in a file, besides them")
    func ownWords() throws {
        for (words, showsPassword) in try [
            (["PIN_CODE"], true),
            (TemporaryFolder().configuration("{}", #""secretKeys": ["pinCode"],"#).secretKeys, false),
        ] {
            let settings: SettingValue = ["pin-code": "12x", "password": "pw", "list": [["pinCode": "12x"], ["x": 1]]]
            let context = try ApplicationContext(.reading(settings: settings).with { $0.secretKeys = words })
            #expect(try !"\(context.error("pin-code", as: Int.self))\(context.report.json)".contains("12x"))
            #expect(try "\(context.error("password", as: Int.self))".contains("pw\"") == showsPassword)
        }
    }

    @Test("A secret's descriptions, dumps and mirrors show the mask")
    func secretType() {
        let secret = Secret("s3cret")
        var shown = "\(secret) \(String(reflecting: secret)) \([secret])"
        dump([secret], to: &shown)
        #expect(!shown.contains("s3cret") && secret.revealed == "s3cret" && secret == Secret("s3cret"))
    }

    @Test("A setting tree and a configuration print their secret members, overrides and arguments masked")
    func printed() {
        let tree: SettingValue = ["a": ["apiKey": "s3cret", "b": [["token": ["x": "s3cret"]]]], "c": 1]
        #expect("\(tree)" == #"{"a": {"apiKey": <secret>, "b": [{"token": <secret>}]}, "c": 1}"#)
        var configuration = ContextConfiguration(
            components: ["x": .init(settings: ["password": "s3cret"])], settings: tree)
        configuration.overrides = ["a.password": "s3cret"]
        configuration.environment = ["PASSWORD": "s3cret"]
        configuration.secretKeys = ["word"]
        configuration.arguments = [
            "serve", "--db.password=s3cret", "--password", "--port=1", "plain", "--token", "s3cret", "-v", "-w",
            "s3cret", "v", "--word=s3cret", "--a.token:s3cret", "--a.token:s3cret=", "-a.token=s3cret",
            "a.token=s3cret", "-ps3cret",
        ]
        var shown = "\(configuration)"
        dump(configuration, to: &shown)
        #expect(!shown.contains("s3cret"))
        let arguments = Mirror(reflecting: configuration).children.first { $0.label == "arguments" }?.value
        #expect(
            (arguments as? [String])?.prefix(12) == [
                "serve", "--db.password=<secret>", "--password", "--port=1", "plain", "--token", "…", "-v", "-w", "…",
                "v", "--word=<secret>",
            ])
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

    @Test("Members of an object that was read as a secret are secret, in its context and the parent")
    func members() throws {
        struct Credentials: Decodable, Sendable {
            var user: String
            var inner: [String: String]
        }
        let parent = try ApplicationContext(
            .reading(settings: ["db": ["user": "h1dden", "inner": ["a": "h1dden"]], "db2": "sh0wn"]))
        let context = try ApplicationContext(.reading(), parent: parent)
        #expect(parent.report.json.contains("h1dden"))
        _ = try context.setting("db", as: Secret<Credentials>.self)
        for context in [context, parent] {
            #expect(!context.report.json.contains("h1dden") && context.report.json.contains("sh0wn"))
            #expect(try !"\(context.error("db.inner.a", as: Int.self))".contains("h1dden"))
        }
    }

    @Test("A parent's words are those of its child, too")
    func parents() throws {
        let parent = try ApplicationContext(.reading().with { $0.secretKeys = ["pin"] })
        let child = try ApplicationContext(
            .reading(settings: ["pin": "s3cret", "password": "s3cret"]), parent: parent)
        #expect(try !"\(child.report.json)\(child.error("pin", as: Int.self))".contains("s3cret"))
    }

    @Test("A text made of a secret is secret, and so is an element of a secret list or object")
    func composed() throws {
        let context = try ApplicationContext(
            .reading(settings: [
                "db": ["password": "pw1x"], "word": "w", "both": "${db.password} ${word}",
                "fallback": "${none:${db.password}}", "plain": "${word}!", "list": [["a": "s3cret"]],
                "words": ["s3cret"],
            ]))
        for key in ["both", "fallback"] {
            let text = try "\(context.error(key, as: Int.self))"
            #expect(text.contains("<secret>") && !text.contains("pw1x"))
        }
        #expect(try "\(context.error("plain", as: Int.self))".contains("w!"))
        struct Box: Decodable, Sendable { var a: Int? }
        #expect(try !"\(context.error("list", as: Secret<[Box]>.self))".contains("s3cret"))
        #expect(try !"\(context.error("words", as: [Secret<Int>].self))".contains("s3cret"))
    }
}
