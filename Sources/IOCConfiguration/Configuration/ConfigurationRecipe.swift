import IOCModel

/// The recipe of a configuration: the names of its files, and the changes of code since they were read.
package struct ConfigurationRecipe: Sendable {
    /// The configuration as it was read first, with what code has changed since.
    package let original: ContextConfiguration
    private let make: @Sendable () -> ConfigurationReading

    /// - Parameter configuration: The configuration from files, with the changes of code since.
    package init(_ configuration: ContextConfiguration) {
        original = configuration
        guard let files = configuration.files else {
            make = { ConfigurationReading(configuration) }
            return
        }
        let (asked, environment) = (files.asked, configuration.environment)
        let changes = ConfigurationKey.all.compactMap { $0.change(configuration, files.original) }
        make = {
            ConfigurationReading(asked.path, profiles: asked.profiles, environment: environment).changed(changes)
        }
    }

    /// Reads the configuration as its files say it now, with what code has changed since they were read changed again; one
    /// that was made in code is itself.
    ///
    /// 1. What code has added to a list is added; what it took out is left out.
    /// 2. Entries, bindings and properties that code has set or changed win.
    /// 3. So do the policies for cycles and reloads, strictness and time limits.
    /// 4. What no file says stays as it is: the environment, arguments, sources, overrides, observers.
    package func reading() -> ConfigurationReading { make() }

    /// The configuration that ``reading()`` comes to.
    /// - Throws: ``IOCError`` with everything that is wrong with the files.
    package func configuration() throws -> ContextConfiguration { try make().result.get() }
}
