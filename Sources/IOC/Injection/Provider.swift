import IOCModel

/// A dependency that is resolved when it is called, once or many times.
///
/// ```swift
/// @Autowired var job: Provider<Job>
/// func tick() throws { try job().run() }
/// ```
///
/// Each call returns the instance that the component's scope decides: a new prototype, the singleton, the request's
/// instance. Use a provider for a dependency that lives shorter than its owner, and to break a cycle.
public struct Provider<Value>: Sendable {
    private let core: ContextCore
    private let asker: AnyInjectionCell?
    private let qualifier: String?

    /// The dependency.
    /// - Returns: A new or a shared instance, by the component's scope.
    /// - Throws: ``IOCError`` if the component's own code throws, or if the context has ended.
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
