import IOCModel

/// A configuration, with the way to read it again.
package struct ConfigurationSource: Sendable {
    package typealias Change = @Sendable (inout ContextConfiguration) throws -> Void

    /// The configuration as it was read.
    package private(set) var configuration: ContextConfiguration
    /// True if it can be read again.
    package var isOfFile: Bool { read != nil }
    private let read: (@Sendable () -> ConfigurationLoader.Reading)?
    private let change: Change

    /// A configuration that was made in code, which can't be read again.
    package init(_ configuration: ContextConfiguration) {
        self.configuration = configuration
        read = nil
        change = { _ in }
    }

    /// Reads a file and all it imports.
    /// - Parameters:
    ///   - path: The file.
    ///   - profiles: Profiles to activate besides the file's own and those `IOC_PROFILES` lists.
    ///   - environment: The environment variables; nil for the process's own.
    ///   - arguments: The program's arguments, of which those like `--server.port=80` are settings.
    ///   - change: Changes what the files say, each time they are read.
    /// - Throws: ``IOCError`` with everything that is wrong with the files, or the error of `change`.
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
        // A later working directory makes no difference.
        let found = configuration.files?.main ?? path
        read = { ConfigurationLoader.read(found, profiles: profiles, environment: environment) }
        try self.change(&configuration)
    }

    /// Reads the files as they are now, and changes what they say.
    /// - Parameter seen: Takes the files that were looked for, as they were before they were read.
    /// - Returns: The same source with what was read.
    /// - Throws: `reload-unavailable` for a configuration that was made in code, ``IOCError`` with everything that is wrong with
    ///   the files, or the error of the change.
    package func readAgain(_ seen: ([String: FileStamp]) -> Void) throws -> ConfigurationSource {
        guard let reading = read?() else { throw IOCError(.reloadUnavailable) }
        seen(reading.stamps)
        var newest = self
        newest.configuration = try reading.result.get()
        try change(&newest.configuration)
        return newest
    }
}
