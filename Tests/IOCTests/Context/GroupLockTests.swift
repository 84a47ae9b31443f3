import Dispatch
import IOC
import IOCBase
import Testing

@Suite("Construction on several threads", .timeLimit(.minutes(30)))
struct GroupLockTests {
    // MARK: Side by side

    final class Start: IOCComponent { let meeting = Meeting(of: 4) }
    class Slow: @unchecked Sendable {
        required init() { try? ApplicationContext.current.component(Start.self).meeting.attend() }
    }
    @Component(.lazy) final class SlowOne: Slow {}
    @Component(.lazy) final class SlowTwo: Slow {}
    @Component(.lazy) final class SlowThree: Slow {}
    @Component(.lazy) final class SlowFour: Slow {}

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

    final class Left: IOCComponent, @unchecked Sendable {
        @Autowired var right: Right
        func didInject() throws { _ = try $right.get() }
    }
    final class Right: IOCComponent, @unchecked Sendable {
        @Autowired var left: Left
        func didInject() throws { _ = try $left.get() }
    }

    @Test("Two tasks of one request that create two components of a circle at once get the same pair")
    func oneRequest() async throws {
        let context = try ApplicationContext(ContextConfiguration(.request, [Left.self, Right.self]))
        for _ in 0..<50 {
            try await withRequestScope {
                async let one = context.component(Left.self)
                async let two = context.component(Right.self)
                let (left, right) = try await (one, two)
                #expect(left.right === right && right.left === left)
            }
        }
    }

    // MARK: Failures

    final class Weather: IOCComponent { let fails = Guarded(true) }
    @Component(.scope(.prototype)) final class Outside {
        @Autowired var left: Left
        @Autowired var weather: Weather
        func didInject() throws {
            _ = try $left.get()
            if weather.fails.withLock(\.self) { throw SampleError() }
        }
    }

    @Test("A prototype that reads a singleton of a circle and then fails leaves a whole circle")
    func failsOutside() throws {
        let context = try ApplicationContext(
            ContextConfiguration(.lazySingleton, [Left.self, Right.self], and: [Weather.self, Outside.self]))
        #expect(code { _ = try context.component(Outside.self) } == .componentFailed)
        let (left, right) = (try context.component(Left.self), try context.component(Right.self))
        #expect(left.right === right && right.left === left)
        try context.component(Weather.self).fails.withLock { $0 = false }
        #expect(try context.component(Outside.self).left === left)
    }

    // MARK: Instances that are seen before they are bound

    final class Listeners: IOCComponent {
        let first = Guarded<Listener?>(nil)
        let added = Door()
        let wasRead = Door()
    }
    final class Listener: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var meter: any Meter
        init() {
            guard let listeners = try? ApplicationContext.current.component(Listeners.self) else { return }
            listeners.first.withLock { $0 = self }
            listeners.added.open()
            listeners.wasRead.pass()
        }
    }

    @Test("A property that another thread reads before init has returned does not keep that thread's context")
    func registersItself() throws {
        let context = try boot(Listeners.self, Listener.self, PlainMeter.self)
        let other = try context.patched { $0.replace(named: "PlainMeter") { FixedMeter() as any Meter } }
        let listeners = try context.component(Listeners.self)
        let values = try onThreads(2) { number -> Int? in
            if number == 0 { return try context.component(Listener.self).meter.value }
            listeners.added.pass()
            defer { listeners.wasRead.open() }
            return ApplicationContext.withCurrent(other) { listeners.first.withLock(\.self)?.meter.value }
        }
        #expect(values == [1, 42])
        #expect(try context.component(Listener.self).meter is PlainMeter)
        listeners.first.withLock { $0 = nil }
    }
}
