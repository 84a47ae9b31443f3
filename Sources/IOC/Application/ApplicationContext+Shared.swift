import IOCBase
import IOCConfiguration
import IOCModel

extension ApplicationContext {
    /// The shared context of the process.
    ///
    /// Unless ``bootstrap(_:)`` was called before, the first use boots it from the file that `IOC_CONFIG` names,
    /// otherwise from `config/applicationContext.json` or `.plist`.
    /// - Throws: ``IOCError`` if no such file exists, or if the context does not boot. The next use tries again.
    public static var shared: ApplicationContext {
        get throws {
            try SharedContext.process.boot(isFirst: false) {
                try ApplicationContext(contentsOf: ContextConfiguration.sharedPath())
            }
        }
    }

    /// Boots the process's context from a configuration, once, before the first use of ``shared``.
    /// - Parameter configuration: The configuration.
    /// - Returns: The shared context.
    /// - Throws: ``IOCError`` if the context does not boot, or `context-bootstrapped` if the shared context exists
    ///   already.
    @discardableResult
    public static func bootstrap(_ configuration: ContextConfiguration) throws -> ApplicationContext {
        try SharedContext.process.boot { try ApplicationContext(configuration) }
    }

    /// Boots the process's context from a file, once, before anything uses ``shared``.
    /// - Parameters:
    ///   - path: A `.json` or `.plist` file.
    ///   - configure: A closure that changes the configuration each time the file is read.
    /// - Returns: The shared context.
    /// - Throws: ``IOCError`` if the context does not boot, or `context-bootstrapped` if the shared context exists
    ///   already.
    @discardableResult
    public static func bootstrap(
        contentsOf path: String,
        _ configure: @escaping @Sendable (inout ContextConfiguration) throws -> Void = { _ in }
    ) throws -> ApplicationContext {
        try SharedContext.process.boot { try ApplicationContext(contentsOf: path, configure) }
    }

    /// The context of this task: the one in which this thread is creating or looking up an instance, otherwise the one
    /// that ``withCurrent(_:operation:)`` has set, otherwise ``shared``.
    /// - Throws: ``IOCError`` if the shared context is needed and does not boot. If tests have contexts of their own,
    ///   ``current`` throws `context-missing` in a detached task, because a test must not boot the program's context.
    public static var current: ApplicationContext {
        get throws {
            if let frame = Frame.innermost { return ApplicationContext(frame.pointee.core, isOwner: false) }
            if let context = taskContext ?? SharedContext.process.ready { return context }
            let isInTest = SharedContext.process.isInTest.withLock { $0 }
            if let isInTest, !isInTest() { throw IOCError(Fault(.contextOutsideTest)) }
            return try shared
        }
    }

    /// Lets ``current`` boot the shared context only if a closure returns true. The testing library passes a closure
    /// that returns true inside a test.
    package static func bootSharedContext(if isInTest: @escaping @Sendable () -> Bool) {
        SharedContext.process.isInTest.withLock { $0 = isInTest }
    }

    /// Makes a context the current one for an operation and its child tasks.
    /// - Parameters:
    ///   - context: The context.
    ///   - operation: The operation to run with it.
    /// - Returns: The result of `operation`.
    /// - Throws: The error of `operation`.
    public static func withCurrent<Result>(
        _ context: ApplicationContext, operation: () throws -> Result
    ) rethrows -> Result {
        try $taskContext.withValue(context, operation: operation)
    }

    /// Makes a context the current one for an asynchronous operation and its child tasks.
    /// - Parameters:
    ///   - context: The context.
    ///   - isolation: The actor the operation runs on.
    ///   - operation: The operation to run with it.
    /// - Returns: The result of `operation`.
    /// - Throws: The error of `operation`.
    public static func withCurrent<Result>(
        _ context: ApplicationContext, isolation: isolated (any Actor)? = #isolation,
        operation: () async throws -> Result
    ) async rethrows -> Result {
        try await $taskContext.withValue(context, operation: operation)
    }
}
