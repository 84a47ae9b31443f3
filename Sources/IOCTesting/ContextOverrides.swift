public import IOC
import IOCModel

/// The changes of a test's context to the configuration.
///
/// The closure that says it runs once for each context, so what it makes belongs to one test:
///
/// ```swift
/// @Test(.applicationContext { $0.replace((any Clock).self) { FixedClock() } })
/// ```
public struct ContextOverrides: Sendable {
    private(set) var patch = ContextPatch()
    private(set) var settings: [Setting] = []
    private(set) var profiles: [String] = []

    /// A setting's value, and the line that gives it.
    struct Setting: Sendable {
        let key: String
        let value: SettingValue
        let location: IOCModel.SourceLocation
    }

    init() {}

    /// Replaces the component that wins for a type, before anything is made.
    /// - Parameters:
    ///   - type: The type somebody would look for.
    ///   - make: Makes the replacement, which keeps the component's name and scope.
    ///   - fileID: The file that messages name.
    ///   - line: The line that they name.
    public mutating func replace<Wanted>(
        _ type: Wanted.Type, fileID: StaticString = #fileID, line: Int = #line,
        with make: @escaping @Sendable () throws -> Wanted
    ) {
        patch.replace(type, fileID: fileID, line: line, with: make)
    }

    /// Replaces the component of a name, before anything is made.
    /// - Parameters:
    ///   - name: The component's name.
    ///   - type: The type of the replacement; may be inferred.
    ///   - make: Makes the replacement, which keeps the component's name and scope.
    ///   - fileID: The file that messages name.
    ///   - line: The line that they name.
    public mutating func replace<Wanted>(
        named name: String, as type: Wanted.Type = Wanted.self, fileID: StaticString = #fileID, line: Int = #line,
        with make: @escaping @Sendable () throws -> Wanted
    ) {
        patch.replace(named: name, as: type, fileID: fileID, line: line, with: make)
    }

    /// Leaves every component of a type out, so that it is neither created nor started.
    ///
    /// A component that depends on one of them is a fault, unless it is left out or replaced as well.
    /// - Parameters:
    ///   - type: A class, or a protocol such as `(any Migration).self`.
    ///   - fileID: The file that messages name.
    ///   - line: The line that they name.
    public mutating func remove(_ type: Any.Type, fileID: StaticString = #fileID, line: Int = #line) {
        patch.remove(type, fileID: fileID, line: line)
    }

    /// Leaves the component of a name out, so that it is neither created nor started.
    ///
    /// A component that depends on it is a fault, unless it is left out or replaced as well.
    /// - Parameters:
    ///   - name: The component's name.
    ///   - fileID: The file that messages name.
    ///   - line: The line that they name.
    public mutating func remove(named name: String, fileID: StaticString = #fileID, line: Int = #line) {
        patch.remove(named: name, fileID: fileID, line: line)
    }

    /// Puts something around each instance of the component that wins for a type.
    /// - Parameters:
    ///   - type: The type somebody would look for.
    ///   - wrap: Gets the instance and returns what everybody else gets.
    ///   - fileID: The file that messages name.
    ///   - line: The line that they name.
    public mutating func wrap<Wanted>(
        _ type: Wanted.Type, fileID: StaticString = #fileID, line: Int = #line,
        with wrap: @escaping @Sendable (Wanted) throws -> Wanted
    ) {
        patch.wrap(type, fileID: fileID, line: line, with: wrap)
    }

    /// Puts something around each instance of the component of a name.
    /// - Parameters:
    ///   - name: The component's name.
    ///   - type: The type that an instance is passed as; may be inferred.
    ///   - wrap: Gets the instance and returns what everybody else gets.
    ///   - fileID: The file that messages name.
    ///   - line: The line that they name.
    public mutating func wrap<Wanted>(
        named name: String, as type: Wanted.Type = Wanted.self, fileID: StaticString = #fileID, line: Int = #line,
        with wrap: @escaping @Sendable (Wanted) throws -> Wanted
    ) {
        patch.wrap(named: name, as: type, fileID: fileID, line: line, with: wrap)
    }

    /// Gives a setting a value, which wins over files, the environment and arguments.
    ///
    /// If nothing has read the setting by the end of the test, the test fails.
    /// - Parameters:
    ///   - key: The key path, such as `server.port`.
    ///   - value: The value.
    ///   - fileID: The file that messages name.
    ///   - line: The line that they name.
    public mutating func set(
        _ key: String, to value: SettingValue, fileID: StaticString = #fileID, line: Int = #line
    ) {
        settings.removeAll { $0.key == key }
        settings.append(Setting(key: key, value: value, location: SourceLocation(fileID: fileID, line: line)))
    }

    /// Activates a profile besides the configuration's own.
    /// - Parameter name: The profile's name.
    public mutating func activate(profile name: String) { profiles.append(name) }

    /// The configuration with these settings and profiles.
    func applied(to configuration: ContextConfiguration) -> ContextConfiguration {
        var configuration = configuration
        for setting in settings { configuration.overrides[setting.key] = setting.value }
        configuration.profiles += profiles
        return configuration
    }

    /// The faults of the settings that nothing in a context has read.
    func unread(in context: ApplicationContext) -> [IOCError.Fault] {
        settings.flatMap { context.unreadFaults(of: $0.key, $0.value, at: $0.location) }
    }
}
