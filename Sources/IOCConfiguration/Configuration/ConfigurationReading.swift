import IOCBase
import IOCModel

/// One reading of a configuration's files, all of them in the state of one moment.
///
/// A file that changes while the others are read, as where a mounted folder is swapped, has all of them read again.
package struct ConfigurationReading: Sendable {
    /// The configuration, or everything that is wrong with the files.
    package private(set) var result: Result<ContextConfiguration, any Error>
    /// The files that were looked for, whether they exist or not, each as it was before it was read.
    package let stamps: [String: FileStamp]

    /// The number of times that files which go on changing are read.
    private static let limit = 100

    /// - Parameters:
    ///   - profiles: Profiles to activate besides the files' own.
    ///   - environment: The environment variables; nil stands for the process's own.
    init(_ path: String, profiles: [String], environment: [String: String]?) {
        var loader = ConfigurationLoader(profiles: profiles, environment: environment)
        var result = Result { try loader.load(path) }
        var count = 1
        while let changed = loader.stamps.first(where: { FileStamp($0.key) != $0.value })?.key {
            guard count < Self.limit else {
                let reason = "the files go on changing while they are read"
                result = .failure(IOCError(.fileUnreadable(path: changed, reason: reason)))
                break
            }
            count += 1
            loader = ConfigurationLoader(profiles: profiles, environment: environment)
            result = Result { try loader.load(path) }
        }
        self.result = result
        stamps = loader.stamps
    }

    /// Changes the configuration, if the files are sound.
    mutating func change(_ change: (inout ContextConfiguration) throws -> Void) {
        result = result.flatMap { configuration in
            Result {
                var changed = configuration
                try change(&changed)
                return changed
            }
        }
    }
}
