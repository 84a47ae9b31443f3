import IOC
import Testing

@Suite("Definitions that leave the assembly's type out")
struct BriefDefinitionTests {
    final class Clock: Sendable {}
    final class Ledger: @unchecked Sendable {
        let clock: Clock
        var session: Session?
        init(clock: Clock) { self.clock = clock }
    }
    final class Session: @unchecked Sendable {
        let user: Int
        var ledger: Ledger?
        init(user: Int) { self.user = user }
    }

    final class Core: Assembly {
        let clock = Define(.singleton) { _ in Clock() }
        let ledger = Define { core in Ledger(clock: try core.clock()) }
        let session: Define<Session, Int> = Define(.prototype) { core, user in Session(user: user) }
            .inject { session, core in session.ledger = try core.ledger() }
        // They mention each other, so one has a declared type.
        let first: Define<Ledger> = Define { core in Ledger(clock: try core.clock()) }
            .inject { ledger, core in ledger.session = try core.second() }
        let second = Define { core in Session(user: 2) }
            .inject { session, core in session.ledger = try core.first() }
        let limit = Define.value(10)
        let name = Define<String>.value("core")
    }
    class Base: Assembly, @unchecked Sendable {
        let clock = Define(.singleton) { _ in Clock() }
        let ledger = Define { base in Ledger(clock: try base.clock()) }
        required init() {}
    }
    final class Derived: Base, @unchecked Sendable {
        let twin = Define { derived in Ledger(clock: try derived.clock()) }
    }

    @Test("The assembly's type is known from where they stand")
    func brief() throws {
        let core = try Core.activated()
        #expect(try core.ledger().clock === core.clock())
        let session = try core.session(42)
        #expect(session.user == 42)
        #expect(session.ledger?.clock === (try core.clock()))
        let first = try core.first()
        #expect(first.session?.ledger === first)
        #expect(try core.limit() == 10)
        #expect(try core.name() == "core")
        #expect(try core.context.component(Int.self) == 10)
    }

    @Test("A subclass has those of its base")
    func inherited() throws {
        let derived = try Derived.activated()
        #expect(try derived.twin().clock === derived.ledger().clock)
    }
}

@Suite("Definitions with arguments as candidates")
struct ArgumentedCandidateTests {
    final class Session: @unchecked Sendable {
        let user: Int
        init(user: Int) { self.user = user }
    }
    final class Parcel: Sendable {}
    final class Desk: Assembly {
        let session = Define(.lazySingleton) { _ in Session(user: 0) }
        let sessionOf = Define { (_: Desk, user: Int) in Session(user: user) }
        let parcelOf = Define { (_: Desk, _: Int) in Parcel() }
    }
    final class Asker: IOCComponent, @unchecked Sendable {
        @Autowired var session: Session
        @Autowired var sessions: [Session]
        @Autowired var byName: [String: Session]
        @Autowired var parcel: Parcel?
    }

    @Test("They are none of a lookup, a property or a collection")
    func none() throws {
        let desk = try Desk.activated(configuration: ContextConfiguration(Asker.self))
        let context = try desk.context
        let shared = try desk.session()
        #expect(try context.component(Session.self) === shared)
        let asker = try context.component(Asker.self)
        #expect(asker.session === shared)
        #expect(asker.sessions.map(\.user) == [0])
        #expect(asker.byName.values.map(\.user) == [0])
        #expect(asker.parcel == nil)
        #expect(try desk.sessionOf(7).user == 7)
        let error = try #require(throws: IOCError.self) { try context.component(Parcel.self) }
        #expect(error.code == .dependencyMissing)
        #expect("\(error)".contains("takes arguments, so it can only be called"))
    }

    final class TopAssembly: Assembly {
        let motto = Define.value("top")
    }
    final class Outer: Assembly {
        let top = Collaborator(TopAssembly.self)
        let motto = Define.value("outer")
    }

    @Test("The end of a definition's name is a name while it is unique")
    func nameEnd() throws {
        let outer = try Outer.activated()
        let context = try outer.context
        #expect(try context.component(named: "TopAssembly.motto", as: String.self) == "top")
        #expect(try context.component(named: "Outer.motto", as: String.self) == "outer")
        let error = try #require(throws: IOCError.self) { try context.component(named: "motto", as: String.self) }
        #expect(error.code == .nameAmbiguous)
    }
}
