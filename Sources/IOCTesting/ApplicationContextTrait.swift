public import IOC
public import Testing

/// Runs tests inside an application context of their own; made by `.applicationContext(…)`.
///
/// `ApplicationContext.current` is that context for the test, its child tasks, and the wrapped properties of the
/// suite. Traits of nested suites and tests refine those around them:
///
/// 1. A trait with a configuration begins anew.
/// 2. One without adds its overrides to what is around it, and the inner ones win.
/// 3. Of `sharing`, `starting` and `leaks` the innermost that is given counts.
public struct ApplicationContextTrait: SuiteTrait, TestTrait, TestScoping {
    /// Distinguishes this trait from others like it.
    private final class Identity: Sendable {}

    private let identity = Identity()
    let source: ContextPlan.Source?
    let change: ContextPlan.Change?
    let sharing: ContextSharing?
    let starts: Bool?
    let leaks: LeakCheck?

    /// Nested suites and tests inherit the trait.
    public var isRecursive: Bool { true }

    /// The trait itself where it is the innermost of its kind, as that one makes the context for all.
    /// - Parameters:
    ///   - test: The suite or test.
    ///   - testCase: The case; nil around a whole suite or test.
    /// - Returns: The trait, or nil where there is nothing for it to do.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        guard Self.traits(of: test).last?.identity === identity else { return nil }
        return testCase != nil || ContextPlan(Self.traits(of: test)).sharing == .configuration ? self : nil
    }

    /// Runs a test case inside its context, or a suite or test while its shared context is kept.
    /// - Parameters:
    ///   - test: The suite or test.
    ///   - testCase: The case; nil around a whole suite or test.
    ///   - function: The program that runs.
    /// - Throws: The error of `function`.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let plan = ContextPlan(Self.traits(of: test))
        if plan.sharing == .perTest {
            guard var context = await Self.made(for: test, { try await TestContext(plan) }) else { return }
            try await Self.run(function, in: context.context) { await context.end(at: test.sourceLocation) }
        } else if testCase == nil {
            await SharedContexts.process.enter(plan)
            try await Self.run(function, in: nil) {
                await SharedContexts.process.leave(plan, at: test.sourceLocation)
            }
        } else {
            let shared = await Self.made(for: test) { try await SharedContexts.process.context(of: plan) }
            guard let context = shared ?? nil else { return }
            try await Self.run(function, in: context) {}
        }
    }

    private static func traits(of test: Test) -> [ApplicationContextTrait] {
        test.traits.compactMap { $0 as? ApplicationContextTrait }
    }

    /// A context, or nil and an issue at the test's own place.
    private static func made<Made: Sendable>(
        for test: Test, _ make: @Sendable () async throws -> Made
    ) async -> Made? {
        do {
            return try await make()
        } catch {
            Issue.record(error, "the test's context can't be made", sourceLocation: test.sourceLocation)
            return nil
        }
    }

    private static func run(
        _ function: @Sendable () async throws -> Void, in context: consuming ApplicationContext?,
        atEnd: () async -> Void
    ) async throws {
        let result: Result<Void, any Error>
        do {
            if let context {
                try await ApplicationContext.withCurrent(context) { try await function() }
            } else {
                try await function()
            }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        context = nil
        await atEnd()
        try result.get()
    }
}

extension Trait where Self == ApplicationContextTrait {
    /// Runs each test inside a context of a configuration.
    /// - Parameters:
    ///   - configuration: The configuration, as a file would say it; what it throws is an issue at the test's place.
    ///   - sharing: The rule by which tests share the context; each its own unless said otherwise.
    ///   - starting: True if the context is started before the test; it is stopped after the test in any case.
    ///   - leaks: True if what the context made must be gone after the test; unchecked unless said otherwise.
    ///   - overrides: The changes of the context. The compiler reports a mistake at its own line if this is a function.
    /// - Returns: The trait.
    public static func applicationContext(
        _ configuration: @autoclosure () throws -> ContextConfiguration, sharing: ContextSharing? = nil,
        starting: Bool? = nil,
        leaks: LeakCheck? = nil, overrides: (@Sendable (inout ContextPatch) throws -> Void)? = nil
    ) -> Self {
        Self(
            source: .code(Result { try configuration() }), change: overrides.map(ContextPlan.Change.init),
            sharing: sharing,
            starts: starting, leaks: leaks)
    }

    /// Runs each test inside a context of a configuration file.
    /// - Parameters:
    ///   - path: A `.json` or `.plist` file; relative to the working directory, then to the executable's.
    ///   - sharing: The rule by which tests share the context; each its own unless said otherwise.
    ///   - starting: True if the context is started before the test; it is stopped after the test in any case.
    ///   - leaks: True if what the context made must be gone after the test; unchecked unless said otherwise.
    ///   - overrides: The changes of the context.
    /// - Returns: The trait.
    public static func applicationContext(
        contentsOf path: String, sharing: ContextSharing? = nil, starting: Bool? = nil, leaks: LeakCheck? = nil,
        overrides: (@Sendable (inout ContextPatch) throws -> Void)? = nil
    ) -> Self {
        Self(
            source: .file(path: path), change: overrides.map(ContextPlan.Change.init), sharing: sharing,
            starts: starting, leaks: leaks)
    }

    /// Refines the context that a suite around gives its tests.
    /// - Parameters:
    ///   - sharing: The rule by which tests share the context; as around unless said otherwise.
    ///   - starting: True if the context is started before the test; as around unless said otherwise.
    ///   - leaks: True if what the context made must be gone after the test; as around unless said otherwise.
    ///   - overrides: The changes of the context, besides those said around.
    /// - Returns: The trait.
    public static func applicationContext(
        sharing: ContextSharing? = nil, starting: Bool? = nil, leaks: LeakCheck? = nil,
        overrides: (@Sendable (inout ContextPatch) throws -> Void)? = nil
    ) -> Self {
        Self(
            source: nil, change: overrides.map(ContextPlan.Change.init), sharing: sharing, starts: starting,
            leaks: leaks)
    }
}
