import IOC
import IOCBase
import TestSupport
import Testing

@Suite("Owners of wrapped properties")
struct AutowiredTests {
    class Part: IOCComponent, @unchecked Sendable {
        required init() {}
    }
    final class FakePart: Part, @unchecked Sendable {}
    final class Other: IOCComponent {}

    class Base: IOCComponent, @unchecked Sendable {
        @Autowired private var part: Part
        var partOfBase: Part { part }
        required init() {}
    }

    final class Derived: Base, @unchecked Sendable {
        @Autowired private var part: Other
        let padding: (Int8, String) = (1, "x")
        @Autowired var last: Other
        var partOfDerived: Other { part }
    }

    final class ReadsInInit: IOCComponent, @unchecked Sendable {
        @Autowired var part: Part
        let seen: Part
        init() {
            seen = _part.wrappedValue
        }
    }

    actor Worker: IOCComponent {
        @Autowired var part: Part
        func current() -> Part { part }
    }

    @MainActor final class Screen: IOCComponent {
        nonisolated init() {}
        @Autowired var part: Part
    }

    struct RouteHandler {
        @Autowired var part: Part
    }

    final class TestTarget {
        @Autowired var part: Part
        @Autowired("absent") var other: Other?
    }

    final class Plain {}

    final class Ping: IOCComponent, @unchecked Sendable {
        @Autowired var pong: Pong
    }
    final class Pong: IOCComponent, @unchecked Sendable {
        @Autowired var ping: Ping
    }

    @Test("Private properties of one name in a class and its superclass are both filled")
    func sameNameInSuperclass() throws {
        let context = try boot(Derived.self, Part.self, Other.self)
        let derived = try context.component(Derived.self)
        #expect(try derived.partOfBase === context.component(Part.self))
        #expect(try derived.partOfDerived === context.component(Other.self))
        #expect(derived.last === derived.partOfDerived)
    }

    @Test("An assignment needs no container, and may be repeated")
    func assignment() {
        let derived = Base()
        let wrapper = Autowired<Part>()
        let fake = FakePart()
        wrapper.wrappedValue = fake
        #expect(wrapper.wrappedValue === fake)
        let second = FakePart()
        wrapper.wrappedValue = second
        #expect(wrapper.wrappedValue === second)
        _ = derived
    }

    @Test("An assigned value is released with its owner")
    func assignmentIsReleased() {
        weak var first: Part?
        weak var second: Part?
        do {
            let target = TestTarget()
            target.part = FakePart()
            first = target.part
            target.part = FakePart()
            second = target.part
            #expect(first != nil)
        }
        #expect(first == nil)
        #expect(second == nil)
    }

