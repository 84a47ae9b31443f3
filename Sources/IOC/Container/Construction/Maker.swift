import IOCBase
import IOCModel

/// Makes the instances of a context.
final class Maker: @unchecked Sendable {
    // Sound: `unretainedCore` is written once, by the core's initializer. `bindings` is written there and when the context is emptied, and
    // read inside the context's gate only. The rest never changes or synchronizes itself.
    let registry: Registry
    /// The parent context, which supplies what this one has no component for.
    let parent: ApplicationContext?
    let dependencies: Dependencies
    /// The post-processors, which may replace instances before anybody sees them.
    let processors: PostProcessors
    /// Singletons made from arguments: one for each set of equal ones.
    let argumented = KeptInstances()
    /// True if an instance may have injection points that its definition doesn't promise: one of a closure.
    let mayBeUnforeseen: Bool
    /// True if there are components of custom scopes here or in a parent.
    let hasScopes: Bool
    /// True if there are observers, or will be once boot has created them.
    let isObserved: Bool
    /// The context that has the maker, and that the maker is never used without.
    var core: ContextCore { unretainedCore! }
    private unowned(unsafe) var unretainedCore: ContextCore?
    /// For each class the properties that lead on into an object graph.
    private let graphPoints = Guarded<[ObjectIdentifier: [Int]]>([:])
    /// For each definition the binding of its instances; nil if nothing is injected.
    private var bindings: [InjectionBinding?] = []

    init(
        _ registry: Registry, _ dependencies: Dependencies, parent: ApplicationContext?,
        processors: [any InstancePostProcessor]
    ) {
        self.registry = registry
        self.dependencies = dependencies
        self.parent = parent
        self.processors = PostProcessors(processors)
        hasScopes =
            parent?.core.maker.hasScopes ?? false || registry.definitions.contains { $0.sharing == .store }
        mayBeUnforeseen = registry.definitions.contains { !$0.recipe.isScanned }
        isObserved = !registry.lifecycle.observers.isEmpty
    }

    /// Has it make what belongs to a core, which retains it.
    func belong(to core: ContextCore) {
        unretainedCore = core
        bindings = registry.definitions.map { definition in
            guard let plan = definition.plan, !plan.isEmpty else { return nil }
            return InjectionBinding(core: core, plan: plan, definition: definition)
        }
    }

    /// The binding that instances of a definition share; nil if nothing is injected.
    func binding(of definition: RegisteredDefinition) -> InjectionBinding? { bindings[definition.index] }

    /// The properties of a class that lead on into an object graph.
    func graphPoints(of type: AnyClass, _ plan: InjectionPlan) -> [Int] {
        if let known = graphPoints.withLock({ $0[ObjectIdentifier(type)] }) { return known }
        let points = plan.facts.indices.filter { index in
            !plan.facts[index].isParameter
                && registry.targets(of: [plan.facts[index]]).contains { registry.definitions[$0].sharing == .graph }
        }
        graphPoints.withLock { $0[ObjectIdentifier(type)] = points }
        return points
    }

    /// Removes the references to the context. No thread is inside.
    func removeBindings() { bindings = [] }

    /// Releases the instances, dependents first, so that no release runs down a whole chain.
    func dropAll() {
        let ranks = dependencies.ranks
        for index in ranks.indices.ordered(by: { ranks[$0] > ranks[$1] }) { registry.definitions[index].slot.end() }
        argumented.release()
    }

    // MARK: User code

    /// Runs a component's own code, and words what it throws.
    func attempt<Result>(
        _ stage: @autoclosure () -> String, _ definition: RegisteredDefinition, _ body: () throws -> Result
    ) throws -> Result {
        let begin = isObserved ? registry.lifecycle.now : nil
        do {
            return try body()
        } catch let error as IOCError {
            throw error
        } catch {
            throw failure(error, stage(), definition, since: begin)
        }
    }

    @inline(never)
    private func failure(
        _ error: any Error, _ stage: String, _ definition: RegisteredDefinition, since begin: Duration?
    ) -> IOCError {
        var fault = Fault(.componentFailed(component: definition.facts.name, stage: stage))
        fault.place = definition.facts.origin
        fault.path = ConstructionFrame.path()
        fault.cause = error
        registry.lifecycle.notify(.failed, definition, since: begin, IOCError(fault))
        return IOCError(fault)
    }

    func located(_ fault: Fault, _ asker: AnyInjectionCell?) -> Fault {
        var fault = fault
        fault.point = asker?.facts(wanted: Never.self)
        fault.path = ConstructionFrame.path()
        return fault
    }
}
