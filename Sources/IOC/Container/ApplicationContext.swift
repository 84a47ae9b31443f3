import Dispatch
import IOCBase
import IOCModel

/// A running container: it has found the component classes, checked the whole graph and built the singletons.
///
/// ```swift
/// let context = try ApplicationContext(contentsOf: "config/applicationContext.json")
/// let service = try context.component(SGService.self)
/// ```
///
/// While the context lives, what it shares lives; when the last reference goes, its singletons are released, dependents
/// before what they depend on.
public final class ApplicationContext: Sendable {
    @usableFromInline let core: ContextCore
    /// False in the handle that ``current`` gives during a construction, which doesn't keep the context open.
    let isOwner: Bool
    /// What types were resolved to, at hand for every lookup.
    let table: TypeTable

    /// A handle that takes over a hold on a core which was booted already.
    init(owning core: ContextCore) {
        self.core = core
        table = core.lookup.table
        isOwner = true
    }

    /// A handle that does not keep the context open: for use during a construction, when there is no other yet.
    init(lending core: ContextCore) {
        self.core = core
        table = core.lookup.table
        isOwner = false
    }

    deinit {
        if isOwner { core.letGo() }
    }

    /// A handle that keeps the context open: this one, or one more where this one does not.
    /// - Throws: `context-ended` if nothing keeps it open any more.
    func holding() throws -> ApplicationContext {
        if isOwner { return self }
        guard core.hold() else { throw IOCError(Fault(.contextEnded)) }
        return ApplicationContext(owning: core)
    }

    /// The context that supplies what this one has no component for.
    public var parent: ApplicationContext? { core.parent }
}

/// The one context of the process: made once, by the first thread that asks; others wait for it.
final class SharedContext: Sendable {
    static let process = SharedContext()

    /// Returns true inside a test; nil where no test has a context of its own.
    let isInTest = Guarded<(@Sendable () -> Bool)?>(nil)
    private let context = Guarded<ApplicationContext?>(nil)
    /// Held while booting; the mutex is not, so that the components being made can look for the context.
    private let turn = DispatchSemaphore(value: 1)

    var ready: ApplicationContext? { context.withLock { $0 } }

    /// Puts another context in the place of the one of a core, where that is the shared one.
    func replace(_ core: ContextCore, by next: ApplicationContext) {
        // The former one goes after the lock is left, as it may be the last to let its components go.
        let former = context.withLock { $0?.core === core ? exchange(&$0, with: next) : nil }
        withExtendedLifetime(former) {}
    }

    func get(_ make: () throws -> ApplicationContext) throws -> ApplicationContext {
        if let context = ready { return context }
        return try boot(make, isFirst: false)
    }

    func bootstrap(_ make: () throws -> ApplicationContext) throws -> ApplicationContext {
        try boot(make, isFirst: true)
    }

    private func boot(_ make: () throws -> ApplicationContext, isFirst: Bool) throws -> ApplicationContext {
        if let frame = ConstructionFrame.innermost {
            // Asked for while it is being built, on the thread that builds it.
            var fault = Fault(.contextMissing)
            fault.path = ConstructionFrame.path(from: frame)
            fault.wanted = "ApplicationContext.shared"
            throw IOCError(fault)
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
