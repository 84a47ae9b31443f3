import IOC
import Testing

@Suite("A property that several threads read first", .timeLimit(.minutes(30)))
struct FirstReadTests {
    /// Reads a property on another thread, once, while this thread's value for the property is created.
    private static let other = Locked<(@Sendable () -> Void)?>(nil)
    fileprivate static func readOnOtherThread() throws {
        guard let read = other.withLock({ $0.take() }) else { return }
        try onThreads(1) { _ in read() }
    }

    protocol Wide: Sendable { var mark: AliveMark { get } }
    protocol Returning: AnyObject, Sendable { var mark: AliveMark { get } }
    @Component(.scope(.prototype)) final class Narrow {
        let mark = AliveMark()
        func didInject() throws { try readOnOtherThread() }
    }
    /// Fits in the room inside a property.
    @Component(.scope(.prototype)) struct Small {
        let mark = AliveMark()
        func didInject() throws { try readOnOtherThread() }
    }
    /// Too large for the room inside a property.
    @Component(.scope(.prototype)) struct Large: Wide {
        let mark = AliveMark()
        let more = (1, 2, 3)
        func didInject() throws { try readOnOtherThread() }
    }
    /// Leads back to its owner, as far as can be known.
    @Component(.scope(.prototype)) final class Back: Returning {
        @Autowired var context: ApplicationContext
        let mark = AliveMark()
        func didInject() throws {
            _ = try context.component(Owner.self)
            try readOnOtherThread()
        }
    }
    final class Owner: IOCComponent, @unchecked Sendable {
        @Autowired var narrow: Narrow
        @Autowired var small: Small
        @Autowired var large: any Wide
        @Autowired var back: Back
        @Autowired var backToo: any Returning
    }

    @Test("A thread that reads second gets the first thread's value, whatever its type, and its own is freed")
    func same() throws {
        let context = try boot(Owner.self, Narrow.self, Small.self, Large.self, Back.self)
        let owner = try context.component(Owner.self)
        func check(_ read: @escaping @Sendable (Owner) -> AliveMark) throws {
            let (count, found) = (AliveCount(), Locked<AliveMark?>(nil))
            Self.other.withLock {
                $0 = {
                    let mark = read(owner)
                    found.withLock { $0 = mark }
                }
            }
            let second = AliveCount.$current.withValue(count) { read(owner) }
            let first = try #require(found.withLock { $0 })
            #expect(first === second && read(owner) === second)
            // The count has only the value of this thread.
            #expect(count.alive == 0)
        }
        try check { $0.narrow.mark }
        try check { $0.small.mark }
        try check { $0.large.mark }
        try check { $0.back.mark }
        try check { $0.backToo.mark }
    }

    @Test("Values that several threads assign live as long as the owner")
    func assigned() throws {
        let count = AliveCount()
        do {
            let owner = Owner()
            _ = try onThreads(4) { _ in
                AliveCount.$current.withValue(count) { for _ in 0..<200 { owner.small = Small() } }
            }
            #expect(count.alive == 800)
        }
        #expect(count.alive == 0)
    }
}
