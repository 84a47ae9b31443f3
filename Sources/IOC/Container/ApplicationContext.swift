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
/// The context retains its singletons. With its last reference they are released, dependents before their dependencies.
public final class ApplicationContext: Sendable {
    @usableFromInline let core: ContextCore
    /// False in the handle that ``current`` gives during a construction, which doesn't keep the context open.
    let isOwner: Bool
    /// The resolved types, here to save a load for each lookup (bench row: `component(T.self)`).
    let table: TypeTable

    /// - Parameters:
    ///   - core: The context.
    ///   - isOwner: True for a handle that owns a hold on the core; false for one that does not keep the context open, for
    ///     use during a construction.
    init(_ core: ContextCore, isOwner: Bool) {
        self.core = core
        table = core.table
        self.isOwner = isOwner
    }

    deinit {
        if isOwner { core.letGo() }
    }

    /// A handle that keeps the context open: this one, or a new one if this one does not.
    /// - Throws: `context-ended` if nothing keeps it open any more.
    func holding() throws -> ApplicationContext {
        if isOwner { return self }
        guard core.gate.hold() else { throw IOCError(Fault(.contextEnded)) }
        return ApplicationContext(core, isOwner: true)
    }

    /// The context that supplies what this one has no component for.
    public var parent: ApplicationContext? { core.parent }
}

/// The shared context of the process. The first thread that asks boots it, and others wait.
final class SharedContext: Sendable {
    static let process = SharedContext()

    /// Returns true inside a test; nil where no test has a context of its own.
    let isInTest = Guarded<(@Sendable () -> Bool)?>(nil)
    private let context = Guarded<ApplicationContext?>(nil)
    /// Taken for a boot. The mutex is not, because components that are being created may look for the context.
    private let turn = DispatchSemaphore(value: 1)

    var ready: ApplicationContext? { context.withLock { $0 } }

    /// Replaces the shared context if it is that of a core.
    func replace(_ core: ContextCore, by next: ApplicationContext) {
        // The former context is released outside the lock, because that may release its components.
        let former = context.withLock { $0?.core === core ? exchange(&$0, with: next) : nil }
        withExtendedLifetime(former) {}
    }

    /// Boots the context, unless it is there already.
    /// - Throws: `context-bootstrapped` if it has to be the first boot and is not.
    func boot(isFirst: Bool = true, _ make: () throws -> ApplicationContext) throws -> ApplicationContext {
        if !isFirst, let ready { return ready }
        if Frame.innermost != nil {
            // The thread that boots it asks for it.
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
