import Foundation
import IOC
import IOCBase
import Testing

@Suite("Owners of wrapped properties")
struct AutowiredTests {
    // MARK: Kinds of owners

    class Base: IOCComponent, @unchecked Sendable {
        let before = "text"
        @Autowired private var part: Leaf
        @Autowired var list: [Leaf]
        var partOfBase: Leaf { part }
        required init() {}
    }
    class Middle: Base, @unchecked Sendable { let nothingWrapped = 1 }
    final class Derived: Middle, @unchecked Sendable {
        @Autowired private var part: PartLog
        var between: (Int, Int8) = (1, 2)
        @Value("size") var size: Int
        @Value("rates") var rates: [Double]?
        weak var after: Leaf?
        @Autowired var last: Leaf?
        var partOfDerived: PartLog { part }
    }
    class GenericBase<Element>: @unchecked Sendable {
        var elements: [Element] = []
        @Autowired var parts: [Leaf]
    }
    final class Heir<Element>: GenericBase<Element>, @unchecked Sendable { @Autowired var leaf: Leaf }
    actor Clerk: IOCComponent {
        let number = 1
        @Autowired var leaf: Leaf
        func current() -> Leaf { leaf }
    }
    @MainActor final class Screen: IOCComponent {
        nonisolated init() {}
        @Autowired var leaf: Leaf
    }
    struct RouteHandler { @Autowired var leaf: Leaf }
    final class TestTarget {
        @Autowired var leaf: Leaf
        @Autowired("absent") var log: PartLog?
    }
    final class Needy: @unchecked Sendable {
        @Autowired var leaf: Leaf
        @Autowired var log: PartLog
        @Autowired var hen: Hen
    }
    @Component final class Imported: NSObject { let leaf: Leaf }

    @Test("Properties of a class and its superclasses are filled, whatever is stored between them and is of their name")
    func layouts() throws {
        let context = try ApplicationContext(
            ContextConfiguration(
                components: [Derived.self, Leaf.self, PartLog.self], settings: ["size": 3, "rates": [1.5]]))
        let leaf = try context.component(Leaf.self)
        let derived = try context.component(Derived.self)
        #expect(derived.partOfBase === leaf && derived.list.first === leaf && derived.last === leaf)
        #expect(try derived.partOfDerived === context.component(PartLog.self))
        #expect(derived.size == 3 && derived.rates == [1.5])
        func check<Element>(_ heir: Heir<Element>) throws {
            try context.inject(into: heir)
            #expect(heir.leaf === leaf && heir.parts.first === leaf)
        }
        try check(Heir<Int>())
        try check(Heir<(String, Int8)>())
    }

    @Test("Actors, classes of the main actor and annotated subclasses of NSObject are components")
    @MainActor
    func kinds() async throws {
        let context = try boot(Clerk.self, Screen.self, Imported.self, Leaf.self)
        let leaf = try context.component(Leaf.self)
        #expect(try await context.component(Clerk.self).current() === leaf)
        #expect(try context.component(Screen.self).leaf === leaf)
        #expect(try context.component(Imported.self).leaf === leaf)
    }

    @Test("An object that no context created resolves through the current context, also in a child task")
    func unmanagedObject() async throws {
        let context = try boot(Leaf.self)
        let leaf = try context.component(Leaf.self)
        #expect(ApplicationContext.withCurrent(context) { RouteHandler().leaf } === leaf)
        let inTask = await ApplicationContext.withCurrent(context) {
            async let found = RouteHandler().leaf
            return await found
        }
        #expect(inTask === leaf)
    }

    @Test("Without a context, reading with try throws context-missing at the property's place")
    func contextMissing() throws {
        let error = try #require(throws: IOCError.self) { try RouteHandler().$leaf.get() }
        #expect(error.code == .contextMissing)
        #expect(error.faults[0].location?.hasPrefix("IOCTests/AutowiredTests.swift:") == true)
    }

