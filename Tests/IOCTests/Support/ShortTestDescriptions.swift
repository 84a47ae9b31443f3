public import IOC
public import Testing

// The testing library describes each error that a test expects, and rendering a whole message searches the program's classes
// for near misses. That took a fifth of a test run.
extension IOCError: CustomTestStringConvertible, CustomDebugStringConvertible {
    /// The headlines of the first faults. Tests of other modules assert the issues that a user sees, with the whole message.
    public var testDescription: String {
        guard Test.current?.sourceLocation.moduleName == "IOCTests" else { return description }
        return faults.prefix(3).map(\.headline).joined(separator: "; ") + (faults.count > 3 ? "; …" : "")
    }
    /// The same, because the testing library asks for both.
    public var debugDescription: String { testDescription }
}

extension IOCError.Fault: CustomTestStringConvertible, CustomDebugStringConvertible {
    /// The headline, or the whole text in tests of other modules.
    public var testDescription: String {
        Test.current?.sourceLocation.moduleName == "IOCTests" ? headline : description
    }
    /// The same, because the testing library asks for both.
    public var debugDescription: String { testDescription }
}
