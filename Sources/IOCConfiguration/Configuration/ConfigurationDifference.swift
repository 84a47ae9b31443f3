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
        add(former.properties, new.properties, "")
        properties = properties.ordered()
    }

    private mutating func add(_ former: PropertyValue?, _ new: PropertyValue?, _ key: String) {
        if former == new { return }
        let sides = [former, new].map { value -> [String: PropertyValue]? in
            if case .object(let members)? = value { members } else { nil }
        }
        // A side without members has the key itself, unless there is nothing.
        let isSaid = zip([former, new], sides).contains { value, members in value != nil && members?.isEmpty ?? true }
        if isSaid, !key.isEmpty { properties.append(key) }
        for name in Set(sides.flatMap { $0.map { Array($0.keys) } ?? [] }) {
            add(sides[0]?[name], sides[1]?[name], key.isEmpty ? name : "\(key).\(name)")
        }
    }
}
