import FoundationEssentials
import IOC
import IOCManagement
import Testing

@Suite("The report of a context")
struct ContextReportTests {
    final class Shop: IOCComponent, @unchecked Sendable {
        @Value("shop.name") var name = "none"
    }
    final class Closed: IOCComponent {
        static var traits: [ComponentTrait] { [.profile("night")] }
    }

    @Test("As JSON it says what it says as values")
    func json() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            "shop.json",
            """
            {
                "classes": ["IOCTests.ContextReportTests.Shop", "IOCTests.ContextReportTests.Closed"],
                "profiles": ["day"],
                "settings": { "shop": { "name": "Böcker", "token": "s3cret", "nobody": 1 } }
            }
            """)
        let report = try ApplicationContext(ContextConfiguration(contentsOf: file, environment: [:])).report
        struct Written: Decodable {
            struct Condition: Decodable {
                var component, reason, origin: String
                var `in`: Bool
            }
            struct Notice: Decodable {
                var code, text: String
                var location: String?
            }
            struct Property: Decodable {
                var key, value, origin: String
            }
            var sources, profiles: [String]
            var componentCount, injectionPointCount: Int
            var conditions: [Condition]
            var notices: [Notice]
            var settings: [Property]
        }
        let written = try JSONDecoder().decode(Written.self, from: Data(report.json.utf8))
        #expect(written.sources == report.sources)
        #expect(written.profiles == ["day"])
        #expect([written.componentCount, written.injectionPointCount] == [1, 1])
        #expect(written.conditions.map(\.component) == ["IOCTests.ContextReportTests.Closed"])
        #expect(written.conditions.map(\.in) == [false])
        #expect(written.notices.map(\.code) == report.notices.map(\.code.rawValue))
        #expect(
            written.notices.contains { $0.code == "setting-unread" && $0.location?.contains("shop.json:4") == true })
        #expect(written.settings.map(\.key) == report.settings.map(\.key))
        #expect(written.settings.first { $0.key == "shop.name" }?.value == "\"Böcker\"")
        #expect(!report.json.contains("s3cret"))
    }
}
