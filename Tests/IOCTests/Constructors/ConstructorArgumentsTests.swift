import IOC
import IOCBase
import Synchronization
import Testing

@Suite("Constructors whose closure takes each argument by its number")
struct ConstructorArgumentsTests {
    protocol Sink: Sendable {}
    @Component final class Mapper {}
    @Component("console") final class Console: Sink {}
    @Component("audit") struct Audit: Sink {}
    @Component(.scope(.prototype)) final class Ticket {}
    final class Desk: ConstructedComponent {
        let (mapper, log, limit, tickets): (Mapper, any Sink, Int, [Ticket])
        init(mapper: Mapper, log: any Sink, limit: Int, tickets: [Ticket]) {
            (self.mapper, self.log, self.limit, self.tickets) = (mapper, log, limit, tickets)
        }
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        static var constructor: Constructor {
            Constructor(
                Parameter<Mapper>("mapper"), Parameter<any Sink>("log", named: "audit"),
                Parameter<Int>("limit", setting: "desk.limit", default: 3), Parameter<Ticket>("ticket")
            ) { arguments in
                let tickets = try [arguments[3] as Ticket, arguments[3] as Ticket]
                return try Desk(mapper: arguments[0], log: arguments[1], limit: arguments[2], tickets: tickets)
            }
        }
    }

    @Test("Each argument is what its parameter asks for, in any order and number of uses")
    func arguments() throws {
        let context = try boot(Desk.self, Mapper.self, Console.self, Audit.self, Ticket.self)
        var tickets: [Ticket] = []
        for _ in 0..<3 {
            let desk = try context.component(Desk.self)
            #expect(try desk.mapper === context.component(Mapper.self))
            #expect(desk.log is Audit)
            #expect(desk.limit == 3)
            tickets += desk.tickets
        }
        #expect(Set(tickets.map(ObjectIdentifier.init)).count == 6)
    }

    @Test("Its dependencies are checked at boot like those of any other")
    func judged() throws {
        let error = try #require(throws: IOCError.self) { try boot(Desk.self, Mapper.self, Console.self, Ticket.self) }
        #expect(error.faults.map(\.code) == [.qualifierUnknown])
        #expect(error.description.contains("Desk.init(log:)"))
    }

    @Component(.scope(.prototype)) final class Other {}
    final class Confused: ConstructedComponent {
        static let wrong = Atomic(false)
        init(_ ticket: Ticket) {}
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        static var constructor: Constructor {
            Constructor(Parameter<Ticket>("ticket")) { arguments in
                if wrong.load(ordering: .relaxed) { _ = try arguments[0] as Other }
                return try Confused(arguments[0])
            }
        }
    }

    @Test("An argument that is taken as another type than its parameter's is an error that says both")
    func anotherType() throws {
        let context = try boot(Confused.self, Ticket.self, Other.self)
        let (ticket, other) = (String(reflecting: Ticket.self), String(reflecting: Other.self))
        for _ in 0..<2 {
            Confused.wrong.store(true, ordering: .relaxed)
            let error = try #require(throws: IOCError.self) { try context.component(Confused.self) }
            #expect(error.code == .argumentMisused)
            for part in [
                "Confused.init(ticket:) needs \(ticket), and its constructor takes the argument as \(other)",
                "take it as \(ticket), or declare a Parameter<\(other)>",
            ] {
                #expect(error.description.contains(part), "\(part) is not in \(error)")
            }
            // Its prototype is known from now on.
            Confused.wrong.store(false, ordering: .relaxed)
            _ = try context.component(Confused.self)
        }
    }

    /// Its closure does first what a test says.
    final class Careless: ConstructedComponent {
        @TaskLocal static var step: @Sendable (ConstructorArguments) throws -> Void = { _ in }
        init(_ ticket: Ticket, _ mapper: Mapper) {}
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        static var constructor: Constructor {
            Constructor(Parameter<Ticket>("ticket"), Parameter<Mapper>("mapper")) { arguments in
                try step(arguments)
                return try Careless(arguments[0], arguments[1])
            }
        }
    }
    /// Its first argument is a prototype of another class.
    final class Nosy: ConstructedComponent {
        @TaskLocal static var step: @Sendable () -> Void = {}
        init(_ other: Other) {}
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        static var constructor: Constructor {
            Constructor(Parameter<Other>("other")) { arguments in
                let other: Other = try arguments[0]
                step()
                return Nosy(other)
            }
        }
    }

