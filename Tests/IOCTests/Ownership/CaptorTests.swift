import Testing

@testable import IOC

private enum Captured {
    @Component final class Log {}

    @Component(.scope(.weakSingleton)) final class Cache {
        @Autowired var log: Log
    }

    @Component(.scope(.request)) final class Visit {
        let cache: Cache
    }

    @Component(.scope(.request)) final class LateVisit: @unchecked Sendable {
        // Sound: the only state is written before anybody else sees it.
        @Autowired var context: ApplicationContext
        private(set) var cache: Cache?

        func didInject() throws { cache = try context.component(Cache.self) }
    }
}

@Suite("Who may have stored a weak singleton")
struct CaptorTests {
    private func context() throws -> ApplicationContext {
        try ApplicationContext(
            ContextConfiguration(components: [
                Captured.Log.self, Captured.Cache.self, Captured.Visit.self, Captured.LateVisit.self,
            ]))
    }

    @Test("Requests that have ended are not remembered, however many there were")
    func ended() throws {
        let context = try context()
        for _ in 0..<1_000 {
            try withRequestScope {
                let log = try context.component(Captured.Log.self)
                #expect(try context.component(Captured.Visit.self).cache.log === log)
                #expect(try context.component(Captured.LateVisit.self).cache != nil)
            }
        }
        #expect(context.core.maker.captors.count <= 16)
    }

    @Test("Those that are open are, each once")
    func open() throws {
        let context = try context()
        try withRequestScope {
            for _ in 0..<10 { _ = try context.component(Captured.Visit.self) }
            #expect(context.core.maker.captors.count == 1)
            try withRequestScope {
                _ = try context.component(Captured.Visit.self)
                #expect(context.core.maker.captors.count == 2)
            }
        }
    }
}
