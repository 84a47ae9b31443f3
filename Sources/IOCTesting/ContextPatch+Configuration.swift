public import IOC
import IOCModel

extension ContextPatch {
    /// Sets the value of a setting. It overrides files, the environment and arguments.
    ///
    /// If nothing has read the setting by the end of the test, the test fails.
    /// - Parameters:
    ///   - key: The key path, such as `server.port`.
    ///   - value: The value.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
    public mutating func set(
        _ key: String, to value: SettingValue, fileID: StaticString = #fileID, line: Int = #line
    ) {
        settings.removeAll { $0.key == key }
        settings.append((key, value, SourceLocation(fileID: fileID, line: line)))
    }

    /// Activates a profile in addition to those of the configuration.
    /// - Parameters:
    ///   - name: The profile's name.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
    public mutating func activate(profile name: String, fileID: StaticString = #fileID, line: Int = #line) {
        profiles.append((name, SourceLocation(fileID: fileID, line: line)))
    }

    /// Unavailable: call ``activate(profile:fileID:line:)`` for each profile.
    @available(*, unavailable, message: "write '$0.activate(profile: \"…\")' for each profile")
    public mutating func activate(_ name: String = "", profiles names: [String] = []) {}

    /// Creates a patch with the changes of a closure.
    init(_ change: (inout ContextPatch) throws -> Void) rethrows {
        self.init()
        try change(&self)
    }

    /// The faults of the settings that nothing in a context has read.
    func unread(in context: ApplicationContext) -> [IOCError.Fault] {
        settings.flatMap { context.unreadFaults(of: $0.key, $0.value, at: $0.location) }
    }
}