    /// A context in which the prototypes for all parameters are known.
    private func bootWithKnownPrototypes() throws -> ApplicationContext {
        let context = try boot(Careless.self, Nosy.self, Ticket.self, Mapper.self, Other.self)
        for _ in 0..<2 {
            _ = try context.component(Careless.self)
            _ = try context.component(Nosy.self)
        }
        return context
    }

    private static func expectMisused(_ arguments: ConstructorArguments) {
        func check<Value>(_ type: Value.Type, at index: Int, _ parameter: String) {
            let error = #expect(throws: IOCError.self) { try arguments[index] as Value }
            #expect(error?.code == .argumentMisused)
            let needs = "Careless.init(\(parameter):) needs \(String(reflecting: type))"
            for part in [needs, "outside the construction", "on the thread"] {
                #expect(error?.description.contains(part) == true, "\(part) is not in \(String(describing: error))")
            }
        }
        check(Ticket.self, at: 0, "ticket")
        check(Mapper.self, at: 1, "mapper")
    }

    @Test("Arguments that were kept beyond their construction are an error, and no other construction's")
    func kept() throws {
        let context = try bootWithKnownPrototypes()
        let kept = Guarded<ConstructorArguments?>(nil)
        _ = try Careless.$step.withValue({ arguments in kept.withLock { $0 = arguments } }) {
            try context.component(Careless.self)
        }
        let arguments = try #require(kept.withLock { $0 })
        Self.expectMisused(arguments)
        _ = try Nosy.$step.withValue({ Self.expectMisused(arguments) }) { try context.component(Nosy.self) }
    }

    @Test("Arguments that are taken on another thread than the constructor's are an error")
    func anotherThread() throws {
        let context = try bootWithKnownPrototypes()
        let step: @Sendable (ConstructorArguments) throws -> Void = { arguments in
            _ = try onThreads(1) { _ in Self.expectMisused(arguments) }
        }
        _ = try Careless.$step.withValue(step) { try context.component(Careless.self) }
    }

