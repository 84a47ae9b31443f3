import IOCModel

/// The instances that one activation of a scope shares: one for each definition and arguments.
public final class ScopeInstances: Sendable {
    private struct Entry {
        let definition: RegisteredDefinition
        let arguments: ArgumentKey?
        let slot: SharedSlot
        /// The place in the order in which somebody first asked.
        let number: Int
    }

    /// Where to look for an entry: equal arguments have equal hashes, and equality decides.
    private struct Place: Hashable {
        let definition: ObjectIdentifier
        let argumentHash: Int
    }

    private struct State {
        var entries: [Place: [Entry]] = [:]
        var count = 0
    }

    private let state = Guarded(State())

    /// No instances yet.
    public init() {}

    deinit { removeAll() }

    /// Lets all instances go; those that hold each other through wrapped properties are freed together.
    public func removeAll() {
        let removed = state.withLock { state in
            defer { state = State() }
            return state.entries.values.flatMap { $0 }
        }
        guard !removed.isEmpty else { return }
        release(removed.sorted { $0.number > $1.number })
        CycleReclaimer.reclaimPending()
    }

    /// Lets instances go, dependents before what they depend on, so that no release runs down a whole chain: by what
    /// wrapped properties hold, else those that were asked for first.
    private func release(_ entries: [Entry]) {
        for index in releaseOrder(of: entries) { entries[index].slot.release() }
    }

    private func releaseOrder(of entries: [Entry]) -> [Int] {
        let instances = entries.map(\.slot.instance)
        let plans = Dictionary(
            entries.map { (ObjectIdentifier($0.definition.type), $0.definition.plan) },
            uniquingKeysWith: { first, _ in first })
        var numbers: [ObjectIdentifier: Int] = [:]
        for case (let number, let instance?) in instances.enumerated() { numbers[ObjectIdentifier(instance)] = number }
        let successors = instances.map { instance -> [Int] in
            guard let instance, let plan = plans[ObjectIdentifier(type(of: instance))] ?? nil else { return [] }
            return plan.cells(of: instance).flatMap { $0.heldObjects() }.compactMap {
                numbers[ObjectIdentifier($0.takeUnretainedValue())]
            }
        }
        CycleReclaimer.watch(instances.compactMap { $0 }) { plans[ObjectIdentifier($0)] ?? nil }
        return GraphWalk(successors: successors).order.reversed()
    }

    /// The place for the instance of a definition made from arguments.
    func slot(for definition: RegisteredDefinition, _ arguments: ArgumentKey?) -> SharedSlot {
        let place = Place(definition: ObjectIdentifier(definition), argumentHash: arguments?.hash ?? 0)
        return state.withLock { state in
            let known = state.entries[place, default: []]
            if let entry = known.first(where: { ArgumentKey.areEqual($0.arguments, arguments) }) { return entry.slot }
            let slot = SharedSlot(group: ConstructionGroup(), isWeak: definition.facts.scope == .weakSingleton)
            state.entries[place, default: []].append(
                Entry(definition: definition, arguments: arguments, slot: slot, number: state.count))
            state.count += 1
            return slot
        }
    }
}
