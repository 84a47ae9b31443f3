import Dispatch
import IOC
import TestSupport
import Testing

@Suite("The end of a context", .timeLimit(.minutes(30)))
struct ContextEndTests {
    final class Part: IOCComponent {}
    final class Asking: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Autowired var part: Part
        @Autowired var context: Provider<Part>
    }

    @Test("A context that is released during lookups releases its instances")
    func droppedWhileAsked() throws {
        for _ in 0..<300 {
            weak var part: Part?
            var context: ApplicationContext? = try boot(Part.self, Asking.self)
            let asking = try (0..<3).map { _ in try #require(context).component(Asking.self) }
            part = try context?.component(Part.self)
            let holder = Locked(context)
            context = nil
            let meeting = Meeting(of: 4)
            try onThreads(4) { number in
                meeting.attend()
                if number < 3 {
                    _ = try? asking[number].context()
                } else {
                    holder.withLock { $0 = nil }
                }
            }
            #expect(part == nil)
        }
    }

    // MARK: Handles

    final class Family: IOCComponent {
        static var traits: [ComponentTrait] { [.lazy] }
        static let child = Locked<ApplicationContext?>(nil)
        func didInject() throws {
            let child = try ApplicationContext(
                ContextConfiguration(classes: [String(reflecting: Asking.self)]), parent: .current)
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
        #expect(try Family.child.withLock { try $0?.component(Asking.self).part } === part)
        Family.child.withLock { $0 = nil }
        #expect(part == nil)
    }

    @Test("Every call on a context that has ended throws context-ended")
    func afterTheEnd() async throws {
        let lent = try boot(Part.self, Lender.self).component(Lender.self).lent
        func code(_ body: () async throws -> Void) async -> IOCError.Code? {
            do {
                try await body()
                return nil
            } catch {
                return (error as? IOCError)?.code
            }
        }
        #expect(await code { _ = try lent.component(Part.self) } == .contextEnded)
        #expect(await code { _ = try lent.component(named: "Part", as: Part.self) } == .contextEnded)
        #expect(await code { _ = try lent.components(Part.self) } == .contextEnded)
        #expect(await code { try lent.inject(into: Asking()) } == .contextEnded)
        #expect(await code { try await lent.start() } == .contextEnded)
        #expect(await code { try await lent.run(handlingSignals: false) } == .contextEnded)
        #expect(await code { _ = try lent.patched { _ in } } == .contextEnded)
        #expect(await code { try await lent.stop() } == nil)
        #expect(
            await code { _ = try ApplicationContext(ContextConfiguration(Part.self), parent: lent) } == .contextEnded)
    }

    @Test("Stopping a context that was released after its start throws context-ended")
    func stopAfterTheEnd() async throws {
        let lent = try await {
            let context = try boot(Part.self, Lender.self)
            try await context.start()
            return try context.component(Lender.self).lent
        }()
        let error = await #expect(throws: IOCError.self) { try await lent.stop() }
        #expect(error?.code == .contextEnded)
    }
}
