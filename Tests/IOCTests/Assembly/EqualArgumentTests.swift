import IOC
import Testing

@Suite("Equal arguments")
struct EqualArgumentTests {
    final class Key: Sendable {}
    struct Plain: Sendable {}
    struct Same: Equatable, Sendable {}
    final class Made: Sendable {}
    final class Kept: Assembly {
        let optional = Define(.lazySingleton) { (_: Kept, _: Key?) in Made() }
        let plain = Define(.lazySingleton) { (_: Kept, _: Plain?) in Made() }
        let list = Define(.lazySingleton) { (_: Kept, _: [Int]) in Made() }
        let objects = Define(.lazySingleton) { (_: Kept, _: [Key]) in Made() }
        let table = Define(.lazySingleton) { (_: Kept, _: [String: [Int?]]) in Made() }
        let type = Define(.lazySingleton) { (_: Kept, _: any Any.Type) in Made() }
        let nested = Define(.lazySingleton) { (_: Kept, _: Int??) in Made() }
        let equatable = Define(.lazySingleton) { (_: Kept, _: Same) in Made() }
        let action = Define(.lazySingleton) { (_: Kept, _: Plain) in Made() }
        let graph = Define { (_: Kept, _: [Plain]) in Made() }
        let free = Define(.prototype) { (_: Kept, _: Plain) in Made() }
        let weak = Define(.weakSingleton) { (_: Kept, _: TrackedKey) in Made() }
    }
    let key = Key()
    let other = Key()

    @Test("Hashable values are equal by ==, optionals by what they hold, objects and types by identity")
    func equal() throws {
        let kept = try Kept.activated()
        #expect(try kept.optional(key) === kept.optional(key))
        #expect(try kept.optional(nil) === kept.optional(nil))
        #expect(try kept.optional(nil) !== kept.optional(key))
        #expect(try kept.optional(key) !== kept.optional(other))
        #expect(try kept.plain(nil) === kept.plain(nil))
        #expect(try kept.list([1, 2]) === kept.list([1, 2]))
        #expect(try kept.list([1, 2]) !== kept.list([2, 1]))
        #expect(try kept.table(["a": [1, nil], "b": []]) === kept.table(["b": [], "a": [1, nil]]))
        #expect(try kept.table(["a": [1]]) !== kept.table(["a": [nil]]))
        #expect(try kept.type(Int.self) === kept.type(Int.self))
        #expect(try kept.type(Int.self) !== kept.type(String.self))
        #expect(try kept.nested(.some(nil)) !== kept.nested(nil))
        #expect(try kept.nested(3) === kept.nested(3))
    }

    @Test("Large dictionaries are equal by their keys and values, however they came to be", arguments: [40, 300])
    func largeTables(count: Int) throws {
        let kept = try Kept.activated()
        let keys = (0..<count).map { "key \($0)" }
        var tables: [[String: [Int?]]] = []
        // The order in which a dictionary lists its keys goes by its room, and by what came before.
        for (room, order) in [(0, keys), (0, keys.reversed()), (4 * count, keys), (16 * count, keys.shuffled())] {
            var table = [String: [Int?]](minimumCapacity: room)
            for name in order { table[name] = [1, nil] }
            tables.append(table)
        }
        let made = try tables.map { try kept.table($0) }
        #expect(made.allSatisfy { $0 === made[0] })
        tables[1][keys[0]] = [2, nil]
        #expect(try kept.table(tables[1]) !== made[0])
    }

    @Test("A shared definition rejects an argument that can't be compared")
    func incomparable() throws {
        let kept = try Kept.activated()
        let calls: [() throws -> Made] = [
            { try kept.action(Plain()) }, { try kept.plain(Plain()) }, { try kept.graph([Plain()]) },
            { try kept.objects([key]) }, { try kept.equatable(Same()) },
        ]
        for call in calls {
            let error = try #require(throws: IOCError.self) { try call() }
            #expect(error.code == .argumentIncomparable)
        }
        #expect(try kept.free(Plain()) !== kept.free(Plain()))
    }

    struct Odd: Hashable, Sendable {
        static func == (left: Odd, right: Odd) -> Bool { false }
    }
    final class Rates: Assembly {
        let single = Define(.lazySingleton) { (_: Rates, _: Double) in Made() }
        let weakly = Define(.weakSingleton) { (_: Rates, _: Double?) in Made() }
        let perRequest = Define(.request) { (_: Rates, _: Double) in Made() }
        let odd = Define(.lazySingleton) { (_: Rates, _: Odd) in Made() }
        let graph: Define<Made, Double> = Define { (rates: Rates, rate: Double) in
            _ = try rates.back(rate)
            return Made()
        }
        let back: Define<Made, Double> = Define { (rates: Rates, rate: Double) in
            _ = try rates.graph(rate)
            return Made()
        }
        let free = Define(.prototype) { (_: Rates, _: Double) in Made() }
    }

    @Test("A shared definition rejects an argument that is not equal to itself")
    func unequalToItself() throws {
        let rates = try Rates.activated()
        let calls: [() throws -> Made] = [
            { try rates.single(.nan) }, { try rates.weakly(.nan) },
            { try withRequestScope { try rates.perRequest(.nan) } },
            { try rates.odd(Odd()) }, { try rates.graph(.nan) },
        ]
        for call in calls {
            let error = try #require(throws: IOCError.self) { try call() }
            #expect(error.code == .argumentIncomparable)
        }
        #expect(try rates.free(.nan) !== rates.free(.nan))
        #expect(try rates.single(1) === rates.single(1))
    }

    // MARK: Cycles

    final class Link: @unchecked Sendable {
        let level: Int
        var next: Link?
        init(_ level: Int) { self.level = level }
    }
    final class Ring: Assembly {
        let byKey: Define<Link, Key?> = Define { (_: Ring, key: Key?) in Link(0) }
            .inject { link, ring, key in link.next = try ring.byKey(key) }
        let chain: Define<Link, [Int]> = Define { (_: Ring, levels: [Int]) in Link(levels[0]) }
            .inject { link, ring, levels in
                if levels[0] > 0 { link.next = try ring.chain([levels[0] - 1]) }
            }
    }

    @Test("A cycle through equal arguments leads back")
    func cycle() throws {
        let ring = try Ring.activated()
        for key in [key, nil] {
            let link = try ring.byKey(key)
            #expect(link.next === link)
        }
    }

    @Test("A definition may call itself with other arguments, many levels deep")
    func deep() throws {
        let ring = try Ring.activated()
        var link: Link? = try ring.chain([400])
        var count = 0
        while let current = link {
            #expect(current.level == 400 - count)
            count += 1
            link = current.next
        }
        #expect(count == 401)
        withExtendedLifetime(ring) {}
    }

    // MARK: Weak singletons

    final class TrackedKey: Sendable {
        private let mark = AliveMark()
    }

    @Test("The arguments of weak singletons that are gone are released, and living ones are found again")
    func weak() throws {
        let count = AliveCount()
        try AliveCount.$current.withValue(count) {
            let kept = try Kept.activated()
            let keys = (0..<20).map { _ in TrackedKey() }
            let living = try keys.map { try kept.weak($0) }
            for _ in 0..<1_000 { _ = try kept.weak(TrackedKey()) }
            #expect(count.alive < 200)
            #expect(try keys.map { ObjectIdentifier(try kept.weak($0)) } == living.map(ObjectIdentifier.init))
        }
        #expect(count.alive == 0)
    }
}
