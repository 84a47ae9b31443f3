import IOCConfiguration
import IOCModel

extension ApplicationContext {
    /// Boots a context from a file.
    ///
    /// A reload reads the file and all its imports again, and runs `configure` again.
    /// - Parameters:
    ///   - path: A `.json` or `.plist` file; relative to the working directory, then to the executable's.
    ///   - profiles: Profiles to activate besides those that the file and `IOC_PROFILES` name.
    ///   - environment: The environment variables; nil for those of the process.
    ///   - arguments: The program's arguments. Arguments such as `--server.port=80` are settings.
    ///   - parent: A context that supplies the components that this one lacks. This context retains it.
    ///   - configure: Changes the file's configuration, each time the file is read.
    /// - Throws: ``IOCError`` with every fault of the file, the classes, the names and the injection points, and the
    ///   error of `configure`. If `profiles` or `configure` activates profiles, an active profile that nothing mentions is a
    ///   fault.
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
            // A profile that code names is one of the program's own. A file and the environment may also name profiles
            // of other programs.
            if !profiles.isEmpty || configuration.profiles != found { configuration.argumentProfiles = [] }
        }
        try self.init(source, parent: parent)
    }

    /// Boots a context from a configuration made in code. Such a context can't be reloaded.
    /// - Parameters:
    ///   - configuration: The configuration, with the contents that a file would have.
    ///   - parent: A context that supplies the components that this one lacks. This context retains it.
    /// - Throws: ``IOCError`` with every fault of the classes, the names and the injection points.
    public convenience init(_ configuration: ContextConfiguration, parent: ApplicationContext? = nil) throws {
        try self.init(ConfigurationSource(configuration), parent: parent)
    }

    /// Boots a context from a configuration alone.
    /// - Parameter chain: The contexts that this one replaces.
    convenience init(
        _ source: ConfigurationSource, parent: ApplicationContext? = nil, chain: ReloadChain = ReloadChain()
    ) throws {
        let request = BootRequest(configuration: source.configuration, parent: parent, source: source, chain: chain)
        self.init(try Boot(request).run(), isOwner: true)
    }
}

extension ApplicationContext {
    /// Checks a configuration: everything that a boot does without an instance.
    ///
    /// The check finds the classes, chooses a component for every injection point, and converts every setting that a
    /// class states. It runs no component's `init()`, hook or definition, so it is safe in a build or a test. Three
    /// things can't be checked, and the report lists them as notices: changes by definition post-processors, settings
    /// that a ``SettingConverter`` may convert, and the names and settings of classes that conform to ``IOCComponent``
    /// manually.
    /// - Parameters:
    ///   - configuration: The configuration, with the contents that a file would have.
    ///   - parent: A context that supplies the components that the configuration lacks.
    /// - Returns: The report of the context that a boot would create.
    /// - Throws: ``IOCError`` with every fault of the classes, the names, the injection points and the settings.
    @discardableResult
    public static func check(_ configuration: ContextConfiguration, parent: ApplicationContext? = nil) throws
        -> ContextReport
    {
        try Boot(checking: configuration, parent: parent).check().report
    }

    /// Checks a configuration file: everything that a boot does without an instance.
    /// - Parameters:
    ///   - path: A `.json` or `.plist` file; relative to the working directory, then to the executable's.
    ///   - configure: Changes the file's configuration, as the program's code does.
    /// - Returns: The report of the context that a boot would create.
    /// - Throws: ``IOCError`` with every fault of the file, the classes, the names, the injection points and the
    ///   settings, and the error of `configure`.
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
    /// A context with the same definitions and new instances. The patch replaces some of the definitions.
    ///
    /// ```swift
    /// let patched = try context.patched { $0.replace((any Clock).self) { FixedClock() } }
    /// ```
    ///
    /// The patch does not change this context, whether it has run or not. While the patched context is current, calls
    /// of an assembly's definitions return the patched context's instances:
    /// `try ApplicationContext.withCurrent(patched) { try core.ledger() }`. The patched context works as long as the
    /// assemblies of this context live.
    /// - Parameter change: Describes the replacements.
    /// - Returns: The patched context.
    /// - Throws: ``IOCError`` if a replacement has nothing to replace, or if the context does not boot.
    public func patched(_ change: (inout ContextPatch) throws -> Void) throws -> ApplicationContext {
        let origin = try holding()
        var patch = ContextPatch()
        try change(&patch)
        return try withExtendedLifetime(origin) {
            ApplicationContext(try Boot(patch, of: core).run(), isOwner: true)
        }
    }

    /// Boots the context of a test. The patch replaces or wraps some components from the start, so the replaced ones
    /// are never created.
    /// - Parameters:
    ///   - configuration: The configuration. The patch adds its settings and profiles to it.
    ///   - processors: Post-processors that aren't components. They process every instance first.
    /// - Throws: ``IOCError`` with every fault of the configuration and the patch.
    package convenience init(
        _ configuration: ContextConfiguration, patch: ContextPatch, processors: [any InstancePostProcessor] = []
    ) throws {
        var configuration = configuration
        for setting in patch.settings { configuration.overrides[setting.key] = setting.value }
        configuration.profiles += patch.profiles.map(\.name)
        // A test with a misspelt profile would test nothing, so an unknown profile is a fault.
        configuration.argumentProfiles = []
        let request = BootRequest(configuration: configuration, processors: processors, patch: patch)
        self.init(try Boot(request).run(), isOwner: true)
    }
}
