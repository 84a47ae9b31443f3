import FoundationEssentials
import IOC
import TestSupport
import Testing

@Suite("Messages about settings")
struct SettingMessageTests {
    struct Pair: Decodable, Sendable {
        var a: Int
        var b: Int
    }
    @Component
    final class Paired {
        @Value("pair") var pair = Pair(a: 1, b: 2)
    }

    @Test("A variable that takes the default of a whole object away is named", arguments: ["A", "B"])
    func lostDefault(member: String) throws {
        let error = try bootError(.reading(Paired.self, environment: ["PAIR_\(member)": "3"]))
        #expect(error.code == .settingMissing && error.faults[0].suggestion == nil, "\(error)")
        #expect(
            "\(error)".contains(
                "its default isn't used, because the environment variable PAIR_\(member) gives a part of it"))
    }

    struct Database: Decodable, Sendable {
        var host: String
        var port: Int
    }

    @Test("A key of the same object is suggested only if it is spelled like the missing one")
    func siblings() throws {
        func suggestion(_ settings: SettingValue) throws -> String? {
            let context = try ApplicationContext(.reading(settings: settings))
            let error = try #require(throws: IOCError.self) { try context.setting("database", as: Database.self) }
            return error.faults[0].suggestion
        }
        #expect(try suggestion(["database": ["port": 1]]) == nil)
        #expect(try suggestion(["database": ["port": 1, "hots": "h"]]) == "database.hots")
        #expect(try suggestion(["databse": ["host": "h"], "database": ["port": 1]]) == "databse.host")
        // No reader can ask for a key with an empty part.
        #expect(try suggestion(["database": ["port": 1], "database..host": 1]) == nil)
    }

    @Test("A variable that is read by another name is no near miss of a missing setting")
    func readVariable() throws {
        let context = try ApplicationContext(.reading(environment: ["DATABASE_HOST": "h"]))
        #expect(try context.setting("database.host") == "h")
        let error = try #require(throws: IOCError.self) { try context.setting("database.hosts", as: String.self) }
        #expect(!"\(error)".contains("DATABASE_HOST: "), "\(error)")
    }

    // MARK: Lists and maps

    @Test(
        "A text is a list with commas, and an escaped comma is in an element",
        arguments: [
            ("a,b", ["a", "b"]), (" a , b ", ["a", "b"]), ("", []),
            (#"http://a/?q=1\,2,http://b"#, ["http://a/?q=1,2", "http://b"]),
            (#"\,"#, [","]), (#"C:\d,\e"#, [#"C:\d"#, #"\e"#]),
        ])
    func lists(text: String, elements: [String]) throws {
        let context = try ApplicationContext(.reading(environment: ["LIST": text], arguments: ["--other=\(text)"]))
        #expect(try context.setting("list", as: [String].self) == elements)
        #expect(try context.setting("other", as: [String].self) == elements)
    }

    @Test(
        "An empty element and the brackets of a list are faults",
        arguments: ["a,,b", "a,", ",", " ", "[a,b]", "[]", " [1] "])
    func badLists(text: String) throws {
        let context = try ApplicationContext(.reading(environment: ["LIST": text]))
        let error = try #require(throws: IOCError.self) { try context.setting("list", as: [String].self) }
        #expect(error.code == .settingConversion && error.faults[0].remedy.contains(#"\, for a comma"#), "\(error)")
    }

    @Test("A variable that names a new entry of a map is reported, because only a file can")
    func maps() throws {
        let context = try ApplicationContext(
            .reading(environment: ["LIMITS_A": "2", "LIMITS_B": "3", "LIMITED": "4"]).with {
                $0.settingSources = [TreeSettingSource(["limits": ["a": 1]], name: "a tree")]
            })
        #expect(try context.setting("limits", as: [String: Int].self) == ["a": 2])
        let notices = context.report.notices.filter { $0.code == .variableUnread }.map(\.headline)
        #expect(
            notices.filter { $0.contains("LIMITS_B") } == [
                "variable-unread: the environment variable LIMITS_B is set, and 'limits' has no such entry to replace"
            ], "\(notices)")
    }

    // MARK: Types

    enum Color: String, CaseIterable, Decodable, Sendable { case red, green }
    enum Size: CaseIterable, Decodable, Sendable {
        case small, large
        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            guard let size = Self.allCases.first(where: { "\($0)" == text }) else {
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no size"))
            }
            self = size
        }
    }

    @Test("The fault of an enumeration lists its values")
    func enumerations() throws {
        let context = try ApplicationContext(.reading(settings: ["color": "rad", "size": "lage"]))
        let color = try #require(throws: IOCError.self) { try context.setting("color", as: Color.self) }
        #expect("\(color)".contains("one of: red, green") && color.faults[0].suggestion == "red")
        let size = try #require(throws: IOCError.self) { try context.setting("size", as: Size.self) }
        #expect("\(size)".contains("one of: small, large") && size.faults[0].suggestion == "large")
    }

    enum Shape: String, Decodable, Sendable { case round, square }
    enum Level: Int, Decodable, Sendable { case low = 1, high = 3 }

    @Test("The fault of an enumeration that doesn't list its cases names what is wanted, and how to have it listed")
    func unlistedEnumerations() throws {
        let context = try ApplicationContext(.reading(settings: ["shape": "rund", "level": 2, "secretShape": "rund"]))
        let shape = try #require(throws: IOCError.self) { try context.setting("shape", as: Shape.self) }
        #expect(shape.code == .settingConversion && "\(shape)".contains("rund"), "\(shape)")
        #expect("\(shape)".contains("Shape, which would be listed here if "), "\(shape)")
        let level = try #require(throws: IOCError.self) { try context.setting("level", as: Level.self) }
        #expect("\(level)".contains("a raw value of ") && "\(level)".contains("is 2"), "\(level)")
        let secret = try #require(throws: IOCError.self) { try context.setting("secretShape", as: Secret<Shape>.self) }
        #expect(!"\(secret)".contains("rund"), "\(secret)")
    }

    // MARK: Explanations

    @Component
    final class Server {
        @Injected(setting: "server.port", default: 8080) let port: Int
    }

    @Test("A setting that has its default is explained, with who reads it, and so is one that a source has")
    func explained() throws {
        let silent = try ApplicationContext(.reading(Server.self)).explainer.explanation(of: "server.port").text
        #expect(silent.contains("its default, 8080, because no source has the setting"), "\(silent)")
        #expect(silent.contains("read by") && silent.contains("Server.init(port:)"), "\(silent)")
        let given = try ApplicationContext(.reading(Server.self, environment: ["SERVER_PORT": "1"]))
            .explainer.explanation(of: "server.port").text
        #expect(given.contains("SERVER_PORT") && given.contains("read by"), "\(given)")
    }

    // MARK: Files

    @Test("A text in the place of a section is not shown, and a section is called as the file calls it")
    func sections() throws {
        let folder = try TemporaryFolder()
        for (file, key) in [
            (#"{ "settings": "hunter2" }"#, "'settings'"), (#"{ "properties": "hunter2" }"#, "'properties'"),
            (#"{ "components": { "x": { "settings": "hunter2" } } }"#, "'components.x.settings'"),
            (#"{ "components": { "x": { "properties": 4711 } } }"#, "'components.x.properties'"),
            (#"{ "secretKeys": "hunter2" }"#, "'secretKeys'"), (#"{ "settings": 4711 }"#, "'settings'"),
        ] {
            try folder.write("a.json", file)
            let text = try folder.faults(of: "a.json")
            #expect(
                text.contains("key-wrong-type: \(key) takes") && !text.contains("hunter2") && !text.contains("4711"),
                "\(text)")
        }
    }

    @Test("Objects at the top of a file are told to be settings")
    func appSettings() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "a.json",
            #"{ "Logging": { "LogLevel": { "Default": "Information" } }, "tracker": { "interval": 1 }, "component": {} }"#
        )
        let text = try folder.faults(of: "a.json")
        #expect(text.contains("the key 'Logging' is a setting outside of \"settings\""), "\(text)")
        #expect(text.contains("put it there: \"settings\": { \"tracker\": … }"), "\(text)")
        #expect(text.contains("did you mean 'components'?"), "\(text)")
    }

    @Test("A profile that is no name is a fault with its own remedy", arguments: ["!prod", "${STAGE}"])
    func profiles(name: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            "a.json", "{ \"classes\": [\"SettingBystander\"], \"profiles\": [\"\(name)\"] }")
        let error = try bootError(
            ContextConfiguration(contentsOf: path, environment: [:]).with { $0.knownProfiles = ["prod"] })
        #expect(error.code == .profileUnknown && error.faults[0].suggestion == nil)
        #expect(error.faults[0].headline.contains("'\(name)' is not the name of a profile"), "\(error)")
        #expect(error.faults[0].location?.contains("(profiles[0])") == true)
    }

    #if os(Linux)
    @Test("A file without an end, behind a link, is refused once the limit is read")
    func endless() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/a.json"
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/proc/self/pagemap")
        let error = try #require(throws: IOCError.self) { try ContextConfiguration(contentsOf: path, environment: [:]) }
        #expect([.fileTooLarge, .fileUnreadable].contains(error.code), "\(error)")
    }
    #endif

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
    }
}
