import IOCBase

/// The process's environment variables: one by one, or all, as they are at the first request.
///
/// To copy all of them takes as long as booting ten components, and most programs ask for none.
final class ProcessEnvironment: Sendable {
    private final class Copy: Sendable {
        let variables = ProcessInfo.processInfo.environment
    }

    private let copy = OnceReference<Copy>()

    /// All variables, by name.
    var variables: [String: String] { (copy.object ?? copy.setIfNil(Copy())).variables }

    /// The variable of a name, as it is now.
    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
