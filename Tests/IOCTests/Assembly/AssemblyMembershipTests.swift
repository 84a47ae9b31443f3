import IOC
import Testing

@Suite("Which assembly a definition and a context belong to")
struct AssemblyMembershipTests {
    final class Thing: Sendable {}

    // MARK: Definitions

    enum Shared {
        static let one: Define<Thing> = Define(.singleton) { _ in Thing() }
        static let two: Define<Thing> = Define(.singleton) { _ in Thing() }
        typealias Define<Instance> = Definition<First, Instance>
    }
    class First: Assembly, @unchecked Sendable {
        let a = Shared.one
        required init() {}
    }
    final class Second: First, @unchecked Sendable {}
    final class Pair: Assembly {
        let first = Collaborator(First.self)
        let other = Define(.singleton) { _ in 1 }
    }
    final class Twice: Assembly {
        static let shared: Definition<Twice, Thing> = Definition(.singleton) { _ in Thing() }
        let a = Twice.shared
        let b = Twice.shared
    }
    final class Alien: Assembly {
        let own: Define<Int> = Define(.singleton) { _ in 3 }
        let others: Definition<Pair, String> = Definition(.singleton) { _ in "alien" }
    }

    @Test("A definition belongs to one property of one assembly")
    func claims() throws {
        let first = try First.activated()
        // The same place of another assembly.
        let error = #expect(throws: IOCError.self) { try Second.activated() }
        #expect(error?.code == .definitionUsedTwice)
        try first.activate()
        let twice = #expect(throws: IOCError.self) { try Twice.activated() }
        #expect(twice?.code == .definitionUsedTwice)
        withExtendedLifetime(first) {}
    }

    @Test("A definition of another assembly type provides no component")
    func alien() throws {
        let alien = try Alien.activated()
        #expect(try alien.context.graph.components.map(\.name).map { $0.hasSuffix("Alien.own") } == [true])
        #expect(throws: IOCError.self) { try alien.others() }
    }

    // MARK: Activations

    final class Base: Assembly {
        let thing = Define(.singleton) { _ in Thing() }
    }
    final class Using: Assembly {
        let base = Collaborator(Base.self)
        let number = Define(.singleton) { _ in 1 }
    }
    final class Failing: Assembly {
        let base = Collaborator(Base.self)
        let number: Define<Int> = Define(.singleton) { _ in throw CancellationError() }
    }
    final class OnlyUsing: Assembly {
        let base = Collaborator(Base.self)
    }

    @Test("A failed activation leaves a passed assembly in its context")
    func failedActivation() throws {
        let base = try Base.activated()
        let thing = try base.thing()
        #expect(throws: IOCError.self) { try Failing.activated(with: [base]) }
        #expect(try base.thing() === thing)
        #expect(try base.context.component(Thing.self) === thing)
    }

    @Test("Activating an assembly that has a context does nothing")
    func activatedTwice() throws {
        let using = try Using.activated()
        let base = try using.base()
        let thing = try base.thing()
        try base.activate()
        #expect(try base.thing() === thing)
        #expect(try base.context.component(Int.self) == 1)
        let only = try OnlyUsing.activated()
        let context = try only.context
        try only.activate()
        #expect(try only.context === context)
        #expect(try only.base().thing() === context.component(Thing.self))
    }

    // MARK: Choices of collaborators

    class Store: Assembly, @unchecked Sendable {
        var own: Int { 0 }
        let number = Define(.singleton) { store in store.own }
        required init() {}
    }
    final class Left: Store, @unchecked Sendable { override var own: Int { 1 } }
    final class Right: Store, @unchecked Sendable { override var own: Int { 2 } }
    final class Shop: Assembly {
        let store = Collaborator(Store.self)
        let text = Define(.singleton) { shop in "\(try shop.store().own)" }
    }

    @Test("Two passed subclasses are ambiguous, unless an assembly has the exact class")
    func choices() throws {
        let two = #expect(throws: IOCError.self) { try Shop.activated(with: [Left(), Right()]) }
        #expect(
            two?.faults.map(\.code) == [.collaboratorAmbiguous, .nameAmbiguous] || two?.code == .collaboratorAmbiguous)
        #expect(try Shop.activated(with: [Right()]).text() == "2")
        #expect(try Shop.activated(with: [Left(), Store(), Right()]).text() == "0")
        let alike = #expect(throws: IOCError.self) { try Shop.activated(with: [Left(), Left()]) }
        #expect(alike?.faults.contains { $0.code == .collaboratorAmbiguous } == false)
    }

    // MARK: Candidates

    protocol Port: Sendable {}
    final class Harbor: IOCComponent, Port {}
    final class Ports: Assembly {
        let port: Define<any Port> = Define(.singleton) { _ in Harbor() }
    }

    @Test("A definition of a protocol and a conforming class are equal candidates")
    func promises() throws {
        let error = #expect(throws: IOCError.self) {
            let ports = try Ports.activated(configuration: ContextConfiguration(Harbor.self))
            _ = try ports.context.component((any Port).self)
        }
        #expect(error?.code == .dependencyAmbiguous)
    }
}
