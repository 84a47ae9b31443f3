import IOCBase
import Testing

@testable import IOC

/// What is read for the first time while it is read for the first time, as two threads may: the one that comes second takes
/// what the first one has got.
@Suite("A first read that comes second")
struct LostRaceTests {
    protocol Wide: Sendable {}
    final class Owner: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Autowired var narrow: Narrow
        @Autowired var wide: any Wide
    }
    /// Whether a flag was set, which it is no more.
    private static func taken(_ flag: borrowing Guarded<Bool>) -> Bool {
        flag.withLock { flag in
            defer { flag = false }
            return flag
        }
    }

    /// Each, when it is made for the first time, has its owner's property read.
    final class Narrow: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        static let isFirst = Guarded(false)
        @Autowired var context: ApplicationContext
        func didInject() throws {
            if LostRaceTests.taken(Self.isFirst) { _ = try context.component(Owner.self).narrow }
        }
    }
    final class Broad: IOCComponent, Wide, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        static let isFirst = Guarded(false)
        @Autowired var context: ApplicationContext
        func didInject() throws {
            if LostRaceTests.taken(Self.isFirst) { _ = try context.component(Owner.self).wide }
        }
    }

    @Test("All get the same instance, whatever its type takes")
    func same() throws {
        let context = try ApplicationContext(ContextConfiguration(Owner.self, Narrow.self, Broad.self))
        let owner = try context.component(Owner.self)
        Narrow.isFirst.withLock { $0 = true }
        Broad.isFirst.withLock { $0 = true }
        let narrow = owner.narrow
        #expect(owner.narrow === narrow)
        let wide = owner.wide as AnyObject
        #expect(owner.wide as AnyObject === wide)
        #expect(!Narrow.isFirst.withLock { $0 } && !Broad.isFirst.withLock { $0 })
    }
}
