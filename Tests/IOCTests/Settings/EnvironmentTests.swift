import IOC
import IOCManagement
import Testing

@Suite("Environment variables and arguments")
struct EnvironmentTests {
    final class Reader: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("server.maxBody") var first = 1
        @Value("server.max.body") var second = 2
    }

    @Test(
        "A key maps to one variable",
        arguments: [
            ("server.port", "SERVER_PORT"), ("server.maxBody", "SERVER_MAX_BODY"), ("maxBody", "MAX_BODY"),
            ("server.HTTPPort", "SERVER_HTTP_PORT"), ("serverURL", "SERVER_URL"), ("http2Port", "HTTP2_PORT"),
            ("max-body", "MAX_BODY"), ("max_body", "MAX_BODY"), ("max--body", "MAX_BODY"), ("ports[0]", "PORTS_0"),
            ("ports[0].name", "PORTS_0_NAME"), ("STRIPE_KEY", "STRIPE_KEY"), ("a.b.c", "A_B_C"), ("größe", "GR_E"),
            ("x1", "X1"), ("aB", "A_B"), ("-x-", "X"), ("", ""), ("HTTP", "HTTP"), ("a1B", "A1_B"), ("ABc", "A_BC"),
            ("A1B2c", "A1_B2C"), ("aB-C", "A_B_C"), ("éB", "B"), ("aÉB", "A_B"), ("1a", "1A"),
        ])
    func mapping(key: String, variable: String) {
        #expect(EnvironmentSettingSource.variable(for: SettingKey(key)) == variable)
    }

    @Test("A variable gives text for every type, lists with commas, and never an object")
    func values() throws {
        let context = try ApplicationContext(
            .reading(
                settings: ["home": ["path": "here"]],
                environment: ["PORT": "80", "TAGS": "a, b", "EMPTY": "", "HOME": "/root", "RAW": "${port}"]))
        #expect(try context.setting("port") == 80)
        #expect(try context.setting("tags") == ["a", "b"])
        #expect(try context.setting("empty") == "")
        #expect(try context.setting("home", as: [String: String].self) == ["path": "here"])
        #expect(try context.setting("home.path") == "here")
        #expect(try context.setting("raw") == "${port}")
        #expect(try context.settingOrigin("port") == "the environment variable PORT")
        let error = try #require(throws: IOCError.self) { try context.setting("empty", as: Int.self) }
        #expect(facts(of: error).contains("value \"\", from the environment variable EMPTY"))
    }

    @Test("Two known keys for one variable are a fault when it is set")
    func ambiguous() throws {
        let settings: SettingValue = ["server": ["maxBody": 1, "max-body": 2]]
        _ = try ApplicationContext(.reading(settings: settings))
        let error = try bootError(.reading(settings: settings, environment: ["SERVER_MAX_BODY": "3"]))
        #expect(
            error.description == """
                variable-ambiguous: the environment variable SERVER_MAX_BODY is set, and 2 settings map to it
                   setting     server.max-body
                   setting     server.maxBody
                   fix         rename one of the settings, or set the one that you mean in a file
                """)
    }

    @Test("Two settings of components for one variable are a fault when it is set")
    func ambiguousComponents() throws {
        _ = try ApplicationContext(.reading(Reader.self))
        let error = try bootError(.reading(Reader.self, environment: ["SERVER_MAX_BODY": "3"]))
        #expect(error.code == .variableAmbiguous)
        #expect(error.faults[0].injectionPoint == "Reader.second")
    }

    final class Server: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("server.port") var port = 80
        @Value("server.maxBody") var maxBody = 1
        @Value("team") var team = "a"
    }

    @Test(
        "A variable that nearly is one of ours is a notice, with the one that was meant",
        arguments: [
            ("SERVER_PROT", "SERVER_PORT", "server.port"), ("server_port", "SERVER_PORT", "server.port"),
            ("SERVER__PORT", "SERVER_PORT", "server.port"), ("SERVER.PORT", "SERVER_PORT", "server.port"),
            ("SERVER_MAXBODY", "SERVER_MAX_BODY", "server.maxBody"), ("Team", "TEAM", "team"),
            ("DATABSE_HOST", "DATABASE_HOST", "database.host"),
        ])
    func strays(name: String, meant: String, key: String) throws {
        let context = try ApplicationContext(
            .reading(Server.self, settings: ["database": ["host": "h"]], environment: [name: "c4nary"]))
        let notices = context.report.notices
        #expect(notices.map(\.code) == [.variableUnread])
        #expect(
            notices.first?.description == """
                variable-unread: the environment variable \(name) is set, and no setting maps to it
                   at          the environment in code
                   setting     \(key)
                   did you mean '\(meant)'?
                   fix         correct its name, or leave it where it is another program's
                """)
        #expect(!context.report.json.contains("c4nary"))
    }

    @Test(
        "One that maps to a setting, is like one that is set, or only like a short one is none",
        arguments: [
            ["SERVER_PORT": "80"], ["SERVER_PORT": "80", "SERVER_PORTS": "81"], ["TERM": "xterm"], ["TEAMS": "b"],
            ["PATH": "/bin", "HOME": "/root", "LANG": "C", "SERVER_SOFTWARE": "x", "": ""],
        ])
    func noStrays(environment: [String: String]) throws {
        #expect(try ApplicationContext(.reading(Server.self, environment: environment)).report.notices.isEmpty)
    }

    @Test("Keys that a parent's components read are known in its child")
    func straysOfParents() throws {
        let parent = try ApplicationContext(.reading(Server.self))
        let child = try ApplicationContext(
            .reading(
                settings: ["server": ["ports": [1]]], environment: ["SERVER_PORT": "80", "SERVER_MAXBODY": "1"]),
            parent: parent)
        #expect(child.report.notices.map(\.suggestion) == ["SERVER_MAX_BODY"])
    }

    @Test("However many settings and variables there are, the search ends soon")
    func manyVariables() throws {
        var settings: [String: SettingValue] = [:]
        for number in 0..<4_000 { settings["key\(number)of"] = 1 }
        let environment = Dictionary(uniqueKeysWithValues: (0..<300).map { ("VARIABLE_\($0)", "x") })
        let context = try ApplicationContext(.reading(settings: .object(settings), environment: environment))
        #expect(context.report.notices.isEmpty)
    }

    @Test("Arguments are settings where they look like one")
    func arguments() throws {
        let arguments = ["program", "--a.b=1", "--a.c=x=y", "--flag", "-d=1", "word", "--a.b=2", "--e=", "--", "--f=1"]
        let context = try ApplicationContext(.reading(arguments: arguments))
        #expect(try context.setting("a.b") == 2)
        #expect(try context.setting("a.c") == "x=y")
        #expect(try context.setting("a") == ["b": "2", "c": "x=y"])
        #expect(try context.setting("e") == "")
        #expect(try context.setting("flag", as: Bool?.self) == true)
        let error = #expect(throws: IOCError.self) { try context.setting("flag", as: String?.self) }
        #expect(error?.code == .argumentMalformed)
        #expect(try context.setting("f", as: String?.self) == nil)
        #expect(try context.settingOrigin("a.c") == "the argument --a.c")
    }

    @Test("An argument without a key is a fault that does not show its value", arguments: ["--=5", "--a..b=5"])
    func malformed(argument: String) throws {
        let error = try bootError(.reading(arguments: [argument]))
        #expect(error.code == .argumentMalformed)
        #expect(error.faults[0].headline.hasSuffix("\(argument.dropLast())… names no setting"))
    }

    @Test("A missing setting is reported with the variables and keys that nearly have its name")
    func nearVariables() throws {
        let context = try ApplicationContext(
            .reading(
                settings: ["server": ["ports": 4]],
                environment: ["SERVER_PROT": "1", "SERVER_PORTS": "2", "OTHER": "3"]))
        let fault = try #require(throws: IOCError.self) { try context.setting("server.port", as: Int.self) }.faults[0]
        #expect(fault.description.contains("SERVER_PROT") && !fault.description.contains("OTHER"))
        #expect(fault.suggestion == "server.ports")
    }

    @Test(
        "An argument is a setting if it has two dashes, a key without blanks or colons, and an equals sign",
        arguments: [
            ("--a==", "="), ("--a=b:c d", "b:c d"), ("-a=1", nil), ("a=1", nil), ("--a:b=1", nil), ("--a b=1", nil),
        ]
            as [(String, String?)])
    func argumentForms(argument: String, value: String?) throws {
        let context = try ApplicationContext(.reading(arguments: [argument]))
        #expect(try context.setting("a", as: String?.self) == value)
    }
}
