import IOC
import Testing

extension AsyncComponentTests {
    // MARK: By hand, and in assemblies

    final class Manual: ConstructedComponent {
        let log: Log
        let offset: Int
        init(log: Log, offset: Int) async throws {
            self.log = log
            self.offset = offset
        }
        static var constructor: Constructor {
            Constructor(Parameter<Log>("log"), Parameter("offset", setting: "offset", default: 7)) { arguments in
                try await Manual(log: arguments[0] as Log, offset: arguments[1] as Int)
            }
        }
    }
    final class Confused: ConstructedComponent {
        init(log: Int) async {}
        static var constructor: Constructor {
            Constructor(Parameter<Log>("log")) { arguments in await Confused(log: try arguments[0] as Int) }
        }
    }

    @Test("A constructor by hand has the same form")
    func byHand() async throws {
        let context = try Self.boot(Log.self, Manual.self)
        try await context.start()
        #expect(try context.component(Manual.self).offset == 7)
        #expect(try context.component(Manual.self).log === context.component(Log.self))
        try await context.stop()
        let confused = try Self.boot(Log.self, Confused.self)
        let error = await #expect(throws: IOCError.self) { try await confused.start() }
        #expect((error?.cause as? IOCError)?.code == .argumentMisused)
    }

    final class Core: Assembly {
        let log: Define<Log> = Define(.singleton) { _ in Log() }
        let manual: Define<Manual> = Define(.singleton)
        let desk = Definition(.singleton) { (core: Core) in Desk(manual: try core.manual()) }
            .traits(.dependsOn("manual"))
    }
    struct Desk { let manual: Manual }

    @Test("A definition of an awaited component is created at the start; a closure says in dependsOn that it needs it")
    func definitions() async throws {
        let core = try Core.activated()
        let context = try core.context
        let error = #expect(throws: IOCError.self) { try core.manual() }
        #expect(error?.code == .notStarted)
        try await context.start()
        #expect(try core.desk().manual === core.manual())
        #expect(try core.manual().log === core.log())
        try await context.stop()
    }

    // MARK: Other contexts

    @Test("Each context creates its own")
    func twoContexts() async throws {
        let contexts = [try Self.shop(), try Self.shop()]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for context in contexts { group.addTask { try await context.start() } }
            try await group.waitForAll()
        }
        let drivers = try contexts.map { try $0.component(ClientDriver.self) }
        #expect(drivers[0] !== drivers[1])
        for context in contexts { try await context.stop() }
    }

    @Test("A replacement is created at boot, and so is what it is passed to")
    func replaced() async throws {
        struct Fake: Driver { let answer = 3 }
        let context = try Self.shop().patched { $0.replace((any Driver).self) { Fake() } }
        #expect(try context.component(Routes.self).driver.answer == 3)
        try await context.start()
        #expect(try context.component(Page.self).driver.answer == 3)
        try await context.stop()
    }

    @Test("An object that the container did not make is injected with it once it exists")
    func injected() async throws {
        final class Request: @unchecked Sendable { @Autowired var driver: any Driver }
        let context = try Self.shop()
        let request = Request()
        try context.inject(into: request)
        #expect(throws: IOCError.self) { try request.$driver.get() }
        try await context.start()
        #expect(request.driver.answer == 41)
        try await context.stop()
    }

    @Test("A reload creates it anew")
    func reload() async throws {
        let folder = try TemporaryFolder()
        let classes = [Log.self, Client.self, ClientDriver.self, Routes.self, Page.self] as [any ManagedComponent.Type]
        let list = classes.map { "\"\(String(reflecting: $0))\"" }.joined(separator: ", ")
        let file = try folder.write("shop.json", #"{"classes": [\#(list)], "settings": {"driver": {"offset": 1}}}"#)
        let context = try ApplicationContext(contentsOf: file)
        try await context.start()
        #expect(try context.component(Routes.self).driver.answer == 2)
        _ = try folder.write("shop.json", #"{"classes": [\#(list)], "settings": {"driver": {"offset": 2}}}"#)
        let next = try await context.reloading()
        #expect(try next.component(Routes.self).driver.answer == 3)
        #expect(try context.component(Routes.self).driver.answer == 2)
        try await next.stop()
    }
}
