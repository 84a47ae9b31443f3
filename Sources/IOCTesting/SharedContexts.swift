import IOC
import Testing

/// The contexts that several tests use: one for each plan, made once, and ended when nobody holds a lease.
actor SharedContexts {
    static let process = SharedContexts()

    private struct Entry {
        let plan: ContextPlan
        let making: Task<TestContext, any Error>
    }

    private var entries: [Entry] = []
    private var leases: [(plan: ContextPlan, count: Int)] = []

    /// Announces that a suite or test may need the context of a plan.
    func enter(_ plan: ContextPlan) {
        if let index = leases.firstIndex(where: { $0.plan.isEquivalent(to: plan) }) {
            leases[index].count += 1
        } else {
            leases.append((plan, 1))
        }
    }

    /// The context of a plan somebody has announced.
    func context(of plan: ContextPlan) async throws -> ApplicationContext? {
        let index = entries.firstIndex { $0.plan.isEquivalent(to: plan) }
        // Detached, so that the first test's task-local values don't reach into a context that others use too.
        let entry =
            index.map { entries[$0] } ?? Entry(plan: plan, making: Task.detached { try await TestContext(plan) })
        if index == nil { entries.append(entry) }
        return try await entry.making.value.context
    }

    /// Ends the context of a plan when the last who announced it leaves.
    func leave(_ plan: ContextPlan, at location: Testing.SourceLocation) async {
        guard let lease = leases.firstIndex(where: { $0.plan.isEquivalent(to: plan) }) else { return }
        leases[lease].count -= 1
        guard leases[lease].count == 0 else { return }
        leases.remove(at: lease)
        guard let index = entries.firstIndex(where: { $0.plan.isEquivalent(to: plan) }) else { return }
        let ended = entries.remove(at: index)
        guard var context = try? await ended.making.value else { return }
        await context.end(at: location)
    }
}
