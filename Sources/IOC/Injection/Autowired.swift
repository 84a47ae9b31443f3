import IOCConfiguration
import IOCModel

/// A property that the container fills.
///
/// ```swift
/// @Autowired var mapper: SGMapper                // by class
/// @Autowired var gateway: any PaymentGateway     // by protocol
/// @Autowired("audit") var log: any Sink          // by name
/// @Autowired var cache: Cache?                   // nil if there is none
/// @Autowired var plugins: [any Plugin]           // all, by order and name
/// @Autowired var sinks: [String: any Sink]       // all, by component name
/// @Autowired var job: Provider<Job>              // asked for on each call
/// @Autowired var context: ApplicationContext     // the component's own context
/// ```
///
/// The value is resolved when the property is first read, and stored. Reading a filled property takes no lock. In an
/// object that the container did not create, the property resolves through ``ApplicationContext/current``.
///
/// A plain read stops the program if the dependency can't be resolved, because a property can't throw. The projected
/// value has a `get()` that throws:
///
/// ```swift
/// let mapper = try $mapper.get()
/// ```
@propertyWrapper
public struct Autowired<Value> {
    /// Keeps the cell alive; the first stored property, as injection plans read the cell from a wrapper's first word.
    @usableFromInline let owned: InjectionCell<Value>
    /// The same cell, to read through without counting references.
    @usableFromInline let cell: Unmanaged<InjectionCell<Value>>

    /// Declares a property that is resolved by its type, or by a component's name.
    /// - Parameters:
    ///   - name: The component's name; nil if the type decides alone.
    ///   - fileID: The file that messages name; the caller's unless given.
    ///   - line: The line that messages name; the caller's unless given.
    @inlinable
    public init(_ name: String? = nil, fileID: StaticString = #fileID, line: Int = #line) {
        owned = InjectionCell(qualifier: name, fileID: fileID, line: line)
        cell = .passUnretained(owned)
    }

    /// The dependency; assigning one needs no container.
    ///
    /// A value that was replaced stays in memory as long as the property's owner, because a thread may still be reading it.
    @inlinable
    public var wrappedValue: Value {
        get {
            // Sound: `owned` keeps the cell alive as long as this wrapper.
            cell._withUnsafeGuaranteedRef { $0.value }
        }
        nonmutating set {
            cell._withUnsafeGuaranteedRef { $0.assign(newValue) }
        }
    }

    /// The property itself, to read it with `try` or to see whether it is filled.
    public var projectedValue: AutowiredProperty<Value> { AutowiredProperty(cell: owned) }

    /// The dependency of a `let mapper = Autowired<SGMapper>()`, as `mapper()`.
    @inlinable
    public func callAsFunction() -> Value { wrappedValue }

    /// The dependency of a `let mapper = Autowired<SGMapper>()`, resolved now if it has not been resolved before.
    /// - Returns: The result of `mapper()`.
    /// - Throws: ``IOCError`` if no component or more than one fits, or if the dependency's own code throws.
    public func get() throws -> Value { try owned.resolved() }
}

// Sound: the cell synchronizes itself, and both references are to the same cell and never change.
extension Autowired: @unchecked Sendable where Value: Sendable {}

extension Autowired: InjectionField {
    static var valueType: Any.Type { Value.self }
    static var checkSetting: SettingCheck? { nil }
}

// Two forms: an optional property without a value would call an initializer for any `Value`, and without the second form the
// compiler could not infer the type of a property from its value.

extension Autowired {
    /// Unavailable: the container gives the property its value.
    @available(
        *, unavailable,
        message:
            "the container gives it its value: write the type alone, '@Autowired var clock: Clock', or take @Autowired out"
    )
    public init<Other>(wrappedValue: Other) { fatalError("unavailable") }
}

extension Autowired where Value: AnyObject {
    /// Unavailable: the container gives the property its value.
    @available(
        *, unavailable,
        message:
            "the container gives it its value: write the type alone, '@Autowired var clock: Clock', or take @Autowired out"
    )
    public init(wrappedValue: Value) { fatalError("unavailable") }
}

/// The projected value of an ``Autowired`` property, as `$name`.
public struct AutowiredProperty<Value>: Sendable {
    let cell: InjectionCell<Value>

    /// The dependency, resolved now if it has not been resolved before.
    /// - Returns: The property's value.
    /// - Throws: ``IOCError`` if no component or more than one fits, or if the dependency's own code throws.
    public func get() throws -> Value { try cell.resolved() }

    /// True if the property has its value already.
    public var isFilled: Bool { cell.isFilled }
}
