import IOCBase

/// A property source that holds a tree: what a file or code says.
public struct TreePropertySource: PropertySource {
    /// The source as messages call it.
    public let name: String
    /// The values; an object.
    public let tree: PropertyValue
    private let origin: @Sendable (String) -> String

    /// A source of a tree.
    /// - Parameters:
    ///   - tree: The values; an object.
    ///   - name: The source as messages call it.
    public init(_ tree: PropertyValue, name: String) {
        self.init(tree, name: name, origin: { _ in name })
    }

    init(_ tree: PropertyValue, name: String, origin: @escaping @Sendable (String) -> String) {
        self.tree = tree
        self.name = name
        self.origin = origin
    }

    /// The value at a key; keys of the tree may hold dots themselves, and the longest that leads on wins.
    public func property(at key: PropertyKey, as kind: PropertyKind) -> SourcedProperty? {
        guard key.isWellFormed, case .object = tree, let value = tree.value(at: key.description) else { return nil }
        return SourcedProperty(value, from: origin(key.description))
    }

    /// The members of the object at a key, in order.
    public func members(of key: PropertyKey) -> [String] {
        let value = key.parts.isEmpty ? tree : property(at: key, as: .object)?.value
        guard case .object(let members) = value else { return [] }
        return members.keys.ordered()
    }
}

extension PropertyValue {
    /// The key paths of everything that is no object, in order.
    var leafKeys: [String] {
        guard case .object(let members) = self else { return [] }
        return members.inOrder.flatMap { name, value in
            if case .object = value { return value.leafKeys.map { "\(name).\($0)" } }
            return [name]
        }
    }

    /// Sets the value at a key, with objects on the way as needed.
    mutating func set(_ value: PropertyValue, at parts: some Collection<String>) {
        guard let name = parts.first else {
            self = value
            return
        }
        var members: [String: PropertyValue] = [:]
        if case .object(let known) = self { members = known }
        var member = members[name] ?? .object([:])
        member.set(value, at: parts.dropFirst())
        members[name] = member
        self = .object(members)
    }

    /// The part of this tree that another one has too, and the part that it lacks.
    func split(by original: PropertyValue) -> (same: PropertyValue, different: PropertyValue) {
        guard case .object(let members) = self, case .object(let others) = original else {
            return self == original ? (self, [:]) : ([:], self)
        }
        var same: [String: PropertyValue] = [:]
        var different: [String: PropertyValue] = [:]
        for (name, value) in members {
            if value == others[name] {
                same[name] = value
            } else if case .object = value, let other = others[name], case .object = other {
                (same[name], different[name]) = value.split(by: other)
            } else {
                different[name] = value
            }
        }
        return (.object(same), .object(different))
    }
}
