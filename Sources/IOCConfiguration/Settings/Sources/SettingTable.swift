import IOCBase

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
            return Self.element(of: elements, at: path[bracket...])
        }
        return nil
    }

    private static func element(of elements: [SettingValue], at path: Substring) -> SettingValue? {
        guard let close = path.firstIndex(of: "]"), let index = Int(path[..<close].dropFirst()),
            elements.indices.contains(index)
        else { return nil }
        let rest = path[path.index(after: close)...]
        switch (rest.first, elements[index]) {
        case (nil, let element): return element
        case ("[", .array(let inner)): return element(of: inner, at: rest)
        case (".", .object(let members)): return SettingTable(.object(members)).value(at: String(rest.dropFirst()))
        default: return nil
        }
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
