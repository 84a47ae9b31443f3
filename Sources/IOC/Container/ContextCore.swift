import CSwiftRuntime
import IOCBase
import IOCModel
import Synchronization

/// What a context really is: the frozen registry, the shared instances and the lookups made so far.
///
/// Wrappers and providers hold the core, ``ApplicationContext`` is a handle that empties it when it goes: so the circle
/// from context to singleton to wrapper to context keeps nothing alive.
@usableFromInline
final class ContextCore: Sendable {
    let registry: Registry
    /// A handle that keeps the parent context open.
    let parent: ApplicationContext?
    /// How many contexts are above this one.
    let depth: Int
    @usableFromInline let table = TypeTable()
    let waits: WaitGraph
    let lifecycle: Lifecycle
    /// How to boot another one like it; nil where a configuration does not suffice for that.
    let recipe: ConfigurationRecipe?
    /// Singletons made from arguments: one for each set of equal ones.
    let argumented = KeptInstances()
    /// The context this one patches.
    let origin: ContextCore?
    /// What replaces instances before anybody sees them; set by boot.
    private let processors: Guarded<[any InstancePostProcessor]>
    private let arePresent = Atomic<Bool>(false)
    /// What nobody else keeps alive: the assemblies that boot has made.
    private let kept: Guarded<[any AnyObject & Sendable]>
    private let otherPlans = ClassMemo<InjectionPlan>()
    /// Which properties of a plan lead on into an object graph.
    private let graphPoints = Guarded<[ObjectIdentifier: [Int]]>([:])
    /// Which components lead to which, as far as is known.
    let known: KnownEdges
    /// Whether there are components of custom scopes here or in a parent.
    let hasScopes: Bool
    /// Set once a context patches this one, so that calls look for it.
    private let isPatched = Atomic<Bool>(false)
    let gate = Gate()
    /// The handles that keep it open.
    let holds = Holds()
    private let bindings: InjectionBindings
    /// Whether somebody observes, or will once boot has made the components that do.
    let isObserved: Bool

    init(
        registry: Registry, wiring: Wiring, parent: ApplicationContext?, origin: ContextCore? = nil,
        keeping kept: [any AnyObject & Sendable] = [],
        processors: [any InstancePostProcessor] = [], recipe: ConfigurationRecipe? = nil,
        chain: ReloadChain = ReloadChain()
    ) {
        self.registry = registry
        self.recipe = recipe
        lifecycle = Lifecycle(chain: chain)
        self.origin = origin
        self.kept = Guarded(kept)
        self.processors = Guarded([])
        self.addedProcessors = processors
        self.parent = parent
        self.waits = parent?.core.waits ?? WaitGraph()
        self.depth = parent.map { $0.core.depth + 1 } ?? 0
        self.known = KnownEdges(wiring, of: registry.definitions)
        self.hasScopes =
            parent?.core.hasScopes ?? false || registry.definitions.contains { $0.sharing == .store }
        self.isObserved = !registry.lifecycle.observers.isEmpty
        self.bindings = InjectionBindings(count: registry.definitions.count)
        self.bindings.fill(for: self)
        install(processors)
        origin?.isPatched.store(true, ordering: .releasing)
    }

    var wiring: Wiring { known.wiring }

    func binding(of definition: RegisteredDefinition) -> Unmanaged<InjectionBinding>? { bindings[definition.index] }

    /// The plan of a class that no definition promises.
    func plan(ofClass type: AnyClass) -> InjectionPlan {
        otherPlans.fact(of: type) { InjectionPlanReader.plan(ofClass: type) }
    }

    /// The properties of a plan that lead on into an object graph; known once an instance has told their names.
    func graphPoints(of plan: InjectionPlan) -> [Int] {
        if let points = graphPoints.withLock({ $0[ObjectIdentifier(plan)] }) { return points }
        let facts = plan.facts
        let points = facts.indices.filter { index in
            registry.targets(of: [facts[index]]).contains { registry.definitions[$0].sharing == .graph }
        }
        graphPoints.withLock { $0[ObjectIdentifier(plan)] = points }
        return points
    }

    /// Lets go what only an open context needs.
    func removeServices() {
        let kept = kept.withLock { kept in
            defer { kept = [] }
            return kept
        }
        withExtendedLifetime(kept) {}
        let services = processors.withLock { processors in
            defer { processors = [] }
            return processors
        }
        withExtendedLifetime(services) {}
        registry.lifecycle.observers.removeComponents()
        registry.properties.removeConverters()
        bindings.removeAll()
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
}
