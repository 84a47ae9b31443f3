import IOCConfiguration
import IOCModel

/// A property of a component that the container fills with a setting: from a file, the environment, arguments or code.
///
/// ```swift
/// @Value("server.port") var port = 8080                // with a default
/// @Value("server.host") var host: String               // a fault at boot if no source has it
/// @Value("server.motd") var motd: String?              // nil if no source has it
/// @Value("server.timeout") var timeout: Duration       // "30s", "1h30m"
/// @Value("upload.limit") var limit: ByteSize           // "10MB"
/// @Value("database") var database: DatabaseSettings    // a whole `Decodable` subtree
/// @Value("payments.apiKey") var apiKey: Secret<String> // masked wherever it is shown
/// @Value("log.level", live: true) var level = "info"   // follows its sources while the context lives
/// ```
///
/// The boot checks the settings of annotated classes, also of lazy components and prototypes. It reports all missing
/// settings and all values that do not convert in one ``IOCError``. If a class conforms manually, its settings are
/// checked when an instance is created. In an object that no context has created or injected, the property reads from
/// ``ApplicationContext/current``, but does not boot the shared context. <doc:Settings> lists sources and types.
@propertyWrapper
public struct Value<Wrapped: Decodable & Sendable>: @unchecked Sendable {
    // Sound: the cell synchronizes itself. Both references are to the same cell and never change.

    /// Keeps the cell alive. It must be the first stored property, because injection plans read the cell from the
    /// wrapper's first word.
    let owned: ValueCell<Wrapped>
    /// The same cell, for reads without reference counting.
    @usableFromInline let cell: Unmanaged<InjectionCell<Wrapped>>

    /// Declares a property without a default. If no source has the setting, an optional is nil, and any other type is a
    /// fault.
    /// - Parameters:
    ///   - key: The key path, such as `server.port`.
    ///   - live: True if the property follows its sources, so that each read returns the newest value; false if it
    ///     keeps the first value.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
    public init(_ key: String, live: Bool = false, fileID: StaticString = #fileID, line: Int = #line) {
        self.init(key, nil, fileID, line, isLive: live)
    }

    /// Declares a property with a default, which is used if no source has the setting.
    /// - Parameters:
    ///   - wrappedValue: The default.
    ///   - key: The key path, such as `server.port`.
    ///   - live: True if the property follows its sources, so that each read returns the newest value; false if it
    ///     keeps the first value.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
    public init(
        wrappedValue: Wrapped, _ key: String, live: Bool = false, fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(key, wrappedValue, fileID, line, isLive: live)
    }

    /// Declares a setting without the wrapper's syntax: `let port = Value<Int>("server.port", default: 80)`.
    /// - Parameters:
    ///   - key: The key path, such as `server.port`.
    ///   - value: The default, which is used if no source has the setting.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
    public init(_ key: String, default value: Wrapped, fileID: StaticString = #fileID, line: Int = #line) {
        self.init(key, value, fileID, line)
    }

    /// Unavailable: a property needs the key of its setting.
    @available(*, unavailable, message: "say which property it is: @Value(\"server.port\") var port: Int")
    public init() { fatalError("unavailable") }

    /// Unavailable: a property needs the key of its setting.
    @available(*, unavailable, message: "say which property it is: @Value(\"server.port\") var port = 8080")
    public init(wrappedValue: Wrapped) { fatalError("unavailable") }

    private init(
        _ key: String, _ fallback: Wrapped?, _ fileID: StaticString, _ line: Int, isLive: Bool = false
    ) {
        owned =
            isLive
            ? LiveValueCell(key: key, fallback: fallback, fileID: fileID, line: line)
            : ValueCell(key: key, fallback: fallback, fileID: fileID, line: line)
        cell = .passUnretained(owned)
    }

    /// The value. A value can be assigned, which needs no container.
    ///
    /// If another value is assigned, the former value stays in memory as long as the property's owner, because a thread
    /// may still be reading it.
    @inlinable
    public var wrappedValue: Wrapped {
        get {
            // Sound: `owned` keeps the cell alive as long as this wrapper.
            cell._withUnsafeGuaranteedRef { $0.value }
        }
        nonmutating set {
            cell._withUnsafeGuaranteedRef { $0.assign(newValue) }
        }
    }

    /// The property itself: read it with `try`, or get its key.
    public var projectedValue: ValueProperty<Wrapped> { ValueProperty(cell: owned) }

    /// Returns the value of a constant such as `let port = Value<Int>("server.port")`: call it as `port()`.
    @inlinable
    public func callAsFunction() -> Wrapped { wrappedValue }

    /// Returns the value of a constant such as `let port = Value<Int>("server.port")`, or throws an error if it can't
    /// be read.
    /// - Returns: The same value as `port()`.
    /// - Throws: ``IOCError`` if no source has the setting, or if its value does not convert.
    public func get() throws -> Wrapped { try owned.resolved() }
}

extension Value: InjectionField {
    static var valueType: Any.Type { Wrapped.self }
    static var checkSetting: SettingCheck? {
        { settings, key, component, stated in
            try settings.check(
                Wrapped.self, at: key, for: component, hasDefault: stated.hasDefault, isLive: stated.isLive)
        }
    }
}

/// The projected value of a ``Value`` property, as `$name`.
public struct ValueProperty<Wrapped: Decodable & Sendable>: Sendable {
    let cell: ValueCell<Wrapped>

    /// The key path.
    public var key: String { cell.key }

    /// Returns the value, or throws an error if it can't be read.
    /// - Returns: The property's value, or its default.
    /// - Throws: ``IOCError`` if no source has the setting, or if its value does not convert.
    public func get() throws -> Wrapped { try cell.resolved() }

    /// The new values of a live property, one for each change from now on. Values that do not convert are left out. A
    /// slow reader gets only the newest value.
    ///
    /// The sequence ends with the context. For a property that is not live it ends at once.
    public var changes: AsyncStream<Wrapped> { cell.changes }

    /// True if the property already has its value.
    public var isFilled: Bool { cell.isFilled }
}
