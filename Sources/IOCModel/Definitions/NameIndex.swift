import IOCBase

/// The names under which definitions are found:
///
/// 1. The full name: the given name, otherwise the qualified name of the class or definition. Two definitions with the
///    same full name are a fault.
/// 2. The simple name of the class or definition, or a longer end of its qualified name. For `Shop.Core.clock` these
///    are `clock` and `Core.clock`. If several definitions have the same end, it is ambiguous.
///
/// A full name takes precedence over an equal end.
package final class NameIndex: Sendable {
    package enum Match: Equatable {
        case found(Int)
        case ambiguous([Int])
        case unknown
    }

    private let definitions: [DefinitionFacts]
    /// The first definition of each full name.
    private let full: [String: Int]
    /// The definitions by the ends of their qualified names; nil until the first use.
    private let ends = Guarded<[String: [Int]]?>(nil)
    /// Groups of definitions that have the same full name, sorted by name.
    package let duplicates: [[Int]]

    package init(_ definitions: [DefinitionFacts]) {
        self.definitions = definitions
        var full: [String: Int] = [:]
        full.reserveCapacity(definitions.count)
        for index in definitions.indices.reversed() { full[definitions[index].name] = index }
        self.full = full
        let groups =
            full.count < definitions.count ? Dictionary(grouping: definitions.indices) { definitions[$0].name } : [:]
        duplicates = groups.values.filter { $0.count > 1 }
            .ordered { definitions[$0[0]].name < definitions[$1[0]].name }
    }

    package func match(_ name: String) -> Match {
        if let index = full[name] { return .found(index) }
        let indices = byEnd[name] ?? []
        return indices.isEmpty ? .unknown : indices.count == 1 ? .found(indices[0]) : .ambiguous(indices)
    }

    /// All names, for suggestions.
    package var all: [String] { full.keys.ordered() + byEnd.keys.ordered() }

    private var byEnd: [String: [Int]] {
        ends.withLock { known in
            if let known { return known }
            var ends: [String: [Int]] = [:]
            for (index, definition) in definitions.enumerated() {
                ends[definition.simpleName, default: []].append(index)
                for end in Self.longerEnds(of: definition) { ends[end, default: []].append(index) }
            }
            known = ends
            return ends
        }
    }

    /// Returns the ends of a qualified name that are longer than the simple name and shorter than the full name.
    private static func longerEnds(of definition: DefinitionFacts) -> [String] {
        let (name, simpleName) = (definition.name, definition.simpleName)
        guard name.hasSuffix(simpleName) else { return [] }
        let lead = name.utf8.dropLast(simpleName.utf8.count)
        guard lead.last == UInt8(ascii: ".") else { return [] }
        return lead.indices.dropLast().filter { lead[$0] == UInt8(ascii: ".") }.map {
            String(name[name.utf8.index(after: $0)...])
        }
    }
}