    protocol Bound: AnyObject, Sendable {}
    protocol Unbound: Sendable {}
    final class Short: IOCComponent, Bound, Unbound {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
    }
    final class Sizes: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Autowired var one: Short
        @Autowired var bound: any Bound
        @Autowired var unbound: any Unbound
        @Autowired var maybe: (any Unbound)?
        @Autowired var all: [any Bound]
        var values: [any Unbound] {
            [one, bound as? Short, unbound, maybe, all.first as? Short].compactMap { $0 as (any Unbound)? }
        }
        func replaceAll() {
            (one, bound, unbound, maybe, all) = (Short(), Short(), Short(), nil, [])
        }
    }
    private struct Weak {
        weak var object: Short?
        init(_ value: any Unbound) { object = value as? Short }
    }

    @Test("A value of any size is released with its owner, and so is one assigned over it", arguments: [false, true])
    func resolvedIsReleased(isReplaced: Bool) throws {
        let context = try boot(Sizes.self, Short.self)
        var values: [Weak] = []
        do {
            let owner = try context.component(Sizes.self)
            values = owner.values.map(Weak.init)
            #expect(Set(values.compactMap { $0.object.map(ObjectIdentifier.init) }).count == 5)
            if isReplaced {
                owner.replaceAll()
                #expect(values.allSatisfy { $0.object != nil })
                values += owner.values.map(Weak.init)
            }
        }
        #expect(values.allSatisfy { $0.object == nil })
    }

    @Test("A property can be read inside init()")
    func readInInit() throws {
        let context = try boot(ReadsInInit.self, Part.self)
        #expect(try context.component(ReadsInInit.self).seen === context.component(Part.self))
    }

    final class Early: IOCComponent, @unchecked Sendable {
        @Autowired var late: Late
        let seen: Late
        init() { seen = _late.wrappedValue }
    }
    final class Late: IOCComponent, @unchecked Sendable {
        @Autowired var early: Early
    }

    @Test("An init() in a cycle reads the context's own instance")
    func readInInitOfCycle() throws {
        let context = try boot(Early.self, Late.self)
        let early = try context.component(Early.self)
        #expect(try early.seen === context.component(Late.self))
        #expect(early.late.early === early)
    }

    @Test("Actors are components")
    func actor() async throws {
        let context = try boot(Worker.self, Part.self)
        #expect(try await context.component(Worker.self).current() === context.component(Part.self))
    }

    @MainActor
    @Test("Classes of the main actor are components")
    func mainActor() throws {
        let context = try boot(Screen.self, Part.self)
        #expect(try context.component(Screen.self).part === context.component(Part.self))
    }

    @Test("An object the container did not build resolves through the current context")
    func unmanagedObject() throws {
        let context = try boot(Part.self)
        let handler = RouteHandler()
        let part = ApplicationContext.withCurrent(context) { handler.part }
        #expect(try part === context.component(Part.self))
    }

    @Test("The current context reaches child tasks")
    func currentInTasks() async throws {
        let context = try boot(Part.self)
        let part = await ApplicationContext.withCurrent(context) {
            async let part = RouteHandler().part
            return await part
        }
        #expect(try part === context.component(Part.self))
    }

    @Test("An existing object is injected by the context it is given to")
    func injectInto() throws {
        let context = try boot(Part.self)
        let target = TestTarget()
        try context.inject(into: target)
        #expect(try target.part === context.component(Part.self))
        #expect(target.other == nil)
    }

    @Test("An object without injection points can't be injected into")
    func injectIntoPlain() throws {
        let context = try boot(Part.self)
        let error = try #require(throws: IOCError.self) { try context.inject(into: Plain()) }
        #expect(error.code == .typeUnmanaged)
    }

    @Test("An object whose dependency is missing can't be injected into")
    func injectIntoFaulty() throws {
        let context = try boot(Other.self)
        let error = try #require(throws: IOCError.self) { try context.inject(into: TestTarget()) }
        #expect(error.code == .dependencyMissing)
        #expect(error.faults[0].injectionPoint == "TestTarget.part")
    }

    final class Needy: @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Autowired var part: Part
        @Autowired var other: Other
        @Autowired var ping: Ping
    }

    @Test("Injection into an object reports all its missing dependencies")
    func injectIntoNeedy() throws {
        let context = try boot(Other.self)
        let error = try #require(throws: IOCError.self) { try context.inject(into: Needy()) }
        #expect(error.faults.map(\.injectionPoint) == ["Needy.part", "Needy.ping"])
    }

    @Test("Components may depend on each other through their properties")
    func cycle() throws {
        let context = try boot(Ping.self, Pong.self)
        let ping = try context.component(Ping.self)
        #expect(ping.pong.ping === ping)
        #expect(context.graph.tree.contains("(cycle)"))
    }

    @Test("Without a context, reading with try throws context-missing")
    func contextMissing() throws {
        let error = try #require(throws: IOCError.self) { try RouteHandler().$part.get() }
        #expect(error.code == .contextMissing)
        #expect(error.description.contains("AutowiredTests.swift:"))
    }

    @Test("Without a context, a plain read stops the program and says why", .promptly)
    func plainReadStops() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            ExitTestProcess.leaveOutBacktrace()
            _ = RouteHandler().part
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("context-missing"))
        #expect(text.contains("AutowiredTests.swift:"))
        #expect(text.contains("ApplicationContext.bootstrap"))
    }

    final class Node {
        let name: String
        let children: [Node]
        init(_ name: String, _ children: [Node] = []) {
            self.name = name
            self.children = children
        }
    }

    @Test("Injection into a tree visits the root first, and each branch before the next")
    func tree() throws {
        let context = try boot(Job.self)
        let shared = Node("shared")
        let root = Node("root", [Node("a", [Node("a1"), shared]), Node("b", [shared, Node("b1")])])
        var seen: [String] = []
        #expect(throws: IOCError.self) {
            try context.inject(into: root) { object in
                guard let node = object as? Node else { return [] }
                seen.append(node.name)
                return node.children
            }
        }
        #expect(seen == ["root", "a", "a1", "shared", "b", "b1"])
    }

    // MARK: Filled once

    private static let jobs = Guarded(0)
    final class Job: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        init() { jobs.withLock { $0 += 1 } }
    }
    final class Office: IOCComponent, @unchecked Sendable {
        @Autowired var job: Job
        @Autowired var assigned: Job
    }

    @Test("A property is resolved once, however it is read, and never if it was assigned")
    func filledOnce() throws {
        let context = try boot(Office.self, Job.self)
        let office = try context.component(Office.self)
        let job = try office.$job.get()
        #expect(try office.$job.get() === job)
        #expect(office.job === job)
        let other = Job()
        office.assigned = other
        #expect(try office.$assigned.get() === other)
        #expect(office.assigned === other)
        #expect(Self.jobs.withLock { $0 } == 2)
        withExtendedLifetime(context) {}
    }
}
