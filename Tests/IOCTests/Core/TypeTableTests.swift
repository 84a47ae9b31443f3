import IOCBase
import Synchronization
import TestSupport
import Testing

@testable import IOC

@Suite("The table of lookups")
struct TypeTableTests {
    final class Listed: IOCComponent {}

    /// The context whose definition all lookups lead to.
    private let context: ApplicationContext

    init() throws { context = try ApplicationContext(ContextConfiguration(Listed.self)) }

    private func entry(of type: Any.Type = Listed.self) -> TypeLookup {
        TypeLookup(of: type, maker: context.core.maker, definition: context.core.registry.definitions[0])
    }

    private func capacity(_ table: TypeTable) -> Int { Int(table.current.load(ordering: .acquiring).pointee.mask) + 1 }

    @Test("Whatever distance types have from each other, each stands near its own place")
    func distances() {
        for distance in (1...600).map({ UInt($0 * 8) }) + (10...30).map({ 1 << $0 }) {
            let keys = (0..<500).map { 0x5555_0000_1230 + UInt($0) * distance }
            let table = TypeTable()
            for key in keys { _ = table.insert(entry(), for: key) }
            let storage = table.current.load(ordering: .acquiring).pointee
            let steps = keys.map { key in
                (UInt(TypeTable.probe(storage, key).position) &- (AddressHash.of(key) & storage.mask)) & storage.mask
            }
            #expect(steps.reduce(0, +) <= 4 * 500, "\(distance) bytes")
        }
    }

    @Test("It has what was entered, whatever else shares a place, and grows with it", arguments: 0..<6)
    func entries(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let table = TypeTable(capacity: 2)
        var lookups: [UInt: TypeLookup] = [:]
        for _ in 1...150 {
            // Many that stand near each other in memory, and some far away.
            let key = UInt(random.number(1...60)) * 8 + (random.chance(20) ? 1 << 40 : 0)
            if random.chance(60) {
                let entry = self.entry()
                let standing = table.insert(entry, for: key)
                #expect(standing === lookups[key] ?? entry)
                lookups[key] = standing
            }
            let asked = UInt(random.number(1...60)) * 8
            for key in [key, asked, asked + 1 << 40] {
                #expect(table.lookup(for: key)?.takeUnretainedValue() === lookups[key])
            }
            #expect(capacity(table) >= 2 * lookups.count && capacity(table) < max(3, 4 * lookups.count))
        }
        for (key, lookup) in lookups { #expect(table.lookup(for: key)?.takeUnretainedValue() === lookup) }
    }

    @Test("Once closed it has forgotten everything, lets it go, and remembers nothing any more")
    func closing() {
        let table = TypeTable(capacity: 2)
        weak var kept: TypeLookup?
        do {
            let first = entry()
            kept = first
            for number in 1...10 { _ = table.insert(number == 4 ? first : entry(), for: UInt(number) * 8) }
        }
        #expect(kept != nil)
        table.close()
        #expect(kept == nil)
        let late = entry()
        #expect(table.insert(late, for: 32) === late)
        for number in 1...10 as ClosedRange<UInt> { #expect(table.lookup(for: number * 8) == nil) }
    }

    @Test("A lookup keeps a value for who asks next only if it is to, one value whatever its size, and lets it go")
    func published() throws {
        func look<Value>(as type: Value.Type, publishes: Bool) throws -> (TypeLookup, Value) {
            let lookup = entry(of: type)
            #expect(lookup.published == nil)
            return (lookup, try lookup.value(as: type, publishes: publishes, asker: nil))
        }
        #expect(try look(as: Listed.self, publishes: false).0.published == nil)
        let (small, listed) = try look(as: Listed.self, publishes: true)
        let (large, boxed) = try look(as: (any Sendable).self, publishes: true)
        #expect(boxed as AnyObject === listed)
        for _ in 1...2 {
            let places = (small.published, large.published)
            #expect(places.0?.assumingMemoryBound(to: Listed.self).pointee === listed)
            #expect(places.1?.assumingMemoryBound(to: (any Sendable).self).pointee as AnyObject === listed)
            _ = try small.value(as: Listed.self, publishes: true, asker: nil)
            _ = try large.value(as: (any Sendable).self, publishes: true, asker: nil)
            #expect(places == (small.published, large.published))
        }
        weak var gone: Listed?
        do {
            let other = try ApplicationContext(ContextConfiguration(Listed.self))
            gone = try other.component(Listed.self)
            #expect(gone != nil)
        }
        #expect(gone == nil)
    }
}
