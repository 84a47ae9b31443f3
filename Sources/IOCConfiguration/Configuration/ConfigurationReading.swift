import IOCBase
import IOCModel

/// One reading of a configuration's files, all of them in the state of one moment.
///
/// If a file changes while the others are read, as when a mounted folder is swapped, all are read again.
package struct ConfigurationReading: Sendable {
    /// The configuration, or everything that is wrong with the files.
    package let result: Result<ContextConfiguration, any Error>
    /// The files that were looked for, whether they exist or not, each as it was before it was read.
    package let stamps: [String: FileStamp]

    /// The number of times that files which go on changing are read.
    private static let limit = 100

    /// - Parameters:
    ///   - profiles: Profiles to activate besides the files' own.
    ///   - environment: The environment variables; nil for the process's own.
    ///   - look: Looks at a file.
    package init(
        _ path: String, profiles: [String], environment: [String: String]?,
        look: @escaping (String) -> FileStamp = { FileStamp($0) }
    ) {
        func read() -> (Result<ContextConfiguration, any Error>, [String: FileStamp], changed: String?) {
            var loader = ConfigurationLoader(profiles: profiles, environment: environment, look: look)
            let result = Result { try loader.load(path) }
            return (result, loader.stamps, loader.stamps.first { look($0.key) != $0.value }?.key)
        }
        var reading = read()
        for _ in 1..<Self.limit where reading.changed != nil { reading = read() }
        stamps = reading.1
        result =
            reading.changed.map {
                let reason = "the files go on changing while they are read"
                return .failure(IOCError(.fileUnreadable(path: $0, reason: reason)))
            } ?? reading.0
    }
}
