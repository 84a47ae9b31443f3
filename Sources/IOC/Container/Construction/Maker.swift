import IOCBase
import IOCModel

/// Makes the instances of a context, one after another on a thread, and at once on several.
final class Maker: @unchecked Sendable {
    // Sound: `coreReference` is written once, before anybody but the core's own initializer has the maker; the rest never changes
    // or synchronizes itself.
    let registry: Registry
    /// The parent's supply, for judging properties that only an instance has declared.
    let parent: ApplicationContext?
    /// The edges between components, as far as they are known.
    let known: KnownEdges
    /// The post-processors, which may replace instances before anybody sees them.
    let processors: PostProcessors
    /// Singletons made from arguments: one for each set of equal ones.
    let argumented = KeptInstances()
    /// The threads that wait for constructions.
    var waits: WaitGraph { .process }
    /// The bindings that most instances of a definition share.
    let bindings: InjectionBindings
    /// True if there are components of custom scopes here or in a parent.
    let hasScopes: Bool
    /// True if there are weak singletons here or in a parent.
    let hasWeakSingletons: Bool
    /// True if somebody observes, or will once boot has made the components that do.
    let isObserved: Bool
    private var coreReference: Unmanaged<ContextCore>?
    private let otherPlans = ClassMemo<InjectionPlan>()
    /// The properties of each plan that lead on into an object graph.
    private let graphPoints = Guarded<[ObjectIdentifier: [Int]]>([:])

    init(
        _ registry: Registry, _ known: KnownEdges, parent: ApplicationContext?,
        processors: [any InstancePostProcessor]
    ) {
        self.registry = registry
        self.known = known
        self.parent = parent
        self.processors = PostProcessors(processors)
        let above = parent?.core.maker
        hasScopes = above?.hasScopes ?? false || registry.definitions.contains { $0.sharing == .store }
        hasWeakSingletons =
            above?.hasWeakSingletons ?? false || registry.definitions.contains { $0.facts.scope == .weakSingleton }
        isObserved = !registry.lifecycle.observers.isEmpty
        bindings = InjectionBindings(count: registry.definitions.count)
    }

    /// Has it make what belongs to a core, which holds it.
    func belong(to core: ContextCore) {
        coreReference = .passUnretained(core)
        bindings.fill(for: core)
    }

    // Sound: nobody reaches a maker but through its core, or inside one of its constructions, which the core's gate waits for.
    var core: ContextCore { coreReference!.takeUnretainedValue() }

    /// The plan of a class that no definition promises.
    func plan(ofClass type: AnyClass) -> InjectionPlan {
        otherPlans.fact(of: type) { InjectionPlanReader.plan(ofClass: type) }
    }

    /// The properties of a plan that lead on into an object graph; known once an instance has declared their names.
    func graphPoints(of plan: InjectionPlan) -> [Int] {
        if let points = graphPoints.withLock({ $0[ObjectIdentifier(plan)] }) { return points }
        let facts = plan.facts
        let points = facts.indices.filter { index in
            !facts[index].isParameter
                && registry.targets(of: [facts[index]]).contains { registry.definitions[$0].sharing == .graph }
        }
        graphPoints.withLock { $0[ObjectIdentifier(plan)] = points }
        return points
    }

    /// Lets go what it has made and what helped it, dependents first, so that no release runs down a whole chain.
    func dropAll() {
        known.settle()
        let ranks = registry.definitions.map(\.place.rank)
        for index in ranks.indices.ordered(by: { ranks[$0] > ranks[$1] }) {
            let definition = registry.definitions[index]
            withExtendedLifetime(definition.slot.group.takeMade(definition.slot)) {}
            definition.slot.release()
        }
        argumented.release()
    }
}
