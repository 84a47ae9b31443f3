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
        make = {
            var reading = ConfigurationReading(
                files.asked.path, profiles: files.asked.profiles, environment: configuration.environment)
            reading.change { $0.repeatChanges(from: files.original, to: configuration) }
            return reading
        }
    }

    /// Reads the configuration as its files have it now, and repeats what code has changed since they were read; one that
    /// was made in code is itself.
    package func reading() -> ConfigurationReading { make() }

    /// The configuration that ``reading()`` comes to.
    /// - Throws: ``IOCError`` with everything that is wrong with the files.
    package func configuration() throws -> ContextConfiguration { try make().result.get() }
}
