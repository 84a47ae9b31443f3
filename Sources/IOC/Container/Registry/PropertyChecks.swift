import IOCModel

extension InjectionPlan {
    /// What is wrong with the properties of an instance that is bound already; the others are filled.
    func propertyFaults(of instance: AnyObject) -> [Fault] {
        guard mayHaveProperties else { return [] }
        return cells(of: instance).compactMap { ($0 as? any PropertyCell)?.fault() }
    }

    /// Whether the class has properties whose keys no instance has told yet.
    var hasUntoldProperties: Bool { !isLearned && mayHaveProperties }
}

extension Registry {
    /// In strict mode, what files say and nobody has read, unless a class that was not made yet may read it.
    var unreadFaults: [Fault] {
        properties.isStrict && !mayReadMore ? properties.unread : []
    }

    /// Whether an instance that was not made yet may read properties that nobody knows of.
    var mayReadMore: Bool { definitions.contains(where: \.mayReadMore) }

    /// What is wrong with the properties of the instances that boot has made; the others are filled.
    func propertyFaults(of instances: (Int) -> AnyObject?) -> [Fault] {
        definitions.flatMap { definition -> [Fault] in
            if let recipe = definition.recipe.constructed { return recipe.settingFaults(in: self, for: definition) }
            guard definition.isEager, let plan = definition.plan, plan.mayHaveProperties,
                let instance = instances(definition.index)
            else { return [] }
            return plan.propertyFaults(of: instance)
        }
    }
}

extension RegisteredDefinition {
    /// Whether an instance that was not made yet may have properties that nobody knows of.
    fileprivate var mayReadMore: Bool { plan?.hasUntoldProperties ?? (!isEager && TypeIdentity.isExistential(type)) }
}
