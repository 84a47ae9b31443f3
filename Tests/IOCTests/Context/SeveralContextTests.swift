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

    @Test("If two contexts look each other up from both ends at once, one lookup fails at once and says both paths")
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
            let errors = try onThreads(2) { number -> IOCError? in
                do {
                    _ = try number == 0 ? firsts.first() as AnyObject : seconds.second()
                    return nil
                } catch let error as IOCError {
                    return error
                }
            }
            // The other lookup has found both, after this one had given up.
            let error = try #require(errors.compactMap(\.self).first)
            #expect(errors.compactMap(\.self).count == 1)
            #expect(error.code == .constructionCycle)
            for part in ["first", "second", "another thread constructs"] {
                #expect(error.description.contains(part), "\(error)")
            }
            try firsts.first().found = nil
        }
    }
}
