import IOCBase

/// The names under which definitions are found.
///
/// 1. A name that was given works, and so does the qualified name of a class that was not given one.
/// 2. The end of a qualified name, from its simple name on, works while one definition has it; while several have it, it
///    is ambiguous: `Core.clock` and `clock` for `Shop.Core.clock`.
/// 3. Two definitions of one full name are a fault that names both origins.
package struct NameIndex: Sendable {
    package enum Match: Equatable {
        case found(Int)
        case ambiguous([Int])
        case unknown
    }

    private var full: [String: Int] = [:]
    /// By the ends of qualified names.
    private var simple: ListsByKey<String, Int>
    /// Groups of definitions that claim one name, in the order of the names.
    package private(set) var duplicates: [[Int]] = []

    package init(_ definitions: [DefinitionFacts]) {
        full.reserveCapacity(definitions.count)
        simple = ListsByKey(capacity: definitions.count)
        var clashes: [String: [Int]] = [:]
        for (index, definition) in definitions.enumerated() {
            if let first = full.updateValue(index, forKey: definition.name) {
                full[definition.name] = first
                clashes[definition.name, default: [first]].append(index)
            }
            if definition.simpleName != definition.name {
                simple.append(index, to: definition.simpleName)
                for end in Self.longerEnds(of: definition) { simple.append(index, to: end) }
            }
        }
        duplicates = clashes.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The ends of a qualified name that are longer than the simple name and shorter than the whole.
    private static func longerEnds(of definition: DefinitionFacts) -> [String] {
        let (name, simpleName) = (definition.name, definition.simpleName)
        guard name.utf8.count > simpleName.utf8.count, name.hasSuffix(simpleName) else { return [] }
        let lead = name.utf8.dropLast(simpleName.utf8.count)
        guard lead.last == UInt8(ascii: ".") else { return [] }
        return lead.indices.dropLast().filter { lead[$0] == UInt8(ascii: ".") }.map {
            String(name[name.utf8.index(after: $0)...])
        }
    }

    package func match(_ name: String) -> Match {
        if let index = full[name] { return .found(index) }
        if let index = simple.only(name) { return .found(index) }
        let indices = simple[name]
        return indices.isEmpty ? .unknown : .ambiguous(indices)
    }

    /// Every name somebody could have meant, for suggestions.
    package var all: [String] { full.keys.sorted() + simple.keys.sorted() }
}
