package import Testing

/// Runs a test ahead of those that wait for a thread.
///
/// An exit test takes several turns. Before the last of them nothing waits for its process, and the testing library asks again
/// and again for one that has ended: behind two thousand tests that took a third of the run.
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
    /// Ahead of the tests that wait for a thread; for exit tests.
    package static var promptly: Self { Self() }
}
