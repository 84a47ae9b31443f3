import IOCBase
package import IOCModel

extension SettingStore {
    /// A setting as a report shows it.
    package struct Reported: Sendable {
        package let key, value, origin: String
        /// The value of the sources by now where that is another one, and takes effect at the next start.
        package let pending: String?
    }

    /// The settings that a report shows: those that have a single value or a list, the first thousand of them; and how
    /// many keys were not looked at after those.
    package var reported: (settings: [Reported], omitted: Int) {
        var settings: [Reported] = []
        let keys = keys
        let lookups = lookups
        for (index, key) in keys.enumerated() {
            guard settings.count < DocumentLimits.reported else { return (settings, keys.count - index) }
            let (lookup, next) = lookups(key)
            // A text that can't be expanded is a fault when something reads it.
            guard let node = try? lookup.node(key), let value = node.value else { continue }
            let pending = next.flatMap { $0.difference(of: key, from: node) }
            settings.append(
                Reported(key: key, value: shown(value, in: node), origin: node.origin(), pending: pending))
        }
        return (settings, 0)
    }

    /// Where a setting's value comes from, or nil where no source has it.
    /// - Throws: ``IOCError`` where the value can't be put together.
    package func origin(of key: String) throws -> String? {
        do {
            return try lookups(key).now.node(key)?.origin()
        } catch let failure as SettingFailure {
            throw IOCError(failure.fault())
        }
    }

    /// The sources that a key is read from: the newest for what only live values read. For any other key those of the boot,
    /// beside the newest if there are others, which take effect at the next start.
    private var lookups: (_ key: String) -> (now: SettingLookup, next: SettingLookup?) {
        let booted = lookup(for: nil).silent
        guard hasNewest else { return { _ in (booted, nil) } }
        let newest = liveLookup(for: nil).silent
        let isLive = ledger.isReadLiveAlone
        return { isLive($0) ? (newest, nil) : (booted, newest) }
    }

    fileprivate func shown(_ value: SettingValue, in node: SettingNode) -> String {
        node.isSecret ? ShownText.mask : value.shown(secretKeys)
    }

    /// Explains a setting: every source that has it, strongest first, with secrets masked; nil if no source has it.
    /// - Parameter component: The name of the component that reads it; nil for what all see.
    package func explanation(of key: String, for component: String? = nil) -> Explanation? {
        var (lookup, next) = lookups(key)
        if let own = component.flatMap({ ownLayer(named: $0) }) {
            lookup = SettingLookup(self, own: own, layers: lookup.layers, isLive: lookup.isLive).silent
        }
        let path = SettingKey(key)
        let found = path.excess == nil ? lookup.layers.compactMap { try? $0.setting(at: path, as: .any) } : []
        guard !found.isEmpty else { return nil }
        let node = try? lookup.node(key)
        let isMasked = isSecret(path) || found.contains(where: \.isSecret) || node?.isSecret ?? false
        func shown(_ value: SettingValue) -> String { isMasked ? ShownText.mask : value.shown(secretKeys) }
        var facts: [Explanation.Fact] = []
        switch node?.content {
        case .value(let value): facts.append(.init("is", shown(value)))
        case .members: facts.append(.init("is", "an object that its sources make up together"))
        case nil: break
        }
        facts += found.enumerated().map { index, found in
            .init(index == 0 ? "from" : "hides", "\(found.origin): \(shown(found.value))")
        }
        facts += hiddenPlaces(of: key, inNewest: lookup.isLive).map { .init("hides", $0) }
        if let node, let pending = next?.difference(of: key, from: node) {
            facts.append(.init("then", "\(pending), from the next start on"))
        }
        return Explanation(kind: "setting", headline: "the setting \(path.shown)", facts: facts)
    }
}

extension SettingLookup {
    /// The value at a key, and its place.
    fileprivate func node(_ key: String) throws -> SettingNode? {
        var expansion = PlaceholderExpansion()
        return try find(SettingKey(key), as: .any, in: layers, &expansion)
    }

    /// The value here if it is another one than a node's; `null` if there is none any more.
    fileprivate func difference(of key: String, from former: SettingNode) -> String? {
        guard let node = try? node(key) else { return SettingValue.null.description }
        guard let value = node.value, value != former.value else { return nil }
        return store.shown(value, in: node)
    }
}
