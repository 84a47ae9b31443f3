import IOCBase
import IOCConfiguration
import IOCModel

/// Creates the instances of a context.
final class Maker: @unchecked Sendable {
    // Sound: `unretainedCore` is written once, by the core's initializer. `bindings` is written there and when the
    // context is emptied, and read inside the context's gate only. The rest never changes or synchronizes itself.
    let registry: Registry
    let dependencies: Dependencies
    /// The post-processors, which may replace instances before they are published.
    let processors: PostProcessors
    /// The singletons with arguments, one for each list of equal arguments.
    let argumented = KeptInstances()
    /// True if an instance may have injection points that its definition doesn't promise, because a closure creates it.
    let mayBeUnforeseen: Bool
    /// True if there are components of custom scopes here or in a parent.
    let hasScopes: Bool
    /// True if there are observers, or will be once boot has created them.
    let isObserved: Bool
    /// The context that owns the maker.
    var core: ContextCore { unretainedCore! }
    private unowned(unsafe) var unretainedCore: ContextCore?
    /// For each class the properties that lead to members of an object graph.
    private let graphPoints = Guarded<[ObjectIdentifier: [Int]]>([:])
    /// For each definition the binding of its instances; nil if nothing is injected.
    private var bindings: [InjectionBinding?] = []

    init(
        _ registry: Registry, _ dependencies: Dependencies, parent: ApplicationContext?,
        processors: [any InstancePostProcessor]
    ) {
        self.registry = registry
        self.dependencies = dependencies
        self.processors = PostProcessors(processors)
        hasScopes =
            parent?.core.maker.hasScopes ?? false || registry.definitions.contains { $0.sharing == .store }
        mayBeUnforeseen = registry.definitions.contains { !$0.recipe.isScanned }
        isObserved = !registry.observers.isEmpty
    }

    /// Sets the core, which retains the maker.
    func belong(to core: ContextCore) {
        unretainedCore = core
        bindings = registry.definitions.map { definition in
            guard let plan = definition.plan, !plan.isEmpty else { return nil }
            return InjectionBinding(core: core, plan: plan, definition: definition)
        }
    }

    /// The properties of a class that lead to members of an object graph.
    func graphPoints(of type: AnyClass, _ plan: InjectionPlan) -> [Int] {
        if let known = graphPoints.withLock({ $0[ObjectIdentifier(type)] }) { return known }
        let points = plan.facts.indices.filter { index in
            !plan.facts[index].isParameter
                && registry.targets(of: plan.facts[index]).contains { registry.definitions[$0].sharing == .graph }
        }
        graphPoints.withLock { $0[ObjectIdentifier(type)] = points }
        return points
    }

    /// Removes the references to the context. No thread is inside.
    func removeBindings() { bindings = [] }

    /// Releases the instances, dependents first, so that a release doesn't recurse through a whole chain.
    func dropAll() {
        let ranks = dependencies.ranks
        for index in ranks.indices.ordered(by: { ranks[$0] > ranks[$1] }) { registry.definitions[index].slot.end() }
        argumented.release()
    }

    // MARK: User code

    /// Runs a component's own code. An error of it becomes the cause of a fault with a place.
    /// - Parameter success: The event that observers get if the code succeeds.
    func attempt<Result>(
        _ stage: @autoclosure () -> String, _ definition: RegisteredDefinition,
        _ success: ContextEvent.Kind? = nil, _ body: () throws -> Result
    ) throws -> Result {
        let begin = isObserved ? registry.observers.now : nil
        do {
            let result = try body()
            if let success, isObserved { registry.observers.notify(success, definition, since: begin) }
            return result
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
        let failure = IOCError(
            .failed(.componentFailed, component: definition.facts.name, in: stage), at: definition.codeOrigin,
            path: ConstructionFrame.path(), cause: error)
        registry.observers.notify(.failed, definition, since: begin, failure)
        return failure
    }

    /// The error for an injection point or a call.
    /// - Parameter path: The names of the components from the requested one to the one at fault.
    func error(
        _ fault: Fault, _ asker: AnyInjectionCell?, path: [String] = ConstructionFrame.path()
    ) -> IOCError {
        var fault = fault
        fault.point = asker?.facts(wanted: Never.self)
        fault.path = path
        return IOCError(fault)
    }
}

/// The binding of instances, and the check of injection points that only an instance shows.
extension Maker {
    /// Binds an instance's properties to this context, fills its settings, and checks the points that the wiring doesn't know.
    func bind(_ instance: AnyObject, of definition: RegisteredDefinition, in frame: ConstructionFrame.Pointer) throws {
        let type: AnyClass = Swift.type(of: instance)
        let isForeseen = definition.promisedClass == type
        if !isForeseen, instance is AnyValueBox { return }
        let plan = isForeseen ? definition.plan ?? .empty : InjectionPlanReader.plan(of: instance)
        if plan.isPlain { return }
        var faults = plan.bind(instance, to: binding(plan, of: definition, in: frame))
        let isKnown = isForeseen && plan.statesAll
        // If several threads create the first instances at once, each checks its own.
        if !isKnown, !definition.judged.withLock({ $0.contains(ObjectIdentifier(type)) }) {
            let points = plan.facts(of: instance)
            faults += dependencies.learn(points, of: definition, replacing: isForeseen)
            if faults.isEmpty { definition.judged.withLock { _ = $0.insert(ObjectIdentifier(type)) } }
        }
        for index in faults.indices { faults[index].path = ConstructionFrame.path() }
        guard faults.isEmpty else { throw IOCError(faults) }
        fillGraph(instance, of: definition, plan)
    }

