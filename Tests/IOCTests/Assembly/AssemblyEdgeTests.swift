import IOCBase
import IOCModel
import Testing

@testable import IOC

/// Whose a definition is, which of several is meant, and what is done once.
@Suite("Edges of assemblies")
struct AssemblyEdgeTests {
    final class Thing: @unchecked Sendable {
        // Sound: written on one thread.
        var found: [String] = []
    }

    // MARK: Objects under construction

    final class Press: Assembly {
        let named: Define<Thing> = Define(.prototype) { _ in Thing() }
            .traits(.named("front desk"))
            .inject { thing, press in
                thing.found = ["named", "front desk", "desk", "Press.named"].filter { name in
                    (try? press.building(named: name, as: Thing.self)) === thing
                }
            }
        let nested: Define<Thing, Int> = Define(.prototype) { press, depth in
            guard depth > 0 else {
                let outer: Thing = try press.building(named: "outer")
                // Its own instance and those of the same name around it are not there yet.
                outer.found.append((try? press.building(named: "nested", as: Thing.self)) == nil ? "none" : "some")
                return Thing()
            }
            return try press.nested(depth - 1)
        }
        let outer: Define<Thing> = Define(.prototype) { _ in Thing() }
            .inject { thing, press in
                _ = try press.nested(2)
                _ = try press.inner(1)
            }
        let inner: Define<Thing, Int> = Define(.prototype) { press, depth in
            let outer: Thing = try press.building(named: "outer")
            if depth == 0 {
                // The one around is there, and this one is not.
                let around: Thing? = try? press.building(named: "inner")
                outer.found.append(around?.found == ["around"] ? "around" : "none")
            }
            return Thing()
        }
        .inject { thing, press, depth in
            thing.found = ["around"]
            if depth > 0 { _ = try press.inner(depth - 1) }
        }
    }

    @Test("What is being built is found by its key and by its own name")
    func names() throws {
        let press = try Press.activated()
        #expect(try press.named().found == ["named", "front desk"])
    }

    @Test("One whose making has not returned is passed over for one further out that is there")
    func unmade() throws {
        let press = try Press.activated()
        #expect(try press.outer().found == ["none", "around"])
    }

    // MARK: Whose a definition is

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

    @Test("A definition belongs to one assembly, in one place of it")
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

