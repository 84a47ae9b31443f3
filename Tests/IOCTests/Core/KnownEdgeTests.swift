import IOCModel
import Testing

@testable import IOC

@Suite("The edges that are known")
struct KnownEdgeTests {
    final class A: IOCComponent {}
    final class B: IOCComponent {}
    final class C: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
    }
    final class D: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.request)] }
    }
    final class E: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.request)] }
    }
    final class F: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.custom(named: "desk", store: Desk()))] }
    }
    struct Desk: ScopeStore {
        var instances: ScopeInstances? { nil }
    }

    @Test("A look that comes too late changes nothing of what another one has found since")
    func lateLook() throws {
        let core = ContextCore.unbooted(A.self, B.self)
        let (known, definitions) = (core.known, core.registry.definitions)
        let early = GraphWalk(successors: known.wiring.successors)
        known.observe(definitions[1], by: definitions[0])
        known.observe(definitions[0], by: definitions[1])
        known.settle()
        func places() -> [[Int]] { definitions.map { [$0.place.cycle, $0.place.rank, $0.place.hasLookups ? 1 : 0] } }
        let found = places()
        #expect(found.allSatisfy { $0[0] != 0 && $0[2] == 1 })
        // Somebody has added more, which no look has seen.
        known.add([0], of: definitions[0])
        known.settle(early, asOf: 1)
        #expect(places() == found)
    }

    @Test("A circle of lookups has one keeper of each scope that keeps instances, and another circle its own")
    func keepers() throws {
        let core = ContextCore.unbooted(A.self, B.self, C.self, D.self, E.self, F.self)
        let (known, definitions) = (core.known, core.registry.definitions)
        func number(_ type: any IOCComponent.Type) throws -> Int { try #require(core.definition(of: type)).index }
        func keepers(_ type: any IOCComponent.Type) throws -> [String] {
            known.keepers(inCycleOf: definitions[try number(type)]).map(\.facts.scope.name).sorted()
        }
        func close(_ circle: [any IOCComponent.Type]) throws {
            let numbers = try circle.map(number)
            for (one, next) in zip(numbers, numbers.dropFirst() + numbers.prefix(1)) {
                known.observe(definitions[next], by: definitions[one])
            }
        }
        try close([C.self, D.self])
        #expect(try keepers(C.self) == ["request"] && keepers(A.self) == [])
        try close([A.self, B.self])
        #expect(try keepers(B.self) == ["singleton"] && keepers(D.self) == ["request"])
        try close([A.self, B.self, C.self, D.self, E.self, F.self])
        #expect(try keepers(E.self) == ["desk", "request", "singleton"])
    }

    protocol Walk: AnyObject, Sendable {}
    final class Walker: Walk, @unchecked Sendable {
        @Autowired var inn: Inn
        @Autowired var mill: Mill
        @Autowired var well: Well
    }
    final class Inn: IOCComponent, @unchecked Sendable { @Autowired var walk: any Walk }
    final class Mill: IOCComponent, @unchecked Sendable { @Autowired var walk: any Walk }
    final class Well: IOCComponent, @unchecked Sendable { @Autowired var walk: any Walk }
    final class Road: Assembly {
        let walk = Definition(.singleton) { (_: Road) -> any Walk in Walker() }
    }

    @Test("All that an instance leads to which is more than its definition promises is known, and keeps nothing alive")
    func promisedLess() throws {
        weak var walker: Walker?
        weak var inn: Inn?
        weak var mill: Mill?
        weak var well: Well?
        do {
            let context = try ApplicationContext(
                ContextConfiguration(
                    classes: [Inn.self, Mill.self, Well.self].map { String(reflecting: $0) },
                    assemblies: [String(reflecting: Road.self)]))
            let made = try #require(try context.component((any Walk).self) as? Walker)
            let known = context.core.known
            known.settle()
            #expect(context.core.registry.definitions.filter(known.isOutsideCycles).isEmpty)
            (walker, inn, mill, well) = (made, made.inn, made.mill, made.well)
            #expect([made.inn.walk, made.mill.walk, made.well.walk].allSatisfy { $0 === made })
        }
        #expect(walker == nil && inn == nil && mill == nil && well == nil)
    }

    @Test("What a prototype of a circle holds until a scope ends goes with the first of the circle's that does")
    func endings() throws {
        for isSingleton in [false, true] {
            let core = ContextCore.unbooted(A.self, C.self, D.self)
            let (known, definitions) = (core.known, core.registry.definitions)
            for index in definitions.indices { known.observe(definitions[(index + 1) % 3], by: definitions[index]) }
            let binding = InjectionBinding(
                core: core, plan: core.maker.plan(ofClass: C.self),
                definition: core.definition(of: C.self))
            weak var held: B?
            let reference = try withRequestScope {
                let reference = {
                    let instance = B()
                    held = instance
                    return binding.scopedReference(to: instance)
                }()
                #expect(held != nil)
                if isSingleton {
                    try #require(core.definition(of: A.self)).slot.release()
                    #expect(held == nil)
                }
                return reference
            }
            #expect(held == nil)
            withExtendedLifetime(reference) {}
        }
    }
}
