/// The exit status of a command, for scripts.
package struct ExitCode: RawRepresentable, Hashable, Sendable {
    /// The exit code.
    package var rawValue: Int32

    /// A code of that number.
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// It worked.
    package static let success = ExitCode(rawValue: 0)
    /// The sources or the configuration have faults; they are listed.
    package static let faults = ExitCode(rawValue: 1)
    /// The command line was not understood; nothing was done.
    package static let usage = ExitCode(rawValue: 2)
    /// A file or the toolchain was not there or could not be used.
    package static let environment = ExitCode(rawValue: 3)

    static let documented: [(ExitCode, String)] = [
        (.success, "It worked."),
        (.faults, "The sources or the configuration have faults; each is listed."),
        (.usage, "The command line was not understood; nothing was done."),
        (.environment, "A file or the toolchain was not there or could not be used."),
    ]
}
