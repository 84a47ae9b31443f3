import IOCBase
import SeededRandom
import Synchronization
import Testing

@testable import IOC

@Suite("The table of lookups")
struct TypeTableTests {
    final class Listed: IOCComponent {}

    /// The context whose definition all lookups lead to.
    private let context: ApplicationContext

    init() throws { context = try ApplicationContext(ContextConfiguration(Listed.self)) }

    private func entry() -> TypeLookup {
        TypeLookup(of: Listed.self, maker: context.core.maker, definition: context.core.registry.definitions[0])
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

    @Test("It has what was entered and published, whatever else shares a place, and grows with it", arguments: 0..<6)
    func entries(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let table = TypeTable(capacity: 2)
        var lookups: [UInt: TypeLookup] = [:]
        var values: [UInt: UnsafeRawPointer] = [:]
        for step in 1...150 {
            // Many that stand near each other in memory, and some far away.
            let key = UInt(random.number(1...60)) * 8 + (random.chance(20) ? 1 << 40 : 0)
            if random.chance(60) {
                let entry = self.entry()
                let standing = table.insert(entry, for: key)
                #expect(standing === lookups[key] ?? entry)
                lookups[key] = lookups[key] ?? entry
            } else {
                let value = UnsafeRawPointer(bitPattern: UInt(step * 16))!
                table.publish(value, for: key)
                // What nobody has looked up has no value.
                if lookups[key] != nil { values[key] = value }
            }
            let asked = UInt(random.number(1...60)) * 8
            for key in [key, asked, asked + 1 << 40] {
                let (value, lookup) = table.entry(for: key)
                #expect(value == values[key] && table.value(for: key) == values[key])
                #expect(lookup?.takeUnretainedValue() === (values[key] == nil ? lookups[key] : nil))
            }
            #expect(capacity(table) >= 2 * lookups.count && capacity(table) < max(3, 4 * lookups.count))
        }
        for (key, lookup) in lookups where values[key] == nil {
            #expect(table.entry(for: key).lookup?.takeUnretainedValue() === lookup)
        }
        for (key, value) in values { #expect(table.value(for: key) == value) }
    }

    @Test("Once closed it has forgotten everything, lets it go, and remembers nothing any more")
    func closing() {
        let table = TypeTable(capacity: 2)
        weak var kept: TypeLookup?
        do {
            let first = entry()
            kept = first
            for number in 1...10 { _ = table.insert(number == 4 ? first : entry(), for: UInt(number) * 8) }
            table.publish(UnsafeRawPointer(bitPattern: 64)!, for: 8)
        }
        #expect(kept != nil)
        table.close()
        #expect(kept == nil)
        let late = entry()
        #expect(table.insert(late, for: 32) === late)
        table.publish(UnsafeRawPointer(bitPattern: 64)!, for: 32)
        for number in 1...10 as ClosedRange<UInt> {
            #expect(table.value(for: number * 8) == nil && table.entry(for: number * 8).lookup == nil)
        }
    }
}
