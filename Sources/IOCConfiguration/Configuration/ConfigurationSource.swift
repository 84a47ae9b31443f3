import IOCModel

/// A configuration that can be read again if it comes from a file.
package struct ConfigurationSource: Sendable {
    package typealias Change = @Sendable (inout ContextConfiguration) throws -> Void

    /// The configuration that was read last.
    package private(set) var configuration: ContextConfiguration
    /// True if the configuration can be read again.
    package var isOfFile: Bool { read != nil }
    private let read: (@Sendable () -> ConfigurationLoader.Reading)?
    private let change: Change

    /// Creates a source of a configuration that was made in code. The configuration can't be read again.
    package init(_ configuration: ContextConfiguration) {
        self.configuration = configuration
        read = nil
        change = { _ in }
    }

    /// Reads a file and all its imports.
    /// - Parameters:
    ///   - path: The file.
    ///   - profiles: Profiles to activate besides those that the file and `IOC_PROFILES` name.
    ///   - environment: The environment variables; nil for those of the process.
    ///   - arguments: The program's arguments. Arguments such as `--server.port=80` are settings.
    ///   - change: Changes the configuration of the files, each time they are read.
    /// - Throws: ``IOCError`` with every fault of the files, or the error of `change`.
    package init(
        contentsOf path: String, profiles: [String], environment: [String: String]?, arguments: [String],
        _ change: @escaping Change
    ) throws {
        self.change = { configuration in
            configuration.environment = environment
            configuration.arguments = arguments
            try change(&configuration)
        }
        configuration = try ConfigurationLoader.read(path, profiles: profiles, environment: environment).result.get()
        // The path is absolute from here on, because the working directory may change.
        let found = configuration.files?.main ?? path
        read = { ConfigurationLoader.read(found, profiles: profiles, environment: environment) }
        try self.change(&configuration)
    }

    /// Reads the files again, and applies the change.
    /// - Parameter seen: Receives the files that were searched, with their states before they were read.
    /// - Returns: The same source with the new configuration.
    /// - Throws: `reload-unavailable` for a configuration made in code, ``IOCError`` with every fault of the files, or
    ///   the error of the change.
    package func readAgain(_ seen: ([String: FileStamp]) -> Void) throws -> ConfigurationSource {
        guard let reading = read?() else { throw IOCError(.reloadUnavailable) }
        seen(reading.stamps)
        var newest = self
        newest.configuration = try reading.result.get()
        try change(&newest.configuration)
        return newest
    }
}
