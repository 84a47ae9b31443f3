import Dispatch
import IOCBase
import IOCModel

/// A booted container. The boot has found the components, checked the whole graph and created the eager singletons.
///
/// ```swift
/// let context = try ApplicationContext(contentsOf: "config/applicationContext.json")
/// let service = try context.component(SGService.self)
/// ```
///
/// The context retains its singletons. When the last reference to the context is released, the singletons are released
/// too, dependents before their dependencies.
public final class ApplicationContext: Sendable {
    @usableFromInline let core: ContextCore
    /// True if this handle keeps the context open. The handles that a context gives to its own components don't.
    let isOwner: Bool
    /// The core's table of resolved types. It is stored here as well to save a load for each lookup (bench row:
    /// `component(T.self)`).
    let table: TypeTable

    /// - Parameters:
    ///   - core: The state of the context.
    ///   - isOwner: True for a handle that keeps the context open. Its `deinit` releases a hold of the core's gate.
    init(_ core: ContextCore, isOwner: Bool) {
        self.core = core
        table = core.table
        self.isOwner = isOwner
    }

    deinit {
        if isOwner { core.letGo() }
    }

    /// Returns a handle that keeps the context open: this handle, or a new one.
    /// - Throws: `context-ended` if the context has ended.
    func holding() throws -> ApplicationContext {
        if isOwner { return self }
        guard core.gate.hold() else { throw IOCError(Fault(.contextEnded)) }
        return ApplicationContext(core, isOwner: true)
    }

    /// The context that supplies the components that this context lacks; nil if there is none.
    public var parent: ApplicationContext? { core.parent }
}

/// The shared context of the process. The first thread that needs it boots it; other threads wait.
final class SharedContext: Sendable {
    static let process = SharedContext()

    /// A closure that returns true inside a test; nil unless the testing library has set it.
    let isInTest = Guarded<(@Sendable () -> Bool)?>(nil)
    private let context = Guarded<ApplicationContext?>(nil)
    /// Taken during a boot. `context` is not locked meanwhile, because components that are being created may look for
    /// the context.
    private let turn = DispatchSemaphore(value: 1)

    var ready: ApplicationContext? { context.withLock { $0 } }

    /// Replaces the shared context, if it is the context of `core`.
    func replace(_ core: ContextCore, by next: ApplicationContext) {
        // The former context is released outside the lock, because its components' `deinit`s may call the container.
        let former = context.withLock { $0?.core === core ? exchange(&$0, with: next) : nil }
        withExtendedLifetime(former) {}
    }

    /// Boots the context, unless it exists already.
    /// - Throws: `context-bootstrapped` if `isFirst` is true and the context exists already, `context-missing` during a
    ///   construction, and the error of `make`.
    func boot(isFirst: Bool = true, _ make: () throws -> ApplicationContext) throws -> ApplicationContext {
        if !isFirst, let ready { return ready }
        if Frame.innermost != nil {
            // This thread may be the one that boots the shared context, so it can't wait for the boot.
            throw IOCError(.contextMissing, wanted: "ApplicationContext.shared", path: Frame.path)
        }
        turn.wait()
        defer { turn.signal() }
        if let context = ready {
            if isFirst { throw IOCError(Fault(.contextBootstrapped)) }
            return context
        }
        let made = try make()
        context.withLock { $0 = made }
        return made
    }
}
