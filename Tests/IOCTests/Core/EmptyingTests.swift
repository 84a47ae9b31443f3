import IOCBase
import IOCModel
import Testing

@testable import IOC

@Suite("The end of a core")
struct EmptyingTests {
    /// Who has gone, in that order.
    private static let gone = Guarded<[String]>([])

    final class Store: IOCComponent {
        deinit { gone.withLock { $0.append("store") } }
    }
    final class Middle: IOCComponent, @unchecked Sendable {
        @Autowired var store: Store
        deinit { gone.withLock { $0.append("middle") } }
    }
    final class Top: IOCComponent, @unchecked Sendable {
        @Autowired var middle: Middle
        func didInject() throws { _ = middle.store }
        deinit { gone.withLock { $0.append("top") } }
    }

    @Test("It lets the instances go, dependents first, forgets the lookups, and takes the bindings away")
    func order() throws {
        let core = ContextCore.unbooted(Middle.self, Store.self, Top.self)
        _ = try core.lookup.supply(Top.self, to: nil)
        let key = TypeIdentity.id(Top.self).rawValue
        #expect(core.lookup.table.value(for: key) != nil)
        core.empty()
        #expect(Self.gone.withLock { $0 } == ["top", "middle", "store"])
        #expect(core.lookup.table.value(for: key) == nil)
        #expect(core.registry.definitions.allSatisfy { core.maker.bindings[$0.index] == nil })
    }

    /// Looks something up while it goes.
    final class Late: IOCComponent {
        // Sound: written before the core is emptied.
        nonisolated(unsafe) unowned var core: ContextCore!
        deinit { _ = try? core.lookup.supply(Part.self, to: nil) }
    }

    @Test("What is looked up meanwhile is remembered by nobody, and goes as well")
    func lateLookup() throws {
        let core = ContextCore.unbooted(Late.self, Part.self)
        try core.lookup.supply(Late.self, to: nil).core = core
        weak let part = try core.lookup.supply(Part.self, to: nil)
        core.letGo()
        #expect(part == nil)
        #expect(core.lookup.table.value(for: TypeIdentity.id(Part.self).rawValue) == nil)
    }

    final class Part: IOCComponent {}

    @Test("It comes with the last hold, and with the last one inside where somebody is")
    func gate() throws {
        let core = ContextCore.unbooted(Part.self)
        let part = try #require(core.definition(of: Part.self))
        #expect(core.hold())
        core.letGo()
        try core.inGate(for: { nil }) {
            _ = try core.maker.instance(of: part, for: nil)
            core.letGo()
            #expect(core.gate.isClosed && part.slot.instance != nil)
        }
        #expect(part.slot.instance == nil && core.isOver)
        #expect(!core.hold())
        let error = try #require(throws: IOCError.self) { try core.inGate(for: { nil }) {} }
        #expect(error.code == .contextEnded)
    }

    @Test("What is emptied inside the end of something else is under way with that, and only meanwhile")
    func nested() {
        let parts = (0..<3).map { _ in Part() }
        func underWay() -> [Int] {
            let found = parts.indices.filter { Ending.isUnderWay(parts[$0]) }
            #expect(Ending.isUnderWay != found.isEmpty)
            return found
        }
        Ending.run(parts[0]) {
            Ending.run(parts[1]) {
                #expect(underWay() == [0, 1])
                Ending.run(parts[2]) { #expect(underWay() == [0, 1, 2]) }
                #expect(underWay() == [0, 1])
            }
            #expect(underWay() == [0])
        }
        #expect(underWay() == [])
    }
}
