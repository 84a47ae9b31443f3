import IOCModel

/// The gate of a context: it keeps the context open, and ends it.
///
/// 1. Handles hold it open: those that users have, and those of child contexts. With the last one its gate is closed.
/// 2. Every lookup is inside the gate, or learns that the context has ended.
/// 3. The last one out empties it.
extension ContextCore {
    /// Runs `body` while the core can't be emptied.
    /// - Throws: `context-ended` where it was, and what `body` throws.
    @inline(__always)
    func inGate<Result>(for point: () -> InjectionPointFacts?, _ body: () throws -> Result) throws -> Result {
        try inGate(body) { throw error(Fault(.contextEnded), at: point()) }
    }

    /// Runs `body` while the core can't be emptied, or `orEnded` where it was.
    @inline(__always)
    func inGate<Result>(_ body: () throws -> Result, orEnded: () throws -> Result) throws -> Result {
        // Inside a construction of this context the gate is held already.
        if let frame = ConstructionFrame.innermost, frame.pointee.maker === maker { return try body() }
        guard gate.enter() else { return try isReadable ? body() : orEnded() }
        defer { if gate.leave() { empty() } }
        return try body()
    }

    /// True if it has ended, but for a thread that is inside or is emptying it.
    var isOver: Bool { gate.isClosed && !isReadable }

    @inline(never)
    private var isReadable: Bool { ConstructionFrame.isInside(maker) || Ending.isUnderWay(self) }

    /// The error for a property.
    @inline(never)
    func error(_ fault: Fault, at point: InjectionPointFacts?) -> IOCError {
        var fault = fault
        fault.point = point
        fault.wanted = point.map { registry.rule.types.name(of: $0.wanted) }
        fault.path = ConstructionFrame.path()
        return IOCError(fault)
    }

    // MARK: Handles

    /// - Returns: False once it has ended.
    func hold() -> Bool { holds.add() }

    /// Lets a handle go; the last one ends the context.
    func letGo() {
        if holds.remove(), gate.close() { empty() }
    }

    // MARK: The end

    /// Forgets the lookups, lets the instances go, dependents first, and then what only an open context needs.
    ///
    /// It is called once the gate is closed and no thread is inside. `deinit`s that run meanwhile may read what leads out of
    /// their cycle.
    func empty() {
        lookup.table.close()
        Ending.run(self) { maker.dropAll() }
        dropServices()
    }
}
