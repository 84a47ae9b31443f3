// Files of settings, and what a reader gets from them.
import IOC
import Testing

extension TemporaryFolder {
    /// Writes the file `a.json` with classes and settings. The settings begin in line 2.
    @discardableResult
    func writeSettings(_ settings: String, of types: [Any.Type] = [SettingBystander.self], _ others: String = "") throws
        -> String
    {
        let classes = types.map { "\"\(String(reflecting: $0))\"" }.joined(separator: ", ")
        return try write("a.json", "{ \"classes\": [\(classes)], \(others)\n\"settings\": \(settings) }")
    }

    /// The configuration of such a file.
    /// - Parameter profile: The settings in a second file, for the active profile `test`.
    func configuration(
        _ settings: String, of types: [Any.Type] = [SettingBystander.self], _ others: String = "",
        profile: String? = nil, environment: [String: String] = [:], arguments: [String] = []
    ) throws -> ContextConfiguration {
        if let profile { try write("a-test.json", "{\n\"settings\": \(profile) }") }
        return try ContextConfiguration(
            contentsOf: writeSettings(settings, of: types, others), profiles: profile == nil ? [] : ["test"],
            environment: environment, arguments: arguments)
    }

    /// The configuration of a file with this text.
    func configuration(ofText text: String) throws -> ContextConfiguration {
        try ContextConfiguration(contentsOf: write("a.json", text), environment: [:])
    }

    /// The error of a file.
    func error(of name: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws -> IOCError {
        try #require(throws: IOCError.self, sourceLocation: sourceLocation) {
            try ContextConfiguration(contentsOf: "\(path)/\(name)", environment: [:])
        }
    }
}

extension ApplicationContext {
    /// A setting's value as text, or the code of the fault.
    func outcome(_ key: String, as type: any (Decodable & Sendable).Type = String.self) -> String {
        func read<Wanted: Decodable & Sendable>(_ type: Wanted.Type) throws -> String {
            "\(try setting(key, as: type))"
        }
        do { return try read(type) } catch { return (error as? IOCError)?.code.rawValue ?? "\(error)" }
    }

    /// The error of a setting that is read as any type; nil if it can be read.
    func failure(_ key: String, as type: any (Decodable & Sendable).Type) -> IOCError? {
        func read<Wanted: Decodable & Sendable>(_ type: Wanted.Type) -> IOCError? {
            do {
                _ = try setting(key, as: type)
                return nil
            } catch {
                return error as? IOCError
            }
        }
        return read(type)
    }

    /// The error of a setting that can't be read.
    func error<Wanted: Decodable & Sendable>(
        _ key: String, as type: Wanted.Type = String.self, sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) throws -> IOCError {
        try #require(throws: IOCError.self, sourceLocation: sourceLocation) { try setting(key, as: type) }
    }

    /// The notices of a code in the report.
    func notices(_ code: IOCError.Code) -> [IOCError.Fault] { report.notices.filter { $0.code == code } }
}
