import IOCBase
import IOCConfiguration
import IOCModel

extension InjectionPlan {
    /// The faults of the settings that the class states.
    fileprivate func statedFaults(in settings: SettingStore, for component: DefinitionFacts) -> [Fault] {
        (fields ?? []).compactMap { field in
            guard let stated = field.stated, let key = stated.setting else { return nil }
            return field.wrapper.settingFailure(
                in: settings, at: key, for: component, stated: stated)?.fault(point: field.facts)
        }
    }
}

extension InjectionPlan {
    /// The keys of the settings that the class states, and those of its initializer's parameters.
    var settingKeys: [String] { facts.filter { $0.shape == .setting }.compactMap(\.qualifier) }
}

extension Registry {
    /// In strict mode, the settings in files that nothing has read, unless an instance to come may read them.
    var unreadFaults: [Fault] {
        settings.isStrict && !mayReadMore ? unread.filter { $0.code == .settingUnread } : []
    }

    /// The settings in files that nothing has read. A setting that only a component reads which is out is no mistake.
    var unread: [Fault] {
        settings.unread.map { fault in
            guard let key = fault.settingKey else { return fault }
            guard let reader = absentReader(of: key) else {
                var fault = fault
                fault.suggestion = fault.suggestion ?? Suggestion.nearest(to: key, among: absentReaders.map(\.key))
                return fault
            }
            return Fault(.settingOfAbsent(key: key, reader: reader.component, reason: reader.reason), at: fault.origin)
        }
    }

    private func absentReader(of key: String) -> AbsentReader? {
        absentReaders.first { key == $0.key || key.hasPrefix($0.key + ".") }
    }

    /// The keys among some that nothing reads, each with the one that was probably meant.
    ///
    /// While an instance to come may read more, a key must nearly be a known one.
    func unread(among keys: [String]) -> [(key: String, suggestion: String?)] {
        let mayReadMore = self.mayReadMore
        return settings.unread(among: keys).filter { key, suggestion in
            suggestion != nil || !mayReadMore && absentReader(of: key) == nil
        }
    }

    /// The notices that the operator of a program sees: settings that nothing reads, and variables that are probably misspelt.
    ///
    /// While an instance to come may read more, a setting must nearly be a known one.
    var operatorNotices: [Fault] {
        let mayReadMore = self.mayReadMore
        return unread.filter { $0.code == .settingUnread && (!mayReadMore || $0.suggestion != nil) }
            + settings.strayVariables
    }

    /// True if an instance to come may read settings that its class doesn't state.
    var mayReadMore: Bool { definitions.contains(where: \.mayReadMore) }

    /// The faults of all settings that are known without an instance.
    var settingFaults: [Fault] {
        definitions.flatMap { definition -> [Fault] in
            let faults = definition.plan?.statedFaults(in: settings, for: definition.facts) ?? []
            return faults + (definition.recipe.constructed?.settingFaults(in: self, for: definition) ?? [])
        }
    }
}

extension RegisteredDefinition {
    /// True if an instance to come may have settings that its class doesn't state.
    fileprivate var mayReadMore: Bool {
        if judged.withLock({ !$0.isEmpty }) { return false }
        return plan?.hasUnreadProperties ?? (!isEager && TypeIdentity.isExistential(type))
    }
}
