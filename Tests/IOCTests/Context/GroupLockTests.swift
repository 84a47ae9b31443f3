import Dispatch
import IOC
import IOCBase
import Testing

@Suite("Construction on several threads", .timeLimit(.minutes(30)))
struct GroupLockTests {
    // MARK: Side by side

    final class Start: IOCComponent {
        let meeting = Meeting(of: 4)
    }
    class Slow: IOCComponent, @unchecked Sendable {
        class var traits: [ComponentTrait] { [.lazy] }
        @Autowired var start: Start
        required init() { try? ApplicationContext.current.component(Start.self).meeting.attend() }
    }
    final class SlowOne: Slow, @unchecked Sendable {}
    final class SlowTwo: Slow, @unchecked Sendable {}
    final class SlowThree: Slow, @unchecked Sendable {}
    final class SlowFour: Slow, @unchecked Sendable {}

    @Test("Four slow lazy singletons are created side by side on four threads")
    func sideBySide() throws {
        let context = try boot(Start.self, SlowOne.self, SlowTwo.self, SlowThree.self, SlowFour.self)
        // No initializer returns before all four have begun.
        let made = try onThreads(4) { number -> Slow in
            switch number {
            case 0: try context.component(SlowOne.self)
            case 1: try context.component(SlowTwo.self)
            case 2: try context.component(SlowThree.self)
            default: try context.component(SlowFour.self)
            }
        }
        #expect(Set(made.map { ObjectIdentifier($0) }).count == 4)
    }

    final class Basket: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var prices: Prices
        func didInject() throws { _ = try $prices.get() }
    }
    final class Prices: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var basket: Basket
        func didInject() throws { _ = try $basket.get() }
    }

    @Test("Two tasks of one request that make two components of a circle at once get the same pair")
    func oneRequest() async throws {
        let context = try boot(Basket.self, Prices.self)
        for _ in 0..<100 {
            try await withRequestScope {
                async let one = context.component(Basket.self)
                async let two = context.component(Prices.self)
                let (basket, prices) = try await (one, two)
                #expect(basket.prices === prices && prices.basket === basket)
            }
        }
    }

    // MARK: Failures

    final class Failing: Sendable {
        let fails = Guarded(true)
        struct NotYet: Error {}
        func check() throws { if fails.withLock(\.self) { throw NotYet() } }
    }
    final class Weather: IOCComponent {
        let failing = Failing()
    }
    final class Left: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var right: Right
        func didInject() throws { _ = try $right.get() }
    }
    final class Right: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var left: Left
        func didInject() throws { _ = try $left.get() }
    }
    final class Outside: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Autowired var left: Left
        @Autowired var weather: Weather
        func didInject() throws {
            _ = try $left.get()
            try weather.failing.check()
        }
    }

    @Test("A prototype that reads a singleton of a circle and then fails leaves a whole circle")
    func failsOutside() throws {
        let context = try boot(Weather.self, Left.self, Right.self, Outside.self)
        #expect(throws: IOCError.self) { try context.component(Outside.self) }
        let (left, right) = (try context.component(Left.self), try context.component(Right.self))
        #expect(left.right === right && right.left === left)
        try context.component(Weather.self).failing.fails.withLock { $0 = false }
        #expect(try context.component(Outside.self).left === left)
    }

    // MARK: Timeouts

    final class Librarian: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy, .named("librarian")] }
        @Autowired var shelf: Provider<Shelf>
        private(set) var error: IOCError?
        func didInject() {
            // Another thread needs what this one constructs, and this one waits for it.
            let done = DispatchSemaphore(value: 0)
            let found = Guarded<IOCError?>(nil)
            let shelf = shelf
            DispatchQueue(label: "shelf").async {
                do {
                    _ = try shelf()
                } catch {
                    found.withLock { $0 = error as? IOCError }
                }
                done.signal()
            }
            done.wait()
            error = found.withLock(\.self)
        }
    }
    final class Shelf: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy, .named("shelf")] }
        @Autowired var librarian: Librarian
        func didInject() throws { _ = try $librarian.get() }
    }

    @Test("A wait outside of the container ends in a timeout, which names what the other thread is constructing")
    func timeout() throws {
        let context = try ApplicationContext(
            ContextConfiguration(Librarian.self, Shelf.self).with { $0.constructionTimeout = .milliseconds(20) })
        let error = try #require(try context.component(Librarian.self).error)
        #expect(error.code == .constructionTimeout)
        #expect(error.description.contains("for librarian, while another thread is constructing librarian"))
        #expect(error.description.contains("shelf"), "\(error)")
    }

    // MARK: Instances that are seen before they are bound

    final class Clock: IOCComponent {
        let name: String
        init() { name = "its own" }
        init(name: String) { self.name = name }
    }
    final class Listeners: IOCComponent {
        let first = Guarded<Listener?>(nil)
        let added = DispatchSemaphore(value: 0)
        let wasRead = DispatchSemaphore(value: 0)
    }
    final class Listener: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var clock: Clock
        init() {
            guard let listeners = try? ApplicationContext.current.component(Listeners.self) else { return }
            listeners.first.withLock { $0 = self }
            listeners.added.signal()
            listeners.wasRead.wait()
        }
    }

    @Test("A property that another thread reads before init has returned does not keep that thread's context")
    func registersItself() throws {
        let context = try boot(Listeners.self, Listener.self, Clock.self)
        let other = try context.patched { $0.replace(Clock.self) { Clock(name: "another's") } }
        let listeners = try context.component(Listeners.self)
        let names = try onThreads(2) { number -> String in
            if number == 0 { return try context.component(Listener.self).clock.name }
            listeners.added.wait()
            defer { listeners.wasRead.signal() }
            return ApplicationContext.withCurrent(other) {
                listeners.first.withLock(\.self)?.clock.name ?? ""
            }
        }
        #expect(names == ["its own", "another's"])
        #expect(try context.component(Listener.self).clock === context.component(Clock.self))
        listeners.first.withLock { $0 = nil }
    }
}
