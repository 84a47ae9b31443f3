import IOCModel

extension InjectionPlan {
    /// Returns the faults of the properties of a bound instance; the others are filled.
    func propertyFaults(of instance: AnyObject) -> [Fault] {
        guard mayHaveProperties else { return [] }
        return cells(of: instance).compactMap { $0.propertyFault() }
    }

    /// True if the class has properties whose keys no instance has declared yet.
    var hasUnreadProperties: Bool { !namesAreKnown && mayHaveProperties }
}

extension Registry {
    /// In strict mode, what files say and nobody has read, unless a class that was not made yet may read it.
    var unreadFaults: [Fault] {
        properties.isStrict && !mayReadMore ? properties.unread : []
    }

    /// True if an instance that was not made yet may read properties that nobody knows of.
    var mayReadMore: Bool { definitions.contains(where: \.mayReadMore) }

    /// Returns the faults of the properties of the instances that boot has made; the others are filled.
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
    /// True if an instance that was not made yet may have properties that nobody knows of.
    fileprivate var mayReadMore: Bool { plan?.hasUnreadProperties ?? (!isEager && TypeIdentity.isExistential(type)) }
}
