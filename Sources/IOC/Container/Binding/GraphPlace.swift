/// The place of an instance in its object graph, by age: references from older to newer ones close no cycle.
struct GraphPlace: Sendable {
    let session: GraphIdentity
    let serial: Int
}

/// Tells one object graph from another, also after it was built.
final class GraphIdentity: Sendable {}
