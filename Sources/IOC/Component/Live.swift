import IOCConfiguration
import IOCModel

/// A property of the configuration that follows its sources, as a value to pass on.
///
/// ```swift
/// struct Checkout: ConstructedComponent {
///     let isNew: Live<Bool>
///     static var constructor: Constructor {
///         Constructor(Checkout.init, Parameter("isNew", live: "features.checkout", default: false))
///     }
/// }
/// ```
///
/// Every read gives the newest value of the context that it came from, as a property `@Value("features.checkout", live:
/// true)` does; after that context's end the last one.
public struct Live<Value: Decodable & Sendable>: Sendable {
    let slot: LiveSlot<Value>
    private let fallback: Value?

    init(_ slot: LiveSlot<Value>, _ fallback: Value?) {
        self.slot = slot
        self.fallback = fallback
    }

    /// Looks a property up.
    /// - Throws: ``PropertyFailure`` where it has no value, or one that does not convert.
    init(
        _ store: PropertyStore, at key: String, for component: DefinitionFacts?, default fallback: Value?,
        point: InjectionPointFacts
    ) throws {
        let isRequired = fallback == nil && !(Value.self is any ExpressibleByNilLiteral.Type)
        slot = try store.liveSlot(Value.self, at: key, for: component, isRequired: isRequired, point: point)
        self.fallback = fallback
    }

    /// The newest value.
    public var value: Value { Self.value(slot.value, fallback) }

    /// The newest value, as `isNew()`.
    public func callAsFunction() -> Value { value }

    /// The values from now on, each once everybody can read it; whoever is slow gets the newest. The sequence ends with the
    /// context.
    public var changes: AsyncStream<Value> { slot.changes { [fallback] in Self.value($0, fallback) } }

    /// Sound to unwrap: a slot refuses to be empty where there is neither a default nor nil.
    private static func value(_ found: Value?, _ fallback: Value?) -> Value {
        if let value = found ?? fallback { return value }
        return (Value.self as! any ExpressibleByNilLiteral.Type).init(nilLiteral: ()) as! Value
    }
}
