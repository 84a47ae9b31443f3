extension InjectionBinding {
    /// A Boolean value that indicates whether the owner is being made, so that what it keeps may still fail.
    final var isOwnerUnfinished: Bool {
        guard let definition else { return false }
        return ConstructionFrame.isBuilding(definition) || graph?.isBeingBuilt ?? false
    }
}

extension GraphPlace {
    /// True if this thread is building the graph.
    var isBeingBuilt: Bool { ConstructionFrame.knownSession.map { $0.identity === session } ?? false }
}
