import IOC
import Testing

// What pages show of values that change while the program runs.

enum LivePages {
    enum LogLevel: String, Decodable, Sendable { case info, debug }

    @Component
    final class Checkout {
        @Value("features.checkout", live: true) var isNew = false
        @Value("log.level", live: true) var level: LogLevel

        func pay() -> String { isNew ? "new checkout" : "old checkout" }

        func followLevel() async {
            for await level in $level.changes { print("logging at \(level)") }
        }
    }
}

@Suite("Feature flags")
struct LivePageTests {
    @Test("A feature flag that a file switches is on in the same component")
    func featureFlag() async throws {
        let folder = try TemporaryFolder()
        func write(_ flag: Bool) throws -> String {
            try folder.write(
                "shop.json",
                """
                { "classes": ["\(String(reflecting: LivePages.Checkout.self))"],
                  "properties": { "features": { "checkout": \(flag) }, "log": { "level": "info" } } }
                """)
        }
        let context = try ApplicationContext(ContextConfiguration(contentsOf: write(false), environment: [:]))
        let checkout = try context.component(LivePages.Checkout.self)
        #expect(checkout.pay() == "old checkout")
        _ = try write(true)
        #expect(try await context.refreshing().changed == ["features.checkout"])
        #expect(checkout.pay() == "new checkout")
        #expect(checkout.level == .info)
    }
}
