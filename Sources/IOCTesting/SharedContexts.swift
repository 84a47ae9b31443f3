import IOC
import Testing

/// The contexts that several tests share. Each plan has one. It is created once, and ended after its last user has
/// left.
actor SharedContexts {
    static let process = SharedContexts()

    private struct Entry {
        let plan: ContextPlan
        /// The number of suites and tests that have entered and have not left.
        var count = 0
        var making: Task<TestContext, any Error>?
    }

    private var entries: [Entry] = []

    /// Announces that a suite or test may need the context of a plan.
    func enter(_ plan: ContextPlan) { entries[place(of: plan)].count += 1 }

    /// The context of a plan that was announced.
    func context(of plan: ContextPlan, for test: Test) async throws -> ApplicationContext? {
        let place = place(of: plan)
        // The task is detached, because the first test's task-local values must not be visible in a context that other
        // tests share.
        let making = entries[place].making ?? Task.detached { try await TestContext(plan, of: test) }
        entries[place].making = making
        return try await making.value.context
    }

    /// Ends the context of a plan when its last user leaves.
    func leave(_ plan: ContextPlan, at location: Testing.SourceLocation) async {
        let place = place(of: plan)
        entries[place].count -= 1
        guard entries[place].count == 0 else { return }
        guard var context = try? await entries.remove(at: place).making?.value else { return }
        await context.end(at: location)
    }

    private func place(of plan: ContextPlan) -> Int {
        if let place = entries.firstIndex(where: { $0.plan.isEquivalent(to: plan) }) { return place }
        entries.append(Entry(plan: plan))
        return entries.count - 1
    }
}
