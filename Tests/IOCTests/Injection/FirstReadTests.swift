import IOC
import IOCBase
import Synchronization
import Testing

@Suite("A property that several threads read first", .timeLimit(.minutes(30)))
struct FirstReadTests {
    static let readers = 4

    protocol Work: Sendable { var token: FirstReadTests.Token { get } }

    final class Token: Sendable {
        private let alive: Alive
        init(_ alive: Alive) {
            self.alive = alive
            alive.count.add(1, ordering: .relaxed)
        }
        deinit { alive.count.subtract(1, ordering: .relaxed) }
    }

    final class Alive: Sendable { let count = Atomic(0) }

    /// Too large for the room inside a property.
    struct LargeWork: Work {
        let token: Token
        let more = (1, 2, 3)
    }

    /// One in the room inside a property.
    struct SmallWork: Sendable { let token: Token }

    final class Holder: @unchecked Sendable {
        @Autowired var large: any Work
        @Autowired var small: SmallWork
    }

    /// Makes new values, each reader one of its own, as all of them are being made at once.
    final class Works: Assembly {
        let alive = Alive()
        let forLarge = Meeting(of: FirstReadTests.readers)
        let forSmall = Meeting(of: FirstReadTests.readers)
        let holder: Definition<Works, Holder> = Definition(.prototype) { (_: Works) in Holder() }
        let large: Definition<Works, any Work> = Definition(.prototype) { (works: Works) in
            works.forLarge.attend()
            return LargeWork(token: Token(works.alive))
        }
        let small: Definition<Works, SmallWork> = Definition(.prototype) { (works: Works) in
            works.forSmall.attend()
            return SmallWork(token: Token(works.alive))
        }
    }

    @Test("A thread that reads second gets the first thread's value, and its own is freed")
    func lateReaders() throws {
        let works = try Works.activated()
        let alive = works.alive
        do {
            let holder = try works.holder()
            let large = try onThreads(Self.readers) { _ in holder.large.token }
            #expect(Set(large.map(ObjectIdentifier.init)).count == 1)
            #expect(holder.large.token === large[0])
            let small = try onThreads(Self.readers) { _ in holder.small.token }
            #expect(Set(small.map(ObjectIdentifier.init)).count == 1)
            #expect(holder.small.token === small[0])
            #expect(alive.count.load(ordering: .relaxed) == 2)
        }
        #expect(alive.count.load(ordering: .relaxed) == 0)
    }

    @Test("Values that several threads assign live as long as the owner")
    func assigned() throws {
        let alive = Alive()
        do {
            let holder = Holder()
            _ = try onThreads(Self.readers) { _ in
                for _ in 0..<200 { holder.small = SmallWork(token: Token(alive)) }
            }
            #expect(alive.count.load(ordering: .relaxed) == Self.readers * 200)
        }
        #expect(alive.count.load(ordering: .relaxed) == 0)
    }
}
