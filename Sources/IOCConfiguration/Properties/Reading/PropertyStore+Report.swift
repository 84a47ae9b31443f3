import IOCBase
package import IOCModel

extension PropertyStore {
    /// A property as a report shows it.
    package typealias Reported = (key: String, value: String, origin: String)

    /// The properties that a report shows: those that have a single value or a list, the first thousand of them; and how
    /// many keys were not looked at after those.
    package var reported: (properties: [Reported], omitted: Int) {
        let budget = PlaceholderBudget()
        var properties: [Reported] = []
        let keys = unsortedKeys
        for (index, key) in keys.inOrder(first: 2 * DocumentLimits.reported).enumerated() {
            guard properties.count < DocumentLimits.reported else { return (properties, keys.count - index) }
            // A text that can't be expanded is a fault when somebody reads it.
            guard let node = try? silently(find: key, budget), let value = node.value else { continue }
            properties.append((key, node.isSecret ? SecretKeys.mask : value.shown(secretKeys), node.origin()))
        }
        return (properties, 0)
    }

    /// Where a property's value comes from, or nil where no source has it.
    /// - Throws: ``IOCError`` where the value can't be put together.
    package func origin(of key: String) throws -> String? {
        do {
            return try silently(find: key, PlaceholderBudget())?.origin()
        } catch let failure as PropertyFailure {
            throw IOCError(failure.fault())
        }
    }

    /// A property without counting it as read.
    private func silently(
        find key: String, in lookup: PropertyLookup? = nil, _ budget: PlaceholderBudget
    ) throws -> PropertyNode? {
        var lookup = lookup ?? self.lookup(for: nil)
        lookup.isReading = false
        var expansion = PlaceholderExpansion(budget)
        return try lookup.find(PropertyKey(key), as: .any, in: lookup.layers, &expansion)
    }

    /// Explains a property: every source that has it, strongest first, with secrets masked; nil where nobody has it.
    /// - Parameters:
    ///   - key: The property's key.
    ///   - component: The name of the component that reads it; nil for what all see.
    ///   - configuration: The configuration that names the files, which are one source; nil where that is not known.
    package func explanation(
        of key: String, for component: String? = nil, _ configuration: ContextConfiguration? = nil
    ) -> Explanation? {
        let lookup = PropertyLookup(store: self, own: component.flatMap { ownLayer(named: $0) })
        let found = Self.layersFound(of: PropertyKey(key), in: lookup.layers)
        guard !found.isEmpty else { return nil }
        let whole = try? silently(find: key, in: lookup, PlaceholderBudget())
        let isMasked = isSecret(PropertyKey(key)) || found.contains(where: \.isSecret) || whole?.isSecret ?? false
        var facts: [Explanation.Fact] = []
        if let value = whole?.value { facts.append(.init("is", isMasked ? SecretKeys.mask : value.shown(secretKeys))) }
        if case .members? = whole?.content { facts.append(.init("is", "an object that its sources make up together")) }
        facts += found.enumerated().map { index, found in
            let value = isMasked ? SecretKeys.mask : found.value.shown(secretKeys)
            return .init(index == 0 ? "from" : "hides", "\(found.origin): \(value)")
        }
        facts += (configuration?.hiddenPlaces(ofProperty: key) ?? []).map { .init("hides", $0) }
        return Explanation(kind: "property", headline: "the property \(PropertyKey(key).shown)", facts: facts)
    }

    private static func layersFound(of key: PropertyKey, in layers: [PropertyLayer]) -> [SourcedProperty] {
        guard key.excess == nil else { return [] }
        return layers.compactMap { (try? $0.property(at: key, as: .any)) ?? nil }
    }
}

extension [String] {
    /// The texts in order; where they are many, those behind the first ones are sorted when they are reached.
    fileprivate func inOrder(first count: Int) -> some Sequence<String> {
        var first: [String] = []
        var others: [String] = []
        var limit: String?
        for text in self {
            if let limit, limit < text {
                others.append(text)
                continue
            }
            first.append(text)
            guard first.count == 2 * count else { continue }
            first = first.ordered()
            others += first[count...]
            first.removeSubrange(count...)
            limit = first.last
        }
        return [first, others].lazy.flatMap { $0.ordered() }
    }
}