    @Test("A definition of another kind of assembly is nobody's")
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
        let number: Define<Int> = .option("edge.none", .when("one") { _ in 1 })
    }
    final class OnlyUsing: Assembly {
        let base = Collaborator(Base.self)
    }

    @Test("A context that does not come to be leaves an assembly to the one that it belongs to")
    func failedActivation() throws {
        let base = try Base.activated()
        let thing = try base.thing()
        #expect(throws: IOCError.self) { try Failing.activated(with: [base]) }
        #expect(try base.thing() === thing)
        #expect(try base.context.component(Thing.self) === thing)
    }

    @Test("An activation of what has a context does nothing, whoever's the context is")
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

    @Test("Of two that fit neither is taken unless it is exactly the class, and the first of two of one class is")
    func choices() throws {
        let two = #expect(throws: IOCError.self) { try Shop.activated(with: [Left(), Right()]) }
        #expect(
            two?.faults.map(\.code) == [.collaboratorAmbiguous, .nameAmbiguous] || two?.code == .collaboratorAmbiguous)
        #expect(try Shop.activated(with: [Right()]).text() == "2")
        #expect(try Shop.activated(with: [Left(), Store(), Right()]).text() == "0")
        let alike = #expect(throws: IOCError.self) { try Shop.activated(with: [Left(), Left()]) }
        #expect(alike?.faults.contains { $0.code == .collaboratorAmbiguous } == false)
    }

    class Above: Assembly, @unchecked Sendable {
        private let same = Define(.singleton) { _ in 1 }
        required init() {}
    }
    final class Below: Above, @unchecked Sendable {
        private let same = Define(.singleton) { _ in 2 }
    }

    @Test("Of two private definitions of one name the superclass's comes first, whoever shows them")
    func sameKeys() {
        let below = Below()
        let (fields, mirror) = (AssemblyMembers(of: below), AssemblyMembers(mirroring: below))
        #expect(mirror.definitions.map(\.key) == ["same", "same"])
        #expect(
            fields.definitions.map { ObjectIdentifier($0.cell) } == mirror.definitions.map { ObjectIdentifier($0.cell) }
        )
        #expect(mirror.anchor === fields.anchor && mirror.first == 0)
    }

    final class Holder: Sendable {
        let kept: Definition<Holding, Int> = Definition(.singleton) { _ in 1 }
    }
    struct Shown: CustomReflectable, Sendable {
        let kept: Definition<Holding, Int> = Definition(.singleton) { _ in 1 }
        var customMirror: Mirror { Mirror(self, children: ["kept": kept]) }
    }
    final class Holding: Assembly {
        let holder = Holder()
        let shown = Shown()
        let own = Define(.singleton) { _ in 2 }
    }
    struct Pack: Sendable { let base = Collaborator(Base.self) }
    final class Packing: Assembly {
        let pack = Pack()
        let own = Define(.singleton) { _ in 2 }
    }

    @Test("What an object has, or a value with its own mirror, is its own affair; a structure's is out of reach")
    func enclosed() {
        for members in [AssemblyMembers(of: Holding()), AssemblyMembers(mirroring: Holding())] {
            #expect(members.definitions.map(\.key) == ["own"] && members.unreachable == [])
        }
        for members in [AssemblyMembers(of: Packing()), AssemblyMembers(mirroring: Packing())] {
            #expect(members.unreachable == [UnreachableMember(key: "pack", isLazy: false)])
            #expect(members.collaborators.isEmpty)
        }
    }

    // MARK: Steps

    private static let log = Guarded<[String]>([])
    final class Stepped: Sendable {}
    final class Steps: Assembly {
        let will: Define<Stepped> = Define(.prototype) { _ in Stepped() }
            .willInject { _ in log.withLock { $0.append("will") } }
        let inject: Define<Stepped> = Define(.prototype) { _ in Stepped() }
            .inject { (_: Stepped, _: Steps) in log.withLock { $0.append("inject") } }
        let did: Define<Stepped> = Define(.prototype) { _ in Stepped() }
            .didInject { _ in log.withLock { $0.append("did") } }
        let built: Define<Stepped> = Define(.prototype) { _ in Stepped() }
            .didBuildGraph { _ in log.withLock { $0.append("built") } }
    }

    @Test("Each kind of step is done for itself, and for each instance")
    func steps() throws {
        let steps = try Steps.activated()
        for _ in 0..<2 {
            for step in [steps.will, steps.inject, steps.did, steps.built] { _ = try step() }
        }
        let once = ["will", "inject", "did", "built"]
        #expect(Self.log.withLock { $0 } == once + once)
    }

    final class Hooked: IOCComponent, @unchecked Sendable {
        // Sound: written while it is made, on one thread.
        var calls: [String] = []
        func willInject() { calls.append("will") }
        func didInject() { calls.append("did") }
    }
    final class Either: Assembly, @unchecked Sendable {
        // Sound: written by the test alone.
        var isFresh = false
        let one: Define<Hooked> = Define(.singleton) { _ in Hooked() }
        let fresh: Define<Hooked> = Define(.prototype) { _ in Hooked() }
        let either: Define<Hooked> = Define(.prototype) { own in own.isFresh ? Hooked() : try own.one() }
    }

    @Test("What a definition returns of another's keeps its hooks to itself, and a new one gets its own, each time")
    func aliases() throws {
        let either = try Either.activated()
        let one = try either.one()
        for isFresh in [false, true, true, false, false, true] {
            either.isFresh = isFresh
            let found = try either.either()
            #expect((found === one) == !isFresh)
            #expect(found.calls == ["will", "did"])
            #expect(try either.fresh().calls == ["will", "did"])
        }
    }

    // MARK: Candidates

    protocol Port: Sendable {}
    final class Harbor: IOCComponent, Port {}
    final class Ports: Assembly {
        let port: Define<any Port> = Define(.singleton) { _ in Harbor() }
    }

    @Test("A definition that promises a protocol stands beside a class that conforms, and is no better")
    func promises() throws {
        let error = #expect(throws: IOCError.self) {
            let ports = try Ports.activated(configuration: ContextConfiguration(Harbor.self))
            _ = try ports.context.component((any Port).self)
        }
        #expect(error?.code == .dependencyAmbiguous)
    }
}
