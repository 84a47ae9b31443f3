import IOCBase
import IOCModel
import Synchronization

/// The edges between components, as far as they are known: those that wiring chose, those that constructions looked up, and
/// those of instances that are more than their definition promises.
///
/// An instance's edges are known before any of its properties is filled. So the edge that closes a cycle is filled when all
/// edges of the cycle are known, whichever threads fill them: each adds its edges before it decides.
final class KnownEdges: Sendable {
    private struct State {
        var wiring: Wiring
        /// Edges of instances of another class than their definition promises.
        var unforeseen: [Int: Set<Int>] = [:]
        /// For each cycle a member of each scope that keeps its instances.
        var keepers: [Int: [Int]] = [:]
    }

    private let state: Guarded<State>
    private let definitions: [RegisteredDefinition]
    /// The number of questions since something was added: the first ones are answered one by one, the rest by one walk.
    private let questions = Atomic<Int>(0)
    /// The number of additions, and their number when the places were last settled.
    private let changes = Atomic<Int>(1)
    private let settled = Atomic<Int>(0)

    init(_ wiring: Wiring, of definitions: [RegisteredDefinition]) {
        state = Guarded(State(wiring: wiring))
        self.definitions = definitions
    }

    var wiring: Wiring { state.withLock(\.wiring) }

    /// Chooses for a definition whose class doesn't state all names, once an instance has shown them.
    func learn(_ definition: RegisteredDefinition, _ body: (inout Wiring) -> [Fault]) -> [Fault] {
        state.withLock { state in
            // Changed before the lock is left: a thread that finds nothing new to add may go on to fill a property.
            let wasOpen = state.wiring.edges[definition.index].contains { !$0.isCertain }
            defer { if wasOpen { hasChanged() } }
            return body(&state.wiring)
        }
    }

    /// Adds where an instance leads that is more than its definition promises.
    func add(_ targets: some Sequence<Int>, of definition: RegisteredDefinition) {
        state.withLock { state in
            let known = state.unforeseen[definition.index, default: []]
            let all = known.union(targets)
            state.unforeseen[definition.index] = all
            if all.count > known.count { hasChanged() }
        }
    }

    /// Adds that a construction has asked for a component.
    func observe(_ target: RegisteredDefinition, by definition: RegisteredDefinition) {
        if definition.observed.insert(target.index) { hasChanged() }
    }

    /// Dependencies that only a running construction showed.
    var observed: [Int: Set<Int>] {
        Dictionary(uniqueKeysWithValues: definitions.map { ($0.index, $0.observed.all) }).filter { !$0.value.isEmpty }
    }

    private func hasChanged() {
        questions.store(0, ordering: .relaxed)
        changes.add(1, ordering: .acquiringAndReleasing)
    }

    // MARK: Asking

    /// Returns true if no path leads back to a component from where it leads.
    @inline(__always)
    func isOutsideCycles(_ definition: RegisteredDefinition) -> Bool {
        settled.load(ordering: .acquiring) == changes.load(ordering: .acquiring) && definition.place.cycle == 0
    }

    /// Returns true if a component leads back to one that leads to it, directly or through others.
    ///
    /// A walk over all edges answers every question until an edge is added. While edges come with every question, as when a long
    /// chain is read for the first time, each question is therefore answered by itself.
    func leads(from target: RegisteredDefinition, backTo owner: RegisteredDefinition) -> Bool {
        let isSettled = settled.load(ordering: .acquiring) == changes.load(ordering: .acquiring)
        if !isSettled, questions.add(1, ordering: .relaxed).oldValue < 8 { return reaches(owner, from: target) }
        settle()
        return owner.place.cycle != 0 && owner.place.cycle == target.place.cycle
    }

    /// True if a component that leads back to one does so through what an initializer was passed or a construction has
    /// looked up, and may store.
    func leadsByLookups(from target: RegisteredDefinition, backTo owner: RegisteredDefinition) -> Bool {
        settle()
        return owner.place.hasLookups && owner.place.cycle == target.place.cycle
    }

