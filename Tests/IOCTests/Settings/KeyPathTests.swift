import FoundationEssentials
import IOC
import Testing

@Suite("A key with dots and objects in each other are the same setting")
struct KeyPathTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let spellings = [#"{ "server.port": PORT }"#, #"{ "server": { "port": PORT } }"#]

    /// A context of a file and of the file of a profile.
    private func context(
        _ base: String, _ profile: String = "{}", environment: [String: String] = [:], arguments: [String] = [],
        overrides: [String: SettingValue] = [:]
    ) throws -> ApplicationContext {
        let configuration = try folder.configuration(
            base, profile: profile, environment: environment, arguments: arguments)
        return try ApplicationContext(configuration.with { $0.overrides = overrides })
    }

    @Test("Conditions, placeholders, code and a null read a key, whichever way it is written", arguments: spellings)
    func readers(spelling: String) throws {
        let base = spelling.replacing("PORT", with: "8080")
        let read = try context(base, #"{ "url": "h:${server.port}" }"#, overrides: ["x.y": 1])
        #expect(try read.setting("url") == "h:8080")
        #expect(try read.setting("x", as: [String: Int].self) == ["y": 1])
        let removed = try context(base, #"{ "server": null }"#)
        #expect(try removed.setting("server.port", as: Int?.self) == nil)
        #expect(try removed.setting("server", as: [String: Int]?.self) == nil)
        let changed = try folder.configuration(base).with { $0.settings = ["server": ["port": 1]] }
        #expect(try ApplicationContext(changed).settingOrigin("server.port")?.hasSuffix("in code") == true)
    }

    @Test(
        "Both ways to write a key in one file are a fault",
        arguments: [
            #"{ "server.port": 1, "server": { "port": 2 } }"#, #"{ "a": { "b.c": 1, "b": { "c": 1 } }, "x": 1 }"#,
        ])
    func repeated(tree: String) throws {
        try folder.writeSettings(tree)
        let error = try folder.error(of: "a.json")
        #expect(error.faults.map(\.code) == [.keyRepeated])
        #expect(error.faults[0].location?.contains("a.json:2:") == true)
    }

    // MARK: Maps

    private static let unchanged = "org=warn org.hibernate=info org.hibernate.SQL=debug"
    private static let overridden = "org=warn org.hibernate=info org.hibernate.SQL=error"

    @Test(
        "The keys of a map may have dots, and every source can override an entry",
        arguments: [
            (#"{}"#, [:], [], [:], unchanged),
            (#"{ "levels": { "org": { "hibernate": { "SQL": "error" } } } }"#, [:], [], [:], overridden),
            (#"{ "levels.org.hibernate.SQL": "error" }"#, [:], [], [:], overridden),
            ("{}", [:], ["--levels.org.hibernate.SQL=error"], [:], overridden),
            ("{}", [:], [], ["levels.org.hibernate.SQL": "error"], overridden),
            ("{}", [:], [], ["levels": ["org.hibernate.SQL": "error"]], overridden),
            ("{}", ["LEVELS_ORG_HIBERNATE_SQL": "error"], [], [:], overridden),
            ("{}", [:], ["--levels.org=error"], [:], "org=error"),
            (#"{ "levels": { "org": "error" } }"#, [:], [], [:], "org=error"),
            ("{}", ["LEVELS_ORG": "error"], [], [:], "org=error org.hibernate=info org.hibernate.SQL=debug"),
            (#"{ "levels": { "org.hibernate": null } }"#, [:], [], [:], "org=warn"),
            ("{}", [:], ["--levels.net.http=error"], [:], "net.http=error \(unchanged)"),
        ] as [(String, [String: String], [String], [String: SettingValue], String)])
    func maps(
        profile: String, environment: [String: String], arguments: [String], overrides: [String: SettingValue],
        expected: String
    ) throws {
        enum Level: String, Decodable, Sendable { case debug, info, warn, error }
        let context = try context(
            #"{ "levels": { "org.hibernate.SQL": "debug", "org.hibernate": "info", "org": "warn" } }"#, profile,
            environment: environment, arguments: arguments, overrides: overrides)
        let levels = try context.setting("levels", as: [String: Level].self)
        #expect(levels.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ") == expected)
        #expect(try context.setting("levels", as: [String: String].self) == levels.mapValues(\.rawValue))
    }

    struct Database: Decodable, Sendable {
        var url: String
        var size: Int?
    }

    @Test("The keys of a map of objects may have dots, too")
    func mapsOfObjects() throws {
        func read(_ profile: String, _ arguments: [String] = []) throws -> [String: String] {
            let base = #"{ "databases": { "eu.west": { "url": "w" }, "eu": { "url": "e" }, "us": { "url": "u" } } }"#
            return try context(base, profile, arguments: arguments)
                .setting("databases", as: [String: Database].self).mapValues { "\($0.url)\($0.size ?? 1)" }
        }
        #expect(try read("{}") == ["eu.west": "w1", "eu": "e1", "us": "u1"])
        #expect(try read(#"{ "databases": { "eu": { "west": { "size": 2 } } } }"#)["eu.west"] == "w2")
        #expect(try read("{}", ["--databases.eu.west.size=3"]) == ["eu.west": "w3", "eu": "e1", "us": "u1"])
    }

    // MARK: Misspelt keys

    struct Server: Decodable, Sendable {
        var host: String
        var port: Int?
    }
    struct Farm: Decodable, Sendable {
        var servers: [Server]
        var grid: [[Server]]?
    }

    @Test("A misspelt key in a list of objects is reported with the key that was meant")
    func misspeltInLists() throws {
        let context = try context(
            #"""
            { "servers": [{ "host": "a", "port": 1 }, { "host": "b", "prot": 2 }],
              "farm": { "servers": [{ "host": "a", "prot": 1 }], "grid": [[{ "host": "a" }, { "host": "b", "prot": 2 }]] },
              "farms": { "x.y": { "servers": [{ "host.": 1, "host": "a" }] } }, "unused": [{ "a": 1 }] }
            """#)
        _ = try context.setting("servers", as: [Server].self)
        _ = try context.setting("farm", as: Farm.self)
        _ = try context.setting("farms", as: [String: Farm].self)
        let notices = context.report.notices.map { "\($0.settingKey ?? "") \($0.suggestion ?? "-")" }
        #expect(
            notices.sorted() == [
                "farm.grid[0][1].prot farm.grid[][].port", "farm.servers[0].prot farm.servers[].port",
                "farms.x.y.servers[0].host. farms.x.y.servers[].host", "servers[1].prot servers[].port", "unused -",
            ])
    }

    @Test(
        "A missing member suggests a misspelt key of its own object first, and none with an empty part",
        arguments: [
            (["database": ["port": 1]], nil), (["database": ["port": 1, "hots": "h"]], "database.hots"),
            (["databse": ["host": "h"], "database": ["port": 1]], "databse.host"),
            (["database": ["port": 1], "database..host": 1], nil),
            (["databasf": ["host": "h"], "database": ["hots": "h"]], "database.hots"),
        ] as [(SettingValue, String?)])
    func siblings(settings: SettingValue, suggestion: String?) throws {
        let context = try ApplicationContext(.reading(settings: settings))
        #expect(try context.error("database", as: Server.self).faults[0].suggestion == suggestion)
        // In an entry of a map, too.
        guard case .object(let members) = settings, members.count == 1 else { return }
        let inMap = try ApplicationContext(.reading(settings: ["all": settings]))
        #expect(
            try inMap.error("all", as: [String: Server].self).faults[0].suggestion == suggestion.map { "all.\($0)" })
    }

    @Test("A missing setting suggests a variable only if a variable can give it")
    func variables() throws {
        let context = try ApplicationContext(.reading(environment: ["ITEMS": "{}"]))
        func hasVariable<Wanted: Decodable & Sendable>(_ type: Wanted.Type) throws -> Bool {
            "\(try context.error("things", as: type))".contains("or THINGS in the environment")
        }
        #expect(try hasVariable(Int.self) && hasVariable([Int].self) && hasVariable(Secret<String>.self))
        #expect(try !hasVariable(Server.self) && !hasVariable([Server].self) && !hasVariable([String: Int].self))
    }

    @Test("Code reads and sets a setting by its key")
    func subscripts() throws {
        var configuration = ContextConfiguration.reading(settings: ["server": ["port": 1, "host": "h"], "a": "x"])
        configuration.settings["server.port"] = 18088
        #expect(configuration.settings["server.port"] == 18088 && configuration.settings["server.host"] == "h")
        configuration.settings["server.limits"] = ["max": 1]
        configuration.settings["server.limits"] = ["min": 2]
        #expect(configuration.settings["server.limits"] == ["min": 2])
        configuration.settings["server.host"] = nil
        configuration.settings["none.at.all"] = nil
        #expect(configuration.settings == ["server": ["port": 18088, "limits": ["min": 2]], "a": "x"])
        #expect(try ApplicationContext(configuration).setting("server.port") == 18088)
        let tree: SettingValue = ["a": ["b": [1, ["c": 2]]], "x.y": ["z": 4]]
        #expect(tree["a.b[0]"] == 1 && tree["a.b[1].c"] == 2 && tree["x.y.z"] == 4 && tree["a.b[2]"] == nil)
    }
}
