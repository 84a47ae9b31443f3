import TestSupport
import Testing

@testable import IOCBase

@Suite("Values by address")
struct AddressTableTests {
    /// Addresses that stand near each other in memory, and some that differ in their upper half alone.
    private func address(_ random: inout SplitMix) -> UInt {
        UInt(random.number(1...80)) * 8 + (random.chance(20) ? 1 << 40 : 0)
    }

    @Test("A table answers as a dictionary would, in the order the addresses came", arguments: 0..<8)
    func table(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var table = AddressTable<Int>(capacity: random.number(0...20))
        var model: [UInt: Int] = [:]
        var order: [UInt] = []
        for step in 1...300 {
            let key = address(&random)
            if model[key] == nil { order.append(key) }
            if random.chance(50) {
                table.set(step, for: key)
                model[key] = step
            } else {
                let changed = table.change(key, initial: step) { value -> Int in
                    value += 1
                    return value
                }
                model[key] = (model[key] ?? step) + 1
                #expect(changed == model[key])
            }
            if random.chance(5) {
                table.changeAll { $0 += 1 }
                model = model.mapValues { $0 + 1 }
            }
            let asked = address(&random)
            #expect(table[key] == model[key] && table[asked] == model[asked])
        }
        #expect(table.count == model.count)
        #expect(table.all.map(\.key) == order)
        #expect(table.all.map(\.value) == order.map { model[$0] })
        #expect(AddressTable<Int>()[8] == nil)
    }

    @Test("Whatever distance addresses have from each other, each stands near its own place")
    func distances() {
        for distance in (1...600).map({ UInt($0 * 8) }) + (10...30).map({ 1 << $0 }) {
            var table = AddressTable<Int>()
            for number in 0..<500 { table.set(number, for: 0x5555_0000_1230 + UInt(number) * distance) }
            let steps = table.all.map { key, _ in
                let places = table.places.count
                return (table.find(key).place - table.home(of: key) + places) % places
            }
            // Without a good hash it is some hundred steps.
            #expect(steps.reduce(0, +) <= 4 * steps.count, "\(distance) bytes")
        }
    }

    @Test("A copy of a table goes its own way")
    func copies() {
        var table = AddressTable<[Int]>()
        table.set([1], for: 8)
        var copy = table
        copy.change(8, initial: []) { $0.append(2) }
        copy.set([3], for: 16)
        #expect(table[8] == [1] && table[16] == nil)
        #expect(copy[8] == [1, 2] && copy[16] == [3])
    }
}
