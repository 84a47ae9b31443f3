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
        var last: ContextCore?
        for (_, place) in placed where place.core !== last {
            place.core.known.settle()
            last = place.core
        }
        let keys = placed.map { ($0.place.core.depth, $0.place.definition.place.rank, $0.place.number) }
        return keys.indices.ordered { keys[$0] > keys[$1] }.map { placed[$0].element }
    }
}
