import IOCBase

/// The names under which definitions are found.
///
/// 1. A definition is found by its given name. Without a given name, it is found by the qualified name of its class.
/// 2. It is also found by the end of its qualified name, from the simple name on, if no other definition has the same
///    end. Otherwise that end is ambiguous. For `Shop.Core.clock` the ends are `Core.clock` and `clock`.
/// 3. Two definitions with the same full name are a fault that names both origins.
package final class NameIndex: Sendable {
    package enum Match: Equatable {
        case found(Int)
        case ambiguous([Int])
        case unknown
    }

    private let definitions: [DefinitionFacts]
    /// The first definition of each full name.
    private let full: [String: Int]
    /// The definitions by the ends of their qualified names. Nil until the first request, because most programs use
    /// none.
    private let ends = Guarded<[String: [Int]]?>(nil)
    /// Groups of definitions that have the same name, in the order of the names.
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

    /// The ends of a qualified name that are longer than the simple name and shorter than the full name.
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
