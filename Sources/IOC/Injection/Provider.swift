import IOCModel

/// A way to ask for a dependency later, once or many times.
///
/// ```swift
/// @Autowired var job: Provider<Job>
/// func tick() throws { try job().run() }
/// ```
///
/// Each call gives what the component's scope says: a new prototype, the one singleton, the request's own instance. A
/// provider is also the way from a longer-lived component to a shorter-lived one, and breaks cycles.
public struct Provider<Value>: Sendable {
    private let core: ContextCore
    private let asker: AnyInjectionCell?
    private let qualifier: String?

    /// The dependency.
    /// - Returns: A new or a shared instance, by the component's scope.
    /// - Throws: ``IOCError`` where the component's own code throws, or where the context is gone.
    public func callAsFunction() throws -> Value {
        try core.inGate(for: { asker?.facts(wanted: Value.self) }) {
            guard let asker, let activation = asker.binding?.activation else {
                return try core.lookup.supply(Value.self, to: asker, named: qualifier)
            }
            return try activation.inGate {
                try core.lookup.supply(Value.self, to: asker, named: qualifier)
            } orEnded: {
                // The owner's scope has ended; an instance made now is for the caller.
                try core.lookup.supply(Value.self, to: asker.unscoped(), named: qualifier)
            }
        }
    }
}

extension Provider: InjectionForm {
    static var shape: InjectionShape { InjectionForms.analyze(Value.self).shape.provider }

    static var element: Any.Type { InjectionForms.analyze(Value.self).element }

    static func deferred(in lookup: Lookup, for asker: AnyInjectionCell?, named qualifier: String?) throws -> Self {
        Provider(core: lookup.core, asker: asker?.detached(), qualifier: qualifier)
    }
}
