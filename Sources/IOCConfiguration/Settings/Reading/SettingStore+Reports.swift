import IOCBase
package import IOCModel

/// A setting as a report shows it.
public struct ReportedSetting: Sendable, Equatable, CustomStringConvertible {
    /// The key path.
    public let key: String
    /// The value as JSON would write it, its first 200 characters, or a mask.
    public let value: String
    /// Where the value comes from.
    public let origin: String
    /// The value that the sources have by now, where no live value follows them: it takes effect at the next start.
    /// Nil where it is the same.
    public let pending: String?

    /// Key, value and origin in one line.
    public var description: String {
        let next = pending.map { "; at the next start \($0)" } ?? ""
        return ShownText.line("\(key) = \(value) (\(origin))\(next)")
    }
}

extension SettingStore {
    /// The settings that a report shows: those that have a single value or a list, the first thousand of them; and how
    /// many keys were not looked at after those.
    package var reported: (settings: [ReportedSetting], omitted: Int) {
        var settings: [ReportedSetting] = []
        let keys = keys
        for (index, key) in keys.enumerated() {
            guard settings.count < DocumentLimits.reported else { return (settings, keys.count - index) }
            let (now, next) = sessions(for: key)
            // A text that can't be expanded is a fault when something reads it.
            guard let node = try? now.cursor(at: SettingKey(key)).find(.any), let value = node.value else { continue }
            let pending = next?.difference(of: key, from: node)
            settings.append(
                ReportedSetting(
                    key: key, value: shown(value, of: key, in: node), origin: node.found.origin, pending: pending))
        }
        return (settings, 0)
    }

    /// Where a setting's value comes from, or nil where no source has it.
    /// - Throws: ``IOCError`` where the value can't be put together.
    package func origin(of key: String) throws -> String? {
        try sessions(for: key).now.cursor(at: SettingKey(key)).find(.any)?.found.origin
    }

    /// The sources that a key is read from: the newest for what only live values read. For any other key those of the boot,
    /// beside the newest if there are others, which take effect at the next start.
    /// - Parameter component: The facts of the component that reads it; nil for what all see.
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

    /// Explains a setting: every source that has it, strongest first, with secrets masked; nil if no source has it.
    /// - Parameter component: The component that reads it; nil for what all see.
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
        // The places in files that lose to a stronger file.
        let files = (now.isLive ? newest() : sources).configuration.files
        facts += (files?.places(of: "settings.\(key)") ?? []).dropFirst().map { .init("hides", $0.description) }
        if let node, let pending = next?.difference(of: key, from: node) {
            facts.append(.init("then", "\(pending), from the next start on"))
        }
        return Explanation(kind: "setting", headline: "the setting \(path.shown)", facts: facts)
    }
}

extension SettingSession {
    /// The value here if it is another one than a node's; `null` if there is none any more.
    fileprivate func difference(of key: String, from former: SettingNode) -> String? {
        guard let node = try? cursor(at: SettingKey(key)).find(.any) else { return SettingValue.null.description }
        guard let value = node.value, value != former.value else { return nil }
        return store.shown(value, of: key, in: node)
    }
}

extension SettingStore {
    /// The settings in files that nothing has read so far.
    package var unread: [Fault] {
        let read = keysRead
        let configuration = sources.configuration
        let stated = sources.stated(readingLists: read)
        let unread = stated.filter { !read.contains(SettingKey.pattern(of: $0.key)) }
        if unread.isEmpty { return [] }
        let given = Set(sources.knownKeys + stated.map(\.key))
        let missed = read.subtracting(given).ordered()
        return unread.compactMap { key, path in
            // Code may have changed other settings than these.
            let isSetting = path.hasPrefix("settings.")
            let place = isSetting ? configuration.files?.place(of: path) : configuration.origin(of: path)
            guard case .file? = place else { return nil }
            return Fault(.settingUnread(key: key), at: place) { $0.suggestion = Self.nearest(to: key, among: missed) }
        }
    }

    /// The key that was probably meant: one beside it first.
    ///
    /// The last parts must be near each other by themselves: `db.port` is not meant by `db.host`, nor `b` by `a`.
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

    /// The variables that look like a setting's and belong to none.
    package var strayVariables: [Fault] {
        let keys = variableKeys
        let entries = sources.environment.entries(ofMaps: maps, besides: keys)
        let misspelt = sources.environment.strays(among: keys).filter { entries[$0.name] == nil }.map { stray in
            Fault(.variableUnread(name: stray.name, key: stray.key), at: .code("the environment")) {
                $0.suggestion = stray.meant
            }
        }
        return misspelt
            + entries.inOrder.map { Fault(.variableOfMap(name: $0, map: $1), at: .code("the environment")) }
    }

    /// The keys that variables map to. A misspelt variable of a setting that is read matters most.
    private var variableKeys: [String] {
        let read = readAnywhere.filter { !$0.hasPrefix("components.") }
        return read.ordered() + knownKeys.filter { !read.contains($0) }
    }

    /// The variables whose names nearly are that of a setting's which is not set.
    func nearVariables(of key: SettingKey) -> [Fault.NearMiss] {
        let variable = EnvironmentSettingSource.variable(for: key)
        return sources.environment.strays(among: ["\(key)"] + variableKeys.filter { $0 != "\(key)" })
            .filter { $0.meant == variable }.prefix(8)
            .map { Fault.NearMiss(name: $0.name, reason: "is set in the environment, and no setting maps to it") }
    }

    var knownKeys: [String] { sources.knownKeys + (parent?.knownKeys ?? []) }

    /// Every key that was read, here or in a context above.
    private var readAnywhere: Set<String> { keysRead.union(parent?.readAnywhere ?? []) }

    /// The keys that nothing has read so far, each with the one that was probably meant.
    package func unread(among keys: [String]) -> [(key: String, suggestion: String?)] {
        let read = keysRead
        let meant = read.ordered()
        return keys.filter { !read.contains($0) }.map { ($0, Self.nearest(to: $0, among: meant)) }
    }

    /// The faults of the arguments that give none of the settings that were read.
    /// - Parameters:
    ///   - options: The names of the program's own arguments.
    ///   - keys: The settings that count as read, with everything below them.
    ///   - mayReadMore: True if something to come may read more. Then an argument with a value must nearly be a known one.
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

    /// The known key that was probably meant.
    ///
    /// A key that can't be asked for, because a part of it is empty, is none.
    func suggestion(for key: SettingKey, excluding others: [SettingKey] = []) -> String? {
        let others = Set(others.map(\.description))
        return Self.nearest(to: "\(key)", among: knownKeys.filter { !others.contains($0) })
    }

    /// Every key that a tree has or that was read, in order; components' own values are left out.
    package var keys: [String] {
        Set(knownKeys).union(keysRead.filter { !$0.hasPrefix("components.") && !$0.contains("[]") }).ordered()
    }
}
