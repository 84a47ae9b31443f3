import IOCConfiguration
import IOCModel

/// The request of a ``Constructor``'s parameter: a component, by its type and perhaps by name, or a setting.
///
/// A component's type is one that a property with ``Autowired`` may have: a class, a protocol, an optional, a list, a
/// dictionary by name, a ``Provider``, an ``ApplicationContext``.
public struct Parameter<Value>: Sendable {
    let name: String
    let source: Source
    let location: SourceLocation

    enum Source: Sendable {
        case component(named: String?)
        case setting(
            key: String, read: @Sendable (SettingStore, DefinitionFacts) throws -> Value,
            defaultText: (@Sendable () -> String)?)
    }

    /// Asks for a component.
    /// - Parameters:
    ///   - name: The parameter's name, for messages.
    ///   - qualifier: The component's name; nil for the one that its type tells.
    ///   - fileID: The file that stands in messages; the caller's unless given.
    ///   - line: The line that stands in messages; the caller's unless given.
    public init(_ name: String, named qualifier: String? = nil, fileID: StaticString = #fileID, line: Int = #line) {
        self.name = name
        source = .component(named: qualifier)
        location = SourceLocation(fileID: fileID, line: line)
    }

    /// The known facts of it without its type.
    var facts: ParameterFacts {
        switch source {
        case .component(let qualifier):
            ParameterFacts(name: name, type: Value.self, qualifier: qualifier, location: location)
        case .setting(let key, let read, let defaultText):
            ParameterFacts(
                name: name, type: Value.self, qualifier: key, check: { _ = try read($0, $1) },
                read: { $2.initializeMemory(as: Value.self, to: try read($0, $1)) }, defaultText: defaultText,
                location: location)
        }
    }
}

extension Parameter where Value: Decodable & Sendable {
    /// Asks for a setting, as ``IOC/Value`` does.
    /// - Parameters:
    ///   - name: The parameter's name, for messages.
    ///   - key: The key path, such as `server.port`.
    ///   - fallback: The value where no source has it; nil for none, which is a fault at boot unless the value is optional.
    ///   - fileID: The file that stands in messages; the caller's unless given.
    ///   - line: The line that stands in messages; the caller's unless given.
    public init(
        _ name: String, setting key: String, default fallback: Value? = nil, fileID: StaticString = #fileID,
        line: Int = #line
    ) {
        self.name = name
        source = .setting(
            key: key, read: { try $0.read(Value.self, at: key, for: $1, default: fallback) },
            defaultText: fallback.map { value -> @Sendable () -> String in { "\(value)" } })
        location = SourceLocation(fileID: fileID, line: line)
    }
}

/// The known facts of a parameter without its type.
@usableFromInline
struct ParameterFacts: Sendable {
    let name: String
    let type: Any.Type
    /// The component's name, or the key of a property of the configuration.
    let qualifier: String?
    /// Tries to read the property of the configuration; nil for a component.
    var check: (@Sendable (SettingStore, DefinitionFacts) throws -> Void)?
    /// Reads the property of the configuration; nil for a component.
    var read: Reader?
    /// The default of a setting as text; nil for none.
    var defaultText: (@Sendable () -> String)?
    let location: SourceLocation

    var isSetting: Bool { check != nil }

    /// Reads a property of the configuration into memory of the parameter's type.
    typealias Reader = @Sendable (SettingStore, DefinitionFacts, UnsafeMutableRawPointer) throws -> Void
}
