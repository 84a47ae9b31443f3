import IOCBase
import IOCConfiguration
import IOCModel
import Synchronization

/// The state of a context: the results of the boot, a ``CallSite`` for each component, and the gate that protects them.
///
/// ``ApplicationContext`` is a handle of the core. The core retains its singletons, and their properties and providers
/// retain the core. The release of the last handle that keeps the context open empties the core, which breaks this
/// reference cycle.
@usableFromInline
final class ContextCore: @unchecked Sendable {
    // Sound: the initializer writes `sites` and `bindings`. `bindings` is written again when the context is emptied,
    // and is read only inside the gate. The other properties never change, or synchronize themselves.

    /// The results of the boot.
    let plan: BootPlan
    /// The components, by the index of the definition.
    private(set) var sites: [CallSite] = []
    /// The indices of the components, dependencies before their dependents except in a cycle.
    let order: [Int]
    /// The choices for all injection points.
    let wiring: Wiring
    /// The components that are created when the context starts, not when it boots.
    let creations: StartCreations
    let observers: ContextObservers
    let settings: SettingStore
    /// A handle that keeps the parent context open; nil if there is none.
    let parent: ApplicationContext?
    /// The number of ancestors of this context.
    let depth: Int
    /// The source of the configuration, which a reload reads again; nil if the boot also had assemblies or a patch.
    let source: ConfigurationSource?
    /// The configuration from which live values were last read; nil if that is the configuration of the boot.
    let liveConfiguration = Guarded<ContextConfiguration?>(nil)
    /// The context that this one patches; nil if there is none.
    let origin: ContextCore?
    /// True if a context patches this one. Then a call of a definition has to check whether that context is current.
    private let hasPatch = Atomic<Bool>(false)
    var isPatched: Bool { hasPatch.load(ordering: .acquiring) }
    /// The assemblies that the boot has created. Only the context retains them.
    private let assemblies: Guarded<[any AnyObject & Sendable]>
    /// The notices that aren't in the plan, because they depend on the wiring or belong to a check.
    let notices = Guarded<[Fault]>([])
    /// Open while there are handles.
    let gate = Gate()
    let lifecycle: Lifecycle

    /// The post-processors, which may replace instances before they are published.
    let processors: PostProcessors
    /// The types that lookups without a name have resolved.
    let table = TypeTable()
    /// The singletons with arguments: one for each component and equal arguments.
    let argumented = KeptInstances()
    /// True if this context or a parent has components of request or custom scopes.
    let hasScopes: Bool
    /// The binding of each component's instances; nil if nothing is injected into them.
    private var bindings: [InjectionBinding?] = []
    /// The cached value of `ranks`; nil if it has to be computed.
    private let knownRanks = Guarded<[Int]?>(nil)
    /// The wiring with the injection points that became known from instances. Only faults and reports use it.
    private let shown: Guarded<ShownPoints>

    private struct ShownPoints {
        var wiring: Wiring
        /// For each component, the classes of instances whose points have no fault.
        var judged: [Int: Set<ObjectIdentifier>] = [:]
    }

    /// - Parameters:
    ///   - plan: The results of the boot.
    ///   - creations: The way to create the instances of each definition.
    init(
        _ plan: BootPlan, _ creations: [Creation], settings: SettingStore, parent: ApplicationContext?,
        origin: ContextCore? = nil, keeping assemblies: [any AnyObject & Sendable] = [],
        processors: [any InstancePostProcessor] = [], source: ConfigurationSource? = nil,
        chain: ReloadChain = ReloadChain()
    ) {
        self.plan = plan
        self.settings = settings
        self.parent = parent
        self.origin = origin
        self.source = source
        self.assemblies = Guarded(assemblies)
        self.processors = PostProcessors(processors)
        depth = parent.map { $0.core.depth + 1 } ?? 0
        lifecycle = Lifecycle(chain: chain)
        let rule = plan.rule
        observers = ContextObservers(plan.configuration.observers, awaitsComponents: !rule.observers.isEmpty)
        hasScopes = parent?.core.hasScopes ?? false || rule.hasShortLived
        let plans = zip(rule.definitions, creations).map { $1.plan(of: TypeIdentity.type($0.type)) }
        wiring = Wiring(
            rule: rule, points: plans.map { $0?.facts ?? [] }, forbidsCycles: plan.configuration.cycles == .forbid,
            inherited: Self.supply(of: parent))
        shown = Guarded(ShownPoints(wiring: wiring))
        self.creations = StartCreations(wiring, rule.definitions, creations, rule.names)
        let groups = ComponentGroups(wiring, rule.definitions)
        order = groups.order
        sites = rule.definitions.indices.map { index in
            CallSite(
                index: index, facts: rule.definitions[index], creation: creations[index], plan: plans[index], in: self,
                keeper: keeper(for: rule.definitions[index], groups.groups[index], plan.stores[index]),
                group: groups.groups[index], unkeptGroup: groups.unkept[index])
        }
        for site in sites { wire(site, mayLeadBack: groups.mayLeadBack[site.index]) }
        bindings = sites.map { site in
            site.plan.flatMap { $0.isEmpty ? nil : InjectionBinding(core: self, plan: $0, site: site) }
        }
        origin?.hasPatch.store(true, ordering: .releasing)
    }

