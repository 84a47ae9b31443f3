import IOCBase
import IOCModel

/// A setting source with its place in the order of precedence.
struct SettingLayer: Sendable {

    /// From the strongest to the weakest.
    enum Rank: Int, Sendable {
        case component, overrides, code, arguments, environment, custom, files
    }

    let rank: Rank
    let source: any SettingSource
    /// True if the source holds an element of a list or the value of a placeholder, whose placeholders were expanded.
    var isExpanded = false

    /// True if placeholders are looked for in its texts.
    var expandsPlaceholders: Bool { !isExpanded && ![.arguments, .environment, .custom].contains(rank) }

    func setting(at key: SettingKey, as kind: SettingKind) throws -> SourcedSetting? {
        do {
            return try source.setting(at: key, as: kind)
        } catch {
            throw SettingFailure(kind: .settingSourceFailed(source: source.name, key: key.shown), cause: error)
        }
    }

    /// The names of the members that layers have below a key, in order.
    ///
    /// The keys of a map may have dots. If its values are single ones, a name is the whole path to one. Otherwise a name
    /// has dots if one of the layers has an object of that name.
    static func names(below key: SettingKey, in layers: [SettingLayer], holdsSingleValues: Bool) -> [String] {
        var names: Set<String> = []
        var paths: Set<String> = []
        var dotted: Set<String> = []
        for layer in layers {
            guard let table = (layer.source as? TreeSettingSource)?.table else {
                names.formUnion(layer.source.members(of: key))
                continue
            }
            paths.formUnion(table.paths(below: key.description))
            dotted.formUnion(table.dottedNames[key.description] ?? [])
        }
        if holdsSingleValues { return names.union(paths).ordered() }
        for path in paths {
            let starts = SettingTable.paths(above: path) + [path]
            // What is below a single value has no object to be in.
            let isBelowValue = starts.dropLast().contains(where: paths.contains)
            names.insert(starts.last(where: dotted.contains) ?? (isBelowValue ? path : starts[0]))
        }
        return names.ordered()
    }
}

/// The value at a key, all sources considered.
struct SettingNode {
    /// What the strongest source has.
    let found: SourcedSetting
    /// A single value or a list; nil for an object.
    var value: SettingValue?
    /// The layers that make up an object together.
    var members: [SettingLayer] = []
    var isSecret: Bool
    /// True if the entry of a component gave it.
    var isOwn = false

    /// A layer of something in the node: an element of its list, or the object that its placeholder resolves to.
    func layer(of value: SettingValue, at key: SettingKey) -> SettingLayer {
        let source = TreeSettingSource(.object([key.description: value]), name: "a value") { [found] _ in found.origin }
        return SettingLayer(rank: isOwn ? .component : .files, source: source, isExpanded: true)
    }

    /// The value as a message shows it.
    var shown: String { isSecret ? ShownText.mask : value?.brief ?? "an object" }
}

/// The values of a tree by their key paths: `{"a": {"b": 1}}` and `{"a.b": 1}` are the same.
///
/// 1. The values of a table are single values, whole lists, and objects without members.
/// 2. A path may have both a value and members, as in the log levels `{"org": "info", "org.hibernate": "debug"}`.
/// 3. A `null` hides everything below it that the table doesn't have itself.
struct SettingTable: Sendable {
    private(set) var values: [String: SettingValue] = [:]
    /// The last parts of paths by the path above them.
    private var members: [String: Set<String>] = [:]
    /// The names with dots of objects in objects, by the path of the outer one: the keys of a map may have dots.
    private(set) var dottedNames: [String: Set<String>] = [:]
    /// The paths that the tree has more than once.
    private(set) var repeated: [String] = []

    init(_ tree: SettingValue) { add(tree, at: "") }

    private mutating func add(_ value: SettingValue, at path: String) {
        if case .object(let members) = value, path.isEmpty || !members.isEmpty {
            for (name, member) in members.inOrder {
                if name.contains("."), case .object = member { dottedNames[path, default: []].insert(name) }
                add(member, at: Self.path(path, name))
            }
            return
        }
        if values.updateValue(value, forKey: path) != nil { repeated.append(path) }
        var above = ""
        for name in path.split(separator: ".", omittingEmptySubsequences: false) {
            members[above, default: []].insert(String(name))
            above = Self.path(above, String(name))
        }
    }

    /// The paths of all values but objects without members, in order.
    var paths: [String] { values.keys.filter { values[$0] != [:] }.ordered() }

    /// The value at a path, an object with all its members, or an element of a list.
    ///
    /// If a path has both a value and members, the members are returned only if an object is wanted.
    func value(at path: String, as kind: SettingKind = .any) -> SettingValue? {
        if let value = values[path], members[path] == nil || (value != [:] && kind != .object) { return value }
        if members[path] != nil { return .object(object(at: path)) }
        return element(at: path) ?? (isHidden(path) ? .null : nil)
    }

    /// Returns true if there is a `null` above a path.
    private func isHidden(_ path: String) -> Bool { Self.paths(above: path).contains { values[$0] == .null } }

    private func element(at path: String) -> SettingValue? {
        for bracket in path.indices where path[bracket] == "[" {
            guard case .array(let elements)? = values[String(path[..<bracket])] else { continue }
            guard let close = path[bracket...].firstIndex(of: "]"), let index = Int(path[bracket..<close].dropFirst()),
                elements.indices.contains(index)
            else { return nil }
            let rest = path[path.index(after: close)...]
            return SettingTable(.object(["element": elements[index]])).value(at: "element\(rest)")
        }
        return nil
    }

    private func object(at path: String) -> [String: SettingValue] {
        var result: [String: SettingValue] = [:]
        for name in members[path] ?? [] {
            let inner = Self.path(path, name)
            let below = members[inner] == nil ? [:] : object(at: inner)
            if let value = values[inner], value != [:] || below.isEmpty {
                result[name] = value
                for (key, value) in below { result["\(name).\(key)"] = value }
            } else {
                result[name] = .object(below)
            }
        }
        return result
    }

    /// The names of the members of the object at a path, in order.
    func names(below path: String) -> [String] { (members[path] ?? []).ordered() }

    /// The paths of the values below a path, without it.
    func paths(below path: String) -> [String] {
        (members[path] ?? []).flatMap { name in
            let inner = Self.path(path, name)
            return (values[inner] == nil ? [] : [name]) + paths(below: inner).map { "\(name).\($0)" }
        }
    }

    private static func path(_ above: String, _ name: String) -> String { above.isEmpty ? name : "\(above).\(name)" }

    /// The paths of the objects that a path leads through, the shortest first.
    static func paths(above path: String) -> [String] {
        path.indices.filter { path[$0] == "." }.map { String(path[..<$0]) }
    }
}

extension SettingValue {
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
                ([.null, [:]].contains(entry.value) && above.contains(entry.path))
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
