import Dispatch
import IOC
import IOCBase
import IOCModel
import Testing

extension StartTests {
    @Test("A stop continues after failures, ignored cancellations and blocked threads")
    func stopLimit() async throws {
        let context = try boot(limit: .seconds(5), BadStop.self, Blocked.self, Deaf.self, Yard.self)
        let blocked = try context.component(Blocked.self)
        let deaf = try context.component(Deaf.self)
        defer {
            blocked.semaphore.signal()
            deaf.latch.open()
        }
        try await context.start()
        let error = await #expect(throws: IOCError.self) { try await context.stop() }
        #expect(error?.faults.map(\.code) == [.stopFailed, .stopTimeout, .stopTimeout])
        #expect(recorder.all.suffix(4) == ["stopped Yard", "failed Deaf", "failed Blocked", "failed BadStop"])
    }

    @Test("A stop ends in time although more threads are blocked than there are cores")
    func manyBlocked() async throws {
        let contexts = try (0..<8).map { _ in try boot(limit: .seconds(5), Blocked.self, Yard.self) }
        let blocked = try contexts.map { try $0.component(Blocked.self) }
        defer { for component in blocked { component.semaphore.signal() } }
        let codes = await withTaskGroup(of: IOCError.Code?.self) { group in
            for context in contexts {
                group.addTask {
                    do {
                        try await context.start()
                        try await context.stop()
                        return nil
                    } catch {
                        return (error as? IOCError)?.code
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes == Array(repeating: .stopTimeout, count: 8))
    }

    /// Blocks the thread it is stopped on.
    final class Stuck: IOCComponent, Stoppable {
        let door = Door()
        func stop() { door.pass() }
    }
    final class Sound: IOCComponent, Stoppable {
        static var traits: [ComponentTrait] { [.named("a")] }
        let isStopped = OnceFlag()
        func stop() { _ = isStopped.set() }
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
    func concurrentStop() async throws {
        let context = try boot(BadStop.self, Yard.self)
        try await context.start()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { try? await context.stop() } }
        }
        #expect(recorder.all == ["started BadStop", "started Yard", "stopped Yard", "failed BadStop"])
    }

    @Test("A stop during the start calls it off and rolls back")
    func stopDuringStart() async throws {
        let context = try boot(Patient.self, Anchor.self, Bridge.self, Cellar.self)
        let patient = try context.component(Patient.self)
        let start = Task { try await context.start() }
        await patient.reached.wait()
        try await context.stop()
        await #expect(throws: CancellationError.self) { try await start.value }
        #expect(recorder.all.suffix(3) == ["stopped Anchor", "stopped Bridge", "stopped Cellar"])
        let error = await #expect(throws: IOCError.self) { try await context.start() }
        #expect(error?.code == .contextStopped)
    }

    @Test("Cancelling the task that starts rolls back, and the context is stopped")
    func cancelledStart() async throws {
        let context = try boot(Patient.self, Anchor.self, Bridge.self, Cellar.self)
        let patient = try context.component(Patient.self)
        let start = Task { try await context.start() }
        await patient.reached.wait()
        start.cancel()
        await #expect(throws: CancellationError.self) { try await start.value }
        #expect(recorder.all.suffix(3) == ["stopped Anchor", "stopped Bridge", "stopped Cellar"])
        let all = recorder.all
        let error = await #expect(throws: IOCError.self) { try await context.start() }
        #expect(error?.code == .contextStopped)
        try await context.stop()
        #expect(recorder.all == all)
    }

    @Test("Of two callers that wait for a start, the cancellation of one changes nothing; that of both rolls back")
    func cancelledCallers() async throws {
        // A task that runs at once has joined the start when it is created.
        guard #available(macOS 26, *) else { return }
        for count in 1...2 {
            let context = try boot(limit: .seconds(600), DeafStart.self)
            let deaf = try context.component(DeafStart.self)
            let first = Task.immediate { try await context.start() }
            let second = Task.immediate { try await context.start() }
            await deaf.reached.wait()
            first.cancel()
            if count == 2 { second.cancel() }
            deaf.latch.open()
            let results = [await first.result, await second.result]
            #expect(results.map { (try? $0.get()) != nil } == [count == 1, count == 1])
            if count == 1 { try await context.stop() }
        }
    }

    @Test("A stop in a cancelled task stops everything all the same")
    func cancelledStop() async throws {
        let context = try boot(Yard.self, Cellar.self)
        try await context.start()
        let stop = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await context.stop()
        }
        try await stop.value
        #expect(recorder.all.suffix(2) == ["stopped Yard", "stopped Cellar"])
    }

    // MARK: After a failed stop

    final class Grumpy: IOCComponent, Startable, Stoppable {
        func start() {}
        func stop() throws { throw LifecycleTestError() }
    }

    @Test("A failed stop is reported once; a later stop does nothing, and a later start is refused")
    func stoppedTwice() async throws {
        let context = try boot(Grumpy.self)
        try await context.start()
        await #expect(throws: IOCError.self) { try await context.stop() }
        try await context.stop()
        let error = await #expect(throws: IOCError.self) { try await context.start() }
        #expect(error?.code == .contextStopped)
    }

    // MARK: Blocked children

    /// Has many child tasks in its stop, each of which blocks its thread.
    final class Family: IOCComponent, Stoppable {
        let (crowd, door) = (Crowd(), Door())
        static let count = ProcessInfo.processInfo.activeProcessorCount + 60

        func stop() async {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<Self.count { group.addTask { self.block() } }
            }
        }

        private func block() {
            crowd.enter()
            door.pass()
            crowd.leave()
        }
    }

    @Test("Child tasks of a stop that block their threads all run")
    func blockedChildren() async throws {
        let context = try boot(Family.self, Yard.self)
        let family = try context.component(Family.self)
        try await context.start()
        let stop = Task { try await context.stop() }
        try await until("as many blocked threads as cores") {
            family.crowd.now >= ProcessInfo.processInfo.activeProcessorCount
        }
        family.door.open()
        try await stop.value
        #expect(family.crowd.all == Family.count)
    }
}
