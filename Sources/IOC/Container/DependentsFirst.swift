import IOCBase

extension Sequence {
    /// The instances of definitions, dependents before their dependencies: child contexts first, then by the known edges,
    /// then the last one first.
    /// - Parameter place: Returns the definition, with its context, and the place in the order of creation.
    func dependentsFirst(
        _ place: (Element) -> (core: ContextCore, definition: RegisteredDefinition, number: Int)
    ) -> [Element] {
        let placed = map { (element: $0, place: place($0)) }
        guard placed.count > 1 else { return placed.map(\.element) }
        var ranks: [ObjectIdentifier: [Int]] = [:]
        let keys = placed.map { entry in
            let (core, definition, number) = entry.place
            let known = ranks[ObjectIdentifier(core)] ?? core.dependencies.ranks
            ranks[ObjectIdentifier(core)] = known
            return (core.depth, known[definition.index], number)
        }
        return keys.indices.ordered { keys[$0] > keys[$1] }.map { placed[$0].element }
    }
}
