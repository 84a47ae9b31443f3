import IOC
import Testing

/// The context of one test, and the data that the checks at the end of the test need.
struct TestContext: Sendable {
    /// The context. Nothing else in this type refers to it, so `end(at:)` releases it.
    private(set) var context: ApplicationContext?
    private let patch: ContextPatch
    private let witness: InstanceWitness?
    /// The names of the components whose objects may outlive the context, and a message for each name that matches
    /// none or several.
    private let exceptions: (names: Set<String>, failures: [String])

    /// Boots a context, and starts it if the plan asks for that.
    /// - Throws: The faults of the configuration or the overrides, and the errors of components.
    init(_ plan: ContextPlan, of test: Test) async throws {
        let witness = plan.leaks.isOn ? InstanceWitness() : nil
        self.witness = witness
        ApplicationContext.bootSharedContext { Test.current != nil }
        let configuration = try plan.configuration(for: test.sourceLocation)
        patch = try plan.patch()
        let context = try ApplicationContext(configuration, patch: patch, processors: witness.map { [$0] } ?? [])
        exceptions = context.definitions(named: plan.leaks.exceptions)
        if plan.starts { try await context.start() }
        self.context = context
    }

    /// Stops the context, releases it, and records the failures.
    mutating func end(at location: Testing.SourceLocation) async {
        for fault in context.map(patch.unread) ?? [] {
            Issue.record("\(fault)", sourceLocation: fault.testLocation ?? location)
        }
        do {
            try await context?.stop()
        } catch {
            Issue.record(error, "the context did not stop cleanly", sourceLocation: location)
        }
        weak let weakContext = context
        context = nil
        for failure in exceptions.failures {
            Issue.record("what the leak check is to leave out: \(failure)", sourceLocation: location)
        }
        guard let witness else { return }
        if weakContext != nil {
            Issue.record(
                "something still holds the test's ApplicationContext, and with it all it made", sourceLocation: location
            )
            return
        }
        for (name, typeName, count) in witness.survivors(except: exceptions.names) {
            let objects = count == 1 ? "an object" : "\(count) objects"
            let verb = count == 1 ? "is" : "are"
            let type = typeName == name ? "" : " (\(typeName))"
            Issue.record(
                """
                the test's context is gone, but \(objects) of component '\(name)'\(type) \(verb) still held: \
                look for a task, a closure or a static property that keeps it, or leave it out with \
                .on(except: "\(name)")
                """, sourceLocation: location)
        }
    }
}
