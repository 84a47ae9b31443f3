import Foundation
import IOC
import IOCBase
import Testing

/// Requests and contexts whose components are stopped.
@Suite("Ended scopes retain nothing", .timeLimit(.minutes(30)))
struct StoppedScopeTests {
    final class Connection: IOCComponent, Stoppable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        func stop() async throws { await Task.yield() }
    }

    private static var rounds: Int {
        ProcessInfo.processInfo.environment["IOC_STOPPED_REQUESTS"].flatMap(Int.init) ?? 2_000
    }

    @Test("A request's stopped component has gone when the request has returned")
    func request() async throws {
        let context = try boot(Connection.self)
        for round in 0..<Self.rounds {
            weak var witness: Connection?
            try await withRequestScope { witness = try context.component(Connection.self) }
            if witness != nil {
                Issue.record("round \(round)")
                return
            }
        }
    }

    @Test("A stopped component has gone when a held request has ended")
    func heldRequest() async throws {
        let context = try boot(Connection.self)
        for round in 0..<Self.rounds {
            weak var witness: Connection?
            let scope = try await withRequestScope {
                witness = try context.component(Connection.self)
                return try RequestScope.hold()
            }
            #expect(witness != nil)
            try await scope.end()
            if witness != nil {
                Issue.record("round \(round)")
                return
            }
        }
    }

    final class Server: IOCService, IOCComponent, Startable, Stoppable {
        func start() async throws { await Task.yield() }
        func run() async throws { try await Task.sleep(for: .seconds(3600)) }
        func stop() async throws { await Task.yield() }
    }

    @Test("A context's components have gone when it is released after its stop")
    func context() async throws {
        for round in 0..<Self.rounds / 20 {
            weak var witness: Server?
            do {
                let context = try boot(Server.self)
                witness = try context.component(Server.self)
                try await context.start()
                try await context.stop()
            }
            if witness != nil {
                Issue.record("round \(round)")
                return
            }
        }
    }

    // MARK: The ambient scope

    final class Visit: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.request)] }
    }
    final class Desk: IOCComponent, @unchecked Sendable {
        @Autowired var visit: Provider<Visit>
        @Autowired var context: ApplicationContext
        let seen = Guarded<[ObjectIdentifier]>([])
        func see(_ visit: Visit) { seen.withLock { $0.append(ObjectIdentifier(visit)) } }
    }
    final class Guest: IOCComponent, Stoppable, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var desk: Desk
        func stop() async throws {
            desk.see(try desk.visit())
            desk.see(try desk.context.component(Visit.self))
            let scope = try RequestScope.hold()
            try await scope.run { desk.see(try desk.visit()) }
            try await scope.end()
        }
    }

    @Test("The stop of a request component finds the components of its request")
    func ambientScope() async throws {
        let context = try boot(Visit.self, Desk.self, Guest.self)
        let desk = try context.component(Desk.self)
        let visit = try await withRequestScope {
            _ = try context.component(Guest.self)
            return ObjectIdentifier(try context.component(Visit.self))
        }
        #expect(desk.seen.withLock { $0 } == [visit, visit, visit])
    }

    final class Handle: IOCComponent, Stoppable, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var keeper: Keeper
        func stop() async throws {
            let scope = try RequestScope.hold()
            keeper.scope.withLock { $0 = scope }
        }
    }
    final class Keeper: IOCComponent {
        let scope = Guarded<RequestScope?>(nil)
    }

    @Test("A held request that is stopped lives until its last holder releases it")
    func heldInStop() async throws {
        let context = try boot(Handle.self, Keeper.self, Visit.self)
        weak var witness: Handle?
        try await withRequestScope { witness = try context.component(Handle.self) }
        let keeper = try context.component(Keeper.self)
        let scope = try #require(keeper.scope.withLock { $0.take() })
        #expect(witness != nil)
        try await scope.run { _ = try context.component(Visit.self) }
        try await scope.end()
        #expect(witness == nil)
    }
}
