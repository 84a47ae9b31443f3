import IOC
import IOCBase
import Testing

@Suite("Contexts that know each other", .timeLimit(.minutes(30)))
struct SeveralContextTests {
    final class Bridge: Sendable {
        let context = Guarded<ApplicationContext?>(nil)
        func component<Wanted>(_ type: Wanted.Type) throws -> Wanted {
            try #require(context.withLock { $0 }).component(type)
        }
    }
    final class Found: Sendable {
        let other: (any AnyObject & Sendable)?
        init(_ other: (any AnyObject & Sendable)?) { self.other = other }
    }
    final class First: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.lazySingleton)] }
        var found: Second?
    }
    final class Second: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.lazySingleton)] }
        var found: First?
    }
    final class Firsts: Assembly {
        let bridge: Bridge
        let meeting: Meeting
        let first: Define<First>
        init(_ bridge: Bridge, _ meeting: Meeting) {
            (self.bridge, self.meeting) = (bridge, meeting)
            first = Define(.lazySingleton) { _ in First() }.didInject { first in
                meeting.attend()
                first.found = try bridge.component(Second.self)
            }
        }
        convenience init() { self.init(Bridge(), Meeting(of: 1)) }
    }
    final class Seconds: Assembly {
        let bridge: Bridge
        let meeting: Meeting
        let second: Define<Second>
        init(_ bridge: Bridge, _ meeting: Meeting) {
            (self.bridge, self.meeting) = (bridge, meeting)
            second = Define(.lazySingleton) { _ in Second() }.didInject { second in
                meeting.attend()
                second.found = try bridge.component(First.self)
            }
        }
        convenience init() { self.init(Bridge(), Meeting(of: 1)) }
    }

    @Test("Two contexts without a common ancestor that look each other up from both ends find each other")
    func bothEnds() throws {
        for _ in 0..<50 {
            let (toSeconds, toFirsts) = (Bridge(), Bridge())
            // Both are being made before either asks for the other.
            let meeting = Meeting(of: 2)
            let (firsts, seconds) = (Firsts(toSeconds, meeting), Seconds(toFirsts, meeting))
            try firsts.activate()
            try seconds.activate()
            let (one, other) = (try firsts.context, try seconds.context)
            toSeconds.context.withLock { $0 = other }
            toFirsts.context.withLock { $0 = one }
            defer {
                _ = (toSeconds.context.withLock { $0.take() }, toFirsts.context.withLock { $0.take() })
            }
            let found = try onThreads(2) { number -> Found in
                if number == 0 { return Found(try firsts.first()) }
                return Found(try seconds.second())
            }
            let first = try #require(found[0].other as? First)
            let second = try #require(found[1].other as? Second)
            #expect(first.found === second && second.found === first)
            (first.found, second.found) = (nil, nil)
        }
    }
}
