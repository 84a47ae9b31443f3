import IOCModel

extension Registry {
    func learn(
        _ points: [InjectionPointFacts], of definition: RegisteredDefinition, replacing isKnown: Bool,
        in wiring: inout Wiring, parent: ApplicationContext?
    ) -> [Fault] {
        wiring.learn(
            points, of: definition.index, replacing: isKnown, rule: rule, forbidsCycles: forbidsCycles,
            inherited: Self.inherited(parent))
    }

    /// The supply of a parent context.
    static func inherited(_ parent: ApplicationContext?) -> Wiring.ParentSupply {
        guard let core = parent?.core else { return .none }
        return Wiring.ParentSupply(
            of: core.registry.rule, wiring: core.wiring, inherited: inherited(core.parent))
    }
}
