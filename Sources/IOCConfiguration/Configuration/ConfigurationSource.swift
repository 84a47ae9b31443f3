import IOCModel

/// A configuration, with the way to read it again.
package struct ConfigurationSource: Sendable {
    package typealias Change = @Sendable (inout ContextConfiguration) throws -> Void

    /// The configuration as it was read.
    package private(set) var configuration: ContextConfiguration
    private let read: (@Sendable () -> ConfigurationReading)?

    /// A configuration that was made in code, which can't be read again.
    package init(_ configuration: ContextConfiguration) {
        self.configuration = configuration
        read = nil
    }

    /// Reads a file and all it imports.
    /// - Parameters:
    ///   - path: The file.
    ///   - profiles: Profiles to activate besides the file's own and those `IOC_PROFILES` lists.
    ///   - environment: The environment variables; nil stands for the process's own.
    ///   - arguments: The program's arguments, of which those like `--server.port=80` are properties.
    ///   - change: Changes what the files say, each time they are read.
    /// - Throws: ``IOCError`` with everything that is wrong with the files, or the error of `change`.
    package init(
        contentsOf path: String, profiles: [String], environment: [String: String]?, arguments: [String],
        _ change: @escaping Change
    ) throws {
        let read: @Sendable (String) -> ConfigurationReading = { path in
            var reading = ConfigurationReading(path, profiles: profiles, environment: environment)
            reading.change { configuration in
                configuration.environment = environment
                configuration.arguments = arguments
                try change(&configuration)
            }
            return reading
        }
        let configuration = try read(path).result.get()
        self.configuration = configuration
        // A later working directory makes no difference.
        let found = configuration.files?.main ?? path
        self.read = { read(found) }
    }

    /// The same source after another reading.
    package func with(_ configuration: ContextConfiguration) -> ConfigurationSource {
        var copy = self
        copy.configuration = configuration
        return copy
    }

    /// Reads the files as they are now, and changes what they say.
    /// - Throws: `reload-unavailable` for a configuration that was made in code.
    package func reading() throws -> ConfigurationReading {
        guard let read else { throw IOCError(.reloadUnavailable) }
        return read()
    }
}
