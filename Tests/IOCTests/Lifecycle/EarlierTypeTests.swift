import IOC
import Testing

@Suite("An order of the start by type", .timeLimit(.minutes(30)))
struct EarlierTypeTests {
    protocol Step: Sendable {}
    @Component final class Log { let recorder = LifecycleRecorder() }
    @Component("z-first") final class First: Startable, Step {
        @Autowired var log: Log
        func start() async throws { log.recorder.note("first") }
    }
    @Component("z-second", .dependsOn(First.self)) final class Second: Startable, Step {
        @Autowired var log: Log
        func start() async throws { log.recorder.note("second") }
    }
    @Component("a-last", .dependsOn((any Step).self)) final class Last: Startable {
        @Autowired var log: Log
        func start() async throws { log.recorder.note("last") }
    }
    @Component(.dependsOn(Mutual.self)) final class Early {}
    @Component("mutual", .dependsOn("Early")) final class Mutual {}

    @Test("A component starts after all components of a class or a protocol")
    func order() async throws {
        let context = try boot(Log.self, First.self, Second.self, Last.self)
        try await context.start()
        #expect(try context.component(Log.self).recorder.all == ["first", "second", "last"])
        try await context.stop()
    }

    @Test("A type without components is a fault at boot")
    func missing() throws {
        let error = try bootError(ContextConfiguration(Log.self, Second.self))
        #expect(error.faults.map(\.code) == [.dependsOnUnknown])
        #expect(error.description.contains("z-second depends on IOCTests.EarlierTypeTests.First"))
        #expect(error.description.contains("EarlierTypeTests.swift:"))
    }

    @Test("Components that start after each other are a fault at boot")
    func circle() throws {
        let error = try bootError(ContextConfiguration(Early.self, Mutual.self))
        #expect(error.faults.map(\.code) == [.dependsOnCycle])
    }

    @Test("The file's own order wins")
    func file() async throws {
        var configuration = ContextConfiguration(Log.self, First.self, Second.self)
        configuration.components["z-first"] = ContextConfiguration.ComponentEntry(dependsOn: ["z-second"])
        configuration.components["z-second"] = ContextConfiguration.ComponentEntry(dependsOn: [])
        let context = try ApplicationContext(configuration)
        try await context.start()
        #expect(try context.component(Log.self).recorder.all == ["second", "first"])
        try await context.stop()
    }
}
