import Dispatch
import FoundationEssentials
import IOC
import IOCBase
import Testing

@Suite("Start and stop: Lifecycle", .timeLimit(.minutes(30)))
struct StartTests {
    class Part: Startable, Stoppable, @unchecked Sendable {
        required init() {}
        func start() async throws {}
        func stop() async throws {}
    }
    // By name: Anchor, Bridge, Cellar; by dependency: Cellar, Bridge, Anchor.
    final class Anchor: Part, IOCComponent, @unchecked Sendable {
        @Autowired var bridge: Bridge
    }
    final class Bridge: Part, IOCComponent, @unchecked Sendable {
        func didInject() throws { _ = try ApplicationContext.current.component(Cellar.self) }
    }
    final class Cellar: Part, IOCComponent, @unchecked Sendable {}
    final class Attic: Part, IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.dependsOn("Yard")] }
    }
    final class Yard: Part, IOCComponent, @unchecked Sendable {}

    // By name Aisle, Beam; Aisle needs nothing that takes part.
    final class Aisle: Part, IOCComponent, @unchecked Sendable {
        @Autowired var tail: Tail
    }
    final class Beam: Part, IOCComponent, @unchecked Sendable {}
    final class Tail: IOCComponent {}

    // Needs the yard through a prototype, which only making that one shows.
    final class Arch: Part, IOCComponent, @unchecked Sendable {
        @Autowired var finder: Finder
    }
    final class Finder: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        func didInject() throws { _ = try ApplicationContext.current.component(Yard.self) }
    }

    // A prototype between two singletons.
    final class Above: Part, IOCComponent, @unchecked Sendable {
        @Autowired var between: Between
    }
    final class Between: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Autowired var yard: Yard
    }

    // A cycle.
    final class Left: Part, IOCComponent, @unchecked Sendable {
        @Autowired var right: Right
    }
    final class Right: Part, IOCComponent, @unchecked Sendable {
        @Autowired var left: Left
    }
    final class Center: Part, IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.dependsOn("Rear")] }
        @Autowired var rear: Rear
    }
    final class Rear: Part, IOCComponent, @unchecked Sendable {
        @Autowired var center: Center
    }
    final class Fore: Part, IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.dependsOn("Gear")] }
        @Autowired var gear: Gear
    }
    final class Gear: Part, IOCComponent, @unchecked Sendable {
        @Autowired var fore: Fore
    }

    final class Lazy: Part, IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
    }
    final class LazyPool: IOCComponent, Stoppable {
        static var traits: [ComponentTrait] { [.lazy] }
        func stop() async throws {}
    }
    final class PoolUser: Part, IOCComponent, @unchecked Sendable {
        @Autowired var pool: LazyPool
    }
    final class Broken: Part, IOCComponent, @unchecked Sendable {
        @Autowired var anchor: Anchor
        override func start() async throws { throw LifecycleTestError() }
    }
    final class Giddy: Part, IOCComponent, @unchecked Sendable {
        override func start() async throws { throw CancellationError() }
    }
    final class Slow: Part, IOCComponent, @unchecked Sendable {
        let isCancelled = Guarded(false)
        let latch = Latch()
        override func start() async throws {
            await withTaskCancellationHandler {
                await latch.wait()
            } onCancel: {
                isCancelled.withLock { $0 = true }
            }
        }
    }
    final class DeafStart: Part, IOCComponent, @unchecked Sendable {
        let reached = Latch()
        let latch = Latch()
        override func start() async throws {
            reached.open()
            await latch.wait()
        }
    }
    final class BadStop: Part, IOCComponent, @unchecked Sendable {
        override func stop() async throws { throw LifecycleTestError() }
    }
    final class Deaf: Part, IOCComponent, @unchecked Sendable {
        let latch = Latch()
        override func stop() async throws { await latch.wait() }
    }
    final class Blocked: Part, IOCComponent, @unchecked Sendable {
        let semaphore = DispatchSemaphore(value: 0)
        override func stop() async throws { block() }
        private func block() { semaphore.wait() }
    }
    final class BlockedStart: Part, IOCComponent, @unchecked Sendable {
        @Autowired var anchor: Anchor
        let semaphore = DispatchSemaphore(value: 0)
        override func start() async throws { block() }
        private func block() { semaphore.wait() }
    }
    final class Patient: Part, IOCComponent, @unchecked Sendable {
        @Autowired var anchor: Anchor
        let reached = Latch()
        override func start() async throws {
            reached.open()
            try await untilCancelled()
        }
    }

    let recorder = LifecycleRecorder()

    func boot(_ first: any IOCComponent.Type, _ others: any IOCComponent.Type...) throws -> ApplicationContext {
        var configuration = ContextConfiguration(classes: ([first] + others).map { String(reflecting: $0) })
        configuration.observers = [recorder]
        // One after another, so that names decide.
        configuration.startupConcurrency = 1
        configuration.startTimeout = .seconds(600)
        configuration.stopTimeout = .seconds(600)
        return try ApplicationContext(configuration)
    }

    func boot(limit: Duration, _ types: any IOCComponent.Type...) throws -> ApplicationContext {
        var configuration = ContextConfiguration(classes: types.map { String(reflecting: $0) })
        configuration.observers = [recorder]
        // One after another, so that names decide.
        configuration.startupConcurrency = 1
        configuration.startTimeout = limit
        configuration.stopTimeout = limit
        return try ApplicationContext(configuration)
    }

    @Test("The start order can be asked for, before the start and after it")
    func publicOrder() async throws {
        let types: [any IOCComponent.Type] = [Anchor.self, Bridge.self, Cellar.self, Aisle.self, Tail.self, Lazy.self]
        let context = try ApplicationContext(ContextConfiguration(components: types))
        func names() throws -> [String] {
            try context.startOrder().map { String($0.name.split(separator: ".").last ?? "") }
        }
        let before = try names()
        #expect(before == ["Aisle", "Cellar", "Bridge", "Anchor"])
        #expect(try context.startOrder().first?.component is Aisle)
        try await context.start()
        #expect(try names() == before)
        try await context.stop()
    }

    private protocol Dealing: Sendable {}
    private final class Dealer: IOCComponent, Dealing, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Autowired var zone: Zone
    }
    private final class Zone: IOCComponent, Dealing {}
    private final class Late: IOCComponent, Dealing {
        static var traits: [ComponentTrait] { [.lazy] }
    }

    @Test("The start order of a type has what is created and is of that type, whatever the container does with it")
    func orderOfType() async throws {
        let context = try ApplicationContext(
            ContextConfiguration(components: [Dealer.self, Zone.self, Late.self, Anchor.self, Bridge.self, Cellar.self])
        )
        func names() throws -> [String] {
            try context.startOrder(of: (any Dealing).self).map { String($0.name.split(separator: ".").last ?? "") }
        }
        #expect(try names() == ["Zone", "Dealer"])
        #expect(try context.startOrder(of: Zone.self).map(\.component).first === context.component(Zone.self))
        #expect(try context.startOrder().count == 3)
        _ = try context.component(Late.self)
        #expect(try names() == ["Late", "Zone", "Dealer"])
    }

    @Test("Components start after what they depend on and stop before it; names decide the rest")
    func order() async throws {
        let context = try boot(Yard.self, Attic.self, Anchor.self, Cellar.self, Bridge.self)
        try await context.start()
        let started = ["started Cellar", "started Bridge", "started Anchor", "started Yard", "started Attic"]
        #expect(recorder.all == started)
        try await context.stop()
        #expect(
            recorder.all == started + [
                "stopped Attic", "stopped Yard", "stopped Anchor", "stopped Bridge", "stopped Cellar",
            ])
    }

    @Test("The name of a component without a lifecycle does not affect the order")
    func bystander() async throws {
        let context = try boot(Aisle.self, Beam.self, Tail.self)
        try await context.start()
        #expect(recorder.all == ["started Aisle", "started Beam"])
    }

    @Test("Components stop in the reverse order of their start")
    func knownLater() async throws {
        let context = try boot(Arch.self, Finder.self, Yard.self)
        try await context.start()
        _ = try context.component(Arch.self).finder
        try await context.stop()
        #expect(recorder.all == ["started Arch", "started Yard", "stopped Yard", "stopped Arch"])
    }

    @Test("A component starts after its dependencies behind a component without a lifecycle")
    func throughPrototype() async throws {
        let context = try boot(Above.self, Between.self, Yard.self)
        try await context.start()
        #expect(recorder.all == ["started Yard", "started Above"])
    }

    @Test("Members of a cycle start by name, unless one says that it depends on another")
    func cycle() async throws {
        let context = try boot(Right.self, Left.self, Gear.self, Fore.self)
        try await context.start()
        #expect(recorder.all == ["started Gear", "started Fore", "started Left", "started Right"])
    }

    @Test("A lazy singleton starts with the others if it exists by then, and never later")
    func lazy() async throws {
        let early = try boot(Lazy.self)
        _ = try early.component(Lazy.self)
        try await early.start()
        #expect(recorder.all == ["started Lazy"])
        try await early.stop()
        let late = try boot(Lazy.self)
        try await late.start()
        _ = try late.component(Lazy.self)
        try await late.stop()
        #expect(recorder.all == ["started Lazy", "stopped Lazy"])
    }

    @Test("A lazy singleton made later with nothing to start is stopped, after those that use it")
    func lateStop() async throws {
        let context = try boot(LazyPool.self, PoolUser.self)
        try await context.start()
        _ = try context.component(PoolUser.self).pool
        try await context.stop()
        #expect(recorder.all == ["started PoolUser", "stopped PoolUser", "stopped LazyPool"])
    }

    @Test("Starting a started context does nothing, and a stopped one can't start again")
    func again() async throws {
        let context = try boot(Yard.self)
        try await context.stop()
        try await context.start()
        try await context.start()
        try await context.stop()
        try await context.stop()
        #expect(recorder.all == ["started Yard", "stopped Yard"])
        let error = await #expect(throws: IOCError.self) { try await context.start() }
        #expect(error?.code == .contextStopped)
    }

    @Test("A failed start stops the started components in reverse order and reports every failure")
    func rollBack() async throws {
        let context = try boot(Broken.self, Anchor.self, Bridge.self, Cellar.self, BadStop.self, Yard.self)
        let error = await #expect(throws: IOCError.self) { try await context.start() }
        // BadStop comes between, by its name.
        #expect(error?.faults.map(\.code) == [.startFailed, .stopFailed])
        #expect(error?.cause is LifecycleTestError)
        #expect(
            recorder.all == [
                "started BadStop", "started Cellar", "started Bridge", "started Anchor", "failed Broken",
                "stopped Anchor", "stopped Bridge", "stopped Cellar", "failed BadStop",
            ])
        #expect("\(try #require(error))".contains("Broken failed in start()"))
    }

    @Test("A CancellationError of a start that was not cancelled is a failure")
    func giddy() async throws {
        let error = await #expect(throws: IOCError.self) { try await self.boot(Giddy.self).start() }
        #expect(error?.faults.map(\.code) == [.startFailed])
        #expect(error?.cause is CancellationError)
    }

    @Test("A start that exceeds its limit is cancelled before its error is thrown")
    func cancelledOverrun() async throws {
        let context = try boot(limit: .milliseconds(1), Slow.self)
        let slow = try context.component(Slow.self)
        defer { slow.latch.open() }
        let error = await #expect(throws: IOCError.self) { try await context.start() }
        #expect(error?.faults.map(\.code) == [.startTimeout])
        #expect(slow.isCancelled.withLock { $0 })
    }

    @Test("A start that is called off and does not end has no longer than a stop has")
    func grace() async throws {
        var configuration = ContextConfiguration(DeafStart.self)
        configuration.startTimeout = .seconds(60)
        configuration.stopTimeout = .milliseconds(10)
        let context = try ApplicationContext(configuration)
        let deaf = try context.component(DeafStart.self)
        defer { deaf.latch.open() }
        let start = Task { try await context.start() }
        await deaf.reached.wait()
        try await context.stop()
        let error = await #expect(throws: IOCError.self) { try await start.value }
        #expect("\(try #require(error))".contains("did not start within 0.01 s"))
    }

    @Test("A start that blocks its thread past the limit is abandoned by name, and the rest is rolled back")
    func startLimit() async throws {
        let context = try boot(limit: .seconds(5), BlockedStart.self, Anchor.self, Bridge.self, Cellar.self)
        let blocked = try context.component(BlockedStart.self)
        defer { blocked.semaphore.signal() }
        let error = await #expect(throws: IOCError.self) { try await context.start() }
        #expect(error?.faults.map(\.code) == [.startTimeout])
        #expect("\(try #require(error))".contains("BlockedStart did not start within 5.0 s"))
        #expect(recorder.all.suffix(3) == ["stopped Anchor", "stopped Bridge", "stopped Cellar"])
    }
}
