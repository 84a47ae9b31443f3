import IOCBase
import Testing

/// Expects that what stands after it, a trait or the test itself, records an issue with certain words.
///
/// Where `atTest` is true the issue must stand at the test's own place.
struct ExpectedIssueTrait: TestTrait, SuiteTrait, TestScoping {
    let texts: [String]
    let atTest: Bool

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withKnownIssue {
            try await function()
        } matching: { issue in
            let isThere = issue.sourceLocation == test.sourceLocation
            let words = "\(issue.comments.map(\.rawValue).joined()) \(issue.error.map { "\($0)" } ?? "")"
            return texts.allSatisfy(words.contains) && (!atTest || isThere)
        }
    }
}

extension Trait where Self == ExpectedIssueTrait {
    /// Expects an issue at the test's own place, with all of the texts in it.
    static func expectingIssue(_ texts: String...) -> Self { Self(texts: texts, atTest: true) }

    /// Expects that the test throws an error with a text in it, which has no place yet where traits see it.
    static func expectingError(_ text: String) -> Self { Self(texts: [text], atTest: false) }
}

/// Expects that what stands after it records an issue for each of several words.
struct ExpectedIssuesTrait: TestTrait, TestScoping {
    let texts: Set<String>

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let found = Guarded<Set<String>>([])
        try await withKnownIssue {
            try await function()
        } matching: { issue in
            let words = issue.comments.map(\.rawValue).joined()
            let text = texts.first(where: words.contains)
            if let text { found.withLock { _ = $0.insert(text) } }
            return text != nil
        }
        #expect(found.withLock { $0 } == texts)
    }
}

extension Trait where Self == ExpectedIssuesTrait {
    /// Expects an issue for each of the texts.
    static func expectingIssues(_ texts: String...) -> Self { Self(texts: Set(texts)) }
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
