import IOC
import Testing

// What the page on settings shows of live settings.

enum LivePages {
    enum LogLevel: String, Decodable, Sendable { case info, debug }

    @Component
    final class Checkout {
        @Value("features.checkout", live: true) var isNew = false
        @Value("log.level", live: true) var level: LogLevel

        func followLevel() async {
            for await level in $level.changes { print("logging at \(level)") }
        }
    }

    @Component(.scope(.request))
    final class Visit {
        let isNew: Bool

        init(@Named(setting: "features.checkout") isNew: Live<Bool> = Live(false)) {
            self.isNew = isNew()
        }
    }

    @Component
    final class Cashier {
        @Autowired var visit: Provider<Visit>
        @Autowired var checkout: Checkout
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
                { "prefixes": ["\(String(reflecting: LivePages.self))."],
                  "settings": { "features": { "checkout": \(flag) }, "log": { "level": "info" } } }
                """)
        }
        let context = try ApplicationContext(contentsOf: write(false), environment: [:])
        let checkout = try context.component(LivePages.Checkout.self)
        #expect(!checkout.isNew)
        _ = try write(true)
        #expect(try await context.refreshing().changed == ["features.checkout"])
        #expect(checkout.isNew)
        #expect(checkout.level == .info)
        // A request that reads the flag once keeps its decision; each other read has the newest value.
        let cashier = try context.component(LivePages.Cashier.self)
        try await withRequestScope {
            let visit = try cashier.visit()
            #expect(visit.isNew && cashier.checkout.isNew)
            _ = try write(false)
            _ = try await context.refreshing()
            #expect(try cashier.visit() === visit && visit.isNew)
            #expect(!cashier.checkout.isNew)
        }
        let isNew = try await withRequestScope { try cashier.visit().isNew }
        #expect(!isNew)
    }
}
