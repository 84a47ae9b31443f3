import IOC
import Testing

/// A component that only lets a context boot.
final class SettingBystander: IOCComponent {}

extension ContextConfiguration {
    /// A configuration for a test of settings: no environment but the given one.
    static func reading(
        _ types: any ManagedComponent.Type..., settings: SettingValue = [:], environment: [String: String] = [:],
        arguments: [String] = [], overrides: [String: SettingValue] = [:]
    ) -> ContextConfiguration {
        let classes: [any ManagedComponent.Type] = types.isEmpty ? [SettingBystander.self] : types
        var configuration = ContextConfiguration(
            classes: classes.map { String(reflecting: $0) }, settings: settings)
        configuration.environment = environment
        configuration.arguments = arguments
        configuration.overrides = overrides
        return configuration
    }
}

/// The first fault of an error without its fix, on one line, with this folder's file names and lines left out.
func facts(of error: IOCError) -> String {
    let lines = error.faults[0].description.split(separator: "\n").filter { !$0.hasPrefix("   fix") }
    let rest = lines.dropFirst().map { line in
        line.dropFirst(3).split(separator: " ", maxSplits: 1).map { $0.drop(while: \.isWhitespace) }
            .joined(separator: " ")
    }
    return ([String(lines[0])] + rest.filter { !$0.hasPrefix("at IOCTests/") }).joined(separator: " | ")
}

extension SettingValue {
    /// The value at a key path of this tree, or nil if there is none.
    func value(at keyPath: String) -> SettingValue? {
        TreeSettingSource(self, name: "a tree").setting(at: SettingKey(keyPath), as: .any)?.value
    }
}
