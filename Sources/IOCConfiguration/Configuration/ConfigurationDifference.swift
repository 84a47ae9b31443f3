import IOCBase

/// The differences of files from before.
package struct ConfigurationDifference: Sendable, Equatable {
    /// The keys of the file besides its properties.
    package private(set) var sections: [String] = []
    /// The keys of properties, in order.
    package private(set) var properties: [String] = []

    package var isEmpty: Bool { sections.isEmpty && properties.isEmpty }

    /// Compares a configuration with the one before.
    package init(from former: ContextConfiguration, to new: ContextConfiguration) {
        for (key, row) in ConfigurationKey.ofFiles where key != "properties" && !row.isSame(former, new) {
            sections.append(key)
        }
        add([former.properties, new.properties], "")
        properties = properties.ordered()
    }

    /// Adds the keys that not all sides have the same value of.
    private mutating func add(_ sides: [PropertyValue?], _ key: String) {
        guard sides.contains(where: { $0 != sides[0] }) else { return }
        let members = sides.map { side -> [String: PropertyValue] in
            if case .object(let members)? = side { members } else { [:] }
        }
        // A side without members has the key itself, unless there is nothing.
        let isSaid = zip(sides, members).contains { side, members in side != nil && members.isEmpty }
        if isSaid, !key.isEmpty { properties.append(key) }
        for name in Set(members.flatMap(\.keys)) {
            add(members.map { $0[name] }, key.isEmpty ? name : "\(key).\(name)")
        }
    }
}
