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

    @Test("The assembly's type is inferred inside its class")
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
