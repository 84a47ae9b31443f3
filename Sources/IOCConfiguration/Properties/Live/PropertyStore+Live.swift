import IOCBase
package import IOCModel

extension PropertyStore {
    /// The slot of a live value, with its value read now if nobody has asked for it before.
    /// - Parameters:
    ///   - component: The component that asks, whose own values come first.
    ///   - isRequired: True if nothing is no value.
    ///   - point: The property that asks.
    /// - Throws: ``PropertyFailure`` where there is no value, or where it does not convert.
    package func liveSlot<Wanted: Decodable & Sendable>(
        _ type: Wanted.Type, at key: String, for component: DefinitionFacts?, isRequired: Bool,
        point: InjectionPointFacts
    ) throws -> LiveSlot<Wanted> {
        let reading = Reading(
            type: ObjectIdentifier(type), key: key, component: ownLayer(of: component)?.source.name)
        while true {
            if let slot = live.slot(of: reading, in: self, isRequired: isRequired) as? LiveSlot<Wanted> {
                if isRequired, slot.value == nil {
                    throw PropertySession(lookup(for: component)).missing(PropertyKey(key), type)
                }
                return slot
            }
            let changes = live.changes
            let source = newest
            let slot = LiveSlot(
                try source.liveValue(type, at: key, for: component, isRequired: isRequired),
                raw: source.liveRaw(key, for: component), in: live, key: key, component: component, point: point,
                isRequired: isRequired)
            if live.add(slot, of: reading, in: self, after: changes) { return slot }
        }
    }

    /// The value of the sources now, converted; nil where they say nothing and that is a value.
    func liveValue<Wanted: Decodable & Sendable>(
        _ type: Wanted.Type, at key: String, for component: DefinitionFacts?, isRequired: Bool
    ) throws -> Wanted? {
        var lookup = lookup(for: component)
        lookup.isLive = true
        let session = PropertySession(lookup)
        let place = PropertySession.Place(key: PropertyKey(key), content: .layers(lookup.layers))
        let value = try session.readIfPresent(type, at: place)
        if value == nil, isRequired { throw session.missing(place.key, type) }
        return value
    }

    /// The value of the sources now, to compare; a text that can't be expanded is reported where it is converted.
    func liveRaw(_ key: String, for component: DefinitionFacts?) -> PropertyValue? {
        var lookup = lookup(for: component)
        lookup.isReading = false
        let key = PropertyKey(key)
        var expansion = PlaceholderExpansion()
        var isSecret = false
        do {
            return try lookup.find(key, as: .any, in: lookup.layers, &expansion)
                .map { try lookup.whole($0, at: key, isSecret: &isSecret, &expansion) }
        } catch {
            return .string("\(error)")
        }
    }

    /// The keys among some that live values alone are put together from.
    package func readLiveAlone(_ keys: [String]) -> Set<String> {
        let isLive = ledger.isReadLiveAlone
        return Set(keys.filter(isLive))
    }

    /// Takes what a configuration says now over into the live values of this context, and of those below it.
    /// - Returns: The keys of the values that have changed, in order.
    /// - Throws: ``IOCError`` with each value that is missing or does not convert; then none has changed.
    package func takeOver(_ configuration: ContextConfiguration) throws -> [String] {
        while true {
            let snapshot = live.snapshot
            let next = following(configuration, below: parent?.newest)
            guard next.faults.isEmpty else { throw IOCError(next.faults) }
            var stores = [ObjectIdentifier(self): next]
            var staged: [StagedLiveValue] = []
            var faults: [Fault] = []
            for (store, slots) in snapshot.groups {
                let source = store.moved(&stores)
                guard source !== store.newest else { continue }
                for slot in slots {
                    do {
                        if let value = try slot.stage(in: source) { staged.append(value) }
                    } catch let failure as PropertyFailure {
                        faults.append(failure.fault(point: slot.point))
                    }
                }
            }
            guard faults.isEmpty else { throw IOCError(faults) }
            let moved = snapshot.groups.compactMap { group in
                stores[ObjectIdentifier(group.store)].map { (group.store, $0) }
            }
            // They go with no lock held, as a store that goes ends its live values.
            var former: [PropertyStore?] = []
            let isDone = live.publish(staged, since: snapshot) {
                former.append(follow(next))
                for (store, source) in moved { former.append(store.follow(source)) }
            }
            withExtendedLifetime(former) {}
            if isDone { return Set(staged.map(\.slot.key)).ordered() }
        }
    }

    /// The sources of this context once those of others have changed.
    private func moved(_ stores: inout [ObjectIdentifier: PropertyStore]) -> PropertyStore {
        if let known = stores[ObjectIdentifier(self)] { return known }
        guard let parent else { return newest }
        let above = parent.moved(&stores)
        guard above !== parent.newest else { return newest }
        let store = placed(below: above)
        stores[ObjectIdentifier(self)] = store
        return store
    }
}
