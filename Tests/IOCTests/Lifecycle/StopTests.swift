import Dispatch
import FoundationEssentials
import IOC
import IOCBase
import Testing

@Suite("The stop of a context", .timeLimit(.minutes(30)))
struct StopTests {
    final class Deaf: IOCComponent, Stoppable {
        let mayEnd = Latch()
        func stop() async { await mayEnd.wait() }
    }
    /// Blocks the thread it is stopped on.
    final class Stuck: IOCComponent, Stoppable {
        let door = Door()
        func stop() { door.pass() }
    }
    final class Sound: IOCComponent, Stoppable {
        static var traits: [ComponentTrait] { [.named("a")] }
        let isStopped = OnceFlag()
        func stop() { isStopped.set() }
    }

    let recorder = LifecycleRecorder()

    private func boot(_ types: any ManagedComponent.Type..., limit: Duration = .seconds(600)) throws
        -> ApplicationContext
    {
        try ApplicationContext(ContextConfiguration.parts(of: types, limit: limit).with { $0.observers = [recorder] })
    }

    @Test("A stop continues after failures, ignored cancellations and blocked threads")
    func limit() async throws {
        let context = try boot(StopBreaks.self, Stuck.self, Deaf.self, Disk.self, limit: .seconds(3))
        let (stuck, deaf) = (try context.component(Stuck.self), try context.component(Deaf.self))
        defer {
            stuck.door.open()
            deaf.mayEnd.open()
        }
        try await context.start()
        let error = await #expect(throws: IOCError.self) { try await context.stop() }
        #expect(error?.codes == [.stopFailed, .stopTimeout, .stopTimeout])
        #expect(recorder.all.suffix(4) == ["failed Stuck", "failed Deaf", "failed StopBreaks", "stopped Disk"])
    }

    @Test("Components are stopped even if many stops before them block their threads")
    func stoppedAfterBlocked() async throws {
        // One more than there are threads for one call, each stopped once the one before it is given up.
        let names = (0...ProcessInfo.processInfo.activeProcessorCount).map { "b\($0)" }
        var configuration = ContextConfiguration(Sound.self)
        for (name, next) in zip(names, names.dropFirst() + ["a"]) {
            configuration.components[name] = ContextConfiguration.ComponentEntry(
                className: String(reflecting: Stuck.self), dependsOn: [next])
        }
        configuration.stopTimeout = .milliseconds(20)
        let context = try ApplicationContext(configuration)
        let stuck = try names.map { try context.component(named: $0, as: Stuck.self) }
        defer { for component in stuck { component.door.open() } }
        let sound = try context.component(Sound.self)
        try await context.start()
        let error = await #expect(throws: IOCError.self) { try await context.stop() }
        #expect((error?.faults.count ?? 0) >= names.count)
        // Its own limit may have passed where the machine is busy; its stop is called all the same.
        try await until("the stop of the component that does not block") { sound.isStopped.isSet }
    }

    @Test("Calls of stop at the same time share one stop and its outcome")
    func concurrent() async throws {
        let context = try boot(StopBreaks.self, Disk.self)
        try await context.start()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { try? await context.stop() } }
        }
        #expect(recorder.all == ["started Disk", "started StopBreaks", "failed StopBreaks", "stopped Disk"])
    }

    @Test("A stop in a cancelled task stops everything all the same")
    func cancelled() async throws {
        let context = try boot(Disk.self, Store.self, Worker.self)
        try await context.start()
        let stop = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await context.stop()
        }
        try await stop.value
        #expect(recorder.all.suffix(2) == ["stopped Store", "stopped Disk"])
    }

    // MARK: Created after the start

    // Needs the yard through a prototype, which only making that one shows.
    final class Arch: Part, IOCComponent, @unchecked Sendable {
        @Autowired var finder: Finder
    }
    final class Finder: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        func didInject() throws { _ = try ApplicationContext.current.component(Yard.self) }
    }
    final class Yard: Part, IOCComponent, @unchecked Sendable {}
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
    @Component("pump", .lazy, .dependsOn("well")) final class Pump: Stoppable { func stop() {} }
    @Component("well") final class Well: Stoppable {
        @Autowired var pump: Pump
        func stop() {}
    }

    @Test("Components stop in the reverse order of their start, whatever dependencies are found later")
    func knownLater() async throws {
        let context = try boot(Arch.self, Finder.self, Yard.self)
        try await context.start()
        _ = try context.component(Arch.self).finder
        try await context.stop()
        #expect(try context.lines == ["start Arch", "start Yard", "stop Yard", "stop Arch"])
    }

    @Test("A lazy singleton starts with the others if it exists by then, and is never started or stopped later")
    func lazy() async throws {
        for isEarly in [true, false] {
            let context = try boot(Lazy.self)
            if isEarly { _ = try context.component(Lazy.self) }
            try await context.start()
            _ = try context.component(Lazy.self)
            try await context.stop()
            #expect(try context.lines == (isEarly ? ["start Lazy", "stop Lazy"] : []))
        }
    }

    @Test("A lazy singleton made later with nothing to start is stopped, after those that use it")
    func lateStop() async throws {
        let context = try boot(LazyPool.self, PoolUser.self)
        try await context.start()
        _ = try context.component(PoolUser.self).pool
        try await context.stop()
        #expect(recorder.all == ["started PoolUser", "stopped PoolUser", "stopped LazyPool"])
    }

    @Test("A component that is created after the start stops before what it says it depends on", arguments: [1, 4])
    func saidOrder(width: Int) async throws {
        let configuration = ContextConfiguration.parts(Pump.self, Well.self).with {
            $0.observers = [recorder]
            $0.startupConcurrency = width
        }
        let context = try ApplicationContext(configuration)
        try await context.start()
        _ = try context.component(Well.self).pump
        try await context.stop()
        #expect(recorder.all == ["stopped pump", "stopped well"])
    }

    final class Late: IOCComponent, Stoppable, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var later: Provider<Latest>
        func stop() async throws { _ = try later() }
    }
    final class Latest: IOCComponent, Stoppable {
        static var traits: [ComponentTrait] { [.lazy] }
        func stop() async throws {}
    }
    final class Ending: IOCComponent, IOCService {
        func run() async throws {
            do {
                try await untilCancelled()
            } catch {
                _ = try ApplicationContext.current.component(Late.self)
                throw error
            }
        }
    }

    @Test("Components that are created while a context stops are stopped as well")
    func createdWhileStopping() async throws {
        let context = try boot(Ending.self, Late.self, Latest.self)
        let run = Task { try await context.run(handlingSignals: false) }
        try await untilReady(context)
        try await context.stop()
        try await ending("the run") { try await run.value }
        #expect(Set(recorder.all) == ["stopped Late", "stopped Latest"])
    }
}
