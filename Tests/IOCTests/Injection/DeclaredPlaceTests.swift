import IOC
import IOCBase
import IOCTesting
import Testing

/// The places that wrappers state instead of their own.
@Suite("Declared places of properties")
struct DeclaredPlaceTests {
    protocol Port: Sendable {}
    @Component final class Annotated: @unchecked Sendable {
        @Autowired(fileID: "Shop/Annotated.swift", line: 7) var port: any Port
    }

    @Test("A property's own place counts, and not that of its class's annotation")
    func annotated() throws {
        let error = try bootError(ContextConfiguration(Annotated.self))
        #expect(error.faults.map(\.location) == ["Shop/Annotated.swift:7"])
    }

    // MARK: Contexts above

    final class Visit: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.request)] }
    }
    final class Guest: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Autowired var visit: Visit
    }
    final class Host: IOCComponent, @unchecked Sendable {
        // Sound: written while it is made, on one thread.
        private(set) var guest: Guest?
        func didInject() throws { guest = try ApplicationContext.current.component(Guest.self) }
    }

    @Test("A singleton's lookups keep nothing of a request, whichever context declares it")
    func scopesAbove() throws {
        let parent = try boot(Visit.self)
        let child = try ApplicationContext(ContextConfiguration(Host.self, Guest.self), parent: parent)
        for context in [try boot(Visit.self, Host.self, Guest.self), child] {
            try withRequestScope {
                let guest = try #require(try context.component(Host.self).guest)
                let error = #expect(throws: IOCError.self) { try guest.$visit.get() }
                #expect(error?.code == .dependencyCaptive)
                // Created for no property, it may have one.
                #expect(try context.component(Guest.self).$visit.get() === context.component(Visit.self))
            }
        }
    }

    // MARK: Handles of a construction

    final class Idle: IOCComponent {}
    final class Keeping: IOCComponent {
        let context = try? ApplicationContext.current
    }
    private static let ended = Guarded<ApplicationContext?>(nil)
    final class Asking: IOCComponent {
        let answer: Result<Idle, any Error>
        init() {
            answer = Result { try ended.withLock { $0 }!.component(Idle.self) }
        }
    }

    @Test("A handle from a construction serves as a parent while its context is open, and no longer")
    func handles() throws {
        var context: ApplicationContext? = try boot(Keeping.self, Idle.self)
        let handle = try #require(try context?.component(Keeping.self).context)
        var child: ApplicationContext? = try ApplicationContext(ContextConfiguration(Visit.self), parent: handle)
        let idle = try handle.component(Idle.self)
        context = nil
        // The child keeps it open.
        #expect(try child?.component(Idle.self) === idle)
        child = nil
        let error = #expect(throws: IOCError.self) {
            try ApplicationContext(ContextConfiguration(Visit.self), parent: handle)
        }
        #expect(error?.code == .contextEnded)
        // Nor does it answer inside another context's construction.
        Self.ended.withLock { $0 = handle }
        defer { Self.ended.withLock { $0 = nil } }
        let answer = try boot(Asking.self).component(Asking.self).answer
        #expect(throws: IOCError.self) { try answer.get() }
    }

    // MARK: All definitions at once

    final class Counted: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        private let mark = AliveMark()
    }

    @Test("A check of every definition releases all that it creates")
    func everyDefinition() async throws {
        let count = AliveCount()
        let context = try boot(Counted.self, Idle.self)
        let names = await AliveCount.$current.withValue(count) { await expectEveryDefinitionResolves(in: context) }
        #expect(names.map { $0.hasSuffix("Counted") } == [true, false])
        #expect(count.alive == 0)
    }

    // MARK: Properties of one's own kind

    final class Selfish: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.objectGraph)] }
        @Autowired var own: Selfish
        private let mark = AliveMark()
    }
    final class Around: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Autowired var selfish: Selfish
        // Sound: written while it is made, on one thread.
        private(set) var isItself = false
        func didInject() { isItself = selfish.own === selfish }
    }

    @Test("A part of a graph that asks for itself gets itself, and goes with the graph")
    func ownKind() throws {
        let count = AliveCount()
        try AliveCount.$current.withValue(count) {
            let context = try boot(Selfish.self, Around.self)
            for _ in 0..<2 {
                let around = try context.component(Around.self)
                #expect(around.isItself && around.selfish.own === around.selfish)
                #expect(count.alive == 1)
            }
            let alone = try context.component(Selfish.self)
            #expect(alone.own === alone)
        }
        #expect(count.alive == 0)
    }
}
