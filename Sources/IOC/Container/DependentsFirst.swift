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
        return
            placed
            .map { (depth: $1.core.depth, rank: $1.definition.place.rank, number: $1.number, element: $0) }
            .sorted { ($0.depth, $0.rank, $0.number) > ($1.depth, $1.rank, $1.number) }
            .map(\.element)
    }
}
