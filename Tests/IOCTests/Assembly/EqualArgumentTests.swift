import IOC
import Testing

@Suite("Equal arguments")
struct EqualArgumentTests {
    struct Plain: Sendable {}
    struct Same: Equatable, Sendable {}
    struct Odd: Hashable, Sendable {
        static func == (left: Odd, right: Odd) -> Bool { false }
    }
    final class TrackedKey: Sendable {
        private let mark = AliveMark()
    }
    final class Kept: Assembly {
        let optional = Define(.lazySingleton) { (_: Kept, _: Leaf?) in Piece() }
        let plain = Define(.lazySingleton) { (_: Kept, _: Plain?) in Piece() }
        let list = Define(.lazySingleton) { (_: Kept, _: [Int]) in Piece() }
        let objects = Define(.lazySingleton) { (_: Kept, _: [Leaf]) in Piece() }
        let table = Define(.lazySingleton) { (_: Kept, _: [String: [Int?]]) in Piece() }
        let type = Define(.lazySingleton) { (_: Kept, _: any Any.Type) in Piece() }
        let nested = Define(.lazySingleton) { (_: Kept, _: Int??) in Piece() }
        let equatable = Define(.lazySingleton) { (_: Kept, _: Same) in Piece() }
        let action = Define(.lazySingleton) { (_: Kept, _: Plain) in Piece() }
        let graph = Define { (_: Kept, _: [Plain]) in Piece() }
        let free = Define(.prototype) { (_: Kept, _: Plain) in Piece() }
        let weak = Define(.weakSingleton) { (_: Kept, _: TrackedKey) in Piece() }
        let rate = Define(.lazySingleton) { (_: Kept, _: Double) in Piece() }
        let weakRate = Define(.weakSingleton) { (_: Kept, _: Double?) in Piece() }
        let requestRate = Define(.request) { (_: Kept, _: Double) in Piece() }
        let graphRate = Define { (_: Kept, _: Double) in Piece() }
        let freeRate = Define(.prototype) { (_: Kept, _: Double) in Piece() }
        let odd = Define(.lazySingleton) { (_: Kept, _: Odd) in Piece() }
    }

    @Test("Hashable values are equal by ==, optionals by what they contain, objects and types by identity")
    func equal() throws {
        let (kept, key, other) = (try Kept.activated(), Leaf(), Leaf())
        #expect(try kept.optional(key) === kept.optional(key) && kept.optional(nil) === kept.optional(nil))
        #expect(try kept.optional(nil) !== kept.optional(key) && kept.optional(key) !== kept.optional(other))
        #expect(try kept.plain(nil) === kept.plain(nil))
        #expect(try kept.list([1, 2]) === kept.list([1, 2]) && kept.list([1, 2]) !== kept.list([2, 1]))
        #expect(try kept.table(["a": [1, nil], "b": []]) === kept.table(["b": [], "a": [1, nil]]))
        #expect(try kept.table(["a": [1]]) !== kept.table(["a": [nil]]))
        #expect(try kept.type(Int.self) === kept.type(Int.self) && kept.type(Int.self) !== kept.type(String.self))
        #expect(try kept.nested(.some(nil)) !== kept.nested(nil) && kept.nested(3) === kept.nested(3))
        #expect(try kept.rate(1) === kept.rate(1))
    }

    @Test("A shared definition rejects an argument that can't be compared, or that is not equal to itself")
    func incomparable() throws {
        let kept = try Kept.activated()
        let calls: [() throws -> Piece] = [
            { try kept.action(Plain()) }, { try kept.plain(Plain()) }, { try kept.graph([Plain()]) },
            { try kept.objects([Leaf()]) }, { try kept.equatable(Same()) }, { try kept.rate(.nan) },
            { try kept.weakRate(.nan) }, { try withRequestScope { try kept.requestRate(.nan) } },
            { try kept.graphRate(.nan) }, { try kept.odd(Odd()) },
        ]
        for call in calls { #expect(faultCodes(call) == [.argumentIncomparable]) }
        #expect(try kept.free(Plain()) !== kept.free(Plain()) && kept.freeRate(.nan) !== kept.freeRate(.nan))
    }

    // MARK: Recursion

    /// An argument that counts how often it is compared.
    struct Level: Hashable, Sendable {
        static let comparisons = Locked(0)
        let number: Int

        static func == (left: Level, right: Level) -> Bool {
            comparisons.withLock { $0 += 1 }
            return left.number == right.number
        }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }
    final class Ring: Assembly {
        let byKey: Define<Piece, Leaf?> = Define { _, _ in Piece() }
            .inject { piece, ring, key in piece.next = try ring.byKey(key) }
        let injected: Define<Piece, Level> = Define { _, level in Piece("\(level.number)") }
            .inject { piece, ring, level in
                if level.number > 0 { piece.next = try ring.injected(Level(number: level.number - 1)) }
            }
        let prototype: Define<Piece, Level> = Define(.prototype) { ring, level in
            Piece("\(level.number)", level.number == 0 ? nil : try ring.prototype(Level(number: level.number - 1)))
        }
        let graph: Define<Piece, Level> = Define { ring, level in
            Piece("\(level.number)", level.number == 0 ? nil : try ring.graph(Level(number: level.number - 1)))
        }
        let again: Define<Piece, Level> = Define(.prototype) { ring, level in Piece("", try ring.again(level)) }
    }

    @Test("A cycle through equal arguments leads back, and is an error if it consists of closures")
    func cycle() throws {
        let ring = try Ring.activated()
        for key in [Leaf(), nil] {
            let piece = try ring.byKey(key)
            #expect(piece.next === piece)
        }
        #expect(faultCodes { try ring.again(Level(number: 1)) } == [.constructionCycle])
    }

    @Test("A definition may call itself with other arguments many levels deep, and compares none with those above")
    func deep() throws {
        let ring = try Ring.activated()
        for definition in [ring.prototype, ring.graph, ring.injected] {
            Level.comparisons.withLock { $0 = 0 }
            let pieces = sequence(first: try definition(Level(number: 150))) { $0.passed ?? $0.next }
            #expect(pieces.map(\.label) == (0...150).reversed().map { "\($0)" })
            // Each argument is compared with itself, to find out whether it is equal to itself.
            #expect(Level.comparisons.withLock { $0 } <= 2 * 151)
        }
    }

    // MARK: Weak singletons

    @Test("The arguments of weak singletons that are gone are released, and living ones are found again")
    func weak() throws {
        let count = AliveCount()
        try AliveCount.$current.withValue(count) {
            let kept = try Kept.activated()
            let keys = (0..<20).map { _ in TrackedKey() }
            let living = try keys.map { try kept.weak($0) }
            for _ in 0..<300 { _ = try kept.weak(TrackedKey()) }
            #expect(count.alive < 200)
            #expect(try keys.map { ObjectIdentifier(try kept.weak($0)) } == living.map(ObjectIdentifier.init))
        }
        #expect(count.alive == 0)
    }
}
