import IOCModel

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
        try planned(configuration, parent: parent).report
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

    /// A context that was checked, and in which nothing was created: for its report, its graph and explanations.
    static func planned(_ configuration: ContextConfiguration, parent: ApplicationContext? = nil) throws
        -> ApplicationContext
    {
        let parent = try parent?.holding()
        let assemblies = try configuration.namedAssemblies()
        let boot = Boot(
            configuration, composition: AssemblyComposition(assemblies, pool: []),
            kept: assemblies, processors: [], parent: parent, patch: ContextPatch(),
            source: ConfigurationSource(configuration), creates: false)
        return ApplicationContext(owning: try boot.check())
    }
}