    @Test("Without a context, a plain read stops the program and says why", .promptly)
    func plainReadStops() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            ExitTestProcess.leaveOutBacktrace()
            _ = RouteHandler().leaf
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        for part in ["context-missing", "AutowiredTests.swift:", "ApplicationContext.bootstrap"] {
            #expect(text.contains(part), "\(text)")
        }
    }

    // MARK: Injection into objects

    @Test("An existing object is injected by the context it is given to, or all its missing dependencies are reported")
    func injectInto() throws {
        let context = try boot(Leaf.self)
        let target = TestTarget()
        try context.inject(into: target)
        #expect(try target.leaf === context.component(Leaf.self) && target.log == nil)
        let error = try #require(throws: IOCError.self) { try context.inject(into: Needy()) }
        #expect(error.faults.map(\.code) == [.dependencyMissing, .dependencyMissing])
        #expect(error.faults.map(\.injectionPoint) == ["Needy.log", "Needy.hen"])
        final class Plain {}
        #expect(code { try context.inject(into: Plain()) } == .typeUnmanaged)
    }

    final class Node {
        let name: String
        let children: [Node]
        init(_ name: String, _ children: [Node] = []) { (self.name, self.children) = (name, children) }
    }

    @Test("Injection into a tree visits the root first, and each branch before the next")
    func tree() throws {
        let context = try boot(Leaf.self)
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

    // MARK: Values

    final class Office: IOCComponent, @unchecked Sendable {
        @Autowired var job: Ticket
        @Autowired var assigned: Ticket
    }

    @Test("A property is resolved once, however it is read, and never if it was assigned")
    func filledOnce() throws {
        let recorder = MakingRecorder()
        let context = try ApplicationContext(
            ContextConfiguration(Office.self, Ticket.self).with { $0.observers = [recorder] })
        let office = try context.component(Office.self)
        #expect(!office.$job.isFilled)
        let job = try office.$job.get()
        #expect(try office.$job.isFilled && office.$job.get() === job && office.job === job)
        for other in [Ticket(), Ticket()] {
            office.assigned = other
            #expect(try office.$assigned.get() === other && office.assigned === other)
        }
        #expect(recorder.made == ["Office", "Ticket"])
    }

    protocol Bound: AnyObject, Sendable {}
    protocol Unbound: Sendable {}
    @Component(.scope(.prototype)) final class Short: Bound, Unbound {}
    @Component(.scope(.prototype)) final class Sizes {
        @Autowired var one: Short
        @Autowired var bound: any Bound
        @Autowired var unbound: any Unbound
        @Autowired var maybe: (any Unbound)?
        @Autowired var all: [any Bound]
        var values: [any Unbound] {
            [one, bound as? Short, unbound, maybe, all.first as? Short].compactMap { $0 as (any Unbound)? }
        }
        func replaceAll() { (one, bound, unbound, maybe, all) = (Short(), Short(), Short(), nil, []) }
    }
    private struct Weak {
        weak var object: Short?
        init(_ value: any Unbound) { object = value as? Short }
    }

    @Test("A value of any size is released with its owner, and so is one assigned over it", arguments: [false, true])
    func released(isReplaced: Bool) throws {
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

    // MARK: Reads in initializers

    final class Early: IOCComponent, @unchecked Sendable {
        @TaskLocal static var word = "none"
        @Autowired var late: Late
        let seen: Late
        let heard = Early.word
        init() { seen = _late.wrappedValue }
    }
    final class Late: IOCComponent, @unchecked Sendable { @Autowired var early: Early }

    @Test("An init() in a cycle reads the context's own instance, and sees its caller's task")
    func readInInit() throws {
        let context = try Early.$word.withValue("said") { try boot(Early.self, Late.self) }
        let early = try context.component(Early.self)
        #expect(try early.seen === context.component(Late.self))
        #expect(early.late.early === early && early.heard == "said")
    }

    // MARK: Wrappers inside values

    @propertyWrapper struct Noted<Value: Sendable>: Sendable {
        var wrappedValue: Value
        init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    }
    struct Part: @unchecked Sendable {
        var number = 1
        @Autowired var leaf: Leaf
    }
    class PartOwner: IOCComponent, @unchecked Sendable {
        let part = Part()
        required init() {}
    }
    final class WrapperOwner: PartOwner, @unchecked Sendable {
        @Autowired var leaf: Leaf
        let pair = (1, Autowired<Leaf>())
        let list: [Part] = []
        let maybe: Part? = nil
        @Noted var noted = Autowired<Leaf>()
        let plain: (Int, [String: Date], URL?) = (1, [:], nil)
        let shared: Needy? = nil
    }

    @Test("Wrappers inside a structure, a tuple, a list or another wrapper are notices that name the property")
    func unboundWrappers() throws {
        let notices = try boot(WrapperOwner.self, Leaf.self, Clerk.self).report.notices
        #expect(notices.map(\.code) == Array(repeating: .wrapperNotBound, count: 5))
        for name in ["part", "pair", "list", "maybe", "_noted"] {
            #expect(notices.count { "\($0)".contains("Owner.\(name) has injected properties") } == 1, "\(name)")
        }
    }
}
