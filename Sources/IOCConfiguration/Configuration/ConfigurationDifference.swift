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
        for (part, other) in zip(former.parts, new.parts) where !part.isSame(as: other) && part.name != "properties" {
            if let key = part.key { sections.append(key) }
        }
        let (before, after) = (PropertyTable(former.properties).values, PropertyTable(new.properties).values)
        properties = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.ordered()
    }
}
