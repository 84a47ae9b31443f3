import IOCBase
import IOCConfiguration
import IOCModel

/// The results of the boot for a configuration. A context that patches another one uses them with another `rule`.
struct BootPlan: Sendable {
    let configuration: ContextConfiguration
    var rule: CandidateRule
    /// The custom scopes' stores, by the index of the definition.
    let stores: [Int: any ScopeStore]
    /// The notices: findings that don't fail the boot. They are in no particular order; a report sorts them.
    let notices: [Fault]
    /// The settings that excluded components would read.
    let absentReaders: [AbsentReader]
    /// The decisions to include or exclude components, sorted by name.
    let decisions: [ContextReport.Decision]
}

/// A setting that an excluded component would read.
struct AbsentReader: Sendable {
    let key: String
    let component: String
    /// The reason why the component is excluded.
    let reason: String
}

extension ContextCore {
    /// In strict mode, the faults of settings in files that nothing has read; empty while instances that don't exist
    /// yet may read more settings.
    var unreadFaults: [Fault] {
        settings.isStrict && !mayReadMore ? unread.filter { $0.code == .settingUnread } : []
    }

    /// The faults of settings in files that nothing has read. If an excluded component would read a setting, the fault
    /// names the component.
    var unread: [Fault] {
        settings.unread.map { fault in
            guard let key = fault.settingKey else { return fault }
            guard let reader = absentReader(of: key) else {
                var fault = fault
                fault.hint { [plan] in
                    $0.suggestion =
                        $0.suggestion ?? Suggestion.nearest(to: key, among: plan.absentReaders.map(\.key))
                }
                return fault
            }
            return Fault(.settingOfAbsent(key: key, reader: reader.component, reason: reader.reason), at: fault.origin)
        }
    }

    private func absentReader(of key: String) -> AbsentReader? {
        plan.absentReaders.first { key == $0.key || key.hasPrefix($0.key + ".") }
    }

    /// Returns the keys that nothing reads, each with the known key that was probably meant; nil if no known key is
    /// similar.
    ///
    /// While instances that don't exist yet may read more settings, only a key that is similar to a known one is
    /// returned.
    func unread(among keys: [String]) -> [(key: String, suggestion: String?)] {
        let mayReadMore = self.mayReadMore
        return settings.unread(among: keys).filter { key, suggestion in
            suggestion != nil || !mayReadMore && absentReader(of: key) == nil
        }
    }

    /// Returns the faults of a program's arguments that nothing reads.
    /// - Parameter beforeCreation: True before the instances exist. Then an argument is a fault only if it is similar
    ///   to one of the program's own options, because the instances may read more settings.
    func argumentFaults(beforeCreation: Bool = false) -> [Fault] {
        guard let options = plan.configuration.programOptions else { return [] }
        let absent = plan.absentReaders.map(\.key)
        let faults = settings.unreadArguments(options: options, besides: absent, mayReadMore: mayReadMore)
        return beforeCreation ? faults.filter { fault in options.contains { "--\($0)" == fault.suggestion } } : faults
    }

    /// The notices that the operator of a program sees: settings that nothing reads, variables that are probably
    /// misspelt, components whose lifecycle methods are never called, prefixes and exclusions that match nothing, and
    /// classes that aren't components.
    ///
    /// While instances that don't exist yet may read more settings, only a setting that is similar to a known one is
    /// reported.
    var operatorNotices: [Fault] {
        let mayReadMore = self.mayReadMore
        let mistakes: [IOCError.Code] = [.componentNeverStarted, .prefixWithoutMatch, .classDoesNotConform]
        return Fault.reported(unread).filter { $0.code == .settingUnread && (!mayReadMore || $0.suggestion != nil) }
            + Fault.reported(settings.strayVariables)
            + Fault.reported((plan.notices + notices.withLock(\.self)).filter { mistakes.contains($0.code) })
    }

    /// True if instances that don't exist yet may read settings that are not in `statedSettings`.
    var mayReadMore: Bool { sites.contains(where: \.mayReadMore) }

    /// The faults of all settings that are known without an instance.
    var settingFaults: [Fault] { statedSettings.compactMap(\.fault) }

    /// The settings of properties and initializer parameters that are known without an instance.
    var statedSettings: [StatedSetting] { sites.flatMap { $0.statedSettings(in: settings) } }
}

extension CallSite {
    /// True if an instance that doesn't exist yet may read settings that are not in `statedSettings`.
    fileprivate var mayReadMore: Bool {
        if core.hasJudged(self) { return false }
        return plan?.hasUnreadProperties ?? (!isEager && TypeIdentity.isExistential(type))
    }

    fileprivate func statedSettings(in settings: SettingStore) -> [StatedSetting] {
        let properties = (plan?.fields ?? []).compactMap { field -> StatedSetting? in
            guard let stated = field.stated, let key = stated.setting else { return nil }
            let result = Result { try field.wrapper.checkSetting?(settings, key, facts, stated) }
            let defaultText: @Sendable () -> String = { "in its code" }
            return StatedSetting(
                key: key, point: field.facts, type: field.wrapper.valueType,
                defaultText: stated.hasDefault ? defaultText : nil, failure: result.failure as? IOCError)
        }
        let constructed = creation.constructed
        let parameters = zip(constructed?.constructor.parameters ?? [], constructed?.plan.parameters ?? []).compactMap {
            parameter, point -> StatedSetting? in
            guard let check = parameter.check, let key = parameter.qualifier else { return nil }
            let result = Result { try check(settings, facts) }
            return StatedSetting(
                key: key, point: point, type: parameter.type, defaultText: parameter.defaultText,
                failure: result.failure as? IOCError)
        }
        return properties + parameters
    }
}

/// A setting of a property or of an initializer parameter that is known without an instance.
struct StatedSetting {
    let key: String
    let point: InjectionPointFacts
    let type: Any.Type
    /// A closure that returns the default as text; nil if there is no default.
    let defaultText: (@Sendable () -> String)?
    /// The reason why the setting can't be read; nil if it can.
    let failure: IOCError?

    var fault: Fault? { failure?.asked(by: point).faults[0] }
}
