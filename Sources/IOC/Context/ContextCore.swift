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
    let lifecycle = Lifecycle()
    /// Singletons made from arguments: one for each set of equal ones.
    let argumented = ScopeInstances()
    /// The context this one patches.
    let origin: ContextCore?
    /// What replaces instances before anybody sees them; set by boot.
    private let processors: Guarded<[any InstancePostProcessor]>
    private let arePresent = Atomic<Bool>(false)
    /// Assemblies nobody else keeps alive.
    private let assemblies: Guarded<[any Assembly]>
    private let otherPlans = Guarded<[ObjectIdentifier: InjectionPlan]>([:])
    /// Set once a context patches this one, so that calls look for it.
    private let isPatched = Atomic<Bool>(false)
    private let gate = Gate()
    private let bindings: InjectionBindings
    /// The outcome of wiring: set at boot, replaced when a lazy component tells its qualifiers.
    private let wiringState: Guarded<Wiring>
    /// Whether somebody observes, or will once boot has made the components that do.
    let isObserved: Bool

    init(
        registry: Registry, wiring: Wiring, parent: ApplicationContext?, origin: ContextCore? = nil,
        assemblies: [any Assembly] = [],
        processors: [any InstancePostProcessor] = []
    ) {
        self.registry = registry
        self.origin = origin
        self.assemblies = Guarded(assemblies)
        self.processors = Guarded([])
        self.addedProcessors = processors
        self.parent = parent
        self.waits = parent?.core.waits ?? WaitGraph()
        self.wiringState = Guarded(wiring)
        self.isObserved = !registry.lifecycle.observers.isEmpty
        self.bindings = InjectionBindings(count: registry.definitions.count)
        self.bindings.fill(for: self)
        install(processors)
        origin?.isPatched.store(true, ordering: .releasing)
    }

    var wiring: Wiring { wiringState.withLock { $0 } }

    func updateWiring<Result>(_ body: (inout sending Wiring) -> sending Result) -> Result {
        wiringState.withLock { body(&$0) }
    }

    func binding(of definition: RegisteredDefinition) -> Unmanaged<InjectionBinding>? { bindings[definition.index] }

    /// The plan of a class that no definition promises.
    func plan(ofClass type: AnyClass) -> InjectionPlan {
        otherPlans.withLock { plans in
            if let plan = plans[ObjectIdentifier(type)] { return plan }
            let plan = InjectionPlanReader.plan(ofClass: type)
            plans[ObjectIdentifier(type)] = plan
            return plan
        }
    }

    /// Whether there are post-processors.
    var hasProcessors: Bool { arePresent.load(ordering: .acquiring) }

    /// The post-processors, in order; none is the usual case, which takes no lock.
    var postProcessors: [any InstancePostProcessor]? {
        hasProcessors ? processors.withLock { $0 } : nil
    }

    /// The post-processors that were added by hand, for a context that patches this one.
    let addedProcessors: [any InstancePostProcessor]

    func install(_ added: [any InstancePostProcessor]) {
        guard !added.isEmpty else { return }
        processors.withLock { $0 += added }
        arePresent.store(true, ordering: .releasing)
    }

    /// Whether a context patches this one.
    var hasPatches: Bool { isPatched.load(ordering: .acquiring) }

    /// The context that a call of one of this context's definitions means: a patched one while that one is building, or
    /// is current, else this.
    var target: ContextCore {
        guard hasPatches else { return self }
        if let frame = ConstructionFrame.innermost {
            return frame.pointee.core.isDerived(from: self) ? frame.pointee.core : self
        }
        guard let current = ApplicationContext.taskContext?.core, current.isDerived(from: self) else { return self }
        return current
    }

    private func isDerived(from other: ContextCore) -> Bool {
        var next = origin
        while let current = next {
            if current === other { return true }
            next = current.origin
        }
        return false
    }

    // MARK: Life

    /// Runs `body` while the core can't be emptied.
    /// - Throws: `context-ended` where it was, and what `body` throws.
    @inline(__always)
    func inGate<Result>(for point: () -> InjectionPointFacts?, _ body: () throws -> Result) throws -> Result {
        // Inside a construction of this context the gate is held already.
        if let frame = ConstructionFrame.innermost, frame.pointee.isIn(self) { return try body() }
        guard gate.enter() else { throw ended(point()) }
        defer { if gate.leave() { empty() } }
        return try body()
    }

    @inline(never)
    private func ended(_ point: InjectionPointFacts?) -> IOCError {
        var fault = Fault(.contextEnded)
        fault.point = point
        fault.wanted = point.map { registry.rule.types.name(of: $0.wanted) }
        return IOCError(fault)
    }

    /// Lets everything shared go, now or when the last thread has left.
    func close() {
        if gate.close() { empty() }
    }

    private func empty() {
        table.removeAll()
        registry.rule.types.showInstances(nil)
        var successors = wiring.successors
        for (definition, targets) in observedDependencies { successors[definition] += targets }
        // An instance of another class than its definition promises has edges that no wiring shows.
        let others = otherPlans.withLock { $0.filter { $0.value.points?.isEmpty != true } }
        if !others.isEmpty { addHeld(by: others, to: &successors) }
        let walk = GraphWalk(successors: successors)
        watchCycles(walk, others)
        // Dependents go before what they depend on, so that no release runs down a whole chain.
        for index in walk.order.reversed() { registry.definitions[index].slot.release() }
        argumented.removeAll()
        let kept = assemblies.withLock { assemblies in
            defer { assemblies = [] }
            return assemblies
        }
        withExtendedLifetime(kept) {}
        processors.withLock { $0 = [] }
        registry.lifecycle.observers.removeComponents()
        registry.properties.removeConverters()
        bindings.removeAll()
        CycleReclaimer.reclaimPending()
    }

    private func watchCycles(_ walk: GraphWalk, _ others: [ObjectIdentifier: InjectionPlan]) {
        // Where no wiring shows all edges, any instance may be part of a cycle.
        let suspects = others.isEmpty ? walk.groups.filter(walk.isCycle).flatMap { $0 } : walk.order
        // An alias shares its instance with another definition.
        var seen: Set<ObjectIdentifier> = []
        let roots = suspects.compactMap { registry.definitions[$0].slot.instance }
            .filter { seen.insert(ObjectIdentifier($0)).inserted }
        guard !roots.isEmpty else { return }
        let plans = registry.plans.merging(others, uniquingKeysWith: { promised, _ in promised })
        CycleReclaimer.watch(roots) { plans[ObjectIdentifier($0)] }
    }

    /// Adds what instances hold in wrapped properties that no definition has promised.
    private func addHeld(by others: [ObjectIdentifier: InjectionPlan], to successors: inout [[Int]]) {
        let instances = registry.definitions.map(\.slot.instance)
        var index: [ObjectIdentifier: Int] = [:]
        for (number, instance) in instances.enumerated() {
            if let instance { index[ObjectIdentifier(instance)] = number }
        }
        for (number, instance) in instances.enumerated() {
            guard let instance, let plan = others[ObjectIdentifier(type(of: instance))] else { continue }
            for object in plan.cells(of: instance).flatMap({ $0.heldObjects() }) {
                if let target = index[ObjectIdentifier(object.takeUnretainedValue())] {
                    successors[number].append(target)
                }
            }
        }
    }

    /// Dependencies that only a running construction showed.
    var observedDependencies: [Int: Set<Int>] {
        var result: [Int: Set<Int>] = [:]
        for definition in registry.definitions {
            let targets = definition.observed.all
            if !targets.isEmpty { result[definition.index] = targets }
        }
        return result
    }
}
