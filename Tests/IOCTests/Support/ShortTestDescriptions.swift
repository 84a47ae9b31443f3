import IOC
import Testing

// The testing library describes each error that a test expects, and rendering a whole message searches the program's classes
// for near misses. That took a fifth of a test run.
extension IOCError: @retroactive CustomTestStringConvertible {
    /// The headlines of the first faults.
    public var testDescription: String {
        faults.prefix(3).map(\.headline).joined(separator: "; ") + (faults.count > 3 ? "; …" : "")
    }
}

extension IOCError.Fault: @retroactive CustomTestStringConvertible {
    public var testDescription: String { headline }
}
