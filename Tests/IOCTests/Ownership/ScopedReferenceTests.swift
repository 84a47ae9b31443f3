import IOCBase
import Testing

@testable import IOC

enum Office {
    /// Stores a folder, from which three steps lead back.
    @Component(.lazy) final class Desk: @unchecked Sendable {
        // Sound: the only state is written before anybody else sees it.
        @Autowired var context: ApplicationContext
        private(set) var folder: Folder?
        private let mark = AliveMark()
        func didInject() throws { folder = try context.component(Folder.self) }
    }
    @Component(.scope(.prototype)) final class Folder {
        @Autowired var page: Page
        private let mark = AliveMark()
    }
    @Component(.scope(.prototype)) final class Page {
        @Autowired var note: Note
        private let mark = AliveMark()
    }
    @Component(.scope(.prototype)) final class Note {
        let desk: Desk
        private let mark = AliveMark()
    }

    static let members: [any ManagedComponent.Type] = [Desk.self, Folder.self, Page.self, Note.self]
}

@Suite("References that the end of a scope empties")
struct ScopedReferenceTests {
    private func context(_ scopes: [Scope?] = [nil, nil, nil, nil]) throws -> ApplicationContext {
        var configuration = ContextConfiguration(components: Office.members)
        for (member, scope) in zip(Office.members, scopes) where scope != nil {
            configuration.components[String(reflecting: member)] = .init(scope: scope)
        }
        return try ApplicationContext(configuration)
    }

    private func walk(_ context: ApplicationContext, from start: Int) throws {
        switch start {
        case 0: #expect(try context.component(Office.Desk.self).folder!.$page.get().$note.get().desk.folder != nil)
        case 1: #expect(try context.component(Office.Folder.self).$page.get().$note.get().desk.folder != nil)
        case 2:
            #expect(
                try context.component(Office.Page.self).$note.get().desk.folder!.$page.get().$note.get().desk.folder
                    != nil)
        default: #expect(try context.component(Office.Note.self).desk.folder != nil)
        }
    }

    @Test(
        "A circle of four through what a component has stored goes with its scope, in every scope, from every start",
        arguments: [Scope.singleton, .lazySingleton, .request])
    func everyScope(_ kept: Scope) throws {
        let scopes: [Scope] = [.singleton, .lazySingleton, .weakSingleton, .prototype, .objectGraph, .request]
        let faults: Set<IOCError.Code> = [
            .dependencyCaptive, .cycleUnkept, .constructionCycle, .scopeInactive, .instanceGone,
        ]
        for number in 0..<scopes.count * scopes.count * scopes.count {
            let chosen = [kept, scopes[number % 6], scopes[number / 6 % 6], scopes[number / 36]]
            for start in 0..<4 {
                let count = AliveCount()
                try AliveCount.$current.withValue(count) {
                    do {
                        let context = try context(chosen)
                        try withRequestScope { try walk(context, from: start) }
                    } catch let error as IOCError {
                        try #require(
                            faults.isSuperset(of: error.faults.map(\.code)), "\(chosen) from \(start): \(error)")
                    }
                }
                try #require(count.alive == 0, "\(chosen) from \(start)")
            }
        }
    }

    @Test("An owner that goes takes its value along, and is not remembered, however many there were")
    func owners() throws {
        let count = AliveCount()
        try AliveCount.$current.withValue(count) {
            let context = try context()
            let desk = try context.component(Office.Desk.self)
            #expect(count.alive == 2)
            for _ in 0..<1_000 { #expect(try context.component(Office.Folder.self).page.note.desk === desk) }
            #expect(count.alive == 2)
            let slot = try #require(context.core.registry.definitions.first { $0.slot.instance === desk }?.slot)
            #expect(try #require(slot.scopedReferences).count <= 16)
        }
        #expect(count.alive == 0)
    }

    @Test("The property keeps its value while the scope is open, and answers that it has ended then")
    func answers() throws {
        let page: Office.Page = try {
            let context = try context()
            let page = try context.component(Office.Folder.self).page
            let note = page.note
            #expect(page.note === note)
            return page
        }()
        let error = try #require(throws: IOCError.self) { try page.$note.get() }
        #expect(error.code == .contextEnded)
    }

    @Test("One that is added after the end is empty at once")
    func late() {
        final class Thing {}
        let slot = SharedSlot()
        slot.release()
        var thing: Thing? = Thing()
        let reference = ScopedReference(thing!)
        weak let watched = thing
        thing = nil
        #expect(watched != nil)
        slot.group.add(reference, to: slot)
        #expect(watched == nil)
    }

    @Test("A failed construction empties those of its instance")
    func failed() {
        final class Thing {}
        let (slot, waits) = (SharedSlot(), WaitGraph.process)
        let thread: UInt = 1
        guard case .entered(.begun) = slot.group.enter(slot, thread, depth: 1, waits) else {
            Issue.record("not begun")
            return
        }
        var thing: Thing? = Thing()
        let reference = ScopedReference(thing!)
        weak let watched = thing
        thing = nil
        slot.group.add(reference, to: slot)
        #expect(watched != nil)
        slot.group.drop(slot, thread, leaving: true, CancellationError(), waits)
        #expect(watched == nil)
        #expect(slot.scopedReferences?.count == 0)
    }
}
