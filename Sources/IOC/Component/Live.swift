import IOCConfiguration
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
public struct Live<Value: Decodable & Sendable>: Sendable {
    /// Nil for a value that never changes.
    private let slot: LiveSlot<Value>?
    private let fallback: Value?

    /// A value that never changes: a default, or what a test passes.
    public init(_ value: Value) {
        slot = nil
        fallback = value
    }

    init(_ slot: LiveSlot<Value>, _ fallback: Value?) {
        self.slot = slot
        self.fallback = fallback
    }

    /// Looks a property up.
    /// - Throws: ``PropertyFailure`` where it has no value, or one that does not convert.
    static func slot(
        in store: PropertyStore, at key: String, for component: DefinitionFacts?, default fallback: Value?,
        point: InjectionPointFacts
    ) throws -> LiveSlot<Value> {
        let isRequired = fallback == nil && !(Value.self is any ExpressibleByNilLiteral.Type)
        return try store.liveSlot(Value.self, at: key, for: component, isRequired: isRequired, point: point)
    }

    /// The newest value.
    public var value: Value {
        guard let slot else { return Self.missing(fallback) }
        return slot.value(orElse: Self.missing(fallback))
    }

    /// The newest value, as `isNew()`.
    public func callAsFunction() -> Value { value }

    /// The values from now on, each once everybody can read it; whoever is slow gets the newest. The sequence ends with the
    /// context.
    public var changes: AsyncStream<Value> {
        slot?.changes { [fallback] in $0 ?? Self.missing(fallback) } ?? AsyncStream { $0.finish() }
    }

    /// Sound to unwrap: a slot refuses to be empty where there is neither a default nor nil.
    static func missing(_ fallback: Value?) -> Value {
        if let fallback { return fallback }
        return (Value.self as! any ExpressibleByNilLiteral.Type).init(nilLiteral: ()) as! Value
    }
}
