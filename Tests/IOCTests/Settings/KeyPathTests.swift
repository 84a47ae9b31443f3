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
        _ base: String, _ profile: String, environment: [String: String] = [:], arguments: [String] = [],
        overrides: [String: SettingValue] = [:]
    ) throws -> ApplicationContext {
        try ApplicationContext(
            configuration(base, profile, environment: environment, arguments: arguments).with {
                $0.overrides = overrides
            })
    }

    private func configuration(
        _ base: String, _ profile: String, environment: [String: String] = [:], arguments: [String] = []
    ) throws -> ContextConfiguration {
        let classes = "[\"\(String(reflecting: SettingBystander.self))\"]"
        try folder.write("a-test.json", "{\n\"settings\": \(profile) }")
        let path = try folder.write("a.json", "{ \"classes\": \(classes), \"settings\": \(base) }")
        return try ContextConfiguration(
            contentsOf: path, profiles: ["test"], environment: environment, arguments: arguments)
    }

    @Test("The file of a profile wins, whichever way each writes the key", arguments: spellings, spellings)
    func profiles(base: String, profile: String) throws {
        let context = try context(
            base.replacing("PORT", with: "8080"), profile.replacing("PORT", with: "9090"))
        #expect(try context.setting("server.port") == 9090)
        #expect(try context.setting("server", as: [String: Int].self) == ["port": 9090])
        #expect(try context.settingOrigin("server.port")?.contains("a-test.json:2:") == true)
    }

    @Test("An importer wins over what it imports, and a null removes what it imports", arguments: spellings, spellings)
    func imports(imported: String, importer: String) throws {
        for (value, expected) in [("9090", 9090), ("null", nil)] as [(String, Int?)] {
            try folder.write("b.json", "{ \"settings\": \(imported.replacing("PORT", with: "8080")) }")
            let path = try folder.write(
                "a.json", "{ \"imports\": [\"b.json\"], \"settings\": \(importer.replacing("PORT", with: value)) }")
            let configuration = try ContextConfiguration(contentsOf: path, environment: [:])
            #expect(configuration.settings.value(at: "server.port") == (expected.map { .int($0) } ?? .null))
        }
    }

    @Test("A null removes the whole object below it", arguments: spellings)
    func removedObject(base: String) throws {
        let context = try context(base.replacing("PORT", with: "8080"), #"{ "server": null }"#)
        #expect(try context.setting("server.port", as: Int?.self) == nil)
        #expect(try context.setting("server", as: [String: Int]?.self) == nil)
    }

    @Test("Both ways to write a key in one file are a fault")
    func repeated() throws {
        for tree in [
            #"{ "server.port": 1, "server": { "port": 2 } }"#, #"{ "a": { "b.c": 1, "b": { "c": 1 } }, "x": 1 }"#,
        ] {
            let path = try folder.write("a.json", "{ \"settings\": \(tree) }")
            let error = try #require(throws: IOCError.self) { try ContextConfiguration(contentsOf: path) }
            #expect(error.faults.map(\.code) == [.keyRepeated])
            #expect(error.faults[0].location?.contains("a.json:1:") == true)
        }
    }

    @Test("Conditions, placeholders and code read a key, whichever way it is written", arguments: spellings)
    func readers(spelling: String) throws {
        let context = try context(
            spelling.replacing("PORT", with: "8080"), #"{ "url": "h:${server.port}" }"#, overrides: ["x.y": 1])
        #expect(try context.setting("url") == "h:8080")
        #expect(try context.setting("x", as: [String: Int].self) == ["y": 1])
        var configuration = try configuration(spelling.replacing("PORT", with: "8080"), "{}")
        configuration.settings = ["server": ["port": 1]]
        #expect(try ApplicationContext(configuration).settingOrigin("server.port")?.hasSuffix("in code") == true)
    }

    // MARK: Maps

    private static let levels =
        #"{ "levels": { "org.hibernate.SQL": "debug", "org.hibernate": "info", "org": "warn" } }"#

    @Test("The keys of a map may have dots, and every source can override an entry")
    func maps() throws {
        enum Level: String, Decodable, Sendable { case debug, info, warn, error }
        func read(
            _ profile: String = "{}", environment: [String: String] = [:], arguments: [String] = [],
            overrides: [String: SettingValue] = [:]
        ) throws -> String {
            let context = try context(
                Self.levels, profile, environment: environment, arguments: arguments, overrides: overrides)
            let levels = try context.setting("levels", as: [String: Level].self)
            #expect(try context.setting("levels", as: [String: String].self) == levels.mapValues(\.rawValue))
            return levels.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        }
        #expect(try read() == "org=warn org.hibernate=info org.hibernate.SQL=debug")
        let overridden = "org=warn org.hibernate=info org.hibernate.SQL=error"
        #expect(try read(#"{ "levels": { "org": { "hibernate": { "SQL": "error" } } } }"#) == overridden)
        #expect(try read(#"{ "levels.org.hibernate.SQL": "error" }"#) == overridden)
        #expect(try read(arguments: ["--levels.org.hibernate.SQL=error"]) == overridden)
        #expect(try read(overrides: ["levels.org.hibernate.SQL": "error"]) == overridden)
        #expect(try read(overrides: ["levels": ["org.hibernate.SQL": "error"]]) == overridden)
        #expect(try read(environment: ["LEVELS_ORG_HIBERNATE_SQL": "error"]) == overridden)
        #expect(try read(arguments: ["--levels.org=error"]) == "org=error")
        #expect(try read(#"{ "levels": { "org": "error" } }"#) == "org=error")
        #expect(
            try read(environment: ["LEVELS_ORG": "error"]) == "org=error org.hibernate=info org.hibernate.SQL=debug")
        #expect(try read(#"{ "levels": { "org.hibernate": null } }"#) == "org=warn")
        #expect(try read(arguments: ["--levels.net.http=error"]).hasPrefix("net.http=error org=warn"))
    }

    @Test("The keys of a map of objects may have dots, too")
    func mapsOfObjects() throws {
        struct Database: Decodable, Sendable, Equatable {
            var url: String
            var size = 1
            enum CodingKeys: CodingKey { case url, size }
            init(from decoder: any Decoder) throws {
                let members = try decoder.container(keyedBy: CodingKeys.self)
                url = try members.decode(String.self, forKey: .url)
                size = try members.decodeIfPresent(Int.self, forKey: .size) ?? 1
            }
        }
        func read(_ profile: String, _ arguments: [String] = []) throws -> [String: String] {
            let base = #"{ "databases": { "eu.west": { "url": "w" }, "eu": { "url": "e" }, "us": { "url": "u" } } }"#
            return try context(base, profile, arguments: arguments)
                .setting("databases", as: [String: Database].self).mapValues { "\($0.url)\($0.size)" }
        }
        #expect(try read("{}") == ["eu.west": "w1", "eu": "e1", "us": "u1"])
        #expect(try read(#"{ "databases": { "eu": { "west": { "size": 2 } } } }"#)["eu.west"] == "w2")
        #expect(try read("{}", ["--databases.eu.west.size=3"]) == ["eu.west": "w3", "eu": "e1", "us": "u1"])
    }

    // MARK: Lists

    @Test("A list is given as a whole: an argument or an override with an index is a fault")
    func indices() throws {
        let argument = try bootError(.reading(settings: ["ports": [1, 2]], arguments: ["--ports[0]=7"]))
        #expect(argument.code == .argumentMalformed)
        let override = try bootError(.reading(settings: ["ports": [1, 2]], overrides: ["ports[0]": 7]))
        #expect(override.code == .keyWrongType && "\(override)".contains("'ports[0]'"))
    }

    private struct Server: Decodable, Sendable {
        var host: String
        var port: Int?
    }
    private struct Pool: Decodable, Sendable {
        var servers: [Server]
        var grid: [[Server]]?
    }

    @Test("A misspelt key in a list of objects is reported, and a fault if strict")
    func misspeltInLists() throws {
        let base = #"""
            { "servers": [{ "host": "a", "port": 1 }, { "host": "b", "prot": 2 }],
              "pool": { "servers": [{ "host": "a", "prot": 1 }], "grid": [[{ "host": "a" }, { "host": "b", "prot": 2 }]] },
              "pools": { "x.y": { "servers": [{ "host.": 1, "host": "a" }] } }, "unused": [{ "a": 1 }] }
            """#
        let context = try context(base, "{}")
        _ = try context.setting("servers", as: [Server].self)
        _ = try context.setting("pool", as: Pool.self)
        _ = try context.setting("pools", as: [String: Pool].self)
        let notices = context.report.notices.map { "\($0.settingKey ?? "") \($0.suggestion ?? "-")" }
        #expect(
            notices.sorted() == [
                "pool.grid[0][1].prot pool.grid[][].port", "pool.servers[0].prot pool.servers[].port",
                "pools.x.y.servers[0].host. pools.x.y.servers[].host", "servers[1].prot servers[].port", "unused -",
            ])
    }

    @Test("A misspelt key in the entry of a map suggests the key of the same entry")
    func misspeltInMaps() throws {
        struct Service: Decodable, Sendable { var environment: String }
        let context = try context(
            #"{ "services": { "a": { "envronment": "x" }, "b": { "environment": "y" } } }"#, "{}")
        let error = try #require(throws: IOCError.self) {
            try context.setting("services", as: [String: Service].self)
        }
        #expect(error.faults[0].suggestion == "services.a.envronment")
    }

    @Test("A missing setting suggests a variable only if a variable can give it")
    func variables() throws {
        let context = try ApplicationContext(.reading(environment: ["ITEMS": "{}"]))
        func text<Wanted: Decodable & Sendable>(_ type: Wanted.Type) throws -> String {
            "\(try #require(throws: IOCError.self) { try context.setting("things", as: type) })"
        }
        for text in [try text(Int.self), try text([Int].self), try text(Secret<String>.self)] {
            #expect(text.contains("or THINGS in the environment"))
        }
        for text in [try text(Server.self), try text([Server].self), try text([String: Int].self)] {
            #expect(!text.contains("in the environment"))
        }
    }

    @Test("A whole number of 64 bits without a sign is read from a file")
    func unsigned() throws {
        let context = try context(#"{ "big": 18446744073709551615 }"#, "{}")
        #expect(try context.setting("big") == UInt64.max)
        #expect(try context.setting("big", as: Double.self) == 18_446_744_073_709_551_616)
        let error = try #require(throws: IOCError.self) { try context.setting("big", as: Int.self) }
        #expect(error.code == .settingConversion)
    }
}
