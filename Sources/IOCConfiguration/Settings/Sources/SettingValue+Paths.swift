extension SettingValue {
    /// The value at a key path such as `server.ports[0]`, or nil if there is none.
    package func value(at keyPath: String) -> SettingValue? {
        keyPath.isEmpty ? self : SettingTable(self).value(at: keyPath)
    }

    /// The paths of the values in this object, in order.
    package var paths: [String] { SettingTable(self).paths }

    /// This tree laid over another one, path by path.
    ///
    /// 1. A value replaces the one of the same path, whichever way the two keys are written.
    /// 2. Objects merge. A single value and a list replace an object; but of a map whose keys have dots, such as `org` and
    ///    `org.hibernate`, every entry stays.
    /// 3. A `null` replaces everything below it.
    package func merged(over lower: SettingValue) -> SettingValue {
        guard case .object = self, case .object = lower else { return self }
        let (own, former) = (entries(), lower.entries())
        let upper = Dictionary(own.map { ($0.path, $0.value) }) { $1 }
        let above = Set(own.flatMap { SettingTable.paths(above: $0.path) })
        let formerAbove = Set(former.flatMap { SettingTable.paths(above: $0.path) })
        var result = SettingValue.object([:])
        var kept: Set<String> = []
        for entry in former {
            let isReplaced =
                (entry.isNothing && above.contains(entry.path))
                || SettingTable.paths(above: entry.path).contains { path in
                    upper[path].map { $0 == .null || ($0 != [:] && entry.objects.contains(path)) } ?? false
                }
            guard !isReplaced else { continue }
            kept.insert(entry.path)
            result.insert(upper[entry.path] ?? entry.value, at: entry.keys[...])
        }
        for entry in own where !kept.contains(entry.path) && !(entry.value == [:] && formerAbove.contains(entry.path)) {
            result.insert(entry.value, at: entry.keys[...])
        }
        return result
    }

    /// The values of this tree that another one has at the same paths, or those that it doesn't have like that.
    func values(sameAsIn other: SettingValue, _ areSame: Bool) -> SettingValue {
        let others = SettingTable(other).values
        return entries().reduce(into: .object([:])) { result, entry in
            if (others[entry.path] == entry.value) == areSame { result.insert(entry.value, at: entry.keys[...]) }
        }
    }

    // MARK: Entries

    /// A value in a tree, with the keys that lead to it as they are written.
    private struct Entry {
        var keys: [String]
        var value: SettingValue

        var path: String { keys.joined(separator: ".") }
        /// The paths of the objects that it is in, as they are written.
        var objects: [String] { keys.indices.dropFirst().map { keys[..<$0].joined(separator: ".") } }
        var isNothing: Bool { value == .null || value == [:] }
    }

    private func entries(below keys: [String] = []) -> [Entry] {
        guard case .object(let members) = self, !members.isEmpty else {
            return keys.isEmpty ? [] : [Entry(keys: keys, value: self)]
        }
        return members.inOrder.flatMap { $0.value.entries(below: keys + [$0.key]) }
    }

    /// Adds a value at a path that this object doesn't have yet.
    private mutating func insert(_ value: SettingValue, at keys: ArraySlice<String>) {
        guard case .object(var members) = self, let name = keys.first else { return }
        let rest = keys.dropFirst()
        // Moved out, so that the member is not copied when it changes.
        self = .null
        defer { self = .object(members) }
        let former = members.removeValue(forKey: name)
        switch former {
        case .object(let inner)? where rest.isEmpty && !inner.isEmpty:
            for (key, value) in inner { members["\(name).\(key)"] = value }
            members[name] = value
        case .object?, nil:
            guard !rest.isEmpty else { return members[name] = value }
            var member = former ?? .object([:])
            member.insert(value, at: rest)
            members[name] = member
        case let former?:
            members[name] = former
            members[keys.joined(separator: ".")] = value
        }
    }
}
