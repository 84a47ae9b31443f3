import IOC
import IOCManagement
import Testing

@Suite("Environment variables and arguments")
struct EnvironmentTests {
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
        #expect(try context.setting("raw") == "${port}")
        #expect(try context.settingOrigin("port") == "the environment variable PORT")
    }

    @Test("A variable to which two settings map is a fault if it is set, at the second reader or at boot")
    func ambiguous() throws {
        let settings: SettingValue = ["server": ["maxBody": 1, "max-body": 2]]
        _ = try ApplicationContext(.reading(settings: settings))
        let error = try bootError(.reading(settings: settings, environment: ["SERVER_MAX_BODY": "3"]))
        #expect(error.faults.map(\.code) == [.variableAmbiguous])
        let context = try ApplicationContext(.reading(environment: ["SERVER_MAX_BODY": "3"]))
        #expect(context.outcome("server.maxBody") == "3")
        #expect(context.outcome("server.max.body") == "variable-ambiguous")
    }

    @Component final class Server {
        @Value("server.port") var port = 80
        @Value("server.maxBody") var maxBody = 1
        @Value("team") var team = "a"
    }

    @Test(
        "A variable that nearly is one of a setting is a notice, with the one that was meant",
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
        #expect(notices.map(\.code) == [.variableUnread] && notices[0].suggestion == meant)
        #expect(notices[0].headline.contains(name) && notices[0].description.contains("setting     \(key)\n"))
        #expect(!context.report.json.contains("c4nary"))
    }

    @Test(
        "A variable that maps to a setting, is like one that is set, or only like a short one is no notice",
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

    @Test("Many settings beside many variables are searched for near misses")
    func manyVariables() throws {
        let settings = Dictionary(uniqueKeysWithValues: (0..<1_500).map { ("key\($0)of", SettingValue.int(1)) })
        let environment = Dictionary(uniqueKeysWithValues: (0..<60).map { ("VARIABLE_\($0)", "x") })
        let context = try ApplicationContext(.reading(settings: .object(settings), environment: environment))
        #expect(context.report.notices.isEmpty)
    }

    @Test(
        "A missing setting is reported with variables and keys that nearly have its name, unless a setting reads them")
    func nearVariables() throws {
        let context = try ApplicationContext(
            .reading(
                settings: ["server": ["ports": 4]],
                environment: ["SERVER_PROT": "1", "SERVER_PORTS": "2", "OTHER": "3", "DATABASE_HOST": "h"]))
        let fault = try context.error("server.port", as: Int.self).faults[0]
        #expect(fault.description.contains("SERVER_PROT") && !fault.description.contains("OTHER"))
        #expect(fault.suggestion == "server.ports")
        #expect(try context.setting("database.host") == "h")
        #expect(try !"\(context.error("database.hosts"))".contains("DATABASE_HOST: "))
    }

    @Test("A variable that names a new entry of a map is reported, because only a file can")
    func maps() throws {
        let context = try ApplicationContext(
            .reading(environment: ["LIMITS_A": "2", "LIMITS_B": "3", "LIMITED": "4"]).with {
                $0.settingSources = [TreeSettingSource(["limits": ["a": 1]], name: "a tree")]
            })
        #expect(try context.setting("limits", as: [String: Int].self) == ["a": 2])
        let notices = context.notices(.variableUnread).map(\.headline).filter { $0.contains("LIMITS_") }
        #expect(
            notices == [
                "variable-unread: the environment variable LIMITS_B is set, and 'limits' has no such entry to replace"
            ])
    }

    // MARK: Arguments

    @Test(
        "An argument is a setting if it has two dashes, a key without blanks or colons, and an equals sign",
        arguments: [
            (["--a=1"], "1"), (["program", "--a=1", "word", "--a=x=y"], "x=y"), (["--a="], ""), (["--a=="], "="),
            (["--a=b:c d"], "b:c d"), (["-a=1"], nil), (["a=1"], nil), (["--a:b=1"], nil), (["--a b=1"], nil),
            (["--", "--a=1"], nil),
        ] as [([String], String?)])
    func arguments(arguments: [String], value: String?) throws {
        let context = try ApplicationContext(.reading(arguments: arguments))
        #expect(try context.setting("a", as: String?.self) == value)
        #expect(try context.settingOrigin("a") == value.map { _ in "the argument --a" })
    }

    @Test("Arguments make up an object, and one without a value is true")
    func objectOfArguments() throws {
        let context = try ApplicationContext(.reading(arguments: ["--a.b=1", "--a.c=x", "--flag", "-d=1", "--a.b=2"]))
        #expect(try context.setting("a") == ["b": "2", "c": "x"])
        #expect(try context.setting("flag", as: Bool?.self) == true)
        #expect(context.outcome("flag") == "argument-malformed")
    }

    @Test(
        "An argument without a key, or with an index, is a fault that does not show its value",
        arguments: ["--=5", "--a..b=5", "--ports[0]=5"])
    func malformed(argument: String) throws {
        let error = try bootError(.reading(settings: ["ports": [1, 2]], arguments: [argument]))
        #expect(error.faults.map(\.code) == [.argumentMalformed])
        #expect(error.faults[0].headline.hasSuffix("\(argument.dropLast())… names no setting"))
    }
}
