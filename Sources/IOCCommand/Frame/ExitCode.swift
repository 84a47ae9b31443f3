/// How a command ended, for scripts.
public struct ExitCode: RawRepresentable, Hashable, Sendable {
    /// What the shell sees.
    public var rawValue: Int32

    /// A code of that number.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// It worked.
    public static let success = ExitCode(rawValue: 0)
    /// The sources or the configuration have faults; they are listed.
    public static let faults = ExitCode(rawValue: 1)
    /// The command line was not understood; nothing was done.
    public static let usage = ExitCode(rawValue: 2)
    /// A file or the toolchain was not there or could not be used.
    public static let environment = ExitCode(rawValue: 3)

    static let documented: [(ExitCode, String)] = [
        (.success, "It worked."),
        (.faults, "The sources or the configuration have faults; each is listed."),
        (.usage, "The command line was not understood; nothing was done."),
        (.environment, "A file or the toolchain was not there or could not be used."),
    ]
}
