import IOCBase
package import IOCModel

extension PropertyStore {
    /// A property as a report shows it.
    package struct Reported: Sendable {
        package let key, value, origin: String
        /// The value of the sources by now where that is another one, and takes effect at the next start.
        package let pending: String?
    }

    /// The properties that a report shows: those that have a single value or a list, the first thousand of them; and how
    /// many keys were not looked at after those.
    package var reported: (properties: [Reported], omitted: Int) {
        var properties: [Reported] = []
        let keys = keys
        let sources = current
        for (index, key) in keys.enumerated() {
            guard properties.count < DocumentLimits.reported else { return (properties, keys.count - index) }
            let (store, next) = sources(key)
            // A text that can't be expanded is a fault when somebody reads it.
            guard let node = try? store.silently(find: key), let value = node.value else { continue }
            let pending = next.flatMap { $0.difference(of: key, from: node) }
            properties.append(
                Reported(key: key, value: store.shown(value, in: node), origin: node.origin(), pending: pending))
        }
        return (properties, 0)
    }

    /// Where a property's value comes from, or nil where no source has it.
    /// - Throws: ``IOCError`` where the value can't be put together.
    package func origin(of key: String) throws -> String? {
        do {
            return try current(key).store.silently(find: key)?.origin()
        } catch let failure as PropertyFailure {
            throw IOCError(failure.fault())
        }
    }

    /// The sources that hold for a key: for what live values alone read the newest; for any other those of the boot, and
    /// beside them the newest, which come later.
    private var current: (_ key: String) -> (store: PropertyStore, next: PropertyStore?) {
        let newest = newest
        guard newest !== self else { return { _ in (self, nil) } }
        let isLive = ledger.isReadLiveAlone
        return { isLive($0) ? (newest, nil) : (self, newest) }
    }

    /// The value here if it is another one than a node's; `null` if there is none any more.
    private func difference(of key: String, from former: PropertyNode) -> String? {
        guard let node = try? silently(find: key) else { return PropertyValue.null.description }
        guard let value = node.value, value != former.value else { return nil }
        return shown(value, in: node)
    }

    private func shown(_ value: PropertyValue, in node: PropertyNode) -> String {
        node.isSecret ? SecretKeys.mask : value.shown(secretKeys)
    }

    /// A property without counting it as read.
    private func silently(
        find key: String, in lookup: PropertyLookup? = nil
    ) throws -> PropertyNode? {
        var lookup = lookup ?? self.lookup(for: nil)
        lookup.isReading = false
        var expansion = PlaceholderExpansion()
        return try lookup.find(PropertyKey(key), as: .any, in: lookup.layers, &expansion)
    }

    /// Explains a property: every source that has it, strongest first, with secrets masked; nil where nobody has it.
    /// - Parameter component: The name of the component that reads it; nil for what all see.
    package func explanation(of key: String, for component: String? = nil) -> Explanation? {
        let (store, next) = current(key)
        guard var explanation = store.ownExplanation(of: key, for: component) else { return nil }
        if let next, let node = try? silently(find: key),
            let pending = next.difference(of: key, from: node)
        {
            explanation.facts.append(.init("then", "\(pending), from the next start on"))
        }
        return explanation
    }

    private func ownExplanation(of key: String, for component: String?) -> Explanation? {
        let lookup = PropertyLookup(store: self, own: component.flatMap { ownLayer(named: $0) })
        let found = Self.layersFound(of: PropertyKey(key), in: lookup.layers)
        guard !found.isEmpty else { return nil }
        let whole = try? silently(find: key, in: lookup)
        let isMasked = isSecret(PropertyKey(key)) || found.contains(where: \.isSecret) || whole?.isSecret ?? false
        var facts: [Explanation.Fact] = []
        if let value = whole?.value { facts.append(.init("is", isMasked ? SecretKeys.mask : value.shown(secretKeys))) }
        if case .members? = whole?.content { facts.append(.init("is", "an object that its sources make up together")) }
        facts += found.enumerated().map { index, found in
            let value = isMasked ? SecretKeys.mask : found.value.shown(secretKeys)
            return .init(index == 0 ? "from" : "hides", "\(found.origin): \(value)")
        }
        facts += hiddenPlaces(of: key).map { .init("hides", $0) }
        return Explanation(kind: "property", headline: "the property \(PropertyKey(key).shown)", facts: facts)
    }

    private static func layersFound(of key: PropertyKey, in layers: [PropertyLayer]) -> [SourcedProperty] {
        guard key.excess == nil else { return [] }
        return layers.compactMap { (try? $0.property(at: key, as: .any)) ?? nil }
    }
}
