import IOC
import TestSupport
import Testing

@Suite("The end of a context", .timeLimit(.minutes(30)))
struct ContextEndTests {
    @Test("A context that ends while others read and look up releases everything, or the read throws context-ended")
    func endWhileReading() throws {
        for _ in 0..<200 {
            let holder = Locked<ApplicationContext?>(try boot(Reader.self, Slow.self, Part.self))
            weak let part = try holder.withLock { try $0?.component(Part.self) }
            let meeting = Meeting(of: 4)
            try {
                let reader = try #require(try holder.withLock { try $0?.component(Reader.self) })
                let answers = try onThreads(4) { index -> IOCError.Code? in
                    meeting.attend()
                    switch index {
                    case 0:
                        let context = holder.withLock { context -> ApplicationContext? in
                            defer { context = nil }
                            return context
                        }
                        withExtendedLifetime(context) {}
                        return nil
                    case 1: return code { _ = try reader.later() }
                    default: return code { _ = try reader.$slow.get() }
                    }
                }
                // A read before the end has filled the property for good; otherwise every read throws.
                let last = code { _ = try reader.$slow.get() }
                #expect(last == (answers[2] == nil || answers[3] == nil ? nil : .contextEnded))
                #expect(answers.allSatisfy { $0 == nil || $0 == .contextEnded })
                #expect(code { _ = try reader.$part.get() } == .contextEnded)
                #expect((part != nil) == (last == nil), "only the target of a filled property is alive")
            }()
            #expect(part == nil)
        }
    }

    // MARK: Handles

    final class Family: IOCComponent {
        static var traits: [ComponentTrait] { [.lazy] }
        static let child = Locked<ApplicationContext?>(nil)
        func didInject() throws {
            let child = try ApplicationContext(ContextConfiguration(Reader.self, Slow.self), parent: .current)
            Self.child.withLock { $0 = child }
        }
    }
    final class Lender: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        let lent: ApplicationContext
        init() { lent = try! .current }
    }

    @Test("A child keeps its parent open, even if it got the parent from `current` during a construction")
    func parentFromCurrent() throws {
        weak var part: Part?
        var context: ApplicationContext? = try boot(Part.self, Family.self)
        _ = try context?.component(Family.self)
        part = try context?.component(Part.self)
        context = nil
        #expect(part != nil)
        #expect(try Family.child.withLock { try $0?.component(Reader.self).part } === part)
        Family.child.withLock { $0 = nil }
        #expect(part == nil)
    }

    static let calls: [@Sendable (ApplicationContext) async throws -> Void] = [
        { _ = try $0.component(Part.self) }, { _ = try $0.component(named: "Part", as: Part.self) },
        { _ = try $0.components(Part.self) }, { try $0.inject(into: Reader()) }, { try await $0.start() },
        { try await $0.run(handlingSignals: false) }, { _ = try $0.patched { _ in } },
        { _ = try ApplicationContext(ContextConfiguration(Part.self), parent: $0) },
    ]

    @Test("Every call on a context that has ended throws context-ended", arguments: calls.indices)
    func afterTheEnd(index: Int) async throws {
        let lent = try boot(Part.self, Lender.self).component(Lender.self).lent
        #expect(await code { try await Self.calls[index](lent) } == .contextEnded)
    }

    @Test("Stopping a context that was released throws context-ended if it had started")
    func stopAfterTheEnd() async throws {
        for hasStarted in [false, true] {
            let lent = try await {
                let context = try boot(Part.self, Lender.self)
                if hasStarted { try await context.start() }
                return try context.component(Lender.self).lent
            }()
            #expect(await code { try await lent.stop() } == (hasStarted ? .contextEnded : nil))
        }
    }
}
