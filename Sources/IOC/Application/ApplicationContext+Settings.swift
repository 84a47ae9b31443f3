package import IOCModel

extension ApplicationContext {
    /// The value of a setting, as `@Value` would give it.
    /// - Parameters:
    ///   - key: The key path, such as `server.port`.
    ///   - type: The type to convert to; an optional is nil where no source has the setting.
    ///   - fileID: The file that stands in messages; the caller's unless given.
    ///   - line: The line that stands in messages; the caller's unless given.
    /// - Returns: The converted value.
    /// - Throws: ``IOCError`` where no source has the setting, or where it does not convert.
    public func setting<Wanted: Decodable & Sendable>(
        _ key: String, as type: Wanted.Type = Wanted.self, fileID: StaticString = #fileID, line: Int = #line
    ) throws -> Wanted {
        try setting(key, type, nil, SourceLocation(fileID: fileID, line: line))
    }

    /// The value of a setting, or a default where no source has it.
    /// - Parameters:
    ///   - key: The key path, such as `server.port`.
    ///   - fallback: The default.
    ///   - fileID: The file that stands in messages; the caller's unless given.
    ///   - line: The line that stands in messages; the caller's unless given.
    /// - Returns: The converted value.
    /// - Throws: ``IOCError`` where the setting's value does not convert.
    public func setting<Wanted: Decodable & Sendable>(
        _ key: String, default fallback: Wanted, fileID: StaticString = #fileID, line: Int = #line
    ) throws -> Wanted {
        try setting(key, Wanted.self, fallback, SourceLocation(fileID: fileID, line: line))
    }

    private func setting<Wanted: Decodable & Sendable>(
        _ key: String, _ type: Wanted.Type, _ fallback: Wanted?, _ location: SourceLocation
    ) throws -> Wanted {
        do {
            return try core.registry.settings.read(type, at: key, for: nil, default: fallback)
        } catch let failure as SettingFailure {
            throw IOCError(failure.fault(at: .source(location)))
        }
    }

    /// Where a setting's value comes from, such as a file with line and column or an environment variable.
    /// - Parameter key: The key path, such as `server.port`.
    /// - Returns: The origin, or nil where no source has the setting.
    /// - Throws: ``IOCError`` where a placeholder in the value can't be resolved, or where a source fails.
    public func settingOrigin(_ key: String) throws -> String? {
        try core.registry.settings.origin(of: key)
    }

    /// The faults of a setting that code gives and nothing has read so far: one for each of its values.
    package func unreadFaults(of key: String, _ value: SettingValue, at location: SourceLocation) -> [Fault] {
        core.registry.unread(among: SettingValue.object([key: value]).paths).map { key, suggestion in
            Fault(.settingUnread(key: key), at: .source(location), suggestion: suggestion)
        }
    }
}
