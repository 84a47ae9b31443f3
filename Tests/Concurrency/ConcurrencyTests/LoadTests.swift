import Dispatch
import IOC
import TestSupport
import Testing

@Suite("Many tasks", .timeLimit(.minutes(30)))
struct LoadTests {
    final class PerRequest: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var shared: Part
    }
    final class Handler: IOCComponent, @unchecked Sendable {
        @Autowired var request: Provider<PerRequest>
        @Autowired var shared: Part
    }
    final class Connection: IOCComponent, Startable, Stoppable {
        func start() async throws {}
        func stop() async throws {}
    }

    @Test("A property that many tasks read first gives all of them one value")
    func firstRead() async throws {
        for _ in 0..<50 {
            let context = try boot(Handler.self, PerRequest.self, Part.self)
            let handler = try context.component(Handler.self)
            let found = await withTaskGroup(of: ObjectIdentifier.self) { group in
                for _ in 0..<64 { group.addTask { ObjectIdentifier(handler.shared) } }
                return await group.reduce(into: Set<ObjectIdentifier>()) { $0.insert($1) }
            }
            #expect(found.count == 1)
        }
    }

    @Test("A thousand tasks have a request scope each: one instance inside, another one in each")
    func requestScopes() async throws {
        let context = try boot(Handler.self, PerRequest.self, Part.self)
        let handler = try context.component(Handler.self)
        let shared = try context.component(Part.self)
        let kept = try await withThrowingTaskGroup(of: PerRequest.self) { group in
            for _ in 0..<1_000 {
                group.addTask {
                    try await withRequestScope {
                        let first = try handler.request()
                        await Task.yield()
                        async let second = handler.request()
                        #expect(try await second === first)
                        #expect(first.shared === shared)
                        return first
                    }
                }
            }
            return try await group.reduce(into: [PerRequest]()) { $0.append($1) }
        }
        #expect(Set(kept.map(ObjectIdentifier.init)).count == 1_000)
    }

    private struct WeakContext: @unchecked Sendable {
        // Sound: written before it is returned, and read by one task after that.
        weak var context: ApplicationContext?
    }

    @Test("Child contexts are created, started, used, stopped and released in parallel")
    func children() async throws {
        let parent = try boot(Part.self)
        let shared = try parent.component(Part.self)
        let alive = try await withThrowingTaskGroup(of: WeakContext.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    let child = try ApplicationContext(
                        ContextConfiguration(Handler.self, PerRequest.self, Connection.self), parent: parent)
                    try await child.start()
                    #expect(try child.component(Handler.self).shared === shared)
                    try await child.stop()
                    return WeakContext(context: child)
                }
            }
            return try await group.reduce(into: 0) { count, reference in
                if reference.context != nil { count += 1 }
            }
        }
        #expect(alive == 0)
    }

    @Test("Lookups while the context starts and stops return the singletons")
    func lookupsDuringStop() async throws {
        for _ in 0..<50 {
            let context = try boot(Connection.self, Slow.self, Part.self)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await context.start()
                    try await context.stop()
                }
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<20 {
                            let slow = try context.component(Slow.self)
                            #expect(try slow.part === context.component(Part.self))
                            #expect(try context.components((any Stoppable).self).count == 1)
                            await Task.yield()
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    // MARK: Starts

    @Component final class Driver {
        let part: Part
        init(part: Part) async {
            await Task.yield()
            self.part = part
        }
    }
    @Component final class Library {
        init(driver: Driver) async { await Task.yield() }
    }
    /// Is passed what two initializers create that are awaited.
    @Component final class Routes {
        let driver: Driver
        let library: Library
    }
    @Component(.lazy) final class Page {
        @Autowired var driver: Driver
        @Autowired var routes: Routes
    }

    private static func started() throws -> ApplicationContext {
        try boot(Part.self, Driver.self, Library.self, Routes.self, Page.self)
    }

    /// Reads until the driver and the routes are there.
    private static func read(
        _ page: Page, _ context: ApplicationContext, by number: Int
    ) throws -> (driver: Driver, routes: Routes) {
        var seen: (driver: Driver, routes: Routes)?
        try spin("the routes") {
            do {
                let driver = number.isMultiple(of: 2) ? try page.$driver.get() : try context.component(Driver.self)
                seen = (driver, try page.$routes.get())
                return true
            } catch {
                if (error as? IOCError)?.code != .notStarted { Issue.record(error) }
                return false
            }
        }
        return try #require(seen)
    }

    @Test("Threads see nothing that a start creates before it is there, and the same instance from then on")
    func readers() async throws {
        for _ in 0..<8 {
            let context = try Self.started()
            let page = try context.component(Page.self)
            // The readers try until the start is over, so it doesn't wait behind other tests.
            let start = Task(priority: .high) { try await context.start() }
            // Threads of their own, as the start needs those that tasks share.
            let seen = try await withCheckedThrowingContinuation { end in
                DispatchQueue(label: "readers").async {
                    end.resume(with: Result { try onThreads(4) { try Self.read(page, context, by: $0) } })
                }
            }
            try await start.value
            #expect(Set(seen.map { ObjectIdentifier($0.driver) }).count == 1)
            #expect(Set(seen.map { ObjectIdentifier($0.routes) }).count == 1)
            #expect(seen.allSatisfy { $0.routes.driver === $0.driver })
            try await context.stop()
        }
    }

    @Test("Starts that are cancelled at any moment have started, or are stopped for good")
    func cancelledStarts() async throws {
        for turns in 0..<60 {
            let context = try Self.started()
            let start = Task { try await context.start() }
            for _ in 0..<turns { await Task.yield() }
            start.cancel()
            if case .success = await start.result {
                #expect(try context.component(Routes.self).driver === context.component(Driver.self))
            } else {
                #expect(await code { try await context.start() } == .contextStopped)
            }
            try await context.stop()
        }
    }
}
