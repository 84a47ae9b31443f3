import IOCModel
import Testing

@testable import IOC

/// What the container tells where code has given it something else than was promised: each detail of it.
@Suite("The details of faults that code brings about")
struct FaultDetailTests {
    final class Clock: IOCComponent {}
    final class Kit: Assembly, @unchecked Sendable {
        // Sound: nothing is stored.
        let clock = Definition { (_: Kit) in Clock() }
    }

    private func fault(_ body: () throws -> Void) throws -> IOCError.Fault {
        let error = try #require(throws: IOCError.self) { try body() }
        return try #require(error.faults.first)
    }

    @Test("A step for another type tells the place of the definition, what it takes and what it got")
    func steps() throws {
        let types = DefinitionTypes<Kit, Int>(location: SourceLocation(file: "Kit.swift", line: 3, column: nil))
        let fault = try fault { _ = try types.instance(Clock()) }
        #expect(fault.code == .protocolMismatch)
        #expect(fault.place.map { "\($0)".contains("Kit.swift:3") } == true)
        #expect(fault.wanted == "Swift.Int")
        #expect(fault.headline.hasSuffix("is a IOCTests.FaultDetailTests.Clock"))
    }

    @Test("An instance that is not what its definition promises is told with the property and the component")
    func instances() throws {
        let core = ContextCore.unbooted(Clock.self)
        let definition = try #require(core.definition(of: Clock.self))
        let fault = definition.mismatch(wanted: Int.self, asker: nil)
        #expect(fault.wanted == "Swift.Int")
        #expect(fault.point == nil)
        #expect(fault.candidates == [definition.facts.name])
    }

    final class Hasty: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var first: Clock
        @Autowired var second: Clock
        @Value("hasty.one") var one: Int
        @Value("hasty.two") var two: Int
        init() {
            _first = Autowired("one")
            _second = Autowired("two")
        }
    }

    @Test("Each name and property that only a lazy component's instance knows is told with the way to it")
    func lateNames() throws {
        let context = try boot(Hasty.self, Clock.self)
        let error = try #require(throws: IOCError.self) { try context.component(Hasty.self) }
        let codes: [IOCError.Code] = [.propertyMissing, .propertyMissing, .qualifierUnknown, .qualifierUnknown]
        #expect(error.faults.map(\.code).sorted { $0.rawValue < $1.rawValue } == codes)
        #expect(error.faults.map(\.path) == Array(repeating: [String(reflecting: Hasty.self)], count: 4))
    }

    @Test("An argument of another type, or none, is told with the type that the closure takes it as")
    func arguments() throws {
        var index = 0
        let key = ArgumentKey(["a"])
        let other = try fault { _ = try ArgumentKey.argument(of: key, as: Int.self, at: &index) }
        #expect(other.wanted == "Swift.Int")
        #expect(other.headline.hasSuffix("is a Swift.String"))
        #expect(index == 1)
        let missing = try fault { _ = try ArgumentKey.argument(of: key, as: Int.self, at: &index) }
        #expect(missing.headline.hasSuffix("is a nothing"))
        #expect(index == 2)
        index = 0
        #expect(try ArgumentKey.argument(of: key, as: String.self, at: &index) == "a")
        index = 0
        let numbers = ArgumentKey([7, 8, 9, 10])
        let taken = try (0..<4).map { _ in try ArgumentKey.argument(of: numbers, as: Int.self, at: &index) }
        #expect(taken == [7, 8, 9, 10])
        #expect(try fault { _ = try ArgumentKey.argument(of: nil, as: Int.self, at: &index) }.place == nil)
    }

    @Test("What is only told inside a construction names what was asked for outside one")
    func outside() throws {
        let fault = try fault { _ = try ContextCore.underConstruction(wanted: [Int].self) }
        #expect(fault.code == .contextMissing)
        #expect(fault.wanted == "Swift.Array<Swift.Int>")
    }

    @Test("A definition whose assembly is gone names the assembly")
    func owners() throws {
        func reference() -> OwnerReference { OwnerReference(Kit()) }
        let gone = reference()
        for ask in [{ _ = try gone.get(as: Kit.self) }, { try gone.with { _ in } }] as [() throws -> Void] {
            let fault = try fault(ask)
            #expect(fault.code == .contextEnded)
            #expect(fault.wanted == "IOCTests.FaultDetailTests.Kit")
        }
        let kit = Kit()
        let here = OwnerReference(kit)
        #expect(here.isTo(kit) && !here.isTo(Kit()))
        #expect(try here.get(as: Kit.self) === kit)
        #expect(try here.with { $0 === kit })
    }

    @Test("A collection of what no collection is of names the shape and the element")
    func collections() throws {
        let core = ContextCore.unbooted(Clock.self)
        let fault = try fault { _ = try core.lookup.supply([Clock?].self, to: nil) }
        #expect(fault.code == .shapeMeaningless)
        #expect(fault.wanted == "IOCTests.FaultDetailTests.Clock")
    }
}
