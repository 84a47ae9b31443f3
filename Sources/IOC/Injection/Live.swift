import IOCModel

/// A setting that follows its sources, as an initializer is passed it.
///
/// ```swift
/// @Component
/// struct Checkout {
///     @Injected(setting: "features.checkout", default: Live(false)) let isNew: Live<Bool>
/// }
/// ```
///
/// A parameter of an initializer asks for one by `@Named(setting: "features.checkout") isNew: Live<Bool>`. Every read gives
/// the newest value of the context that it came from, as a property `@Value("features.checkout", live: true)` does; after
/// that context's end the last one. Whoever decides several things by one value reads it once.
public struct Live<Value: Decodable & Sendable>: @unchecked Sendable {
    // Sound: both references are to the same cell, which synchronizes itself, and never change.

    private let owned: LiveValueCell<Value>
    /// The same cell, to read through without counting references.
    @usableFromInline let cell: Unmanaged<InjectionCell<Value>>

    /// A value that never changes: a default, or what a test passes.
    public init(_ value: Value) {
        self.init(LiveValueCell(key: "", fallback: nil, fileID: #fileID, line: #line))
        owned.assign(value)
    }

    init(_ cell: LiveValueCell<Value>) {
        owned = cell
        self.cell = .passUnretained(cell)
    }

    /// The newest value.
    @inlinable
    public var value: Value {
        // Sound: `owned` keeps the cell alive as long as this value.
        cell._withUnsafeGuaranteedRef { $0.value }
    }

    /// The newest value, as `isNew()`.
    @inlinable
    public func callAsFunction() -> Value { value }

    /// The values from now on, each once everybody can read it; whoever is slow gets the newest. The sequence ends with the
    /// context.
    public var changes: AsyncStream<Value> { owned.changes }
}

extension Parameter {
    /// Asks for a property of the configuration that follows its sources, for a parameter that is a ``Live`` value.
    /// - Parameters:
    ///   - name: The parameter's name, for messages.
    ///   - key: The key path, such as `features.checkout`.
    ///   - fallback: The value where no source has it; nil for none, which is a fault at boot unless the value is optional.
    ///   - fileID: The file that stands in messages; the caller's unless given.
    ///   - line: The line that stands in messages; the caller's unless given.
    public init<Followed: Decodable & Sendable>(
        _ name: String, setting key: String, default fallback: Live<Followed>? = nil, fileID: StaticString = #fileID,
        line: Int = #line
    ) where Value == Live<Followed> {
        self.name = name
        let point = InjectionPointFacts(
            owner: "", property: name, location: SourceLocation(fileID: fileID, line: line),
            wanted: TypeIdentity.id(Followed.self), shape: .property, qualifier: key, isParameter: true)
        source = .setting(key: key) { store, component in
            var point = point
            point.owner = component.simpleName
            let cell = LiveValueCell(key: key, fallback: fallback?.value, fileID: fileID, line: line)
            try cell.follow(store, for: component, point: point)
            return Live(cell)
        }
        place = (fileID, line)
    }
}
