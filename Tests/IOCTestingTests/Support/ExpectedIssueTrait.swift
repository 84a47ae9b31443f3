import IOCBase
import Testing

/// Expects that what follows it, a trait or the test itself, records issues which together contain all of the texts.
///
/// If `atTest` is true, every issue must be at the test's own place.
struct ExpectedIssueTrait: TestTrait, SuiteTrait, TestScoping {
    let texts: [String]
    let atTest: Bool

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let found = Guarded<[String]>([])
        try await withKnownIssue {
            try await function()
        } matching: { issue in
            let words = "\(issue.comments.map(\.rawValue).joined()) \(issue.error.map { "\($0)" } ?? "")"
            found.withLock { $0.append(words) }
            return texts.contains(where: words.contains) && (!atTest || issue.sourceLocation == test.sourceLocation)
        }
        let words = found.withLock { $0 }
        for text in texts { #expect(words.contains { $0.contains(text) }, "\(words)") }
    }
}

extension Trait where Self == ExpectedIssueTrait {
    /// Expects issues at the test's own place, or anywhere.
    static func expectingIssue(_ texts: String..., atTest: Bool = true) -> Self { Self(texts: texts, atTest: atTest) }

    /// Expects that the test throws an error with a text in it. Traits don't see the place of an error.
    static func expectingError(_ text: String) -> Self { Self(texts: [text], atTest: false) }
}

/// Does something around a whole suite or test: after everything in it and all traits behind this one.
struct AfterwardsTrait: TestTrait, SuiteTrait, TestScoping {
    let check: @Sendable () throws -> Void

    func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? self : nil }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await function()
        try check()
    }
}

extension Trait where Self == AfterwardsTrait {
    /// Checks something when everything in the suite or test has ended.
    static func afterwards(_ check: @escaping @Sendable () throws -> Void) -> Self { Self(check: check) }
}
