/// The names under which definitions are found.
///
/// 1. A name that was given works, and so does the qualified name of a class that was not given one.
/// 2. A simple name works while one definition has it; while several have it, it is ambiguous.
/// 3. Two definitions of one full name are a fault that names both origins.
package struct NameIndex: Sendable {
    package enum Match: Equatable {
        case found(Int)
        case ambiguous([Int])
        case unknown
    }

    private var full: [String: Int] = [:]
    private var simple: [String: [Int]] = [:]
    /// Groups of definitions that claim one name, in the order of the names.
    package private(set) var duplicates: [[Int]] = []

    package init(_ definitions: [DefinitionFacts]) {
        full.reserveCapacity(definitions.count)
        simple.reserveCapacity(definitions.count)
        var clashes: [String: [Int]] = [:]
        for (index, definition) in definitions.enumerated() {
            if let first = full.updateValue(index, forKey: definition.name) {
                full[definition.name] = first
                clashes[definition.name, default: [first]].append(index)
            }
            if definition.simpleName != definition.name {
                simple[definition.simpleName, default: []].append(index)
            }
        }
        duplicates = clashes.sorted { $0.key < $1.key }.map(\.value)
    }

    package func match(_ name: String) -> Match {
        if let index = full[name] { return .found(index) }
        guard let indices = simple[name] else { return .unknown }
        return indices.count == 1 ? .found(indices[0]) : .ambiguous(indices)
    }

    /// Every name somebody could have meant, for suggestions.
    package var all: [String] { full.keys.sorted() + simple.keys.sorted() }
}
