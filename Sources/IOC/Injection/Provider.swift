import IOCModel

/// A dependency that is resolved at each call.
///
/// ```swift
/// @Autowired var job: Provider<Job>
/// func tick() throws { try job().run() }
/// ```
///
/// The component's scope decides which instance a call returns: a new prototype, the singleton, or the request's
/// instance. Use a provider for a dependency that lives shorter than its owner, or to break a cycle.
public struct Provider<Value>: Sendable {
    private let core: ContextCore
    /// The binding of the instance that the provider belongs to; nil if user code has looked up the provider.
    private let owner: InjectionBinding?
    /// The property or parameter that has the provider.
    private let argument: ArgumentSite?
    private let source: ArgumentSite.Source

    /// Returns the dependency.
    ///
    /// If a request or a custom scope keeps the owner, the provider belongs to the same activation as the owner.
    /// - Returns: A new or a shared instance, depending on the component's scope.
    /// - Throws: ``IOCError`` if the dependency can't be resolved, if its own code throws, or if the context or the
    ///   owner's scope has ended.
    public func callAsFunction() throws -> Value {
        try core.inGate(for: { argument?.facts }) {
            guard let activation = owner?.activation else { return try value() }
            return try activation.inGate {
                try value()
            } orEnded: {
                throw core.error(activation.endedFault, at: argument?.facts)
            }
        }
    }

    private func value() throws -> Value {
        try Frame.ask(.provides, owner, in: core, reading: argument) { _ in
            try core.value(of: source, as: Value.self).value
        }.result
    }
}

extension Provider: InjectionForm {
    static var shape: InjectionShape { InjectionForms.analyze(Value.self).shape.provider }

    static var element: Any.Type { InjectionForms.analyze(Value.self).element }

    static func deferred(_ sites: [CallSite]?, in core: ContextCore) -> Self? {
        let frame = Frame.innermost
        let reading = frame?.pointee.reading
        // A provider that user code has looked up has no owner.
        let owner = reading == nil ? nil : frame.flatMap(Frame.owner)
        let source = sites.map { sites -> ArgumentSite.Source in
            switch InjectionForms.analyze(Value.self).shape {
            case .one: sites.first.map { .site($0) } ?? .open
            case .context: .context
            case .provider, .optionalProvider, .deferredAll: .providers(sites)
            default: .sites(sites)
            }
        }
        return Provider(
            core: core, owner: owner, argument: reading.map { ArgumentSite($0.facts, Value.self) },
            source: source ?? .open)
    }
}
