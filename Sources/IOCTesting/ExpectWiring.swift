public import IOC
import IOCModel
public import Testing

/// Expects that the wiring of a configuration file has no faults. This line in a test checks the same as `--check` of a
/// `ContainerProgram`.
///
/// ```swift
/// @Test func wiring() {
///     expectWiring(contentsOf: "config/applicationContext.json")
/// }
/// ```
///
/// No component is created. Each fault becomes an issue at its line of code. A fault without such a line, for example
/// in the file, becomes an issue at the call, and its text names the place. Notices are not recorded.
/// - Parameters:
///   - path: A `.json` or `.plist` file. A relative path is searched in the test's package, in the working directory,
///     then in the executable's folder.
///   - profiles: The profiles that are active besides those of the file.
///   - sourceLocation: The place of issues without a line of code.
///   - configure: Changes the file's configuration, as the program's code does.
/// - Returns: The report of the context that a boot would create; nil if there are faults.
@discardableResult
public func expectWiring(
    contentsOf path: String, profiles: [String] = [], sourceLocation: Testing.SourceLocation = #_sourceLocation,
    _ configure: (inout ContextConfiguration) throws -> Void = { _ in }
) -> ContextReport? {
    recordingFaults(at: sourceLocation) {
        var configuration = try ContextConfiguration(
            contentsOf: path, profiles: profiles, forTest: sourceLocation)
        try configure(&configuration)
        return configuration
    }
}

/// Expects that the wiring of a configuration has no faults, without creating a component.
///
/// Each fault becomes an issue at its line of code, or otherwise at the call. Notices are not recorded.
/// - Parameters:
///   - configuration: The configuration, with the contents that a file would have.
///   - sourceLocation: The place of issues without a line of code.
/// - Returns: The report of the context that a boot would create; nil if there are faults.
@discardableResult
public func expectWiring(
    of configuration: ContextConfiguration, sourceLocation: Testing.SourceLocation = #_sourceLocation
) -> ContextReport? {
    recordingFaults(at: sourceLocation) { configuration }
}

private func recordingFaults(
    at call: Testing.SourceLocation, _ configuration: () throws -> ContextConfiguration
) -> ContextReport? {
    do {
        var configuration = try configuration()
        configuration.argumentProfiles = []
        return try ApplicationContext.check(configuration)
    } catch let error as IOCError {
        for fault in error.faults { Issue.record("\(fault)", sourceLocation: fault.testLocation ?? call) }
    } catch {
        Issue.record(error, sourceLocation: call)
    }
    return nil
}

extension IOCError.Fault {
    /// The line of code of the fault, as the place of an issue; nil if the fault has no such line.
    var testLocation: Testing.SourceLocation? {
        // Swift Testing accepts only `Module/File.swift`, and lines and columns that start at 1.
        guard case .source(let place) = origin, place.line > 0, place.file.split(separator: "/").count == 2 else {
            return nil
        }
        return Testing.SourceLocation(
            fileID: place.file, filePath: place.file, line: place.line, column: max(place.column ?? 1, 1))
    }
}
