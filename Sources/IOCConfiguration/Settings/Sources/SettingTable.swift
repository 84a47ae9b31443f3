import IOCBase

/// The values of a tree by their paths, each with its origin. `{"a": {"b": 1}}` and `{"a.b": 1}` are equal.
///
/// 1. The values of a table are single values, whole lists, and objects without members.
/// 2. A path may have both a value and members, as in the log levels `{"org": "info", "org.hibernate": "debug"}`.
/// 3. A value of a stronger table replaces the value of a weaker table at the same path, and everything below it.
struct SettingTable: Sendable {
    struct Entry: Sendable {
        var value: SettingValue
        /// True if the value comes from a file; false if it comes from code.
        var isOfFile: Bool
        /// True for a `null` that has removed a value of a weaker file.
        var hasRemoved = false
    }

    /// True unless the tree is a single value or a list.
    let isObject: Bool
    private(set) var entries: [String: Entry] = [:]
    /// The names of the members of the object at a path; the path of the root is nil.
    private var members: [String?: Set<String>] = [:]
    /// The names with dots whose values are objects, by the path of the object that contains them. They can be keys of
    /// a dictionary.
    private(set) var dottedNames: [String?: Set<String>] = [:]
    /// The paths that are repeated in the tree.
    private(set) var repeated: [String] = []

    /// Creates a table from a tree in a file or in code.
    init(_ tree: SettingValue, ofFile isOfFile: Bool = false) {
        isObject = tree.members != nil
        if isObject { add(tree, at: nil, isOfFile) } else { entries[""] = Entry(value: tree, isOfFile: isOfFile) }
    }

    private mutating func add(_ value: SettingValue, at path: String?, _ isOfFile: Bool) {
        guard case .object(let members) = value, path == nil || !members.isEmpty else {
            if entries[path ?? ""] != nil { repeated.append(path ?? "") }
            return insert(Entry(value: value, isOfFile: isOfFile), at: path ?? "")
        }
        for (name, member) in members.inOrder {
            if name.contains("."), member.members != nil { dottedNames[path, default: []].insert(name) }
            add(member, at: Self.path(path, name), isOfFile)
        }
    }

    private mutating func insert(_ entry: Entry, at path: String) {
        entries[path] = entry
        var above: String?
        for name in path.split(separator: ".", omittingEmptySubsequences: false) {
            members[above, default: []].insert(String(name))
            above = Self.path(above, String(name))
        }
    }

    private static func path(_ above: String?, _ name: String) -> String { above.map { "\($0).\(name)" } ?? name }

    /// Returns the paths of the objects around a path, shortest first.
    static func paths(above path: String) -> [String] {
        path.indices.filter { path[$0] == "." }.map { String(path[..<$0]) }
    }

    // MARK: Layers

    /// Returns true if the table has a value at a path. Such a value replaces the values of weaker tables there and
    /// below. Returns false for an object without members, which replaces nothing.
    func replaces(_ path: String) -> Bool { entries[path].map { $0.value != [:] } ?? false }

    /// Returns this table merged over a weaker one.
    func laid(over weaker: SettingTable) -> SettingTable {
        var result = SettingTable([:])
        var removals: Set<String> = []
        for (path, entry) in weaker.entries {
            if let replacing = (Self.paths(above: path) + [path]).first(where: replaces) {
                removals.insert(replacing)
            } else if members[path] == nil || ![.null, [:]].contains(entry.value) {
                result.insert(entry, at: path)
            }
        }
        for (path, entry) in entries {
            // An empty object is left out if the weaker table has members there.
            if entry.value == [:], result.entries[path] != nil || result.members[path] != nil { continue }
            var entry = entry
            entry.hasRemoved = entry.value == .null && removals.contains(path)
            result.insert(entry, at: path)
        }
        result.dottedNames = dottedNames.merging(weaker.dottedNames) { $0.union($1) }
        return result
    }

