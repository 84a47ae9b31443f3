import IOCBase

/// The process's environment variables, as they are when somebody first asks.
///
/// To copy all of them takes as long as booting ten components, and most programs ask for none.
final class ProcessEnvironment: Sendable {
    private let copy = Guarded<[String: String]?>(nil)

    /// All variables, by name.
    var variables: [String: String] {
        copy.withLock { copy in
            let variables = copy ?? ProcessInfo.processInfo.environment
            copy = variables
            return variables
        }
    }

    /// The variable of a name, as it is now.
    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