    /// The binding of an instance: one that all instances of the definition share, unless a scope keeps the instance or it is made
    /// for an instance that a scope keeps.
    func binding(
        _ plan: InjectionPlan, of definition: RegisteredDefinition, in frame: ConstructionFrame.Pointer
    ) -> InjectionBinding {
        let activation = frame.pointee.activation
        let keeper = hasScopes && !definition.isShared ? ConstructionFrame.keeper(from: frame) : nil
        if activation == nil, keeper == nil, plan === definition.plan, let shared = bindings[definition.index] {
            return shared
        }
        return InjectionBinding(
            core: core, plan: plan, definition: definition, activation: activation, keeper: keeper)
    }

    /// Fills the properties that lead to members of the graph before the graph is returned, so that they share its instances.
    private func fillGraph(_ instance: AnyObject, of definition: RegisteredDefinition, _ plan: InjectionPlan) {
        guard definition.sharing == .graph else { return }
        let points = graphPoints(of: type(of: instance), plan)
        guard !points.isEmpty else { return }
        let cells = plan.cells(of: instance)
        ConstructionFrame.session().willFill(points.map { cells[$0] }, of: instance)
    }
}

extension ConstructionFrame {
    /// The component that keeps the instance of a frame: the first shared one among it and those that it is created for.
    static func keeper(from frame: Pointer) -> RegisteredDefinition? {
        var next: Pointer? = frame
        while let current = next {
            if current.pointee.definition.isShared { return current.pointee.definition }
            if let asker = current.pointee.asker {
                if asker.isDetached { return nil }
                if let binding = asker.binding { return binding.retainer }
            }
            next = current.pointee.parent
        }
        return nil
    }
}

/// Components of request and custom scopes.
extension Maker {
    /// The instance that an activation of the scope keeps, found or created while the activation can't end.
    func scoped(
        _ definition: RegisteredDefinition, _ arguments: ArgumentKey?, _ asker: AnyInjectionCell?
    ) throws -> Instance {
        try checkCaptive(definition, asker)
        guard let activation = activation(of: definition, for: asker?.binding) else {
            let kind = Fault.Kind.scopeInactive(name: definition.facts.name, scope: definition.facts.scope.name)
            throw error(Fault(kind), asker)
        }
        return try activation.inGate {
            if let asker, asker.isDetached, activation.isEmptiedHere {
                guard let known = activation.existing(definition, arguments) else {
                    throw error(activation.endedFault, asker)
                }
                return Instance(object: known, isNew: false)
            }
            let slot = activation.slot(for: definition, arguments, in: core)
            return try shared(definition, arguments, in: slot, activation)
        } orEnded: {
            throw error(Fault(.scopeEnded(scope: definition.facts.scope.name)), asker)
        }
    }

    /// The activation that a component belongs to: that of the instance that asks, otherwise the current one.
    func activation(of definition: RegisteredDefinition, for owner: InjectionBinding?) -> ScopeActivation? {
        let scope = definition.facts.scope
        if let activation = owner?.activation, activation.isOf(scope) { return activation }
        let now =
            scope == .request ? RequestScope.current : registry.base.stores[definition.index]?.instances?.activation
        if let now, now.isNested { return now }
        return ConstructionFrame.first { $0.activation?.isOf(scope) ?? false }?.pointee.activation ?? now
    }

    /// Refuses an instance that a longer-lived owner would keep.
    /// - Throws: `dependency-captive`.
    private func checkCaptive(_ definition: RegisteredDefinition, _ asker: AnyInjectionCell?) throws {
        // A provider stores nothing.
        if let asker, asker.isDetached { return }
        let scope = definition.facts.scope
        let owner =
            asker?.binding.map(\.retainer) ?? ConstructionFrame.innermost.flatMap(ConstructionFrame.keeper)
        guard let owner, owner.facts.scope.outlives(scope) else { return }
        let kind = Fault.Kind.dependencyCaptive(
            owner: owner.facts.name, ownerScope: owner.facts.scope.name, name: definition.facts.name, scope: scope.name)
        var path = ConstructionFrame.path()
        if path.isEmpty, let asking = asker?.binding?.definition { path = [asking.facts.name] }
        if !path.contains(owner.facts.name) { path.insert(owner.facts.name, at: 0) }
        throw error(Fault(kind), asker, path: path + [definition.facts.name])
    }

    /// Adds an instance to those that the end of its activation stops, if it is `Stoppable`.
    func willStop(
        _ instance: AnyObject, of definition: RegisteredDefinition, in activation: ScopeActivation, _ slot: SharedSlot
    ) throws {
        guard let component = AnyValueBox.unboxed(instance) as? any Stoppable else { return }
        if activation.isSynchronous {
            throw IOCError(Fault(.scopeCannotStop(name: definition.facts.name), at: definition.facts.origin))
        }
        activation.willStop(
            ScopeActivation.Stop(core: core, definition: definition, slot: slot, component: component))
    }
}

/// The post-processing of an instance, which happens once.
extension Maker {
    /// The instance of a frame after post-processing.
    func processed(_ instance: AnyObject, in frame: ConstructionFrame.Pointer) throws -> AnyObject {
        guard !processors.isEmpty else { return instance }
        if let known = frame.pointee.processed { return known }
        let result = try process(instance, of: frame.pointee.definition)
        frame.pointee.processed = result
        return result
    }

    private func process(_ instance: AnyObject, of definition: RegisteredDefinition) throws -> AnyObject {
        // Processors don't process each other, but a patch may wrap one of them.
        let isProcessor = instance is any InstancePostProcessor
        var current = instance
        for processor in processors.all where !isProcessor || processor is PatchWrapper {
            current = try attempt("post-processing", definition) {
                AnyValueBox.boxed(try processor.process(AnyValueBox.unboxed(current), named: definition.facts.name))
            }
        }
        return current
    }
}
