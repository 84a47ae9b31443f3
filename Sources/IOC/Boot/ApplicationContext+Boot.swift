import IOCConfiguration
import IOCModel

extension ApplicationContext {
    /// Boots a context from a file.
    ///
    /// A reload reads the file and all it imports again, and runs `configure` again.
    /// - Parameters:
    ///   - path: A `.json` or `.plist` file; relative to the working directory, then to the executable's.
    ///   - profiles: Profiles to activate besides the file's own and those `IOC_PROFILES` lists.
    ///   - environment: The environment variables; nil for the process's own.
    ///   - arguments: The program's arguments, of which those like `--server.port=80` are settings.
    ///   - parent: A context that supplies what this one has no component for; kept alive by this one.
    ///   - configure: Changes what the file says, each time it is read.
    /// - Throws: ``IOCError`` with every fault of the file, the classes, the names and the injection points, and the error of
    ///   `configure`. If `profiles` or `configure` activates profiles, an active profile that nothing mentions is a fault.
    public convenience init(
        contentsOf path: String, profiles: [String] = [], environment: [String: String]? = nil,
        arguments: [String] = [], parent: ApplicationContext? = nil,
        _ configure: @escaping @Sendable (inout ContextConfiguration) throws -> Void = { _ in }
    ) throws {
        let source = try ConfigurationSource(
            contentsOf: path, profiles: profiles, environment: environment, arguments: arguments
        ) { configuration in
            let found = configuration.profiles
            try configure(&configuration)
            // Code names profiles of its own program. A file and the environment may be those of others, too.
            if !profiles.isEmpty || configuration.profiles != found { configuration.argumentProfiles = [] }
        }
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
        let request = BootRequest(configuration: source.configuration, parent: parent, source: source, chain: chain)
        self.init(try Boot(request).run(), isOwner: true)
    }
}

extension ApplicationContext {
    /// Checks a configuration: everything of a boot that needs no instance.
    ///
    /// It finds the classes, chooses for every injection point, and converts every setting that a class states. No component's
    /// `init()`, hook or definition runs, so a check is safe in a build or a test. These are left out, and the report's notices list
    /// them: what definition post-processors would change, settings that a ``SettingConverter`` may convert, and the names and
    /// settings of classes that conform to ``IOCComponent`` by hand.
    /// - Parameters:
    ///   - configuration: The configuration, as a file would say it.
    ///   - parent: A context that supplies what the configuration has no component for.
    /// - Returns: The report of the context that a boot would make.
    /// - Throws: ``IOCError`` with every fault of the classes, the names, the injection points and the settings.
    @discardableResult
    public static func check(_ configuration: ContextConfiguration, parent: ApplicationContext? = nil) throws
        -> ContextReport
    {
        try Boot(checking: configuration, parent: parent).check().report
    }

    /// Checks a configuration file: everything of a boot that needs no instance.
    /// - Parameters:
    ///   - path: A `.json` or `.plist` file; relative to the working directory, then to the executable's.
    ///   - configure: Changes what the file says, as the program's code does.
    /// - Returns: The report of the context that a boot would make.
    /// - Throws: ``IOCError`` with every fault of the file, the classes, the names, the injection points and the settings, and
    ///   the error of `configure`.
    @discardableResult
    public static func check(
        contentsOf path: String, _ configure: (inout ContextConfiguration) throws -> Void = { _ in }
    ) throws -> ContextReport {
        var configuration = try ContextConfiguration(contentsOf: path)
        try configure(&configuration)
        return try check(configuration)
    }
}

extension ApplicationContext {
    /// A context with the same definitions and new instances, in which some are replaced.
    ///
    /// ```swift
    /// let patched = try context.patched { $0.replace((any Clock).self) { FixedClock() } }
    /// ```
    ///
    /// This context is not touched, whether it has run or not. While the patched one is current, calls of an assembly's
    /// definitions mean it: `try ApplicationContext.withCurrent(patched) { try core.ledger() }`. It works as long as the
    /// assemblies of this context live.
    /// - Parameter change: Says what to replace.
    /// - Returns: The patched context.
    /// - Throws: ``IOCError`` where a replacement has nothing to replace, or where the context does not boot.
    public func patched(_ change: (inout ContextPatch) throws -> Void) throws -> ApplicationContext {
        let origin = try holding()
        var patch = ContextPatch()
        try change(&patch)
        return try withExtendedLifetime(origin) {
            ApplicationContext(try Boot(patch, of: core).run(), isOwner: true)
        }
    }

    /// Boots the context of a test, in which some of what the configuration says is replaced or wrapped from the start, so
    /// that what is replaced is never created.
    /// - Parameters:
    ///   - configuration: The configuration, to which the patch adds its settings and profiles.
    ///   - processors: Post-processors that are no components; they see every instance first.
    /// - Throws: ``IOCError`` with every fault of the configuration and the patch.
    package convenience init(
        _ configuration: ContextConfiguration, patch: ContextPatch, processors: [any InstancePostProcessor] = []
    ) throws {
        var configuration = configuration
        for setting in patch.settings { configuration.overrides[setting.key] = setting.value }
        configuration.profiles += patch.profiles.map(\.name)
        // A test of a misspelt profile would test nothing.
        configuration.argumentProfiles = []
        let request = BootRequest(configuration: configuration, processors: processors, patch: patch)
        self.init(try Boot(request).run(), isOwner: true)
    }
}
