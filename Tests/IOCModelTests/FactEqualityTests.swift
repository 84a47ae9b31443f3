import Testing

@testable import IOCModel

@Suite("Equal facts")
struct FactEqualityTests {
    @Test("Near misses are told apart by their names, their reasons and their places")
    func nearMisses() {
        let origin = Origin.code("here")
        let misses = [
            IOCError.Fault.NearMiss(name: "a", because: .isGeneric, at: origin),
            .init(name: "b", because: .isGeneric, at: origin), .init(name: "a", because: .isNoComponent, at: origin),
            .init(name: "a", because: .isGeneric, at: .code("there")), .init(name: "a", because: .isGeneric, at: nil),
        ]
        #expect(Set(misses).count == misses.count)
        // One made of words has no place that could be compared, and is another one for its origin.
        let worded = IOCError.Fault.NearMiss(name: "a", reason: "b", origin: origin.description)
        #expect(worded != .init(name: "a", reason: "b") && worded == worded)
        #expect(worded != .init(name: "a", because: .other("b"), at: origin))
    }

    @Test("Positions in files are told apart by each of their parts")
    func positions() {
        let positions = [
            FilePosition(path: "a", keyPath: "k", line: 1, column: 1),
            .init(path: "b", keyPath: "k", line: 1, column: 1),
            .init(path: "a", keyPath: "l", line: 1, column: 1), .init(path: "a", keyPath: "k", line: 2, column: 1),
            .init(path: "a", keyPath: "k", line: 1, column: 2),
        ]
        #expect(Set(positions).count == positions.count)
        #expect(FilePosition(path: "a", line: 0, column: 0) == FilePosition(path: "a"))
        #expect(FilePosition(path: "a", line: 1, column: 0) == FilePosition(path: "a", line: 1))
        let places = [TextPosition(line: 1, column: 2), .init(line: 2, column: 2), .init(line: 1, column: 1)]
        #expect(Set(places).count == places.count)
    }

    @Test("What stands behind one reference is equal without a look at it, and else where it says the same")
    func storages() {
        struct Odd: Equatable {
            static func == (left: Odd, right: Odd) -> Bool { false }
        }
        let odd = IndirectStorage(Odd())
        #expect(odd == odd && odd != IndirectStorage(Odd()))
        #expect(IndirectStorage(1) == IndirectStorage(1) && IndirectStorage(1) != IndirectStorage(2))
    }

    @Test("Edges are told apart by each of their parts")
    func edges() {
        let plain = Wiring.Edge(shape: .one, targets: [1], isInherited: false, isOpen: false)
        var edges = Array(repeating: plain, count: 5)
        edges[1].shape = .optional
        edges[2].targets = [2]
        edges[3].isInherited = true
        edges[4].isOpen = true
        #expect(Set(edges).count == edges.count)
    }

    @Test("Two ways to try a start again are told apart by each of their parts")
    func retries() {
        var retries = Array(repeating: StartRetry(attempts: 2), count: 4)
        retries[1].attempts = 3
        retries[2].delay = .seconds(1)
        retries[3].factor = 1
        #expect(Set(retries).count == retries.count)
    }
}
