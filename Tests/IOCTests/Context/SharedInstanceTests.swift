import Dispatch
import IOC
import IOCBase
import Testing

@Suite("Instances that several threads ask for", .timeLimit(.minutes(30)))
struct SharedInstanceTests {
    struct NotYet: Error {}

    /// Says how constructions proceed.
    final class Plan: IOCComponent {
        let failuresLeft = Guarded(0)
        let readsHolder = Guarded(false)
        let attempts = Guarded(0)
        let hasBegun = Door()
        let goesOn = Door()

        func fails() -> Bool {
            failuresLeft.withLock { left in
                defer { left = max(0, left - 1) }
                return left > 0
            }
        }
    }

    /// Fails as often as the plan says, and is complete after that.
    final class Fragile: IOCComponent, @unchecked Sendable {
        // Sound: written during construction; other threads get it afterwards.
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var plan: Plan
        @Autowired var holder: Holder
        private(set) var isComplete = false
        func didInject() throws {
            plan.attempts.withLock { $0 += 1 }
            if plan.readsHolder.withLock({ $0 }) { _ = try $holder.get() }
            plan.hasBegun.open()
            plan.goesOn.pass()
            if plan.fails() { throw NotYet() }
            isComplete = true
        }
    }

    /// Holds the fragile component.
    final class Holder: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var fragile: Fragile
        func didInject() throws { _ = try $fragile.get() }
    }

    private let context: ApplicationContext
    private let plan: Plan

    init() throws {
        context = try boot(Plan.self, Fragile.self, Holder.self)
        plan = try context.component(Plan.self)
    }

    /// Asks for the fragile component, directly or through its holder.
    private static func fragile(of context: ApplicationContext, throughHolder: Bool) throws -> Fragile {
        throughHolder ? try context.component(Holder.self).$fragile.get() : try context.component(Fragile.self)
    }

    /// One thread constructs the fragile component; another one asks meanwhile; a third one lets the first go on.
    private func outcomes(throughHolder: Bool) -> [Result<Fragile?, any Error>] {
        outcomesOnThreads(3) { [context, plan] number in
            if number == 0 { return try context.component(Fragile.self) }
            plan.hasBegun.pass()
            if number == 1 { return try Self.fragile(of: context, throughHolder: throughHolder) }
            // Long enough for the second thread to wait, usually.
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(20))
            plan.goesOn.open()
            return nil
        }
    }

    @Test("A thread that asks for an instance under construction gets it complete", arguments: [true, false])
    func waits(throughHolder: Bool) throws {
        let found = try outcomes(throughHolder: throughHolder).prefix(2).map { try $0.get() }
        let fragile = try context.component(Fragile.self)
        #expect(found.allSatisfy { $0 === fragile })
        #expect(fragile.isComplete)
        #expect(plan.attempts.withLock { $0 } == 1)
    }

    @Test(
        "Another thread never gets an instance whose construction fails later", arguments: [true, false],
        [true, false])
    func failsLater(throughHolder: Bool, isCycle: Bool) throws {
        plan.failuresLeft.withLock { $0 = 1 }
        plan.readsHolder.withLock { $0 = isCycle }
        let results = outcomes(throughHolder: throughHolder)
        let error = #expect(throws: IOCError.self) { try results[0].get() }
        #expect(error?.cause is NotYet)
        let fragile = try context.component(Fragile.self)
        #expect(fragile.isComplete)
        #expect(try context.component(Holder.self).fragile === fragile)
        // The second thread may get the error of the construction that it has waited for.
        if case .success(let found) = results[1] { #expect(found === fragile) }
    }

    @Test(
        "Several threads get either the error of a failed construction or one complete instance",
        arguments: 0...4)
    func severalFail(failures: Int) throws {
        plan.failuresLeft.withLock { $0 = failures }
        plan.goesOn.open()
        let meeting = Meeting(of: 4)
        let results = outcomesOnThreads(4) { [context] number in
            meeting.attend()
            return try Self.fragile(of: context, throughHolder: number % 2 == 1)
        }
        for _ in 0..<failures { _ = try? context.component(Fragile.self) }
        let fragile = try context.component(Fragile.self)
        for result in results {
            switch result {
            case .success(let found): #expect(found === fragile && found.isComplete)
            case .failure(let error): #expect((error as? IOCError)?.cause is NotYet)
            }
        }
        #expect(plan.attempts.withLock { $0 } == failures + 1)
    }
}
