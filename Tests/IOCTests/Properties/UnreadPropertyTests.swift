import IOC
import Testing

@Suite("Properties that nobody reads")
struct UnreadPropertyTests {
    struct Database: Decodable, Sendable {
        var host: String
        var pool: Int?
    }
    final class Reader: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("server.port") var port: Int
        @Value("database") var database: Database
        @Value("tags") var tags: [String]
        @Value("own") var own: Int?
    }
    final class LazyReader: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.lazy] }
        @Value("server.prot") var port: Int
    }

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func configuration(strict: Bool = false, _ more: String = "") throws -> Configuration {
        let path = try folder.write(
            "a.json",
            """
            { "classes": ["\(String(reflecting: Reader.self))"], "strict": \(strict),
              "properties": {
                "server": { "port": 80, "prot": 81 },
                "database": { "host": "${used}", "pol": 5 },
                "tags": ["a"], "used": "x" },
              "components": { "Reader": { "properties": { "own": 1, "onw": 2 } } \(more) } }
            """)
        return try Configuration(contentsOf: path, environment: [:])
    }

    @Test("The report tells of them, with the place and the key that was probably meant")
    func notices() throws {
        let context = try ApplicationContext(configuration())
        let notices = context.report.notices.filter { $0.code == .propertyUnread }
        let told = notices.map { "\($0.headline) | \($0.location ?? "") | \($0.suggestion ?? "")" }
        #expect(
            told.map { $0.replacing(folder.path, with: "~") } == [
                "property-unread: nobody reads the property 'database.pol' | ~/a.json:4:38 (properties.database.pol) | database.pool",
                "property-unread: nobody reads the property 'server.prot' | ~/a.json:3:29 (properties.server.prot) | ",
                "property-unread: nobody reads the property 'components.Reader.properties.onw' | "
                    + "~/a.json:6:57 (components.Reader.properties.onw) | ",
            ])
        _ = try context.property("server.prot", as: Int.self)
        #expect(context.report.notices.filter { $0.code == .propertyUnread }.count == 2)
    }

    @Test("What code, the environment and arguments say may stay unread")
    func onlyFiles() throws {
        let context = try ApplicationContext(
            .reading(properties: ["a": 1], environment: ["B": "1"], arguments: ["--c=1"], overrides: ["d": 1]))
        #expect(context.report.notices.isEmpty)
    }

    @Test("In strict mode they are faults")
    func strict() throws {
        let error = try bootError(configuration(strict: true))
        #expect(error.faults.map(\.code) == Array(repeating: .propertyUnread, count: 3))
        let configuration = try configuration().with { $0.strict = true }
        #expect(try bootError(configuration).faults.count == 3)
    }

    @Test("In strict mode they stay notices while a class that may read them was never made")
    func strictWithLazy() throws {
        let configuration = try configuration(strict: true).with {
            $0.classes.append(String(reflecting: LazyReader.self))
        }
        let context = try ApplicationContext(configuration)
        #expect(context.report.notices.filter { $0.code == .propertyUnread }.count == 3)
        _ = try context.component(LazyReader.self)
        #expect(context.report.notices.filter { $0.code == .propertyUnread }.count == 2)
    }

    @Test("A child that reads its parent's property has read it")
    func child() throws {
        let parent = try ApplicationContext(configuration())
        let child = try ApplicationContext(.reading(), parent: parent)
        _ = try child.property("server.prot", as: Int.self)
        #expect(parent.report.notices.filter { $0.code == .propertyUnread }.count == 2)
    }
}
