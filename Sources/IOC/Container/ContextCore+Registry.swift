import IOCModel
import Synchronization

extension RegisteredDefinition {
    func belong(to core: ContextCore) {
        coreAddress.store(UInt(bitPattern: Unmanaged.passUnretained(core).toOpaque()), ordering: .releasing)
    }

    /// Runs `body` with the context that it belongs to, which the caller keeps.
    @inline(__always)
    func withCore<Result>(_ body: (ContextCore) throws -> Result) rethrows -> Result {
        // Sound: a caller that has a definition has its context, which is set before the definition is handed out.
        try Unmanaged<ContextCore>.fromOpaque(UnsafeRawPointer(bitPattern: coreAddress.load(ordering: .acquiring))!)
            ._withUnsafeGuaranteedRef(body)
    }
}

extension Registry {
    func learn(
        _ points: [InjectionPointFacts], of definition: RegisteredDefinition, in wiring: inout Wiring,
        parent: ApplicationContext?
    ) -> [Fault] {
        wiring.learn(
            points, of: definition.index, rule: rule, forbidsCycles: forbidsCycles, inherited: Self.inherited(parent))
    }

    /// The supply of a parent context.
    static func inherited(_ parent: ApplicationContext?) -> Wiring.ParentSupply {
        guard let core = parent?.core else { return .none }
        return Wiring.ParentSupply(
            of: core.registry.rule, wiring: core.wiring, inherited: inherited(core.parent))
    }
}

extension InjectionBindings {
    func fill(for core: ContextCore) {
        for definition in core.registry.definitions {
            guard let plan = definition.plan, !plan.isEmpty else { continue }
            bindings[definition.index] = .passRetained(
                InjectionBinding(core: core, plan: plan, definition: definition))
        }
    }
}
