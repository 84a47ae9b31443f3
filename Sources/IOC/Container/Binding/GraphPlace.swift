/// When an instance of an object graph was made: references from older to newer ones close no cycle.
struct GraphPlace: Sendable {
    let session: GraphIdentity
    let serial: Int

    /// Whether this thread is building the graph.
    var isBeingBuilt: Bool { ConstructionFrame.knownSession.map { $0.identity === session } ?? false }
}

/// Tells one object graph from another, also after it was built.
final class GraphIdentity: Sendable {}
