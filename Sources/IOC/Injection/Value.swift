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
/// The boot checks the settings of annotated classes, also of lazy components and prototypes: everything that is
/// missing or does not convert is in one ``IOCError``. The settings of a class that conforms by hand are checked when
/// its first instance is created. The property keeps the value that it has read, and reading it again takes no lock. In
/// an object that the container did not create, the property asks ``ApplicationContext/current``. <doc:Settings> lists
/// sources and types.
@propertyWrapper
public struct Value<Wrapped: Decodable & Sendable>: @unchecked Sendable {
    // Sound: the cell synchronizes itself, and both references are to the same cell and never change.

    /// Keeps the cell alive; the first stored property, as injection plans read the cell from a wrapper's first word.
    let owned: ValueCell<Wrapped>
    /// The same cell, to read through without counting references.
    @usableFromInline let cell: Unmanaged<InjectionCell<Wrapped>>

    /// Declares a property without a default. If no source has the setting, an optional is nil, and anything else is a fault.
    /// - Parameters:
    ///   - key: The key path, such as `server.port`.
    ///   - live: True if the property follows its sources, so that each read gives the newest value; false if it keeps the first
    ///     value.
    ///   - fileID: The file that messages name; the caller's unless given.
    ///   - line: The line that messages name; the caller's unless given.
    public init(_ key: String, live: Bool = false, fileID: StaticString = #fileID, line: Int = #line) {
        self.init(key, nil, fileID, line, isLive: live)
    }

    /// Declares a property with a default, which is used if no source has the setting.
    /// - Parameters:
    ///   - wrappedValue: The default.
    ///   - key: The key path, such as `server.port`.
    ///   - live: True if the property follows its sources, so that each read gives the newest value; false if it keeps the first
    ///     value.
    ///   - fileID: The file that messages name; the caller's unless given.
    ///   - line: The line that messages name; the caller's unless given.
    public init(
        wrappedValue: Wrapped, _ key: String, live: Bool = false, fileID: StaticString = #fileID, line: Int = #line
    ) {
        self.init(key, wrappedValue, fileID, line, isLive: live)
    }

    /// Declares a setting without the wrapper's syntax: `let port = Value<Int>("server.port", default: 80)`.
    /// - Parameters:
    ///   - key: The key path, such as `server.port`.
    ///   - value: The default, which is used if no source has the setting.
    ///   - fileID: The file that messages name; the caller's unless given.
    ///   - line: The line that messages name; the caller's unless given.
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

    /// The value; assigning one needs no container.
    ///
    /// A value that was replaced stays in memory as long as the property's owner, because a thread may still be reading it.
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

    /// The property itself, to read it with `try` or to see its key.
    public var projectedValue: ValueProperty<Wrapped> { ValueProperty(cell: owned) }

    /// The value of a `let port = Value<Int>("server.port")`, as `port()`.
    @inlinable
    public func callAsFunction() -> Wrapped { wrappedValue }

    /// The value of a `let port = Value<Int>("server.port")`, read now if it has not been read before.
    /// - Returns: The result of `port()`.
    /// - Throws: ``IOCError`` if no source has the setting, or if it does not convert.
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

    /// The value, read now if it has not been read before.
    /// - Returns: The property's value, or its default.
    /// - Throws: ``IOCError`` if no source has the setting, or if it does not convert.
    public func get() throws -> Wrapped { try cell.resolved() }

    /// The values of a live property from now on, each once it can be read; a slow reader gets the newest.
    ///
    /// The sequence ends with the context, and at once for a property that is not live.
    public var changes: AsyncStream<Wrapped> { cell.changes }

    /// True if the property has its value already.
    public var isFilled: Bool { cell.isFilled }
}
