import Dispatch
import IOCBase
import IOCModel

extension ApplicationContext {
    /// The process's context.
    ///
    /// The first use boots it from the file that `IOC_CONFIG` names, else from `config/applicationContext.json` or
    /// `.plist`, unless ``bootstrap(_:)`` was called before.
    /// - Throws: ``IOCError`` where there is no such file, or where it does not boot; the next use tries again.
    public static var shared: ApplicationContext {
        get throws { try SharedContext.process.get { try Configuration(contentsOf: Configuration.sharedPath()) } }
    }

    /// Boots the process's context from a configuration, once, before anybody uses ``shared``.
    /// - Parameter configuration: What a file would say.
    /// - Returns: The shared context.
    /// - Throws: ``IOCError`` where it does not boot, or `already-bootstrapped` where it is there already.
    @discardableResult
    public static func bootstrap(_ configuration: Configuration) throws -> ApplicationContext {
        try SharedContext.process.bootstrap { configuration }
    }

    /// Boots the process's context from a file, once, before anybody uses ``shared``.
    /// - Parameter path: A `.json` or `.plist` file.
    /// - Returns: The shared context.
    /// - Throws: ``IOCError`` where it does not boot, or `already-bootstrapped` where it is there already.
    @discardableResult
    public static func bootstrap(contentsOf path: String) throws -> ApplicationContext {
        try SharedContext.process.bootstrap { try Configuration(contentsOf: path) }
    }

    /// The context of this task: the one under construction on this thread, else the one ``withCurrent(_:operation:)``
    /// set, else ``shared``.
    /// - Throws: ``IOCError`` where the shared context is needed and does not boot.
    public static var current: ApplicationContext {
        get throws {
            if let frame = ConstructionFrame.innermost { return ApplicationContext(lending: frame.pointee.core) }
            return try taskContext ?? shared
        }
    }

    /// Makes a context the current one for an operation and its child tasks.
    /// - Parameters:
    ///   - context: The context.
    ///   - operation: What runs with it.
    /// - Returns: What `operation` returns.
    /// - Throws: What `operation` throws.
    public static func withCurrent<Result>(
        _ context: ApplicationContext, operation: () throws -> Result
    ) rethrows -> Result {
        try $taskContext.withValue(context, operation: operation)
    }

    /// Makes a context the current one for an asynchronous operation and its child tasks.
    /// - Parameters:
    ///   - context: The context.
    ///   - isolation: The actor the operation runs on.
    ///   - operation: What runs with it.
    /// - Returns: What `operation` returns.
    /// - Throws: What `operation` throws.
    public static func withCurrent<Result>(
        _ context: ApplicationContext, isolation: isolated (any Actor)? = #isolation,
        operation: () async throws -> Result
    ) async rethrows -> Result {
        try await $taskContext.withValue(context, operation: operation)
    }

    @TaskLocal static var taskContext: ApplicationContext?
}

extension ContextCore {
    /// The core for a wrapper that no context bound: never boots the shared context.
    static func ambient(for point: @autoclosure () -> InjectionPointFacts) throws -> ContextCore {
        if let frame = ConstructionFrame.innermost { return frame.pointee.core }
        if let context = ApplicationContext.taskContext ?? SharedContext.process.ready { return context.core }
        var fault = Fault(.noContext)
        let point = point()
        fault.point = point
        fault.wanted = TypeName.written(TypeIdentity.type(point.wanted))
        throw IOCError(fault)
    }
}

/// The one context of the process: made once, by whoever comes first; others wait for it.
final class SharedContext: Sendable {
    static let process = SharedContext()

    private let context = Guarded<ApplicationContext?>(nil)
    /// Held while booting; the mutex is not, so that the components being made can look for the context.
    private let turn = DispatchSemaphore(value: 1)

    var ready: ApplicationContext? { context.withLock { $0 } }

    /// Puts another context in the place of the one of a core, where that is the shared one.
    func replace(_ core: ContextCore, by next: ApplicationContext) {
        context.withLock { if $0?.core === core { $0 = next } }
    }

    func get(_ configuration: () throws -> Configuration) throws -> ApplicationContext {
        if let context = ready { return context }
        return try boot(configuration, isFirst: false)
    }

    func bootstrap(_ configuration: () throws -> Configuration) throws -> ApplicationContext {
        try boot(configuration, isFirst: true)
    }

    private func boot(_ configuration: () throws -> Configuration, isFirst: Bool) throws -> ApplicationContext {
        if let frame = ConstructionFrame.innermost {
            // Asked for while it is being built, on the thread that builds it.
            var fault = Fault(.noContext)
            fault.path = ConstructionFrame.path(from: frame)
            fault.wanted = "ApplicationContext.shared"
            throw IOCError(fault)
        }
        turn.wait()
        defer { turn.signal() }
        if let context = ready {
            if isFirst { throw IOCError(Fault(.alreadyBootstrapped)) }
            return context
        }
        let made = try ApplicationContext(configuration())
        context.withLock { $0 = made }
        return made
    }
}