    /// The members of a component's cycle that scopes keep: one of each scope.
    func keepers(inCycleOf definition: RegisteredDefinition) -> [RegisteredDefinition] {
        settle()
        return state.withLock { state in state.keepers[definition.place.cycle] ?? [] }.map { definitions[$0] }
    }

    private func reaches(_ end: RegisteredDefinition, from start: RegisteredDefinition) -> Bool {
        if start === end { return true }
        var seen: Set<Int> = [start.index]
        var pending = [start.index]
        while let next = pending.popLast() {
            var targets = state.withLock { state in
                state.wiring.edges[next].flatMap { $0.shape.isImmediate && $0.isCertain ? $0.targets : [] }
                    + (state.unforeseen[next] ?? [])
            }
            targets += definitions[next].observed.all
            for target in targets where seen.insert(target).inserted {
                if target == end.index { return true }
                pending.append(target)
            }
        }
        return false
    }

    /// A cycle that a component is part of, with the property on each edge.
    func cycle(through definition: RegisteredDefinition) -> [Fault.CycleStep] {
        let walk = GraphWalk(successors: successors)
        let cycle = walk.cycle(in: walk.groups[walk.groupOfNode[definition.index]])
        return wiring.steps(of: cycle) { definitions[$0].facts.name }
    }

    /// For each definition those it leads to; what no instance has declared yet, no property can be filled by.
    private var successors: [[Int]] {
        let (wiring, unforeseen) = state.withLock { ($0.wiring, $0.unforeseen) }
        return zip(definitions, wiring.certainSuccessors).map { definition, targets in
            targets + (unforeseen[definition.index] ?? []).ordered() + definition.observed.all.ordered()
        }
    }

    /// Tells the definitions their places in the graph, unless nothing has changed.
    func settle() {
        let now = changes.load(ordering: .acquiring)
        if settled.load(ordering: .acquiring) != now { settle(GraphWalk(successors: successors), asOf: now) }
    }

    /// Tells the definitions their places in a graph, unless another thread has told them those in a later one.
    /// - Parameter number: The number of additions that the graph has for certain.
    func settle(_ walk: GraphWalk, asOf number: Int) {
        state.withLock { state in
            guard settled.load(ordering: .relaxed) < number else { return }
            var rank = 0
            state.keepers = [:]
            for (place, group) in walk.groups.enumerated() {
                let cycle = walk.isCycle(group) ? place + 1 : 0
                let hasLookups =
                    cycle != 0
                    && group.contains { member in
                        !definitions[member].observed.all.isDisjoint(with: group)
                            || !state.wiring.passed(to: member).isDisjoint(with: group)
                    }
                if hasLookups { state.keepers[cycle] = keepers(of: group) }
                for member in group {
                    definitions[member].settle(DefinitionPlace(rank: rank, cycle: cycle, hasLookups: hasLookups))
                    rank += 1
                }
            }
            settled.store(number, ordering: .releasing)
        }
    }

    private func keepers(of group: some Sequence<Int>) -> [Int] {
        var keepers: [Int] = []
        for member in group where definitions[member].facts.scope.keepsInstances {
            let scope = definitions[member].facts.scope
            let isKnown = keepers.contains { definitions[$0].facts.scope == scope }
            if !isKnown { keepers.append(member) }
        }
        return keepers
    }
}

/// Where a definition stands in the graph.
struct DefinitionPlace {
    /// Dependencies have lower ranks than their dependents, but for members of a cycle.
    var rank: Int
    /// The number of the cycle it is part of; 0 for none.
    var cycle: Int
    /// True if an initializer's parameter or a construction's own lookup, which the component may store, is an edge of that
    /// cycle.
    var hasLookups: Bool
}

extension DefinitionPlace {
    /// The whole place in one number, so that nobody reads half of it.
    var bits: UInt64 { UInt64(rank) << 32 | UInt64(cycle) | (hasLookups ? 0x8000_0000 : 0) }

    init(bits: UInt64) {
        self.init(rank: Int(bits >> 32), cycle: Int(bits & 0x7FFF_FFFF), hasLookups: bits & 0x8000_0000 != 0)
    }
}
