import IOCBase
package import IOCModel

/// A setting in a report.
public struct ReportedSetting: Sendable, Equatable, CustomStringConvertible {
    /// The key path.
    public let key: String
    /// The value as JSON, limited to 200 characters, or a mask.
    public let value: String
    /// The place of the value.
    public let origin: String
    /// The newer value in the sources, which takes effect at the next start; nil if the value has not changed, or if
    /// only live values read it.
    public let pending: String?

    /// The key, the value and the origin in one line.
    public var description: String {
        let next = pending.map { "; at the next start \($0)" } ?? ""
        return ShownText.line("\(key) = \(value) (\(origin))\(next)")
    }
}

extension SettingStore {
    /// The settings of a report: the first thousand that have a single value or a list. Also the number of keys
    /// after these, which are left out.
    package var reported: (settings: [ReportedSetting], omitted: Int) {
        var settings: [ReportedSetting] = []
        let keys = keys
        for (index, key) in keys.enumerated() {
            guard settings.count < DocumentLimits.reported else { return (settings, keys.count - index) }
            let (now, next) = sessions(for: key)
            // A text whose placeholders can't be replaced is left out here. It is reported when a component reads it.
            guard let node = try? now.cursor(at: SettingKey(key)).find(.any), let value = node.value else { continue }
            let pending = next?.difference(of: key, from: node)
            settings.append(
                ReportedSetting(
                    key: key, value: shown(value, of: key, in: node), origin: node.found.origin, pending: pending))
        }
        return (settings, 0)
    }

    /// Returns the place of a setting's value; nil if no source has the setting.
    /// - Throws: ``IOCError`` if a placeholder in the value can't be replaced, or if a source fails.
    package func origin(of key: String) throws -> String? {
        try sessions(for: key).now.cursor(at: SettingKey(key)).find(.any)?.found.origin
    }

    /// Returns the session that reads a key for a report. It has the newest sources if only live values read the key,
    /// otherwise the sources of the boot. In the second case, `next` has the newest sources if they differ. These take
    /// effect at the next start.
    /// - Parameter component: The facts of the component that reads the key; nil for the value that all components
    ///   read.
    private func sessions(
        for key: String, of component: DefinitionFacts? = nil
    ) -> (now: SettingSession, next: SettingSession?) {
        func session(isLive: Bool) -> SettingSession { self.session(for: component, isLive: isLive, isReading: false) }
        if hasNewest, isReadLiveAlone(key) { return (session(isLive: true), nil) }
        return (session(isLive: false), hasNewest ? session(isLive: true) : nil)
    }

    fileprivate func shown(_ value: SettingValue, of key: String, in node: SettingNode) -> String {
        node.isSecret ? ShownText.mask : value.shown(self, at: key)
    }

    /// Returns an explanation of a setting: every source that has it, strongest first, with secrets masked; nil if no
    /// source has it.
    /// - Parameter component: The component that reads it; nil for the value that all components read.
    package func explanation(of key: String, for component: DefinitionFacts? = nil) -> Explanation? {
        let (now, next) = sessions(for: key, of: component)
        let path = SettingKey(key)
        let found = path.excess == nil ? now.layers.compactMap { try? $0.setting(at: path, as: .any) } : []
        guard !found.isEmpty else { return nil }
        let node = try? now.cursor(at: path).find(.any)
        let isMasked = isSecret(path) || found.contains(where: \.isSecret) || node?.isSecret ?? false
        func shown(_ value: SettingValue) -> String { isMasked ? ShownText.mask : value.shown(self, at: key) }
        var facts: [Explanation.Fact] = []
        if let node {
            facts.append(.init("is", node.value.map(shown) ?? "an object that its sources make up together"))
        }
        facts += found.enumerated().map { index, found in
            .init(index == 0 ? "from" : "hides", "\(found.origin): \(shown(found.value))")
        }
        // Weaker files that have the setting are listed by their places.
        let files = (now.isLive ? newest() : sources).configuration.files
        facts += (files?.places(of: "settings.\(key)") ?? []).dropFirst().map { .init("hides", $0.description) }
        if let node, let pending = next?.difference(of: key, from: node) {
            facts.append(.init("then", "\(pending), from the next start on"))
        }
        return Explanation(kind: "setting", headline: "the setting \(path.shown)", facts: facts)
    }
}

extension SettingSession {
    /// Returns the value in this session if it differs from the former one; `null` if there is none any more; nil if it
    /// is the same.
    fileprivate func difference(of key: String, from former: SettingNode) -> String? {
        guard let node = try? cursor(at: SettingKey(key)).find(.any) else { return SettingValue.null.description }
        guard let value = node.value, value != former.value else { return nil }
        return store.shown(value, of: key, in: node)
    }
}

