import IOCBase
import TestSupport
import Testing

@Suite("Sorting by code that all types share")
struct OrderingTests {
    private struct Refused: Error {}

    @Test("Elements come as the standard library sorts them, equal ones as they came", arguments: 0..<8)
    func elements(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let elements = (0..<random.number(0...60)).map { (key: random.number(1...9), place: $0) }
        let sorted = elements.ordered { $0.key < $1.key }
        #expect(sorted.map(\.place) == elements.sorted { ($0.key, $0.place) < ($1.key, $1.place) }.map(\.place))
        #expect(elements.indices.ordered { elements[$0].key < elements[$1].key } == sorted.map(\.place))
    }

    @Test("Texts and numbers of any collection come in their order", arguments: 0..<8)
    func comparable(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let numbers = (0..<random.number(0...40)).map { _ in random.number(0...99) }
        #expect(numbers.ordered() == numbers.sorted())
        #expect(Set(numbers).ordered() == Set(numbers).sorted())
        let texts = numbers.map { "\($0)" }
        #expect(texts.ordered() == texts.sorted())
        #expect(Set(texts).ordered() == Set(texts).sorted())
    }

    @Test("A predicate's error ends the sort")
    func failing() {
        #expect(throws: Refused.self) { try ["b", "a"].ordered { _, _ in throw Refused() } }
    }
}
