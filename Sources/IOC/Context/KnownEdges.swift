import IOCModel
import Synchronization

/// Which components lead to which, as far as is known: by what wiring chose, what constructions looked up, and what
/// instances brought that were more than their definition promises.
///
/// An instance's edges are known before any of its properties is filled. So the edge that closes a cycle is filled when all
/// edges of the cycle are known, whichever threads fill them: each adds its edges before it decides.
final class KnownEdges: Sendable {
    private struct State {
        var wiring: Wiring
        /// Edges of instances of another class than their definition promises.
        var unforeseen: [Int: Set<Int>] = [:]
        /// Cycles none of whose members is kept by a scope and one is held weakly: the cycle of each definition, or 0.
        var unkept: [Int] = []
    }

    private let state: Guarded<State>
    private let definitions: [RegisteredDefinition]
    /// How often something was added, and how often it had been when the places were told.
    private let changes = Atomic<Int>(1)
    private let settled = Atomic<Int>(0)

    init(_ wiring: Wiring, of definitions: [RegisteredDefinition]) {
        state = Guarded(State(wiring: wiring))
        self.definitions = definitions
    }

    var wiring: Wiring { state.withLock(\.wiring) }

    func updateWiring<Result>(_ body: (inout sending Wiring) -> sending Result) -> Result {
        defer { hasChanged() }
        return state.withLock { body(&$0.wiring) }
    }

    /// Chooses anew for a definition that an instance has told the names of; no edge is new, but a cycle may be none.
    func rewire<Result>(
        _ definition: RegisteredDefinition, _ body: (inout sending Wiring) -> sending Result
    ) -> Result {
        defer { if definition.place.cycle != 0 { hasChanged() } }
        return state.withLock { body(&$0.wiring) }
    }

    /// Adds where an instance leads that is more than its definition promises.
    func add(_ targets: some Sequence<Int>, of definition: RegisteredDefinition) {
        let isNew = state.withLock { state in
            let known = state.unforeseen[definition.index, default: []]
            let all = known.union(targets)
            state.unforeseen[definition.index] = all
            return all.count > known.count
        }
        if isNew { hasChanged() }
    }

    /// Adds that a construction has asked for a component.
    func observe(_ target: RegisteredDefinition, by definition: RegisteredDefinition) {
        if definition.observed.insert(target.index) { hasChanged() }
    }

    private func hasChanged() { changes.add(1, ordering: .acquiringAndReleasing) }

    // MARK: Asking

    /// Whether no path leads back to a component from where it leads.
    @inline(__always)
    func isOutsideCycles(_ definition: RegisteredDefinition) -> Bool {
        settled.load(ordering: .acquiring) == changes.load(ordering: .acquiring) && definition.place.cycle == 0
    }

    /// Whether two components lead to each other, directly or through others.
    func areInOneCycle(_ one: RegisteredDefinition, _ other: RegisteredDefinition) -> Bool {
        settle()
        return one.place.cycle != 0 && one.place.cycle == other.place.cycle
    }

    /// A cycle through two components that no scope keeps and that is held weakly.
    func unkeptCycle(_ one: RegisteredDefinition, _ other: RegisteredDefinition) -> [Fault.CycleStep]? {
        settle()
        let isUnkept = state.withLock { state in
            guard !state.unkept.isEmpty else { return false }
            return state.unkept[one.index] != 0 && state.unkept[one.index] == state.unkept[other.index]
        }
        return isUnkept ? cycle(through: one) : nil
    }

    /// A cycle that a component is part of, with the property on each edge.
    func cycle(through definition: RegisteredDefinition) -> [Fault.CycleStep] {
        let walk = GraphWalk(successors: successors())
        let cycle = walk.cycle(in: walk.groups[walk.groupOfNode[definition.index]])
        return wiring.steps(of: cycle, definitions.map(\.facts.name))
    }

    /// For each definition those it leads to.
    /// - Parameter isSettled: Whether only properties count whose names are known, or that have no choice.
    private func successors(settled isSettled: Bool = false) -> [[Int]] {
        var (successors, unforeseen) = state.withLock {
            (isSettled ? $0.wiring.settledSuccessors : $0.wiring.successors, $0.unforeseen)
        }
        for (definition, targets) in unforeseen { successors[definition] += targets.sorted() }
        for definition in definitions { successors[definition.index] += definition.observed.all.sorted() }
        return successors
    }

    /// Tells the definitions their places in the graph, unless nothing has changed.
    func settle() {
        let now = changes.load(ordering: .acquiring)
        guard settled.load(ordering: .acquiring) != now else { return }
        let walk = GraphWalk(successors: successors())
        let unkept = unkeptCycles()
        state.withLock { state in
            // Another thread may have settled what is known later.
            guard settled.load(ordering: .relaxed) < now else { return }
            state.unkept = unkept
            var rank = 0
            for (number, group) in walk.groups.enumerated() {
                let cycle = walk.isCycle(group) ? number + 1 : 0
                for member in group {
                    definitions[member].settle(DefinitionPlace(rank: rank, cycle: cycle))
                    rank += 1
                }
            }
            settled.store(now, ordering: .releasing)
        }
    }

    private func unkeptCycles() -> [Int] {
        let scopes = definitions.map(\.facts.scope)
        guard scopes.contains(.weakSingleton), let found = Wiring.unkept(successors(settled: true), scopes) else {
            return []
        }
        var result = [Int](repeating: 0, count: definitions.count)
        for (number, group) in found.groups.enumerated() {
            for member in group { result[member] = number + 1 }
        }
        return result
    }
}

/// Where a definition stands in the graph.
struct DefinitionPlace {
    /// Dependencies have lower ranks than their dependents, but for members of a cycle.
    var rank: Int
    /// The number of the cycle it is part of; 0 for none.
    var cycle: Int
}
