import Dispatch
import IOC
import IOCBase
import Testing

@Suite("Instances that several threads ask for", .timeLimit(.minutes(30)))
struct SharedInstanceTests {
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
    @Component(.lazy) final class Fragile {
        @Autowired var plan: Plan
        @Autowired var holder: Holder
        let isComplete = Guarded(false)
        func didInject() throws {
            plan.attempts.withLock { $0 += 1 }
            if plan.readsHolder.withLock({ $0 }) { _ = try $holder.get() }
            plan.hasBegun.open()
            plan.goesOn.pass()
            if plan.fails() { throw SampleError() }
            isComplete.withLock { $0 = true }
        }
    }
    @Component(.lazy) final class Holder {
        @Autowired var fragile: Fragile
        func didInject() throws { _ = try $fragile.get() }
    }

    private let context: ApplicationContext
    private let plan: Plan

    init() throws {
        context = try boot(Plan.self, Fragile.self, Holder.self)
        plan = try context.component(Plan.self)
    }

    /// Asks for the fragile component, directly or through its holder, and checks that it is complete.
    private static func fragile(of context: ApplicationContext, throughHolder: Bool) throws -> Fragile {
        let fragile =
            throughHolder ? try context.component(Holder.self).$fragile.get() : try context.component(Fragile.self)
        #expect(fragile.isComplete.withLock { $0 })
        return fragile
    }

    @Test(
        "A thread that asks for an instance under construction never gets one that isn't complete",
        arguments: [0, 1],
        [(false, false), (true, false), (false, true), (true, true)] as [(throughHolder: Bool, isCycle: Bool)])
    func waits(failures: Int, item: (throughHolder: Bool, isCycle: Bool)) throws {
        plan.failuresLeft.withLock { $0 = failures }
        plan.readsHolder.withLock { $0 = item.isCycle }
        // One thread constructs the component; another one asks meanwhile; a third one lets the first continue.
        let results = outcomesOnThreads(3) { [context, plan] number -> Fragile? in
            if number == 0 { return try context.component(Fragile.self) }
            plan.hasBegun.pass()
            if number == 1 { return try Self.fragile(of: context, throughHolder: item.throughHolder) }
            // Long enough for the second thread to wait, usually.
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(20))
            plan.goesOn.open()
            return nil
        }
        let fragile = try Self.fragile(of: context, throughHolder: false)
        #expect(try context.component(Holder.self).fragile === fragile)
        #expect(code { _ = try results[0].get() } == (failures == 0 ? nil : .componentFailed))
        // The second thread may get the error of the construction that it has waited for.
        if failures == 0 || (try? results[1].get()) != nil { #expect(try results[1].get() === fragile) }
        #expect(plan.attempts.withLock { $0 } == failures + 1)
    }

    @Test(
        "Several threads get either the error of a failed construction or one complete instance", arguments: [0, 1, 4])
    func severalFail(failures: Int) throws {
        plan.failuresLeft.withLock { $0 = failures }
        plan.goesOn.open()
        let meeting = Meeting(of: 4)
        let results = outcomesOnThreads(4) { [context] number in
            meeting.attend()
            return try Self.fragile(of: context, throughHolder: number % 2 == 1)
        }
        for _ in 0..<failures { _ = try? context.component(Fragile.self) }
        let fragile = try Self.fragile(of: context, throughHolder: false)
        for result in results {
            switch result {
            case .success(let found): #expect(found === fragile)
            case .failure(let error): #expect((error as? IOCError)?.cause is SampleError)
            }
        }
        #expect(plan.attempts.withLock { $0 } == failures + 1)
    }
}
