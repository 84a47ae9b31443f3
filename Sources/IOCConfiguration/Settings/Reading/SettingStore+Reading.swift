package import IOCModel

extension SettingStore {
    /// A setting's value: what the sources say, else the default, else nil for an optional.
    /// - Parameter component: The component that asks, whose own values come first.
    /// - Throws: ``SettingFailure`` if there is no value, or if it does not convert.
    package func read<Wanted: Decodable & Sendable>(
        _ type: Wanted.Type, at key: String, for component: DefinitionFacts?, default fallback: Wanted?
    ) throws -> Wanted {
        try lookup(for: component).value(of: try found(type, at: key, for: component) ?? fallback, at: key)
    }

    /// Reads a setting without its default, which only an instance knows.
    /// - Parameter isLive: True if the setting follows its sources.
    /// - Throws: ``SettingFailure`` if there is neither a value nor a default, or if the value does not convert.
    package func check<Wanted: Decodable & Sendable>(
        _ type: Wanted.Type, at key: String, for component: DefinitionFacts?, hasDefault: Bool, isLive: Bool
    ) throws {
        // Read as a live value: a change of the setting then needs no new context.
        let value =
            isLive
            ? try liveLookup(for: component).readIfPresent(type, at: key) : try found(type, at: key, for: component)
        if !hasDefault { _ = try lookup(for: component).value(of: value, at: key) }
    }

    /// The value from the sources, or nil if there is none.
    private func found<Wanted: Decodable & Sendable>(
        _ type: Wanted.Type, at key: String, for component: DefinitionFacts?
    ) throws -> Wanted? {
        let lookup = lookup(for: component)
        let reading = Reading(type: ObjectIdentifier(type), key: key, component: lookup.own?.source.name)
        return try kept(reading) { try lookup.readIfPresent(type, at: key) }
    }

    /// The reason why a condition on a setting does not hold, or nil where it does.
    /// - Parameter expected: The value it must have; without one, any value will do that is not off.
    package func reasonAgainst(_ key: String, equals expected: SettingValue?) throws -> String? {
        ConditionRule(key: key, expected: expected).reason(against: try lookup(for: nil).whole(SettingKey(key)))
    }

    /// The reason given by a condition on a setting that holds.
    package func reasonFor(_ key: String, equals expected: SettingValue?) -> String {
        let found = try? lookup(for: nil).whole(SettingKey(key))
        return ConditionRule(key: key, expected: expected)
            .reason(for: found ?? ConditionRule.Found(value: nil, isSecret: true, origin: nil))
    }
}
