public import IOC
import Synchronization
public import Testing

/// Runs each test inside its own application context. `.applicationContext(…)` creates the trait.
///
/// `ApplicationContext.current` is that context for the test, its child tasks, and the wrapped properties of the
/// suite. Traits of nested suites and tests refine those around them:
///
/// 1. A trait with a configuration replaces the traits around it.
/// 2. A trait without one adds its overrides to those around it, and the inner ones win.
/// 3. For each of `sharing`, `starting` and `leaks`, the innermost value counts.
public struct ApplicationContextTrait: SuiteTrait, TestTrait, TestScoping {
    /// Distinguishes this trait from others like it.
    private final class Identity: Sendable {
        /// True if the trait is one of a suite, and not only of a test.
        let isOfSuite = Atomic<Bool>(false)
    }

    private let identity = Identity()
    let source: ContextPlan.Source?
    let change: ContextPlan.Change?
    let sharing: ContextSharing?
    let starts: Bool?
    let leaks: LeakCheck?

    /// Nested suites and tests inherit the trait.
    public var isRecursive: Bool { true }

    /// The trait itself, if it is the innermost of its kind. That one creates the context for all.
    /// - Parameters:
    ///   - test: The suite or test.
    ///   - testCase: The case; nil around a whole suite or test.
    /// - Returns: The trait, or nil if it has nothing to do.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        if test.isSuite { identity.isOfSuite.store(true, ordering: .relaxed) }
        guard Self.traits(of: test).last?.identity === identity else { return nil }
        return testCase != nil || ContextPlan(Self.traits(of: test)).sharing == .configuration ? self : nil
    }

    /// Runs a test case inside its context, or a suite or test while its shared context exists.
    /// - Parameters:
    ///   - test: The suite or test.
    ///   - testCase: The case; nil around a whole suite or test.
    ///   - function: The code to run.
    /// - Throws: The error of `function`.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let plan = ContextPlan(Self.traits(of: test))
        if plan.sharing == .perTest {
            guard var context = await Self.made(for: test, { try await TestContext(plan, of: test) }) else { return }
            try await Self.run(function, of: test, in: context.context) { await context.end(at: test.sourceLocation) }
        } else if testCase == nil {
            await SharedContexts.process.enter(plan)
            try await Self.run(function, of: test, in: nil) {
                await SharedContexts.process.leave(plan, at: test.sourceLocation)
            }
        } else {
            let shared = await Self.made(for: test) { try await SharedContexts.process.context(of: plan, for: test) }
            guard let context = shared ?? nil else { return }
            try await Self.run(function, of: test, in: context) {}
        }
    }

    private static func traits(of test: Test) -> [ApplicationContextTrait] {
        test.traits.compactMap { $0 as? ApplicationContextTrait }
    }

    /// Creates a context, or records an issue at the test's own place and returns nil.
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

    /// The type of the suite whose injected properties a test can read; nil if there is none, if Swift Testing doesn't show it, or if
    /// the test has a configuration of its own, for which they may not be meant.
    private static func suite(of test: Test) -> Any.Type? {
        let configured = traits(of: test).last { $0.source != nil }
        guard configured?.identity.isOfSuite.load(ordering: .relaxed) == true else { return nil }
        func type(in value: Any) -> Any.Type? {
            value as? Any.Type ?? Mirror(reflecting: value).children.lazy.compactMap { type(in: $0.value) }.first
        }
        return Mirror(reflecting: test).children.first { $0.label == "containingTypeInfo" }.flatMap {
            type(in: $0.value)
        }
    }

    private static func run(
        _ function: @Sendable () async throws -> Void, of test: Test, in context: consuming ApplicationContext?,
        atEnd: () async -> Void
    ) async throws {
        let result: Result<Void, any Error>
        do {
            if let context {
                // A property can't throw when the test reads it, so the test doesn't run if it could only end the process.
                let faults = suite(of: test).map(context.faults) ?? []
                guard faults.isEmpty else { throw IOCError(faults) }
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
    ///   - configuration: The configuration, like the content of a file. If it throws, the error is an issue at the
    ///     test's place.
    ///   - sharing: The rule by which tests share the context; by default each test has its own.
    ///   - starting: True if the context is started before the test. It is stopped after the test in any case.
    ///   - leaks: Whether every object that the context created must be released after the test; off by default.
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
    ///   - path: A `.json` or `.plist` file; relative to the package of the test, to the working directory, then to the executable's.
    ///   - sharing: The rule by which tests share the context; by default each test has its own.
    ///   - starting: True if the context is started before the test. It is stopped after the test in any case.
    ///   - leaks: Whether every object that the context created must be released after the test; off by default.
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

    /// Refines the context that an outer suite gives to its tests.
    /// - Parameters:
    ///   - sharing: The rule by which tests share the context; by default that of the outer trait.
    ///   - starting: True if the context is started before the test; by default as in the outer trait.
    ///   - leaks: Whether every object that the context created must be released after the test; by default as in the
    ///     outer trait.
    ///   - overrides: The changes of the context, in addition to those of the outer traits.
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

extension Trait where Self == ApplicationContextTrait {
    /// Unavailable: write `starting:`, and activate profiles in the closure.
    ///
    /// A wrong label would otherwise be an error of Swift Testing's macros, which doesn't name it.
    @available(*, unavailable, message: "write 'starting: true', and '$0.activate(profile: \"…\")' in the closure")
    public static func applicationContext(
        _ configuration: ContextConfiguration? = nil, contentsOf path: String? = nil, profiles: [String] = [],
        sharing: ContextSharing? = nil, starting: Bool? = nil, started: Bool? = nil, leaks: LeakCheck? = nil,
        overrides: ((inout ContextPatch) throws -> Void)? = nil
    ) -> Self { fatalError("unavailable") }
}