    private func keeper(
        for facts: DefinitionFacts, _ group: ConstructionLock?, _ store: (any ScopeStore)?
    ) -> Keeper? {
        switch facts.scope.sharing {
        case .prototype: nil
        case .graph: .graph
        case .store: .scope(ScopeKeeper(store))
        case .context:
            .singleton(SingletonKeeper(lock: group ?? ConstructionLock(), isWeak: facts.scope.isWeak))
        }
    }

    var configuration: ContextConfiguration { plan.configuration }
    var rule: CandidateRule { plan.rule }

    /// Returns the binding that the instances of a component share; nil if nothing is injected into them.
    func binding(of site: CallSite) -> InjectionBinding? { bindings[site.index] }

    // MARK: Patches

    /// The context that resolves a call of one of this context's definitions.
    ///
    /// It is the context of this thread's innermost ``Frame``, or outside of frames the current context, if that
    /// context patches this one. Otherwise it is this context.
    var target: ContextCore {
        guard isPatched else { return self }
        if let frame = Frame.innermost { return frame.pointee.core.isDerived(from: self) ? frame.pointee.core : self }
        guard let current = ApplicationContext.taskContext?.core, current.isDerived(from: self) else { return self }
        return current
    }

    private func isDerived(from other: ContextCore) -> Bool {
        sequence(first: self, next: \.origin).contains { $0 === other }
    }

    // MARK: Dependencies

    /// The dependencies of each component: those of its injection points, and those that its constructions have looked
    /// up.
    private var dependencies: [[Int]] { zip(sites, wiring.certainSuccessors).map { $1 + $0.observedTargets } }

    /// The rank of each component. Dependencies have lower ranks than their dependents, except in a cycle.
    var ranks: [Int] {
        if let known = knownRanks.withLock(\.self) { return known }
        var ranks = [Int](repeating: 0, count: sites.count)
        for (rank, site) in GraphWalk(successors: dependencies).order.enumerated() { ranks[site] = rank }
        knownRanks.withLock { $0 = ranks }
        return ranks
    }

    func forgetRanks() { knownRanks.withLock { $0 = nil } }

    /// Returns a cycle through a component, with the property of each step.
    func cycle(through site: CallSite) -> [Fault.CycleStep] {
        let cycle = GraphWalk(successors: dependencies).cycle(through: site.index)
        return wiring.steps(of: cycle) { sites[$0].facts.name }
    }

    // MARK: Points that are known only from an instance

    /// Checks the injection points that became known only from an instance.
    /// - Returns: The faults of the points.
    func judge(_ instance: AnyObject, of site: CallSite, _ plan: InjectionPlan) -> [Fault] {
        let type: AnyClass = Swift.type(of: instance)
        if shown.withLock({ $0.judged[site.index]?.contains(ObjectIdentifier(type)) == true }) { return [] }
        let points = plan.facts(of: instance)
        return shown.withLock { shown in
            let faults = shown.wiring.judge(
                points, of: site.index, replacing: site.promisedClass == type, rule: rule,
                forbidsCycles: configuration.cycles == .forbid, inherited: Self.supply(of: parent))
            if faults.isEmpty { shown.judged[site.index, default: []].insert(ObjectIdentifier(type)) }
            return faults
        }
    }

    /// The wiring of the boot, with the injection points that became known from instances.
    var shownWiring: Wiring { shown.withLock(\.wiring) }

    /// Returns true if the points of an instance of a component were checked and have no fault.
    func hasJudged(_ site: CallSite) -> Bool { shown.withLock { $0.judged[site.index] != nil } }
}

