package import IOCModel

extension ApplicationContext {
    /// The value of a property, as `@Value` would give it.
    /// - Parameters:
    ///   - key: The key path, such as `server.port`.
    ///   - type: The type to convert to; an optional is nil where no source has the property.
    ///   - fileID: The file that stands in messages; the caller's unless given.
    ///   - line: The line that stands in messages; the caller's unless given.
    /// - Returns: The converted value.
    /// - Throws: ``IOCError`` where no source has the property, or where it does not convert.
    public func property<Wanted: Decodable & Sendable>(
        _ key: String, as type: Wanted.Type = Wanted.self, fileID: StaticString = #fileID, line: Int = #line
    ) throws -> Wanted {
        try property(key, type, nil, SourceLocation(fileID: fileID, line: line))
    }

    /// The value of a property, or a default where no source has it.
    /// - Parameters:
    ///   - key: The key path, such as `server.port`.
    ///   - fallback: The default.
    ///   - fileID: The file that stands in messages; the caller's unless given.
    ///   - line: The line that stands in messages; the caller's unless given.
    /// - Returns: The converted value.
    /// - Throws: ``IOCError`` where the property's value does not convert.
    public func property<Wanted: Decodable & Sendable>(
        _ key: String, default fallback: Wanted, fileID: StaticString = #fileID, line: Int = #line
    ) throws -> Wanted {
        try property(key, Wanted.self, fallback, SourceLocation(fileID: fileID, line: line))
    }

    private func property<Wanted: Decodable & Sendable>(
        _ key: String, _ type: Wanted.Type, _ fallback: Wanted?, _ location: SourceLocation
    ) throws -> Wanted {
        do {
            return try core.registry.properties.read(type, at: key, for: nil, default: fallback)
        } catch let failure as PropertyFailure {
            throw IOCError(failure.fault(at: .source(location)))
        }
    }

    /// Where a property's value comes from, such as a file with line and column or an environment variable.
    /// - Parameter key: The key path, such as `server.port`.
    /// - Returns: The origin, or nil where no source has the property.
    /// - Throws: ``IOCError`` where a placeholder in the value can't be resolved, or where a source fails.
    public func propertyOrigin(_ key: String) throws -> String? {
        try core.registry.properties.origin(of: key)
    }

    /// The faults of a setting that code gives and nothing has read so far: one for each of its values.
    package func unreadFaults(of key: String, _ value: PropertyValue, at location: SourceLocation) -> [Fault] {
        core.registry.unread(among: PropertyValue.object([key: value]).paths).map { key, suggestion in
            Fault(.propertyUnread(key: key), at: .source(location), suggestion: suggestion)
        }
    }
}
