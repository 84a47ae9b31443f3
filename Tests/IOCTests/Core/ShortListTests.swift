import SeededRandom
import Testing

@testable import IOC

@Suite("Short lists")
struct ShortListTests {
    @Test("Whatever is done to it, a short list is like an array", arguments: 0..<40 as Range<UInt64>)
    func likeArray(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var list = ShortList<Int>()
        var array: [Int] = []
        for step in 0..<60 {
            switch array.isEmpty ? 0 : random.number(0...5) {
            case 0:
                list.append(step)
                array.append(step)
            case 1:
                let index = random.number(0...(array.count - 1))
                #expect(list.remove(at: index) == array.remove(at: index))
            case 2:
                let index = random.number(0...(array.count - 1))
                list[index] += 100
                array[index] += 100
            case 3:
                let rest = random.number(2...4)
                list.removeAll { $0 % rest == 0 }
                array.removeAll { $0 % rest == 0 }
            case 4:
                let place = random.number(0...array.count)
                list.insert(step, at: place)
                array.insert(step, at: place)
            default:
                #expect(list.popLast() == array.popLast())
            }
            #expect(Array(list) == array, "step \(step), seed \(seed)")
            #expect(list.count == array.count && list.isEmpty == array.isEmpty && list.last == array.last)
            #expect(list.lastIndex { $0 > 50 } == array.lastIndex { $0 > 50 })
        }
    }
}