/// The gate of a context.
///
/// 1. Handles keep the context open: those that users have, and those of child contexts. The release of the last handle
///    closes the gate.
/// 2. A lookup enters the gate. After the end of the context, the lookup throws `context-ended`, except on a thread
///    that is inside already or is emptying the context.
/// 3. Once the gate is closed and no thread is inside, the context is emptied.
extension ContextCore {
    /// Runs `body` inside the gate, so that the core can't be emptied meanwhile.
    /// - Throws: `context-ended` after the end of the context, and the error of `body`.
    @inline(__always)
    func inGate<Result>(
        for point: () -> InjectionPointFacts? = { nil }, _ body: () throws -> Result
    ) throws -> Result {
        try inGate(body) { throw error(Fault(.contextEnded), at: point()) }
    }

    /// Runs `body`, or `orEnded` after the end of the context. The core can't be emptied while `body` runs.
    @inline(__always)
    func inGate<Result>(_ body: () throws -> Result, orEnded: () throws -> Result) throws -> Result {
        // A thread whose innermost ``Frame`` belongs to this context is inside the gate already.
        if let frame = Frame.innermost, frame.pointee.isOf(.passUnretained(self)) { return try body() }
        guard gate.enter() else { return try isReadable ? body() : orEnded() }
        defer { if gate.leave() { empty() } }
        return try body()
    }

    /// True after the end of the context, except on a thread that is inside the gate or is emptying the context.
    var isOver: Bool { gate.isClosed && !isReadable }

    @inline(never)
    private var isReadable: Bool { Frame.isInside(self) || gate.isEmptiedHere }

    /// Returns the error of a fault at an injection point.
    @inline(never)
    func error(_ fault: Fault, at point: InjectionPointFacts?) -> IOCError {
        var fault = fault
        fault.point = point
        if let point { fault.hint { [rule] in $0.wanted = rule.types.name(of: point.wanted) } }
        fault.path = Frame.path
        return IOCError(fault)
    }

    /// Releases a hold. The release of the last hold ends the context.
    func letGo() {
        if gate.letGo().isEmpty { empty() }
    }

    /// Releases the instances, and then everything else that only an open context needs. Dependents are released before
    /// their dependencies, so that a release doesn't recurse through a whole chain.
    ///
    /// It is called once the gate is closed and no thread is inside. The `deinit`s of instances can still read their
    /// dependencies.
    private func empty() {
        table.close()
        gate.empty {
            let ranks = ranks
            for index in ranks.indices.ordered(by: { ranks[$0] > ranks[$1] }) {
                if case .singleton(let keeper) = sites[index].keeper { keeper.end() }
            }
            argumented.release()
        }
        let assemblies = assemblies.withLock { exchange(&$0, with: []) }
        withExtendedLifetime(assemblies) {}
        processors.removeAll()
        observers.removeComponents()
        settings.install([])
        settings.endLive()
        bindings = []
    }
}

extension ContextCore {
    /// Returns the core that resolves a property that no context has bound. This function never boots the shared
    /// context.
    static func ambient(for point: @autoclosure () -> InjectionPointFacts) throws -> ContextCore {
        if let frame = Frame.innermost { return frame.pointee.core }
        if let context = ApplicationContext.taskContext ?? SharedContext.process.ready { return context.core }
        let point = point()
        throw IOCError(
            Fault(.contextMissing, asked: point, wanted: TypeName.written(TypeIdentity.type(point.wanted))))
    }

    /// Returns the components that a parent context supplies.
    static func supply(of parent: ApplicationContext?) -> Wiring.ParentSupply {
        guard let core = parent?.core else { return .none }
        return Wiring.ParentSupply(of: core.rule, wiring: core.wiring, inherited: supply(of: core.parent))
    }
}

extension ApplicationContext {
    /// The context that ``withCurrent(_:operation:)`` has set.
    @TaskLocal static var taskContext: ApplicationContext?
}

extension CandidateRule {
    /// The indices of the components that are observers.
    var observers: [Int] { all(TypeIdentity.id((any ContextObserver).self)) }
}

extension Sequence {
    /// Orders instances, dependents before their dependencies. Instances of child contexts come first. Of several
    /// instances of one component, the last created one comes first.
    /// - Parameter place: Returns the component of an element, and the element's number in the order of creation.
    func dependentsFirst(_ place: (Element) -> (site: CallSite, number: Int)) -> [Element] {
        let placed = map { (element: $0, place: place($0)) }
        guard placed.count > 1 else { return placed.map(\.element) }
        var ranks: [ObjectIdentifier: [Int]] = [:]
        let keys = placed.map { entry in
            let (site, number) = entry.place
            let known = ranks[ObjectIdentifier(site.core)] ?? site.core.ranks
            ranks[ObjectIdentifier(site.core)] = known
            return (site.core.depth, known[site.index], number)
        }
        return keys.indices.ordered { keys[$0] > keys[$1] }.map { placed[$0].element }
    }
}
