import IOC
import IOCBase
import Testing

/// Requests and contexts whose components are stopped.
@Suite("Ended scopes retain nothing", .timeLimit(.minutes(30)))
struct StoppedScopeTests {
    /// Fails in the first round in which something is alive after its end. A release that comes too late is a matter of luck.
    private func expectGone(rounds: Int, _ round: () async throws -> Bool) async throws {
        for number in 0..<rounds {
            if try await round() { continue }
            Issue.record("round \(number)")
            return
        }
    }

    @Test(
        "A stopped component has gone when its request, which a handle may hold, has ended", arguments: [false, true])
    func request(isHeld: Bool) async throws {
        let context = try ApplicationContext(ContextConfiguration(.request, [Disk.self], and: [PartLog.self]))
        try await expectGone(rounds: 200) {
            weak var witness: Disk?
            let scope = try await withRequestScope {
                witness = try context.component(Disk.self)
                return isHeld ? try RequestScope.hold() : nil
            }
            #expect((witness != nil) == isHeld)
            try await scope?.end()
            return witness == nil
        }
    }

    @Test("A context's components have gone when it is released after its stop")
    func context() async throws {
        try await expectGone(rounds: 50) {
            weak var worker: Worker?
            weak var disk: Disk?
            do {
                let context = try boot(Worker.self, Disk.self, PartLog.self)
                (worker, disk) = (try context.component(Worker.self), try context.component(Disk.self))
                try await context.start()
                try await context.stop()
            }
            return worker == nil && disk == nil
        }
    }

    // MARK: The ambient scope

    final class Desk: IOCComponent, @unchecked Sendable {
        @Autowired var visit: Provider<PerRequest>
        @Autowired var context: ApplicationContext
        let seen = Guarded<[ObjectIdentifier]>([])
        let scope = Guarded<RequestScope?>(nil)
        func see(_ visit: PerRequest) { seen.withLock { $0.append(ObjectIdentifier(visit)) } }
    }
    @Component(.scope(.request)) final class Guest: Stoppable {
        @Autowired var desk: Desk
        func stop() async throws {
            desk.see(try desk.visit())
            desk.see(try desk.context.component(PerRequest.self))
            let scope = try RequestScope.hold()
            try await scope.run { desk.see(try desk.visit()) }
            try await scope.end()
        }
    }
    @Component(.scope(.request)) final class Holding: Stoppable {
        @Autowired var desk: Desk
        func stop() async throws {
            let scope = try RequestScope.hold()
            desk.scope.withLock { $0 = scope }
        }
    }

    @Test("The stop of a request component finds the components of its request")
    func ambientScope() async throws {
        let context = try boot(PerRequest.self, Desk.self, Guest.self)
        let visit = try await withRequestScope {
            _ = try context.component(Guest.self)
            return ObjectIdentifier(try context.component(PerRequest.self))
        }
        #expect(try context.component(Desk.self).seen.withLock { $0 } == [visit, visit, visit])
    }

    @Test("A request that a stop holds lives until the last holder releases it")
    func heldInStop() async throws {
        let context = try boot(Holding.self, Desk.self, PerRequest.self)
        weak var witness: Holding?
        try await withRequestScope { witness = try context.component(Holding.self) }
        let scope = try #require(try context.component(Desk.self).scope.withLock { $0.take() })
        #expect(witness != nil)
        try await scope.run { _ = try context.component(PerRequest.self) }
        try await scope.end()
        #expect(witness == nil)
    }
}
