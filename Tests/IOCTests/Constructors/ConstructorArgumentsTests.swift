import IOC
import IOCBase
import Synchronization
import Testing

@Suite("Constructors whose closure takes each argument by its number")
struct ConstructorArgumentsTests {
    final class Desk: ConstructedComponent {
        let (leaf, meter, limit, tickets): (Leaf, any Meter, Int, [Ticket])
        init(leaf: Leaf, meter: any Meter, limit: Int, tickets: [Ticket]) {
            (self.leaf, self.meter, self.limit, self.tickets) = (leaf, meter, limit, tickets)
        }
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        static var constructor: Constructor {
            Constructor(
                Parameter<Leaf>("leaf"), Parameter<any Meter>("meter", named: "FallbackMeter"),
                Parameter<Int>("limit", setting: "desk.limit", default: 3), Parameter<Ticket>("ticket")
            ) { arguments in
                let tickets = try [arguments[3] as Ticket, arguments[3] as Ticket]
                return try Desk(leaf: arguments[0], meter: arguments[1], limit: arguments[2], tickets: tickets)
            }
        }
    }

    @Test("Each argument is what its parameter asks for, in any order and number of uses")
    func arguments() throws {
        let context = try boot(Desk.self, Leaf.self, PlainMeter.self, FallbackMeter.self, Ticket.self)
        var tickets: [Ticket] = []
        for _ in 0..<3 {
            let desk = try context.component(Desk.self)
            #expect(try desk.leaf === context.component(Leaf.self) && desk.meter is FallbackMeter && desk.limit == 3)
            tickets += desk.tickets
        }
        #expect(Set(tickets.map(ObjectIdentifier.init)).count == 6)
    }

    // MARK: Misuses

    /// Its closure runs a step of a test first.
    final class Careless: ConstructedComponent {
        @TaskLocal static var step: @Sendable (ConstructorArguments) throws -> Void = { _ in }
        init(_ ticket: Ticket, _ leaf: Leaf) {}
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        static var constructor: Constructor {
            Constructor(Parameter<Ticket>("ticket"), Parameter<Leaf>("leaf")) { arguments in
                try step(arguments)
                return try Careless(arguments[0], arguments[1])
            }
        }
    }
    /// It has a parameter of another type at the same place.
    final class Nosy: ConstructedComponent {
        @TaskLocal static var step: @Sendable () -> Void = {}
        init(_ other: PerRequest?) {}
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        static var constructor: Constructor {
            Constructor(Parameter<PerRequest?>("other")) { arguments in
                let other: PerRequest? = try arguments[0]
                step()
                return Nosy(other)
            }
        }
    }

    /// A context that has created each prototype before.
    private func context() throws -> ApplicationContext {
        let context = try boot(Careless.self, Nosy.self, Ticket.self, Leaf.self)
        for _ in 0..<2 { _ = try (context.component(Careless.self), context.component(Nosy.self)) }
        return context
    }

    typealias Step = @Sendable (ConstructorArguments) throws -> Void
    static let misuses: [(step: Step, says: String)] = [
        ({ _ = try $0[0] as Leaf }, "needs \(String(reflecting: Ticket.self)), and its constructor takes"),
        ({ _ = try $0[1] as Ticket }, "or declare a Parameter<\(String(reflecting: Ticket.self))>"),
        ({ _ = try $0[-1] as Leaf }, "takes argument -1, and its last parameter is number 1"),
        ({ _ = try $0[2] as Leaf }, "takes argument 2, and its last parameter is number 1"),
        ({ _ = try $0[.max] as Int }, "takes argument \(Int.max), and its last parameter is number 1"),
        ({ _ = try $0[.min] as Ticket }, "takes argument \(Int.min), and its last parameter is number 1"),
    ]

    @Test(
        "An argument that is taken as another type, or that the constructor has no parameter for, is an error",
        arguments: misuses)
    func misused(step: @escaping Step, says: String) throws {
        let context = try context()
        for _ in 0..<2 {
            let error = try #require(throws: IOCError.self) {
                try Careless.$step.withValue(step) { try context.component(Careless.self) }
            }
            #expect(error.faults.map(\.code) == [.argumentMisused])
            for part in [says, "ConstructorArgumentsTests.swift:"] {
                #expect(error.description.contains(part), "\(error)")
            }
            _ = try context.component(Careless.self)
        }
    }

    private static func expectMisused(_ arguments: ConstructorArguments) {
        #expect(faultCodes { try arguments[0] as Ticket } == [.argumentMisused])
        let error = #expect(throws: IOCError.self) { try arguments[1] as Leaf }
        for part in ["Careless.init(leaf:) needs \(String(reflecting: Leaf.self))", "outside the construction"] {
            #expect(error?.description.contains(part) == true, "\(part) is not in \(String(describing: error))")
        }
    }

    @Test("Arguments that are taken after their construction, in another one, or on another thread are an error")
    func kept() throws {
        let context = try context()
        let kept = Guarded<ConstructorArguments?>(nil)
        let step: @Sendable (ConstructorArguments) throws -> Void = { arguments in
            kept.withLock { $0 = arguments }
            _ = try onThreads(1) { _ in Self.expectMisused(arguments) }
        }
        _ = try Careless.$step.withValue(step) { try context.component(Careless.self) }
        let arguments = try #require(kept.withLock { $0 })
        Self.expectMisused(arguments)
        _ = try Nosy.$step.withValue({ Self.expectMisused(arguments) }) { try context.component(Nosy.self) }
    }

    // MARK: Lookups of initializers

    private static func reported(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "found"
        } catch { return "\(error)" }
    }
    @Component(.scope(.prototype)) final class Looking {
        let reported = ConstructorArgumentsTests.reported { _ = try ApplicationContext.current.component(Asking.self) }
    }
    @Component(.scope(.prototype)) final class Asking { let looking: Looking }

    @Test("A prototype whose initializer looks up its owner is a cycle, at every lookup")
    func circles() throws {
        let context = try boot(Looking.self, Asking.self)
        for _ in 0..<3 {
            let reported = try context.component(Asking.self).looking.reported
            #expect(reported.contains("construction-cycle") && reported.contains("Asking.looking"), "\(reported)")
        }
    }

    // MARK: Aliases

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
    final class Sheet: ConstructedComponent {
        static let injections = Atomic(0)
        init(_ isThere: Bool) {}
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        static var constructor: Constructor {
            Constructor(Parameter<Ticket>("ticket")) { arguments in
                let isThere = try (arguments[0] as Ticket) === (arguments[0] as Ticket)
                return Sheet(isThere)
            }
        }
        func didInject() { Self.injections.add(1, ordering: .relaxed) }
    }

    @Test("The hooks of an instance are called once, if its constructor passes it on, or releases an argument before")
    func hooks() throws {
        let context = try boot(Ware.self, SpecialWare.self, Sheet.self, Ticket.self)
        for _ in 0..<3 {
            let ware = try context.component(Ware.self)
            #expect(ware is SpecialWare)
            #expect(ware.injections.withLock { $0 } == 1)
        }
        // An instance may get the address of an argument that was released before.
        for round in 1...50 {
            _ = try context.component(Sheet.self)
            #expect(Sheet.injections.load(ordering: .relaxed) == round)
        }
    }
}
