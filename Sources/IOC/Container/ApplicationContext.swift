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
    /// Where typed lookups look first; empty in the handle that ``current`` gives during a construction, which may not
    /// outlive it.
    @usableFromInline let table: TypeTable
    private let isOwner: Bool

    /// Boots a context from a file.
    /// - Parameters:
    ///   - path: A `.json` or `.plist` file; relative to the working directory, then to the executable's.
    ///   - parent: A context that supplies what this one has no component for; kept alive by this one.
    /// - Throws: ``IOCError`` with every fault of the file, the classes, the names and the injection points.
    public convenience init(contentsOf path: String, parent: ApplicationContext? = nil) throws {
        try self.init(Configuration(contentsOf: path), parent: parent)
    }

    /// Boots a context from a configuration made in code.
    /// - Parameters:
    ///   - configuration: What a file would say.
    ///   - parent: A context that supplies what this one has no component for; kept alive by this one.
    /// - Throws: ``IOCError`` with every fault of the classes, the names and the injection points.
    public convenience init(_ configuration: Configuration, parent: ApplicationContext? = nil) throws {
        try self.init(configuration, parent: parent, chain: ReloadChain())
    }

    /// Boots a context of a configuration alone, which can be reloaded.
    /// - Parameters:
    ///   - configuration: What a file would say.
    ///   - parent: The parent context.
    ///   - chain: The contexts that this one replaces.
    convenience init(_ configuration: Configuration, parent: ApplicationContext?, chain: ReloadChain) throws {
        try self.init(
            configuration, assemblies: [], replacing: [], owned: true, processors: [], parent: parent, chain: chain)
    }

    /// Boots a context of a configuration and assemblies.
    /// - Parameters:
    ///   - configuration: What a file would say.
    ///   - assemblies: Assemblies to start from, besides those the configuration names.
    ///   - pool: Assemblies to use in place of those that collaborators would make.
    ///   - owned: Whether the context keeps `assemblies` alive; those it makes itself it always does.
    ///   - processors: Post-processors that are no components.
    ///   - parent: The parent context.
    ///   - patch: What to replace and wrap.
    ///   - chain: The contexts that this one replaces; nil where it can't be replaced itself.
    init(
        _ configuration: Configuration, assemblies: [any Assembly], replacing pool: [any Assembly], owned: Bool,
        processors: [any InstancePostProcessor], parent: ApplicationContext?, patch: ContextPatch = ContextPatch(),
        chain: ReloadChain? = nil
    ) throws {
        let parent = try parent?.holding()
        let named = try NamedAssemblies(configuration).make()
        let composition = AssemblyComposition(assemblies + named, pool: pool)
        let kept = composition.assemblies.filter { assembly in owned || !assemblies.contains { $0 === assembly } }
        core = try Boot(
            configuration, composition: composition, kept: kept, processors: processors, parent: parent, patch: patch,
            chain: chain
        ).run()
        table = core.table
        isOwner = true
    }

    /// A handle that takes over a hold on a core which was booted already.
    init(owning core: ContextCore) {
        self.core = core
        table = core.table
        isOwner = true
    }

    /// A handle that does not keep the context open: for use during a construction, when there is no other yet.
    init(lending core: ContextCore) {
        self.core = core
        table = TypeTable(capacity: 2)
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
