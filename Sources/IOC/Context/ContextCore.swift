import CSwiftRuntime
import IOCModel
import Synchronization

/// What a context really is: the frozen registry, the shared instances and the lookups made so far.
///
/// Wrappers and providers hold the core, ``ApplicationContext`` is a handle that empties it when it goes: so the circle
/// from context to singleton to wrapper to context keeps nothing alive.
@usableFromInline
final class ContextCore: Sendable {
    let registry: Registry
    let parent: ApplicationContext?
    @usableFromInline let table = TypeTable()
    let waits: WaitGraph
    private let gate = Gate()
    private let bindings: Mutex<[InjectionBinding]>
    /// The outcome of wiring: set at boot, replaced when a lazy component tells its qualifiers.
    private let wiringState: Mutex<Wiring>
    /// Dependencies that only a running construction showed.
    private let observed = Mutex<[Int: Set<Int>]>([:])

    init(registry: Registry, parent: ApplicationContext?) {
        self.registry = registry
        self.parent = parent
        self.waits = parent?.core.waits ?? WaitGraph()
        self.wiringState = Mutex(registry.wiring(parent: parent))
        self.bindings = Mutex([])
        let bindings = registry.definitions.map { InjectionBinding(core: self, plan: $0.plan, definition: $0) }
        self.bindings.withLock { $0 = bindings }
    }

    var wiring: Wiring { wiringState.withLock { $0 } }

    func updateWiring<Result>(_ body: (inout sending Wiring) -> sending Result) -> Result {
        wiringState.withLock { body(&$0) }
    }

    func binding(of definition: RegisteredDefinition) -> InjectionBinding {
        bindings.withLock { $0[definition.index] }
    }

    // MARK: Life

    /// Runs `body` while the core can't be emptied.
    /// - Throws: `context-ended` where it was, and what `body` throws.
    func inGate<Result>(for point: () -> InjectionPointFacts?, _ body: () throws -> Result) throws -> Result {
        guard gate.enter() else {
            var fault = Fault(.contextEnded)
            fault.point = point()
            fault.wanted = fault.point.map { registry.rule.types.name(of: $0.wanted) }
            throw IOCError(fault)
        }
        defer { if gate.leave() { empty() } }
        return try body()
    }

    /// Lets everything shared go, now or when the last thread has left.
    func close() {
        if gate.close() { empty() }
    }

    private func empty() {
        table.removeAll()
        registry.rule.types.showInstances(nil)
        var successors = wiring.successors
        for (definition, targets) in observed.withLock({ $0 }) { successors[definition] += targets }
        let walk = GraphWalk(successors: successors)
        watchCycles(walk)
        // Dependents go before what they depend on, so that no release runs down a whole chain.
        for index in walk.order.reversed() { registry.definitions[index].release() }
        bindings.withLock { $0 = [] }
        CycleReclaimer.reclaimPending()
    }

    private func watchCycles(_ walk: GraphWalk) {
        let cyclic = walk.groups.filter(walk.isCycle).flatMap { $0 }.compactMap { registry.definitions[$0].instance }
        guard !cyclic.isEmpty else { return }
        let plans = registry.plans
        CycleReclaimer.watch(cyclic) { plans[ObjectIdentifier($0)] }
    }

    /// Remembers a dependency that a lookup during a construction showed.
    func record(from definition: RegisteredDefinition, to target: RegisteredDefinition) {
        observed.withLock { _ = $0[definition.index, default: []].insert(target.index) }
    }

    var observedDependencies: [Int: Set<Int>] { observed.withLock { $0 } }
}
