package import Testing

/// Runs a test before other tests that wait for a thread.
///
/// An exit test needs several turns of a thread. The process of the test is not awaited before the last turn, and the
/// testing library polls for a process that has ended. Behind two thousand other tests, that took a third of the run.
package struct PromptTrait: TestTrait, TestScoping {
    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await withoutActuallyEscaping(function) { function in
            try await withThrowingTaskGroup { group in
                group.addTask(priority: .high) { try await function() }
                try await group.waitForAll()
            }
        }
    }
}

extension Trait where Self == PromptTrait {
    /// For exit tests: runs the test before other tests that wait for a thread.
    package static var promptly: Self { Self() }
}
