import IOCModel

extension ApplicationContext {
    /// Boots a context from a file.
    /// - Parameters:
    ///   - path: A `.json` or `.plist` file; relative to the working directory, then to the executable's.
    ///   - parent: A context that supplies what this one has no component for; kept alive by this one.
    /// - Throws: ``IOCError`` with every fault of the file, the classes, the names and the injection points.
    public convenience init(contentsOf path: String, parent: ApplicationContext? = nil) throws {
        try self.init(ContextConfiguration(contentsOf: path), parent: parent)
    }

    /// Boots a context from a configuration made in code.
    /// - Parameters:
    ///   - configuration: The configuration, as a file would say it.
    ///   - parent: A context that supplies what this one has no component for; kept alive by this one.
    /// - Throws: ``IOCError`` with every fault of the classes, the names and the injection points.
    public convenience init(_ configuration: ContextConfiguration, parent: ApplicationContext? = nil) throws {
        try self.init(configuration, parent: parent, chain: ReloadChain())
    }

    /// Boots a context of a configuration alone, which can be reloaded.
    /// - Parameter chain: The contexts that this one replaces.
    convenience init(_ configuration: ContextConfiguration, parent: ApplicationContext?, chain: ReloadChain) throws {
        try self.init(
            configuration, assemblies: [], replacing: [], processors: [], parent: parent, chain: chain)
    }

    /// Boots a context of a configuration and assemblies.
    /// - Parameters:
    ///   - assemblies: Assemblies to start from, besides those the configuration names; somebody else keeps them alive.
    ///   - pool: Assemblies to use in place of those that collaborators would make.
    ///   - processors: Post-processors that are no components.
    ///   - chain: The contexts that this one replaces; nil where it can't be replaced itself.
    convenience init(
        _ configuration: ContextConfiguration, assemblies: [AssemblyMembers], replacing pool: [any Assembly],
        processors: [any InstancePostProcessor], parent: ApplicationContext?, patch: ContextPatch = ContextPatch(),
        chain: ReloadChain? = nil
    ) throws {
        let parent = try parent?.holding()
        let composition = AssemblyComposition(
            try assemblies + configuration.namedAssemblies().map(AssemblyMembers.init), pool: pool)
        let kept = composition.assemblies.filter { assembly in !assemblies.contains { $0.assembly === assembly } }
        let boot = Boot(
            configuration, composition: composition, kept: kept, processors: processors, parent: parent, patch: patch,
            chain: chain)
        self.init(owning: try boot.run())
    }
}
