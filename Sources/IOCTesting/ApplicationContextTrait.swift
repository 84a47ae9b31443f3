public import IOC
import Synchronization
public import Testing

/// Runs each test inside its own application context. `.applicationContext(…)` creates the trait.
///
/// During the test, `ApplicationContext.current` is that context, also for the test's child tasks and the wrapped
/// properties of the suite. Traits of nested suites and tests refine the traits around them:
///
/// 1. A trait with a configuration replaces the traits around it.
/// 2. A trait without a configuration adds its overrides to the overrides of the traits around it. Inner
///    overrides replace outer ones.
/// 3. For each of `sharing`, `starting` and `leaks`, the innermost value counts.
public struct ApplicationContextTrait: SuiteTrait, TestTrait, TestScoping {
    /// The identity of a trait. Two traits with equal properties have different identities.
    private final class Identity: Sendable {
        /// True if a suite has the trait; false if only a test has it.
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

    /// Returns the trait itself if no other trait of this type is nested deeper. The innermost trait creates the context
    /// of the test, with the options and overrides of all.
    /// - Parameters:
    ///   - test: The suite or test.
    ///   - testCase: The case; nil around a whole suite or test.
    /// - Returns: The trait; nil if it has nothing to do.
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

    /// Creates a context. If that fails, records an issue at the test's place and returns nil.
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

    /// Returns the type of the suite whose injected properties a test can read; nil if the test is in no suite, or if
    /// Swift Testing doesn't show the type. Also nil if the test has a configuration of its own, because the suite's
    /// properties may not fit that configuration.
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
                // If a property of the suite can't be injected, the test is not run: reading the property can't throw,
                // and would end the process.
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
    ///   - configuration: The configuration, with the contents that a file would have. If the expression throws, the
    ///     error is an issue at the test's place.
    ///   - sharing: The rule by which tests share the context. By default each test has its own.
    ///   - starting: True if the context is started before the test. It is stopped after the test in any case.
    ///   - leaks: The check that every object of the context is released after the test. It is off by default.
    ///   - overrides: The changes of the context. If you pass a function instead of a closure, the compiler reports a
    ///     mistake in it at its own line.
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
    ///   - path: A `.json` or `.plist` file. A relative path is searched in the test's package, in the working
    ///     directory, then in the executable's folder.
    ///   - sharing: The rule by which tests share the context. By default each test has its own.
    ///   - starting: True if the context is started before the test. It is stopped after the test in any case.
    ///   - leaks: The check that every object of the context is released after the test. It is off by default.
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
    ///   - sharing: The rule by which tests share the context. The default is the outer trait's.
    ///   - starting: True if the context is started before the test. The default is the outer trait's.
    ///   - leaks: The check that every object of the context is released after the test. The default is the outer
    ///     trait's.
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
    /// Without this declaration, a wrong label would be an error of Swift Testing's macros, which doesn't name the
    /// label.
    @available(*, unavailable, message: "write 'starting: true', and '$0.activate(profile: \"…\")' in the closure")
    public static func applicationContext(
        _ configuration: ContextConfiguration? = nil, contentsOf path: String? = nil, profiles: [String] = [],
        sharing: ContextSharing? = nil, starting: Bool? = nil, started: Bool? = nil, leaks: LeakCheck? = nil,
        overrides: ((inout ContextPatch) throws -> Void)? = nil
    ) -> Self { fatalError("unavailable") }
}
