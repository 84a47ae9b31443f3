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

    private let definitions: [DefinitionFacts]
    /// The definitions by name; nil where they stand in that order anyway, as a plan's do.
    private let order: [Int]?
    private let ends = LazyEnds()
    /// Groups of definitions that claim one name, in the order of the names.
    package let duplicates: [[Int]]

    package init(_ definitions: [DefinitionFacts]) {
        self.definitions = definitions
        // Most stand by name, each once.
        if definitions.indices.dropFirst().allSatisfy({ definitions[$0 - 1].name < definitions[$0].name }) {
            order = nil
            duplicates = []
            return
        }
        let order = definitions.indices.ordered { definitions[$0].name < definitions[$1].name }
        self.order = order
        var duplicates: [[Int]] = []
        var start = 0
        while start < definitions.count {
            let name = definitions[order[start]].name
            var end = start + 1
            while end < definitions.count, definitions[order[end]].name == name { end += 1 }
            if end > start + 1 { duplicates.append(Array(order[start..<end])) }
            start = end
        }
        self.duplicates = duplicates
    }

    package func match(_ name: String) -> Match {
        if let index = full(name) { return .found(index) }
        let indices = ends.table(of: definitions)[name] ?? []
        return indices.isEmpty ? .unknown : indices.count == 1 ? .found(indices[0]) : .ambiguous(indices)
    }

    /// Every name somebody could have meant, for suggestions.
    package var all: [String] {
        var names: [String] = []
        for place in definitions.indices {
            let name = definitions[order?[place] ?? place].name
            if names.last != name { names.append(name) }
        }
        return names + ends.table(of: definitions).keys.ordered()
    }

    /// The first definition of a full name.
    private func full(_ name: String) -> Int? {
        var (low, high) = (0, definitions.count)
        while low < high {
            let middle = low + (high - low) / 2
            if definitions[order?[middle] ?? middle].name < name { low = middle + 1 } else { high = middle }
        }
        guard low < definitions.count else { return nil }
        let index = order?[low] ?? low
        return definitions[index].name == name ? index : nil
    }
}

/// Definitions by the ends of their qualified names, put together when somebody asks for one: most programs name none.
private final class LazyEnds: Sendable {
    private let known = Guarded<[String: [Int]]?>(nil)

    func table(of definitions: [DefinitionFacts]) -> [String: [Int]] {
        known.withLock { known in
            let table = known ?? Self.table(of: definitions)
            known = table
            return table
        }
    }

    private static func table(of definitions: [DefinitionFacts]) -> [String: [Int]] {
        var ends: [String: [Int]] = [:]
        ends.reserveCapacity(definitions.count)
        for (index, definition) in definitions.enumerated() {
            ends[definition.simpleName, default: []].append(index)
            for end in longerEnds(of: definition) { ends[end, default: []].append(index) }
        }
        return ends
    }

    /// The ends of a qualified name that are longer than the simple name and shorter than the whole.
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
