import IOC
import IOCBase
import Testing

/// What a start that has failed has closed is never used again.
@Suite("A context starts once", .timeLimit(.minutes(30)))
struct StartOnceTests {
    struct Down: Error {}

    /// Opens when it is created.
    class Opened: Stoppable, @unchecked Sendable {
        // Sound: the latch synchronizes itself.
        let isClosed = Latch()
        required init() {}
        func stop() { isClosed.open() }
    }
    final class Plain: Opened, IOCComponent, @unchecked Sendable {}
    @Component final class Awaited: Stoppable {
        let isClosed = Latch()
        init() async {}
        func stop() { isClosed.open() }
    }
    actor Store: IOCComponent, Stoppable {
        let isClosed = Latch()
        func stop() { isClosed.open() }
    }
    @Component final class Broker: Startable {
        let (plain, store): (Plain, Store)
        let awaited: Awaited
        let attempts = Guarded(0)
        init(plain: Plain, store: Store, awaited: Awaited) {
            (self.plain, self.store) = (plain, store)
            self.awaited = awaited
        }
        func start() async throws {
            attempts.withLock { $0 += 1 }
            throw Down()
        }
    }

    private static func boot() throws -> ApplicationContext {
        try ApplicationContext(ContextConfiguration(components: [Plain.self, Awaited.self, Store.self, Broker.self]))
    }

    enum Call: CaseIterable { case start, run }

    @Test("After a failed start, a start and a run are refused", arguments: Call.allCases, Call.allCases)
    func failed(first: Call, second: Call) async throws {
        let context = try Self.boot()
        func perform(_ call: Call) async throws {
            if call == .start { try await context.start() } else { try await context.run(handlingSignals: false) }
        }
        let failure = await #expect(throws: IOCError.self) { try await perform(first) }
        #expect(failure?.faults.map(\.code) == [.startFailed])
        let refusal = await #expect(throws: IOCError.self) { try await perform(second) }
        #expect(refusal?.faults.map(\.code) == [.contextStopped])
        let broker = try context.component(Broker.self)
        #expect(broker.attempts.withLock { $0 } == 1)
        #expect(broker.plain.isClosed.isOpen && broker.awaited.isClosed.isOpen && broker.store.isClosed.isOpen)
        #expect(await context.health(.ready).stage == "stopped")
        #expect(await context.health(.started).isWell == false)
    }

    final class Patient: IOCComponent, Startable {
        static var traits: [ComponentTrait] { [.dependsOn(Plain.self)] }
        let hasBegun = Latch()
        func start() async throws {
            hasBegun.open()
            try await untilCancelled()
        }
    }

    @Test("After a cancelled run, a start and a run are refused", arguments: Call.allCases)
    func cancelled(second: Call) async throws {
        let context = try ApplicationContext(ContextConfiguration(components: [Plain.self, Patient.self]))
        let run = Task { try await context.run(handlingSignals: false) }
        await (try context.component(Patient.self)).hasBegun.wait()
        run.cancel()
        try await run.value
        #expect(try context.component(Plain.self).isClosed.isOpen)
        let refusal = await #expect(throws: IOCError.self) {
            if second == .start { try await context.start() } else { try await context.run(handlingSignals: false) }
        }
        #expect(refusal?.faults.map(\.code) == [.contextStopped])
    }
}