    /// Returns the table of a changed tree. An unchanged value keeps its origin. Any other value comes from code.
    func changed(to tree: SettingValue) -> SettingTable {
        var result = SettingTable(tree)
        for (path, entry) in entries where result.entries[path]?.value == entry.value { result.entries[path] = entry }
        result.dottedNames.merge(dottedNames) { $0.union($1) }
        return result
    }

    /// Returns the values from files, or those from code.
    func part(ofFiles isOfFile: Bool) -> SettingTable { filter { $1.isOfFile == isOfFile } }

    /// Returns the table without the value at a path and everything below it.
    func without(_ path: String) -> SettingTable { filter { key, _ in key != path && !key.hasPrefix("\(path).") } }

    private func filter(_ isIncluded: (String, Entry) -> Bool) -> SettingTable {
        var result = SettingTable([:])
        for (path, entry) in entries where isIncluded(path, entry) { result.insert(entry, at: path) }
        result.dottedNames = dottedNames
        return result
    }

    /// Returns true if a file has the value at a path or around it, or if there is no value.
    func isOfFile(_ path: String) -> Bool {
        SettingKey.paths(to: path).compactMap { entries[$0] }.last?.isOfFile ?? true
    }

    // MARK: Values

    /// The paths of all values, without empty objects, in order.
    var paths: [String] { entries.keys.filter(replaces).ordered() }

    /// The whole tree.
    var tree: SettingValue { isObject ? .object(object(at: nil)) : entries[""]?.value ?? .null }

    /// Returns the value at a path: a value, an object with all its members, or an element of a list; nil if there is
    /// none.
    ///
    /// If a path has both a value and members, the members are returned only if an object is wanted.
    func value(at path: String, as kind: SettingKind = .any) -> SettingValue? {
        if let value = entries[path]?.value, members[path] == nil || (value != [:] && kind != .object) { return value }
        return members[path] == nil ? element(at: path) : .object(object(at: path))
    }

    private func element(at path: String) -> SettingValue? {
        for bracket in path.indices where path[bracket] == "[" {
            guard case .array(let elements)? = entries[String(path[..<bracket])]?.value else { continue }
            guard let close = path[bracket...].firstIndex(of: "]"), let index = Int(path[bracket..<close].dropFirst()),
                elements.indices.contains(index)
            else { return nil }
            let rest = path[path.index(after: close)...]
            return SettingTable(.object(["element": elements[index]])).value(at: "element\(rest)")
        }
        return nil
    }

    private func object(at path: String?) -> [String: SettingValue] {
        var result: [String: SettingValue] = [:]
        for name in members[path] ?? [] {
            let inner = Self.path(path, name)
            let below = members[inner] == nil ? [:] : object(at: inner)
            if let value = entries[inner]?.value, value != [:] || below.isEmpty {
                result[name] = value
                for (key, value) in below { result["\(name).\(key)"] = value }
            } else {
                result[name] = .object(below)
            }
        }
        return result
    }

    /// Returns the names of the members of the object at a path, in order.
    func names(below path: String?) -> [String] { (members[path] ?? []).ordered() }

    /// Returns the paths of the values below a path, relative to it.
    func paths(below path: String) -> [String] {
        (members[path] ?? []).flatMap { name in
            let inner = Self.path(path, name)
            return (entries[inner] == nil ? [] : [name]) + paths(below: inner).map { "\(name).\($0)" }
        }
    }
}

extension SettingValue {
    /// The paths of the values in this object, in order.
    package var paths: [String] { SettingTable(self).paths }

    /// The value at a key path, such as `server.port`; nil if there is none.
    ///
    /// Setting it replaces the value there and everything below it; nil removes both.
    ///
    /// ```swift
    /// configuration.settings["server.port"] = 18088
    /// ```
    public subscript(keyPath: String) -> SettingValue? {
        get { SettingTable(self).value(at: keyPath) }
        set {
            let rest = SettingTable(self).without(keyPath)
            let added = SettingTable(.object(newValue.map { [keyPath: $0] } ?? [:]))
            self = added.laid(over: rest).tree
        }
    }
}
