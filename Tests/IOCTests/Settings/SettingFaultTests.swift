import FoundationEssentials
import IOC
import IOCManagement
import Testing

@Suite("Faults of settings, and what explains a setting")
struct SettingFaultTests {
    struct Database: Decodable, Sendable {
        var port: Int
    }
    @Component final class Server {
        @Value("server.port") var port: UInt16
        @Value("database") var database: Database?
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The settings of a file, variables, and the fault at `Server.port`: its code, and facts that it names.
    static let cases: [(settings: String, variables: [String: String], code: IOCError.Code, facts: [String])] = [
        (#""server": { "prot": 80 }"#, [:], .settingMissing, ["did you mean 'server.prot'?", "wanted      UInt16"]),
        (
            #""server": { "port": 80 }"#, ["SERVER_PORT": "70000"], .settingConversion,
            [#"value       "70000", from the environment variable SERVER_PORT"#, "number from 0 to 65535"]
        ),
        (
            #""server": { "port": "${web.port}" }, "web": { "port": "${server.port}" }"#, [:], .placeholderUnresolved,
            ["┌─> server.port", "back to server.port", "give one of them a value of its own"]
        ),
        (
            #""server": { "port": "${web" }"#, [:], .placeholderUnresolved,
            [
                "'server.port' can't be put together: a placeholder has no closing brace",
                "value       from ~/a.json:2:27 (settings.server.port)", "write placeholders as ${key}",
            ]
        ),
        (
            #""server": { "port": 1 }, "database": { "port": "x" }"#, [:], .settingConversion,
            ["Server.database needs Int, and 'database.port' is \"x\""]
        ),
    ]

    @Test("A fault names key, value, origin and wanted type, at the setting's own line", arguments: cases.indices)
    func facts(index: Int) throws {
        let (settings, variables, code, facts) = Self.cases[index]
        let error = try bootError(
            folder.configuration("{ \(settings) }", of: [Server.self], environment: variables))
        #expect(error.faults.map(\.code) == [code])
        #expect(
            error.faults[0].location
                == "IOCTests/SettingFaultTests.swift:\(settings.contains("database") ? 13 : 12)")
        let text = error.description.replacing(folder.path, with: "~")
        for fact in facts { #expect(text.contains(fact), "\(text)") }
    }

    struct Pair: Decodable, Sendable {
        var a: Int
        var b: Int
    }
    @Component final class Paired {
        @Value("pair") var pair = Pair(a: 1, b: 2)
    }

    @Test("A variable that takes the default of a whole object away is named", arguments: ["A", "B"])
    func lostDefault(member: String) throws {
        let error = try bootError(.reading(Paired.self, environment: ["PAIR_\(member)": "3"]))
        #expect(error.code == .settingMissing && error.faults[0].suggestion == nil)
        let reason = "its default isn't used, because the environment variable PAIR_\(member) gives a part of it"
        #expect(error.description.contains(reason))
    }

    // MARK: Enumerations

    enum Color: String, CaseIterable, Decodable { case red, green }
    enum Size: CaseIterable, Decodable {
        case small, large
        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            guard let size = Self.allCases.first(where: { "\($0)" == text }) else {
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no size"))
            }
            self = size
        }
    }
    enum Shape: String, Decodable { case round, square }
    enum Level: Int, Decodable { case low = 1, high = 3 }

    @Test("The fault of an enumeration lists its values, or says how to have them listed")
    func enumerations() throws {
        let context = try ApplicationContext(
            .reading(settings: ["color": "rad", "size": "lage", "shape": "rund", "level": 2, "secret": "rund"]))
        let color = try context.error("color", as: Color.self).faults[0]
        #expect(color.remedy.contains("one of: red, green") && color.suggestion == "red")
        let size = try context.error("size", as: Size.self).faults[0]
        #expect(size.remedy.contains("one of: small, large") && size.suggestion == "large")
        #expect(try context.error("shape", as: Shape.self).faults[0].remedy.contains("which would be listed here if "))
        #expect(try context.error("level", as: Level.self).faults[0].remedy.contains("a raw value of "))
        #expect(try !context.error("secret", as: Secret<Shape>.self).description.contains("rund"))
    }

    // MARK: Explanations

    @Component final class Explained {
        @Injected(setting: "server.port", default: 8080) let port: Int
    }

    @Test("A setting that has its default is explained, with who reads it, and so is one that a source has")
    func explained() throws {
        let silent = try ApplicationContext(.reading(Explained.self)).explainer.explanation(of: "server.port").text
        #expect(silent.contains("its default, 8080, because no source has the setting"))
        #expect(silent.contains("read by") && silent.contains("Explained.init(port:)"))
        let given = try ApplicationContext(.reading(Explained.self, environment: ["SERVER_PORT": "1"]))
            .explainer.explanation(of: "server.port").text
        #expect(given.contains("SERVER_PORT") && given.contains("read by"))
    }
}
