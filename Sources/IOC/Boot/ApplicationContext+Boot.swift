import IOCConfiguration
import IOCModel

extension ApplicationContext {
    /// Boots a context from a file.
    ///
    /// A reload reads the file and all it imports again, and runs `configure` again.
    /// - Parameters:
    ///   - path: A `.json` or `.plist` file; relative to the working directory, then to the executable's.
    ///   - profiles: Profiles to activate besides the file's own and those `IOC_PROFILES` lists.
    ///   - environment: The environment variables; nil stands for the process's own.
    ///   - arguments: The program's arguments, of which those like `--server.port=80` are settings.
    ///   - parent: A context that supplies what this one has no component for; kept alive by this one.
    ///   - configure: Changes what the file says, each time it is read.
    /// - Throws: ``IOCError`` with every fault of the file, the classes, the names and the injection points, and the error of
    ///   `configure`.
    public convenience init(
        contentsOf path: String, profiles: [String] = [], environment: [String: String]? = nil,
        arguments: [String] = [], parent: ApplicationContext? = nil,
        _ configure: @escaping @Sendable (inout ContextConfiguration) throws -> Void = { _ in }
    ) throws {
        let source = try ConfigurationSource(
            contentsOf: path, profiles: profiles, environment: environment, arguments: arguments, configure)
        try self.init(source, parent: parent)
    }

    /// Boots a context from a configuration made in code, which can't be reloaded.
    /// - Parameters:
    ///   - configuration: The configuration, as a file would say it.
    ///   - parent: A context that supplies what this one has no component for; kept alive by this one.
    /// - Throws: ``IOCError`` with every fault of the classes, the names and the injection points.
    public convenience init(_ configuration: ContextConfiguration, parent: ApplicationContext? = nil) throws {
        try self.init(ConfigurationSource(configuration), parent: parent)
    }

    /// Boots a context of a configuration alone.
    /// - Parameter chain: The contexts that this one replaces.
    convenience init(
        _ source: ConfigurationSource, parent: ApplicationContext? = nil, chain: ReloadChain = ReloadChain()
    ) throws {
        try self.init(
            source.configuration, assemblies: [], replacing: [], processors: [], parent: parent, source: source,
            chain: chain)
    }

    /// Boots a context of a configuration and assemblies.
    /// - Parameters:
    ///   - assemblies: Assemblies to start from, besides those the configuration names; somebody else keeps them alive.
    ///   - pool: Assemblies to use in place of those that collaborators would make.
    ///   - processors: Post-processors that are no components.
    ///   - source: The configuration with the way to read it again; nil if it does not suffice to boot another context.
    ///   - chain: The contexts that this one replaces.
    convenience init(
        _ configuration: ContextConfiguration, assemblies: [any Assembly], replacing pool: [any Assembly],
        processors: [any InstancePostProcessor], parent: ApplicationContext?, patch: ContextPatch = ContextPatch(),
        source: ConfigurationSource? = nil, chain: ReloadChain = ReloadChain()
    ) throws {
        let parent = try parent?.holding()
        let composition = AssemblyComposition(try assemblies + configuration.namedAssemblies(), pool: pool)
        let kept = composition.assemblies.filter { assembly in !assemblies.contains { $0 === assembly } }
        let boot = Boot(
            configuration, composition: composition, kept: kept, processors: processors, parent: parent, patch: patch,
            source: source, chain: chain)
        self.init(owning: try boot.run())
    }
}
