import IOC

/// What the program tells who has started it.
enum ExitCode: Int32 {
    /// It was asked to end, and has ended well.
    case success = 0
    /// The command line makes no sense.
    case usage = 64
    /// A component did not start: a port in use, a database that does not open.
    case unavailable = 69
    /// A component failed while serving or stopping.
    case failure = 70
    /// The configuration is wrong; nothing was started.
    case configuration = 78

    /// The code for what a run ended with.
    init(_ error: any Error) {
        let codes = (error as? IOCError)?.faults.map(\.code) ?? []
        self = codes.contains(.startFailed) || codes.contains(.startTimeout) ? .unavailable : .failure
    }
}
