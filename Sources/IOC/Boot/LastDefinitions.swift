import IOCBase
import IOCModel
import IOCPlan

/// The definitions of the context that was booted last.
///
/// A program that boots equal ones again, as where each of its tests does, keeps their graph from the second time on. A server boots
/// once, and keeps no more than its context does.
final class LastDefinitions: Sendable {
    let facts: [DefinitionFacts]
    private let bindings: [String: String]
    private let records: ProgramRecords
    /// What they come to; nil where they were seen once, or where something is wrong with them, as faults tell what else their context
    /// has passed over.
    let graph: DefinitionGraph?

    init(
        _ facts: [DefinitionFacts], bindings: [String: String], records: ProgramRecords, graph: DefinitionGraph?
    ) {
        self.facts = facts
        self.bindings = bindings
        self.records = records
        self.graph = graph
    }

    /// Whether declarations are the same ones.
    func areThose(of declarations: [Declaration], bindings: [String: String], records: ProgramRecords) -> Bool {
        self.records.areSame(as: records) && self.bindings == bindings && facts.count == declarations.count
            && facts.indices.allSatisfy { facts[$0] == declarations[$0].facts }
    }

    private static let last = Guarded<LastDefinitions?>(nil)

    /// Those that were remembered last.
    static var remembered: LastDefinitions? { last.withLock { $0 } }

    /// Remembers them in place of others.
    func remember() {
        // What nobody else has goes after the lock was left.
        withExtendedLifetime(Self.last.withLock { exchange(&$0, with: self) }) {}
    }
}
