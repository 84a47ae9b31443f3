import IOC
import IOCBase
import Testing

/// Calls of providers in `deinit`s that run as a scope or a context ends.
@Suite("Providers during the end of a scope", .timeLimit(.minutes(30)))
struct EndingProviderTests {
    final class Notes: Sendable {
        let lines = Guarded<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }
    final class Diary: IOCComponent {
        let notes = Notes()
    }

    final class Left: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var right: Provider<Right>
        @Autowired var diary: Diary
        func didInject() { _ = (diary, right) }
        deinit { tell(diary) { try right() } }
    }
    final class Right: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var left: Provider<Left>
        @Autowired var diary: Diary
        func didInject() { _ = (diary, left) }
        deinit { tell(diary) { try left() } }
    }
    final class Same: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var same: Provider<Same>
        @Autowired var diary: Diary
        func didInject() { _ = (diary, same) }
        deinit { tell(diary) { try same() } }
    }

    @Test("Request components whose deinits ask for each other let the request end")
    func request() throws {
        let context = try boot(Left.self, Right.self, Diary.self)
        let diary = try context.component(Diary.self)
        try withRequestScope { _ = try context.component(Left.self) }
        #expect(diary.notes.all == ["scope-ended"])
        try withRequestScope {
            _ = try context.component(Left.self)
            _ = try context.component(Right.self)
        }
        // The one that went first found the other one still there.
        #expect(diary.notes.all == ["scope-ended", "Left", "scope-ended"])
    }

    @Test("A request component whose deinit asks for its own kind lets the request end")
    func ownKind() throws {
        let context = try boot(Same.self, Diary.self)
        let diary = try context.component(Diary.self)
        try withRequestScope { _ = try context.component(Same.self) }
        #expect(diary.notes.all == ["scope-ended"])
    }

    final class Owner: IOCComponent, @unchecked Sendable {
        @Autowired var note: Provider<Note>
        @Autowired var diary: Diary
        func didInject() { _ = diary }
        deinit { tell(diary) { try $note.get()() } }
    }
    final class Note: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.lazySingleton)] }
        @Autowired var owner: Owner
        func didInject() { _ = owner }
    }

    @Test("A singleton whose deinit asks for what leads back to it lets the context end", arguments: [true, false])
    func context(wasMade: Bool) throws {
        weak var owner: Owner?
        weak var note: Note?
        let notes: Notes = try {
            let context = try boot(Owner.self, Note.self, Diary.self)
            owner = try context.component(Owner.self)
            if wasMade { note = try owner?.note() }
            return try context.component(Diary.self).notes
        }()
        #expect(owner == nil && note == nil)
        #expect(notes.all.count == 1)
    }

    final class Sheet: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
    }
    final class Printer: IOCComponent, @unchecked Sendable {
        @Autowired var sheet: Provider<Sheet>
        @Autowired var archive: Provider<Diary>
        @Autowired var diary: Diary
        func didInject() { _ = (diary, sheet, archive) }
        deinit {
            tell(diary) { try sheet() }
            tell(diary) { try archive() }
        }
    }

    @Test("A deinit at a context's end gets what is there from a provider, and nothing new")
    func existing() throws {
        let notes = try boot(Printer.self, Sheet.self, Diary.self).component(Diary.self).notes
        #expect(notes.all == ["context-ended", "Diary"])
    }

    @Test("A request's end leaves what belongs to the open context to be created")
    func openContext() throws {
        let context = try boot(Visitor.self, Desk.self, Ledger.self, Diary.self)
        let diary = try context.component(Diary.self)
        try withRequestScope { _ = try context.component(Visitor.self) }
        #expect(diary.notes.all == ["Ledger"])
    }
    final class Ledger: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.lazySingleton)] }
    }
    final class Visitor: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var desk: Desk
        @Autowired var diary: Diary
        func didInject() { _ = (desk, diary) }
        deinit { tell(diary) { try desk.ledger() } }
    }
    final class Desk: IOCComponent, @unchecked Sendable {
        @Autowired var ledger: Provider<Ledger>
    }
}

private func tell<Found>(_ diary: EndingProviderTests.Diary, _ body: () throws -> Found) {
    do {
        diary.notes.add("\(type(of: try body()))")
    } catch let error as IOCError {
        diary.notes.add(error.code.description)
    } catch {
        diary.notes.add("\(error)")
    }
}
