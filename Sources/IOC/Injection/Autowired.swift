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
/// @Autowired var job: Provider<Job>              // looked up at each call
/// @Autowired var context: ApplicationContext     // the component's own context
/// ```
///
/// The value is resolved when the property is first read. In an object that no context has created or injected, the
/// property resolves through ``ApplicationContext/current``, but does not boot the shared context.
///
/// If the dependency can't be resolved, a plain read stops the program, because a property can't throw. Use `get()` of
/// the projected value to get an error instead:
///
/// ```swift
/// let mapper = try $mapper.get()
/// ```
@propertyWrapper
public struct Autowired<Value> {
    /// Keeps the cell alive. It must be the first stored property, because injection plans read the cell from the
    /// wrapper's first word.
    @usableFromInline let owned: InjectionCell<Value>
    /// The same cell, for reads without reference counting.
    @usableFromInline let cell: Unmanaged<InjectionCell<Value>>

    /// Declares a property that is resolved by its type, or by a component's name.
    /// - Parameters:
    ///   - name: The component's name; nil if the type decides alone.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
    @inlinable
    public init(_ name: String? = nil, fileID: StaticString = #fileID, line: Int = #line) {
        owned = InjectionCell(qualifier: name, fileID: fileID, line: line)
        cell = .passUnretained(owned)
    }

    /// The dependency. A value can be assigned, which needs no container.
    ///
    /// If another value is assigned, the former value stays in memory as long as the property's owner, because a thread
    /// may still be reading it.
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

    /// The property itself: read it with `try`, or check whether it is filled.
    public var projectedValue: AutowiredProperty<Value> { AutowiredProperty(cell: owned) }

    /// Returns the dependency of a constant such as `let mapper = Autowired<SGMapper>()`: call it as `mapper()`.
    @inlinable
    public func callAsFunction() -> Value { wrappedValue }

    /// Returns the dependency of a constant such as `let mapper = Autowired<SGMapper>()`, or throws an error if it
    /// can't be resolved.
    /// - Returns: The same value as `mapper()`.
    /// - Throws: ``IOCError`` if no component or more than one fits, or if the dependency's own code throws.
    public func get() throws -> Value { try owned.resolved() }
}

// Sound: the cell synchronizes itself. Both references are to the same cell and never change.
extension Autowired: @unchecked Sendable where Value: Sendable {}

extension Autowired: InjectionField {
    static var valueType: Any.Type { Value.self }
    static var checkSetting: SettingCheck? { nil }
}

// Two unavailable initializers reject a property with a value. The second one is limited to classes, because otherwise
// an optional property without a value would call it. Without the second one, the compiler could not infer the type of
// a property from its value.

extension Autowired {
    /// Unavailable: only the container provides the property's value.
    @available(
        *, unavailable,
        message:
            "the container gives it its value: write the type alone, '@Autowired var clock: Clock', or take @Autowired out"
    )
    public init<Other>(wrappedValue: Other) { fatalError("unavailable") }
}

extension Autowired where Value: AnyObject {
    /// Unavailable: only the container provides the property's value.
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

    /// Returns the dependency, or throws an error if it can't be resolved.
    /// - Returns: The property's value.
    /// - Throws: ``IOCError`` if no component or more than one fits, or if the dependency's own code throws.
    public func get() throws -> Value { try cell.resolved() }

    /// True if the property already has its value.
    public var isFilled: Bool { cell.isFilled }
}
