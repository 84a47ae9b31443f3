import IOCConfiguration
import IOCModel

extension ApplicationContext {
    /// Boots a context from a file.
    ///
    /// A reload reads the file and all its imports again, and runs `configure` again.
    /// - Parameters:
    ///   - path: A `.json` or `.plist` file. A relative path is searched in the working directory, then in the
    ///     executable's folder.
    ///   - profiles: Profiles to activate besides those that the file and `IOC_PROFILES` name.
    ///   - environment: The environment variables; nil for those of the process.
    ///   - arguments: The program's arguments. Arguments such as `--server.port=80` are settings.
    ///   - parent: The context that supplies the components that the new context lacks. The new context retains it.
    ///   - configure: A closure that changes the configuration each time the file is read.
    /// - Throws: ``IOCError`` with every fault that the boot finds, or the error of `configure`. If `profiles` or
    ///   `configure` activates a profile, an active profile that nothing mentions is a fault.
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
            // If code activates a profile, an active profile that nothing mentions is a fault, because code activates
            // only profiles of its own program.
            if !profiles.isEmpty || configuration.profiles != found { configuration.argumentProfiles = [] }
        }
        try self.init(source, parent: parent)
    }

    /// Boots a context from a configuration that code has created. Such a context can't be reloaded.
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - parent: The context that supplies the components that the new context lacks. The new context retains it.
    /// - Throws: ``IOCError`` with every fault that the boot finds.
    public convenience init(_ configuration: ContextConfiguration, parent: ApplicationContext? = nil) throws {
        try self.init(ConfigurationSource(configuration), parent: parent)
    }

    /// Boots a context from a configuration that may be read again.
    /// - Parameter chain: The chain of reloads that the context is part of.
    convenience init(
        _ source: ConfigurationSource, parent: ApplicationContext? = nil, chain: ReloadChain = ReloadChain()
    ) throws {
        let request = BootRequest(configuration: source.configuration, parent: parent, source: source, chain: chain)
        self.init(try Boot(request).run(), isOwner: true)
    }
}

extension ApplicationContext {
    /// Checks a configuration as a boot does, without creating a component.
    ///
    /// The check finds the classes, chooses a component for every injection point, and converts the settings that the
    /// classes declare. It calls no initializer, hook or definition of a component, so it is safe in a build or a test.
    /// The report has a notice for everything that can't be checked, such as changes by definition post-processors and
    /// settings that a ``SettingConverter`` may convert.
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - parent: The context that supplies the components that the configuration lacks.
    /// - Returns: The report of the context that a boot would create.
    /// - Throws: ``IOCError`` with every fault that the check finds.
    @discardableResult
    public static func check(_ configuration: ContextConfiguration, parent: ApplicationContext? = nil) throws
        -> ContextReport
    {
        try Boot(checking: configuration, parent: parent).check().report
    }

    /// Checks a configuration file as a boot does, without creating a component.
    /// - Parameters:
    ///   - path: A `.json` or `.plist` file. A relative path is searched in the working directory, then in the
    ///     executable's folder.
    ///   - configure: A closure that changes the file's configuration in the same way as the program does.
    /// - Returns: The report of the context that a boot would create.
    /// - Throws: ``IOCError`` with every fault that the check finds, or the error of `configure`.
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
    /// Boots a context that has new instances, and the definitions of this context, changed by a patch.
    ///
    /// ```swift
    /// let patched = try context.patched { $0.replace((any Clock).self) { FixedClock() } }
    /// ```
    ///
    /// This context keeps its definitions and its instances. While the patched context is current, calls of an
    /// assembly's definitions return the patched context's instances:
    /// `try ApplicationContext.withCurrent(patched) { try core.ledger() }`. The patched context uses the assemblies of
    /// this context, but doesn't retain them.
    /// - Parameter change: A closure that adds changes to the patch.
    /// - Returns: The patched context.
    /// - Throws: ``IOCError`` if a change of the patch has no target or if the context does not boot, or the error of
    ///   `change`.
    public func patched(_ change: (inout ContextPatch) throws -> Void) throws -> ApplicationContext {
        let origin = try holding()
        var patch = ContextPatch()
        try change(&patch)
        return try withExtendedLifetime(origin) {
            ApplicationContext(try Boot(patch, of: core).run(), isOwner: true)
        }
    }

    /// Boots the context of a test with a patch. Replaced components are never created.
    /// - Parameters:
    ///   - configuration: The configuration. The patch adds its settings and profiles to it.
    ///   - processors: Post-processors that aren't components. They process each instance before post-processors that
    ///     are components.
    /// - Throws: ``IOCError`` with every fault of the configuration and the patch.
    package convenience init(
        _ configuration: ContextConfiguration, patch: ContextPatch, processors: [any InstancePostProcessor] = []
    ) throws {
        var configuration = configuration
        for setting in patch.settings { configuration.overrides[setting.key] = setting.value }
        configuration.profiles += patch.profiles.map(\.name)
        // In a test, an active profile that nothing mentions is a fault, because it is probably misspelt.
        configuration.argumentProfiles = []
        let request = BootRequest(configuration: configuration, processors: processors, patch: patch)
        self.init(try Boot(request).run(), isOwner: true)
    }
}
