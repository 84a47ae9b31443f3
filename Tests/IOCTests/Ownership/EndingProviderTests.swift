import IOC
import IOCBase
import Testing

/// Calls of providers in `deinit`s that run while a scope or a context ends.
@Suite("Providers during the end of a scope", .timeLimit(.minutes(30)))
struct EndingProviderTests {
    final class Diary: IOCComponent {
        let lines = Locked<[String]>([])
        var all: [String] { lines.withLock { $0 } }

        /// Writes the type of what an operation finds, or the code of its error.
        func tell<Found>(_ body: () throws -> Found) {
            do {
                let line = "\(type(of: try body()))"
                lines.withLock { $0.append(line) }
            } catch {
                let line = (error as? IOCError)?.code.description ?? "\(error)"
                lines.withLock { $0.append(line) }
            }
        }
    }

    @Component(.scope(.request)) final class Left {
        @Autowired var right: Provider<Right>
        @Autowired var diary: Diary
        func didInject() { _ = (diary, right) }
        deinit { diary.tell { try right() } }
    }
    @Component(.scope(.request)) final class Right {
        @Autowired var left: Provider<Left>
        @Autowired var diary: Diary
        func didInject() { _ = (diary, left) }
        deinit { diary.tell { try left() } }
    }
    @Test("Request components whose deinits ask for each other let the request end")
    func request() throws {
        let context = try boot(Left.self, Right.self, Diary.self)
        let diary = try context.component(Diary.self)
        try withRequestScope { _ = try context.component(Left.self) }
        #expect(diary.all == ["scope-ended"])
        try withRequestScope {
            _ = try context.component(Left.self)
            _ = try context.component(Right.self)
        }
        // The one that went first found the other one still there.
        #expect(diary.all == ["scope-ended", "Left", "scope-ended"])
    }

    final class Owner: IOCComponent, @unchecked Sendable {
        @Autowired var note: Provider<Note>
        @Autowired var diary: Diary
        func didInject() { _ = diary }
        deinit { diary.tell { try $note.get()() } }
    }
    @Component(.lazy) final class Note {
        @Autowired var owner: Owner
        func didInject() { _ = owner }
    }

    @Test("A singleton whose deinit asks for what leads back to it lets the context end", arguments: [true, false])
    func context(wasCreated: Bool) throws {
        weak var owner: Owner?
        weak var note: Note?
        let diary: Diary = try {
            let context = try boot(Owner.self, Note.self, Diary.self)
            owner = try context.component(Owner.self)
            if wasCreated { note = try owner?.note() }
            return try context.component(Diary.self)
        }()
        #expect(owner == nil && note == nil)
        #expect(diary.all.count == 1)
    }

    final class Printer: IOCComponent, @unchecked Sendable {
        @Autowired var ticket: Provider<Ticket>
        @Autowired var archive: Provider<Diary>
        @Autowired var diary: Diary
        func didInject() { _ = (diary, ticket, archive) }
        deinit {
            diary.tell { try ticket() }
            diary.tell { try archive() }
        }
    }

    @Test("A deinit at a context's end gets what is there from a provider, and nothing new")
    func existing() throws {
        let diary = try boot(Printer.self, Ticket.self, Diary.self).component(Diary.self)
        #expect(diary.all == ["context-ended", "Diary"])
    }

    @Component(.lazy) final class Ledger {}
    final class Desk: IOCComponent, @unchecked Sendable { @Autowired var ledger: Provider<Ledger> }
    @Component(.scope(.request)) final class Visitor {
        @Autowired var desk: Desk
        @Autowired var diary: Diary
        func didInject() { _ = (desk, diary) }
        deinit { diary.tell { try desk.ledger() } }
    }

    @Test("A component of the open context can still be created at a request's end")
    func openContext() throws {
        let context = try boot(Visitor.self, Desk.self, Ledger.self, Diary.self)
        try withRequestScope { _ = try context.component(Visitor.self) }
        #expect(try context.component(Diary.self).all == ["Ledger"])
    }
}
