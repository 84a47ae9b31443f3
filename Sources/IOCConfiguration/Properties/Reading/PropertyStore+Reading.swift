package import IOCModel

extension PropertyStore {
    /// A property's value: what the sources say, else the default, else nil for an optional.
    /// - Parameter component: The component that asks, whose own values come first.
    /// - Throws: ``PropertyFailure`` where there is no value, or where it does not convert.
    package func read<Wanted: Decodable & Sendable>(
        _ type: Wanted.Type, at key: String, for component: DefinitionFacts?, default fallback: Wanted?
    ) throws -> Wanted {
        if let value = try found(type, at: key, for: component) ?? fallback { return value }
        if let optional = type as? any ExpressibleByNilLiteral.Type, let none = optional.init(nilLiteral: ()) as? Wanted
        {
            return none
        }
        let session = PropertySession(lookup(for: component))
        throw session.missing(PropertyKey(key), type)
    }

    /// Reads a property without its default, which only an instance knows.
    /// - Parameter isLive: True if the property follows its sources.
    /// - Throws: ``PropertyFailure`` if there is neither a value nor a default, or if the value does not convert.
    package func check<Wanted: Decodable & Sendable>(
        _ type: Wanted.Type, at key: String, for component: DefinitionFacts?, hasDefault: Bool, isLive: Bool
    ) throws {
        if isLive {
            // Read as a live value: a change of the setting then needs no new context.
            let isRequired = !hasDefault && !(type is any ExpressibleByNilLiteral.Type)
            _ = try newest.liveValue(type, at: key, for: component, isRequired: isRequired)
            return
        }
        if try found(type, at: key, for: component) != nil || hasDefault { return }
        _ = try read(type, at: key, for: component, default: nil)
    }

    /// The value from the sources, or nil where there is none.
    private func found<Wanted: Decodable & Sendable>(
        _ type: Wanted.Type, at key: String, for component: DefinitionFacts?
    ) throws -> Wanted? {
        let own = ownLayer(of: component)
        let reading = Reading(type: ObjectIdentifier(type), key: key, component: own?.source.name)
        if let kept = kept(reading, as: type) { return kept.value }
        let lookup = PropertyLookup(store: self, own: own)
        let place = PropertySession.Place(key: PropertyKey(key), content: .layers(lookup.layers))
        let value = try PropertySession(lookup).readIfPresent(type, at: place)
        keep(Kept(value: value), of: reading)
        return value
    }

    /// The value by which a definition chooses among its options.
    /// - Throws: ``IOCError`` where the value can't be put together.
    package func option(_ key: String, at location: SourceLocation) throws -> (value: PropertyValue?, isSecret: Bool) {
        do {
            let found = try whole(key)
            return (found.value, found.isSecret)
        } catch let failure as PropertyFailure {
            throw IOCError(failure.fault(at: .source(location)))
        }
    }

    /// The reason why a condition on a property does not hold, or nil where it does.
    /// - Parameter expected: The value it must have; without one, any value will do that is not off.
    package func reasonAgainst(_ key: String, equals expected: PropertyValue?) throws -> String? {
        ConditionRule(key: key, expected: expected).reason(against: try whole(key))
    }

    /// The reason given by a condition on a property that holds.
    package func reasonFor(_ key: String, equals expected: PropertyValue?) -> String {
        let found = try? whole(key)
        return ConditionRule(key: key, expected: expected)
            .reason(for: found ?? ConditionRule.Found(value: nil, isSecret: true, origin: nil))
    }

    /// A property's value as it is, with everything below it, its place, and whether it is secret.
    func whole(_ key: String) throws -> ConditionRule.Found {
        let key = PropertyKey(key)
        let lookup = lookup(for: nil)
        var expansion = PlaceholderExpansion()
        var isSecret = isSecret(key)
        let node = try lookup.find(key, as: .any, in: lookup.layers, &expansion)
        let value = try node.map { try lookup.whole($0, at: key, isSecret: &isSecret, &expansion) }
        return ConditionRule.Found(value: value, isSecret: isSecret, origin: node?.origin())
    }
}