    @Test("An argument that the constructor has no parameter for is an error", arguments: [-1, 2, 3, .max, .min])
    func noParameter(index: Int) throws {
        let context = try bootWithKnownPrototypes()
        func check<Value>(_ type: Value.Type) throws {
            let error = try #require(throws: IOCError.self) {
                try Careless.$step.withValue({ _ = try $0[index] as Value }) { try context.component(Careless.self) }
            }
            #expect(error.code == .argumentMisused)
            let reported = "Careless takes argument \(index), and its last parameter is number 1"
            for part in [reported, "ConstructorArgumentsTests.swift:"] {
                #expect(error.description.contains(part), "\(part) is not in \(error)")
            }
        }
        try check(Ticket.self)
        try check(Mapper.self)
        try check(Int.self)
    }

    final class Bare: ConstructedComponent {
        static var constructor: Constructor {
            Constructor { arguments in
                _ = try arguments[0] as Ticket
                return Bare()
            }
        }
    }

    @Test("An argument of a constructor without parameters is an error")
    func noParameters() throws {
        let error = try #require(throws: IOCError.self) { try boot(Bare.self, Ticket.self) }
        #expect(error.faults.map(\.code) == [.argumentMisused])
        #expect(error.description.contains("Bare takes argument 0, and it has no parameter"), "\(error)")
    }

    @Component(.scope(.prototype)) final class Leaf {}
    @Component(.scope(.prototype)) final class Branch { let leaf: Leaf }
    @Component(.scope(.prototype)) final class Tree { let (left, right): (Branch, Branch) = try! (made(), made()) }
    private static func made() throws -> Branch { try ApplicationContext.current.component(Branch.self) }
    @Component(.scope(.prototype)) final class Forest {
        let first: Branch
        let tree: Tree
        let second: Branch
    }

    @Test("Prototypes are new for each parameter, the first time and later, also where an initializer looks them up")
    func prototypes() throws {
        let context = try boot(Forest.self, Tree.self, Branch.self, Leaf.self)
        var leaves: [Leaf] = []
        for _ in 0..<3 {
            let forest = try context.component(Forest.self)
            leaves += [forest.first.leaf, forest.second.leaf, forest.tree.left.leaf, forest.tree.right.leaf]
        }
        #expect(Set(leaves.map(ObjectIdentifier.init)).count == 12)
    }

    @Component(.scope(.prototype)) final class Looking { let reported: String = lookedUp() }
    @Component(.scope(.prototype)) final class Asking { let looking: Looking }
    private static func lookedUp() -> String {
        do {
            _ = try ApplicationContext.current.component(Asking.self)
            return "found"
        } catch {
            return "\(error)"
        }
    }

    @Test("A prototype whose initializer looks up its owner is a cycle, at every lookup")
    func lookedUpCircle() throws {
        let context = try boot(Looking.self, Asking.self)
        let reported = try (0..<3).map { _ in try context.component(Asking.self).looking.reported }
        #expect(reported[0].contains("construction-cycle") && reported[0].contains("Asking.looking"), "\(reported[0])")
        #expect(Set(reported).count == 1, "\(reported)")
    }

    @Component(.scope(.prototype)) final class Filling {
        let reported: String
        init(card: Card) {
            do {
                try ApplicationContext.current.inject(into: Helper())
                reported = "found"
            } catch {
                reported = "\(error)"
            }
        }
    }
    final class Helper {}
    final class Workshop: Assembly {
        let helper = Define(.prototype) { _ in Helper() }
            .inject { _, workshop in _ = try workshop.context.component(Filling.self) }
    }

    @Test("A circle through an initializer's own lookups does not name what the initializer was passed before")
    func circleAfterPassing() throws {
        let workshop = try Workshop.activated(configuration: ContextConfiguration(Card.self, Filling.self))
        let reported = try (0..<3).map { _ in try workshop.context.component(Filling.self).reported }
        #expect(reported[0].contains("construction-cycle") && !reported[0].contains("Filling.card"), "\(reported[0])")
        #expect(Set(reported).count == 1, "\(reported)")
    }

    class Ware: ConstructedComponent, @unchecked Sendable {
        // Sound: the count is under a lock.
        let injections = Mutex(0)
        class var traits: [ComponentTrait] { [.scope(.prototype)] }
        class var constructor: Constructor {
            Constructor(Parameter<SpecialWare>("special")) { try $0[0] as SpecialWare as Ware }
        }
        func didInject() { injections.withLock { $0 += 1 } }
    }
    final class SpecialWare: Ware, @unchecked Sendable {
        override class var constructor: Constructor { Constructor { _ in SpecialWare() } }
    }

    @Component(.scope(.prototype)) final class Card { let number = 7 }
    final class Sheet: ConstructedComponent {
        let number: Int
        init(number: Int) { self.number = number }
        static let injections = Atomic(0)
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        static var constructor: Constructor {
            Constructor(Parameter<Card>("card")) { arguments in
                let number = try (arguments[0] as Card).number
                return Sheet(number: number)
            }
        }
        func didInject() { Self.injections.add(1, ordering: .relaxed) }
    }

    @Test("An argument that an initializer releases at once is not confused with an instance at the same address")
    func samePlace() throws {
        let context = try boot(Sheet.self, Card.self)
        for round in 1...100 {
            _ = try context.component(Sheet.self)
            #expect(Sheet.injections.load(ordering: .relaxed) == round)
        }
    }

    @Test("A constructor may pass on a prototype of a subclass, whose hooks are called once")
    func passedOn() throws {
        let context = try boot(Ware.self, SpecialWare.self)
        for _ in 0..<3 {
            let ware = try context.component(Ware.self)
            #expect(ware is SpecialWare)
            #expect(ware.injections.withLock { $0 } == 1)
        }
    }
}
