import IOC
import TestSupport
import Testing

@Suite("The end of a scope", .timeLimit(.minutes(30)))
struct ScopeEndTests {
    final class Diary: IOCComponent {
        let lines = Locked<[String]>([])
        func say(_ line: String) { lines.withLock { $0.append(line) } }
    }
    final class Session: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var next: Partner
        @Autowired var diary: Diary
        @Autowired var basket: Basket
    }
    final class Partner: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var next: Session
    }
    final class Basket: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Autowired var session: Session
    }

    private func context() throws -> ApplicationContext {
        try boot(Session.self, Partner.self, Basket.self, Diary.self)
    }

    @Test("A lookup in a task that outlives its request throws scope-ended")
    func lateTask() async throws {
        let context = try context()
        let (untilReturn, hasReturned) = AsyncStream<Void>.makeStream()
        let task = try await withRequestScope {
            _ = try context.component(Session.self)
            return Task {
                for await _ in untilReturn {}
                return code { _ = try context.component(Session.self) }
            }
        }
        hasReturned.finish()
        #expect(await task.value == .scopeEnded)
    }

    @Test("After the end, filled properties that close no cycle still answer; the others throw scope-ended")
    func afterTheEnd() throws {
        let context = try context()
        let (read, unread) = try withRequestScope {
            let session = try context.component(Session.self)
            _ = (session.next.next, session.diary, session.basket)
            return (session, try withRequestScope { try context.component(Session.self) })
        }
        #expect(try read.diary === context.component(Diary.self))
        #expect(type(of: read.basket) == Basket.self)
        #expect(code { _ = try read.$next.get() } == .scopeEnded)
        #expect(code { _ = try read.basket.$session.get() } == .scopeEnded)
        #expect(code { _ = try unread.$diary.get() } == .scopeEnded)
        #expect(code { _ = try unread.$next.get() } == .scopeEnded)
        let error = #expect(throws: IOCError.self) { try read.$next.get() }
        #expect(error?.faults.first?.injectionPoint == "Session.next")
    }

    /// Walks through a cycle of a request, and counts how the walks end.
    private final class Walks: Sendable {
        let counts = Locked((whole: 0, ended: 0, wrong: [String]()))

        func walk(_ first: Session) {
            do {
                var here = first
                for _ in 0..<20 { here = try here.$next.get().$next.get() }
                let basket = try first.$basket.get()
                let isSame = try here === first && basket.$session.get() === first
                counts.withLock {
                    $0.whole += 1
                    if !isSame { $0.wrong.append("another session") }
                }
            } catch let error as IOCError where error.code == .scopeEnded {
                counts.withLock { $0.ended += 1 }
            } catch {
                counts.withLock { $0.wrong.append("\(error)") }
            }
        }
    }
    private struct WeakSession: Sendable {
        weak let session: Session?
    }

    @Test("Threads that walk a cycle while its request ends get a complete instance or scope-ended")
    func walkers() throws {
        let context = try context()
        let current = Locked<Session?>(nil)
        let sessions = Locked<[WeakSession]>([])
        let walks = Walks()
        let isDone = Locked(false)
        try onThreads(4) { number in
            if number > 0 {
                // A thread inside another request finds the instances of the owner's request.
                while !isDone.withLock({ $0 }) {
                    guard let first = current.withLock({ $0 }) else { continue }
                    if number == 1 { withRequestScope { walks.walk(first) } } else { walks.walk(first) }
                }
                return
            }
            defer { isDone.withLock { $0 = true } }
            for _ in 0..<100 {
                try withRequestScope {
                    let made = try context.component(Session.self)
                    sessions.withLock { $0.append(WeakSession(session: made)) }
                    #expect(made.next.next === made)
                    // It ends while others walk in it.
                    let before = walks.counts.withLock(\.whole)
                    current.withLock { $0 = made }
                    try spin("a walk") { walks.counts.withLock(\.whole) > before }
                }
                let before = walks.counts.withLock(\.ended)
                try spin("a walk after the end") { walks.counts.withLock(\.ended) > before }
                current.withLock { $0 = nil }
            }
        }
        #expect(walks.counts.withLock(\.wrong) == [])
        #expect(walks.counts.withLock(\.whole) >= 100)
        #expect(sessions.withLock { $0.allSatisfy { $0.session == nil } }, "a session is alive after its end")
    }

    @Test("Elements of arrays that several properties share are released with the request")
    func sharedArrays() throws {
        let context = try boot(Crowd.self, Member.self, OtherMember.self)
        weak var crowd: Crowd?
        weak var member: Member?
        try withRequestScope {
            crowd = try context.component(Crowd.self)
            member = crowd?.members.first as? Member
            #expect(crowd?.members.count == 2 && crowd?.again.count == 2)
            #expect((0..<2).map { _ in crowd?.byName.count } == [2, 2])
            #expect(member?.crowd === crowd && member?.others.count == 2)
        }
        #expect(crowd == nil && member == nil)
    }
    protocol Person: AnyObject, Sendable {}
    final class Crowd: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var members: [any Person]
        @Autowired var again: [any Person]
        @Autowired var byName: [String: any Person]
    }
    final class Member: IOCComponent, Person, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var crowd: Crowd
        @Autowired var others: [any Person]
    }
    final class OtherMember: IOCComponent, Person, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var crowd: Crowd
    }

    // MARK: Holding a request's scope

    @Test("A handle keeps the scope open for other tasks until the handle ends")
    func handle() async throws {
        let context = try context()
        weak var session: Session?
        let scope = try await withRequestScope {
            session = try context.component(Session.self)
            return try RequestScope.hold()
        }
        let held = try #require(session)
        let same = try await Task.detached { try await scope.run { try context.component(Session.self) === held } }
            .value
        #expect(same)
        #expect(held.next.next === held)
        try await scope.end()
        #expect(code { _ = try held.$next.get() } == .scopeEnded)
        #expect(await code { try await scope.run { _ = try context.component(Session.self) } } == .scopeEnded)
        try await scope.end()
    }

    @Test("A scope with several handles ends when the last handle is released")
    func droppedHandles() throws {
        let context = try context()
        weak var session: Session?
        var scopes = try withRequestScope {
            session = try context.component(Session.self)
            return [try RequestScope.hold(), try RequestScope.hold()]
        }
        scopes.removeLast()
        #expect(session != nil)
        scopes.removeLast()
        #expect(session == nil)
        #expect(code { _ = try RequestScope.hold() } == .scopeInactive)
    }

    // MARK: Stopping

    struct Refusal: Error {}
    /// Writes down the components that fail.
    final class Failures: ContextObserver {
        let names = Locked<[String]>([])
        func handle(_ event: ContextEvent) {
            guard event.kind == .failed else { return }
            names.withLock { $0.append(String(event.component.split(separator: ".").last ?? "")) }
        }
    }
    final class Transaction: IOCComponent, Stoppable, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var connection: Connection
        @Autowired var diary: Diary
        func stop() async throws {
            await Task.yield()
            connection.use()
            diary.say("transaction stopped")
        }
    }
    final class Connection: IOCComponent, Stoppable, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var diary: Diary
        func use() { diary.say("connection used") }
        func stop() async throws {
            diary.say("connection stopped")
            throw Refusal()
        }
    }

    @Test(
        "The end of a scope awaits the stop of its components, dependents first, and reports every failure or the body's error",
        arguments: [false, true])
    func stopped(throwing: Bool) async throws {
        let context = try boot(Transaction.self, Connection.self, Diary.self)
        weak var transaction: Transaction?
        let error = await #expect(throws: (any Error).self) {
            try await withRequestScope {
                _ = try context.component(Connection.self)
                transaction = try context.component(Transaction.self)
                if throwing { throw Refusal() }
            }
        }
        #expect(throwing ? error is Refusal : (error as? IOCError)?.faults.map(\.code) == [.stopFailed])
        let lines = try context.component(Diary.self).lines.withLock { $0 }
        #expect(lines == ["connection used", "transaction stopped", "connection stopped"])
        #expect(transaction == nil)
    }

    @Test("The end of the last handle stops components; its release reports them to observers as not stopped")
    func stoppedByHandle() async throws {
        let failures = Failures()
        var configuration = ContextConfiguration(Transaction.self, Connection.self, Diary.self)
        configuration.observers = [failures]
        let context = try ApplicationContext(configuration)
        let scope = try await withRequestScope {
            _ = try context.component(Connection.self)
            return try RequestScope.hold()
        }
        #expect(await code { try await scope.end() } == .stopFailed)
        #expect(try context.component(Diary.self).lines.withLock { $0 } == ["connection stopped"])
        var dropped: RequestScope? = try await withRequestScope {
            _ = try context.component(Connection.self)
            return try RequestScope.hold()
        }
        withExtendedLifetime(dropped) {}
        dropped = nil
        #expect(try context.component(Diary.self).lines.withLock { $0 } == ["connection stopped"])
        #expect(failures.names.withLock { $0 } == ["Connection", "Connection"])
    }

    @Test("A synchronous scope rejects a component with an asynchronous stop")
    func synchronous() throws {
        let context = try boot(Transaction.self, Connection.self, Diary.self)
        #expect(code { try withRequestScope { _ = try context.component(Connection.self) } } == .scopeCannotStop)
    }

    @Test("Custom scopes end the same way")
    func ownScope() async throws {
        let store = Store()
        let assembly = Own(store)
        try assembly.activate()
        let instances = ScopeInstances()
        store.active.withLock { $0 = instances }
        let connection = try assembly.connection()
        #expect(try assembly.connection() === connection)
        #expect(await code { try await instances.stop() } == .stopFailed)
        #expect(code { _ = try assembly.connection() } == .scopeEnded)
        let others = ScopeInstances()
        store.active.withLock { $0 = others }
        weak let other = try assembly.other()
        #expect(other != nil)
        others.end()
        #expect(other == nil)
        #expect(code { _ = try assembly.other() } == .scopeEnded)
    }
    final class Store: ScopeStore {
        let active = Locked<ScopeInstances?>(nil)
        var instances: ScopeInstances? { active.withLock { $0 } }
    }
    final class Own: Assembly {
        let diary = Definition(.singleton) { (_: Own) in Diary() }
        let connection: Definition<Own, Connection>
        let other: Definition<Own, Diary>
        init(_ store: Store) {
            connection = Definition(.custom(named: "own", store: store)) { _ in Connection() }
            other = Definition(.custom(named: "own", store: store)) { _ in Diary() }.traits(.fallback)
        }
        convenience init() { self.init(Store()) }
    }
}
