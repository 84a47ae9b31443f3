import IOCModel

/// What a context's definitions come to before anything is made: which fit which types, where injection points lead, and in which
/// order.
///
/// It follows from the definitions, the bindings and the program's records alone, so contexts of equal ones can share it.
final class DefinitionGraph: Sendable {
    let types: TypeIndex
    let names: NameIndex
    /// What the injection points come to before any instance has told a name.
    let wiring: Wiring
    /// The walk over where they lead.
    let walk: GraphWalk
    /// What nobody will start, run or stop.
    let notices: [Fault]

    /// - Parameters:
    ///   - rule: The definitions and how to choose among them.
    ///   - types: Which of them fit which types.
    ///   - wiring: What their injection points come to.
    ///   - records: The program's records.
    init(_ rule: CandidateRule, types: TypeIndex, wiring: Wiring, records: ProgramRecords) {
        self.types = types
        names = rule.names
        self.wiring = wiring
        walk = GraphWalk(wiring.successors)
        notices = rule.definitions.compactMap { $0.unstarted(records: records) }
    }
}