extension SettingStore {
    /// The faults of settings in files that nothing has read.
    package var unread: [Fault] {
        let read = keysRead
        let configuration = sources.configuration
        let stated = sources.stated(readingLists: read)
        let unread = stated.filter { !read.contains(SettingKey.pattern(of: $0.key)) }
        if unread.isEmpty { return [] }
        let given = Set(sources.knownKeys + stated.map(\.key))
        let missed = read.subtracting(given).ordered()
        return unread.compactMap { key, path in
            // If code has changed a setting, the file's value is not reported.
            let isSetting = path.hasPrefix("settings.")
            let place = isSetting ? configuration.files?.place(of: path) : configuration.origin(of: path)
            guard case .file? = place else { return nil }
            return Fault(.settingUnread(key: key), at: place) { $0.suggestion = Self.nearest(to: key, among: missed) }
        }
    }

    /// Returns the key that was probably meant. Keys with the same parent are preferred.
    ///
    /// The last parts of the keys must be similar by themselves: `db.port` is no suggestion for `db.host`, and `b` is
    /// none for `a`.
    private static func nearest(to key: String, among keys: some Sequence<String>) -> String? {
        let above = SettingKey.pattern(of: key).split(separator: ".").dropLast().joined(separator: ".") + "."
        let name = key.split(separator: ".").last ?? ""
        let near = keys.filter { other in
            let part = other.split(separator: ".").last ?? ""
            return part == name || name.count > 1 && Suggestion.nearest(to: String(name), among: [String(part)]) != nil
        }
        let beside = near.filter { $0.hasPrefix(above) && !$0.dropFirst(above.count).contains(".") }
        return Suggestion.nearest(to: key, among: beside) ?? Suggestion.nearest(to: key, among: near)
    }

    /// The faults of environment variables that set nothing, although their names look like the variable of a setting
    /// or of a dictionary's entry.
    package var strayVariables: [Fault] {
        let keys = variableKeys
        let entries = sources.environment.entries(ofMaps: maps, besides: keys)
        let misspelt = sources.environment.strays(among: keys).filter { entries[$0.name] == nil }.map { stray in
            Fault(.variableUnread(name: stray.name, key: stray.key), at: .outside("the environment")) {
                $0.suggestion = stray.meant
            }
        }
        return misspelt
            + entries.inOrder.map { Fault(.variableOfMap(name: $0, map: $1), at: .outside("the environment")) }
    }

    /// The keys whose variables are checked. Settings that were read come first, because a misspelt variable of those
    /// matters most.
    private var variableKeys: [String] {
        let read = readAnywhere.filter { !$0.hasPrefix("components.") }
        return read.ordered() + knownKeys.filter { !read.contains($0) }
    }

    /// Returns the environment variables whose names are similar to the variable of a missing setting.
    func nearVariables(of key: SettingKey) -> [Fault.NearMiss] {
        let variable = EnvironmentSettingSource.variable(for: key)
        return sources.environment.strays(among: ["\(key)"] + variableKeys.filter { $0 != "\(key)" })
            .filter { $0.meant == variable }.prefix(8)
            .map { Fault.NearMiss(name: $0.name, reason: "is set in the environment, and no setting maps to it") }
    }

    var knownKeys: [String] { sources.knownKeys + (parent?.knownKeys ?? []) }

    /// Every key that was read in this context or in one above it.
    private var readAnywhere: Set<String> { keysRead.union(parent?.readAnywhere ?? []) }

    /// Returns the keys in `keys` that nothing has read, each with the key that was probably meant.
    package func unread(among keys: [String]) -> [(key: String, suggestion: String?)] {
        let read = keysRead
        let meant = read.ordered()
        return keys.filter { !read.contains($0) }.map { ($0, Self.nearest(to: $0, among: meant)) }
    }

    /// Returns the faults of the arguments that belong to none of the settings that were read.
    /// - Parameters:
    ///   - options: The names of the program's own arguments.
    ///   - keys: The settings that count as read, with everything below them.
    ///   - mayReadMore: True if an instance that doesn't exist yet may read more settings. Then an argument with a
    ///     value is a fault only if it is similar to a known one.
    package func unreadArguments(options: [String], besides keys: [String], mayReadMore: Bool) -> [Fault] {
        let read = keysRead.union(keys)
        let unread = sources.arguments.arguments(besides: read).filter { argument in
            !keys.contains { argument.name.hasPrefix("\($0).") }
        }
        if unread.isEmpty { return [] }
        let meant = options + read.ordered().flatMap { [$0, EnvironmentSettingSource.argument(for: $0)] }
        return unread.compactMap { name, hasValue in
            let suggestion = Self.nearest(to: name, among: meant)
            if suggestion == nil, hasValue, mayReadMore { return nil }
            let argument = hasValue ? "--\(name)=" : "--\(name)"
            return Fault(.argumentUnread(argument)) { $0.suggestion = suggestion.map { "--\($0)" } }
        }
    }

    /// Returns the known key that was probably meant; nil if none is similar.
    func suggestion(for key: SettingKey, excluding others: [SettingKey] = []) -> String? {
        let others = Set(others.map(\.description))
        return Self.nearest(to: "\(key)", among: knownKeys.filter { !others.contains($0) })
    }

    /// Every key that code or a file has or that was read, sorted. Keys in components' entries, and keys in the
    /// elements of lists, are left out.
    package var keys: [String] {
        Set(knownKeys).union(keysRead.filter { !$0.hasPrefix("components.") && !$0.contains("[]") }).ordered()
    }
}
