import IOCModel
import Testing

@testable import IOC

@Suite("A lookup")
struct LookupTests {
    protocol Sink: AnyObject, Sendable {}
    final class Console: IOCComponent, Sink {}
    final class File: IOCComponent, Sink {
        static var traits: [ComponentTrait] { [.named("file")] }
    }
    final class Clock: IOCComponent {}

    @Test("It chooses what serves a type, and makes nothing")
    func choice() throws {
        let core = ContextCore.unbooted(Console.self, Clock.self)
        let (owner, definition) = try core.lookup.choose((any Sink).self, for: nil, named: nil)
        #expect(owner === core.lookup)
        #expect(definition === core.definition(of: Console.self))
        #expect(core.registry.definitions.allSatisfy { $0.slot.instance == nil })
        #expect(try core.lookup.find(Int.self, for: nil, named: nil) == nil)
    }

    @Test("It has the chosen one made by its maker, and remembers a shared one by its type")
    func memory() throws {
        let core = ContextCore.unbooted(Console.self)
        let key = TypeIdentity.id((any Sink).self).rawValue
        #expect(core.lookup.table.value(for: key) == nil)
        let sink = try core.lookup.supply((any Sink).self, to: nil)
        #expect(core.definition(of: Console.self)?.slot.instance as? Console === sink)
        #expect(core.lookup.table.value(for: key)?.assumingMemoryBound(to: (any Sink).self).pointee === sink)
    }

    @Test("What it can't decide is an error with the candidates, by type and by name")
    func faults() throws {
        let lookup = ContextCore.unbooted(Console.self, File.self).lookup
        let several = try #require(throws: IOCError.self) { try lookup.supply((any Sink).self, to: nil) }
        #expect(several.code == .dependencyAmbiguous)
        #expect(several.faults[0].candidates.count == 2)
        let unknown = try #require(throws: IOCError.self) { try lookup.named("fiel", as: (any Sink).self) }
        #expect(unknown.code == .qualifierUnknown)
        #expect(unknown.faults[0].suggestion == "file")
        #expect(try lookup.named("file", as: (any Sink).self) is File)
    }

    @Test("What it does not have it asks its parent for, and a name of its own hides the parent's")
    func parents() throws {
        let (above, below) = (ContextCore.unbooted(Clock.self, Console.self), ContextCore.unbooted(Console.self))
        let lookup = Lookup(below.registry, parent: above.lookup, maker: below.maker)
        #expect(try lookup.supply(Clock.self, to: nil) === above.definition(of: Clock.self)?.slot.instance as? Clock)
        let members = lookup.members(of: (any Sink).self, named: nil)
        #expect(members.map { $0.1 === below.definition(of: Console.self) } == [true])
        #expect(above.definition(of: Console.self)?.slot.hasPublished(0) == true)
    }
}
