import IOCBase
package import IOCModel

extension SettingStore {
    /// The settings in files that nothing has read so far.
    ///
    /// The first hundred are reported one by one, and of others how many there are.
    package var unread: [Fault] {
        let read = ledger.read
        let configuration = sources.configuration
        let unread = sources.fileKeys(without: read)
        if unread.isEmpty { return [] }
        let given = Set(sources.knownKeys + unread.map(\.key)).union(sources.components.values.flatMap(Self.keys))
        let missed = read.subtracting(given).ordered()
        var faults: [Fault] = []
        for (index, (key, path)) in unread.enumerated() {
            guard faults.count < Fault.limit else {
                let rest = Fault.Kind.settingUnread(more: unread.count - index)
                return faults + [Fault(rest, at: configuration.origin(of: "settings"))]
            }
            // Code may have changed other settings than these.
            let isSetting = path.hasPrefix("settings.")
            let place = isSetting ? configuration.files?.place(of: path) : configuration.origin(of: path)
            guard let origin = place, case .file = origin, !sources.takesAway(key, at: path) else { continue }
            faults.append(
                Fault(.settingUnread(key: key), at: origin, suggestion: Self.nearest(to: key, among: missed)))
        }
        return faults
    }

    private static func keys(of component: SettingLayer) -> [String] {
        guard let source = component.source as? TreeSettingSource else { return [] }
        return source.table.paths.map { "\(source.name).\($0)" }
    }

    /// The key that was probably meant: one beside it first.
    private static func nearest(to key: String, among keys: some Sequence<String>) -> String? {
        let above = SettingLedger.pattern(of: key).split(separator: ".").dropLast().joined(separator: ".") + "."
        let beside = keys.filter { $0.hasPrefix(above) && !$0.dropFirst(above.count).contains(".") }
        return Suggestion.nearest(to: key, among: beside) ?? Suggestion.nearest(to: key, among: keys)
    }

    /// The variables that look like a setting's and belong to none.
    package var strayVariables: [Fault] {
        // A misspelt variable of a setting that is read matters most.
        let read = readAnywhere.filter { !$0.hasPrefix("components.") }
        let keys = read.ordered() + knownKeys.filter { !read.contains($0) }
        return Fault.limited(
            sources.environment.strays(among: keys).map { stray in
                Fault(
                    .variableUnread(name: stray.name, key: stray.key), at: .code("the environment"),
                    suggestion: stray.meant)
            })
    }

    /// The variables whose names nearly are that of a setting's which is not set.
    func nearVariables(of key: SettingKey) -> [Fault.NearMiss] {
        let variable = EnvironmentSettingSource.variable(for: key)
        return sources.environment.strays(among: ["\(key)"] + knownKeys.filter { $0 != "\(key)" })
            .filter { $0.meant == variable }.prefix(8)
            .map { Fault.NearMiss(name: $0.name, reason: "is set in the environment, and no setting maps to it") }
    }

    var knownKeys: [String] { sources.knownKeys + (parent?.knownKeys ?? []) }

    /// Every key that was read, here or in a context above.
    private var readAnywhere: Set<String> { ledger.read.union(parent?.readAnywhere ?? []) }

    /// The keys that nothing has read so far, each with the one that was probably meant.
    package func unread(among keys: [String]) -> [(key: String, suggestion: String?)] {
        let read = ledger.read
        let meant = read.ordered()
        return keys.filter { !read.contains($0) }.map { ($0, Self.nearest(to: $0, among: meant)) }
    }

    /// The known key that was probably meant.
    func suggestion(for key: SettingKey, excluding others: [SettingKey] = []) -> String? {
        let others = Set(others.map(\.description))
        return Self.nearest(to: "\(key)", among: knownKeys.filter { !others.contains($0) })
    }

    /// Every key that a tree has or that was read, in order; components' own values are left out.
    package var keys: [String] {
        Set(knownKeys).union(ledger.read.filter { !$0.hasPrefix("components.") && !$0.contains("[]") }).ordered()
    }
}
