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

    /// A handle that takes over a hold on a core which was booted already.
    init(owning core: ContextCore) {
        self.core = core
        isOwner = true
    }

    /// A handle that does not keep the context open: for use during a construction, when there is no other yet.
    init(lending core: ContextCore) {
        self.core = core
        isOwner = false
    }

    deinit {
        if isOwner { core.letGo() }
    }

    /// A handle that keeps the context open: this one, or one more where this one does not.
    /// - Throws: `context-ended` where nobody keeps it open any more.
    func holding() throws -> ApplicationContext {
        if isOwner { return self }
        guard core.hold() else { throw IOCError(Fault(.contextEnded)) }
        return ApplicationContext(owning: core)
    }

    /// The context that supplies what this one has no component for.
    public var parent: ApplicationContext? { core.parent }
}
