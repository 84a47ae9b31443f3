/// Circles of initializers: none of their members can be made first.
extension Wiring {
    /// One shortest circle of each group of components whose initializers need each other.
    var circlesOfConstructors: [[Int]] {
        guard points.contains(where: { $0.contains(where: \.isParameter) }) else { return [] }
        return GraphWalk(successors: parameterTargets).cycles
    }

    /// For each definition those that its initializer is passed.
    package var parameterTargets: [[Int]] {
        zip(points, edges).map { points, edges in
            zip(points, edges).filter { $0.isParameter && $1.shape.isImmediate }.flatMap(\.1.targets)
        }
    }

    /// The fault of a circle of initializers.
    func fault(ofConstructors cycle: [Int], _ definitions: [DefinitionFacts]) -> Fault {
        let links = cycle.indices.map { index in
            let next = cycle[(index + 1) % cycle.count]
            return zip(points[cycle[index]], edges[cycle[index]])
                .first { $0.isParameter && $1.shape.isImmediate && $1.targets.contains(next) }.map(\.0)
        }
        let steps = zip(cycle, links).map { definition, point in
            Fault.CycleStep(component: definitions[definition].name, property: point?.property)
        }
        return Fault(
            .constructionCycle(ofParameters: steps),
            at: links[0]?.location.map(Origin.source) ?? definitions[cycle[0]].origin)
    }
}
