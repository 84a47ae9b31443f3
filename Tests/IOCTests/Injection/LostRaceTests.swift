import IOC
import IOCBase
import Testing

/// A property that another thread reads for the first time while it is read for the first time: the one that comes second takes
/// what the first one has got.
@Suite("First reads on two threads")
struct LostRaceTests {
    protocol Wide: AnyObject, Sendable {}
    final class Owner: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Autowired var narrow: Narrow
        @Autowired var wide: any Wide
        @Autowired var back: Back
        @Autowired var long: any Returning
    }

    /// Reads a property on another thread, once, while the value that comes second is made.
    final class OtherThread: Sendable {
        private let owner = Guarded<Owner?>(nil)
        let found = Guarded<(any AnyObject & Sendable)?>(nil)

        func wait(for owner: Owner) { self.owner.withLock { $0 = owner } }

        func run(_ read: @escaping @Sendable (Owner) -> any AnyObject & Sendable) throws {
            guard let owner = owner.withLock({ exchange(&$0, with: nil) }) else { return }
            let read = try onThreads(1) { _ in read(owner) }
            found.withLock { $0 = read[0] }
        }
    }

    final class Narrow: IOCComponent, Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        static let thread = OtherThread()
        func didInject() throws { try Self.thread.run(\.narrow) }
    }
    final class Broad: IOCComponent, Wide, Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        static let thread = OtherThread()
        func didInject() throws { try Self.thread.run(\.wide) }
    }
    /// Leads back to its owner, as far as can be known.
    final class Back: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        static let thread = OtherThread()
        @Autowired var context: ApplicationContext
        func didInject() throws {
            _ = try context.component(Owner.self)
            try Self.thread.run(\.back)
        }
    }
    protocol Returning: AnyObject, Sendable {}
    final class Long: IOCComponent, Returning, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        static let thread = OtherThread()
        @Autowired var context: ApplicationContext
        func didInject() throws {
            _ = try context.component(Owner.self)
            try Self.thread.run(\.long)
        }
    }

    @Test("Both get the instance of the one that came first, whatever its type takes and wherever it leads")
    func same() throws {
        let context = try ApplicationContext(
            ContextConfiguration(Owner.self, Narrow.self, Broad.self, Back.self, Long.self))
        let owner = try context.component(Owner.self)
        func check(_ thread: OtherThread, _ read: (Owner) -> AnyObject) throws {
            thread.wait(for: owner)
            let second = read(owner)
            let first = try #require(thread.found.withLock { exchange(&$0, with: nil) })
            #expect(first === second && read(owner) === second)
        }
        try check(Narrow.thread, \.narrow)
        try check(Broad.thread, \.wide)
        try check(Back.thread, \.back)
        try check(Long.thread, \.long)
    }
}
