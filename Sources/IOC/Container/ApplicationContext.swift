import Dispatch
import IOCBase
import IOCModel

/// A booted container: it has found the component classes, checked the whole graph and created the singletons.
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
    /// False for the handle that ``current`` returns during a construction. That handle doesn't keep the context open.
    let isOwner: Bool
    /// The core's table of resolved types. It is stored here as well to save a load for each lookup (bench row:
    /// `component(T.self)`).
    let table: TypeTable

    /// - Parameters:
    ///   - core: The context.
    ///   - isOwner: True for a handle that owns a hold on the core; false for a handle that does not keep the context
    ///     open, for use during a construction.
    init(_ core: ContextCore, isOwner: Bool) {
        self.core = core
        table = core.table
        self.isOwner = isOwner
    }

    deinit {
        if isOwner { core.letGo() }
    }

    /// A handle that keeps the context open: this one if it does, otherwise a new one.
    /// - Throws: `context-ended` if the context has ended.
    func holding() throws -> ApplicationContext {
        if isOwner { return self }
        guard core.gate.hold() else { throw IOCError(Fault(.contextEnded)) }
        return ApplicationContext(core, isOwner: true)
    }

    /// The context that supplies the components that this one lacks.
    public var parent: ApplicationContext? { core.parent }
}

/// The shared context of the process. The first thread that needs it boots it; other threads wait.
final class SharedContext: Sendable {
    static let process = SharedContext()

    /// Returns true inside a test; nil if the program's tests have no contexts of their own.
    let isInTest = Guarded<(@Sendable () -> Bool)?>(nil)
    private let context = Guarded<ApplicationContext?>(nil)
    /// Taken during a boot. `context` is not locked meanwhile, because components that are being created may look for
    /// the context.
    private let turn = DispatchSemaphore(value: 1)

    var ready: ApplicationContext? { context.withLock { $0 } }

    /// Replaces the shared context if it is the context of a core.
    func replace(_ core: ContextCore, by next: ApplicationContext) {
        // The former context is released outside the lock, because its components' `deinit`s may call the container.
        let former = context.withLock { $0?.core === core ? exchange(&$0, with: next) : nil }
        withExtendedLifetime(former) {}
    }

    /// Boots the context, unless it exists already.
    /// - Throws: `context-bootstrapped` if `isFirst` is true and the context exists already.
    func boot(isFirst: Bool = true, _ make: () throws -> ApplicationContext) throws -> ApplicationContext {
        if !isFirst, let ready { return ready }
        if Frame.innermost != nil {
            // The thread that boots the shared context needs it during the boot.
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
