/// Circles of initializers: none of their members can be made first.
extension Wiring {
    /// One shortest circle of each group of components whose initializers need each other.
    var circlesOfConstructors: [[Int]] {
        guard hasParameters else { return [] }
        // By number, as each point and edge would be copied otherwise.
        let successors = points.indices.map { definition in
            points[definition].indices.flatMap { index in
                points[definition][index].isParameter && edges[definition][index].shape.isImmediate
                    ? edges[definition][index].targets : []
            }
        }
        return GraphWalk(successors: successors).cycles
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
