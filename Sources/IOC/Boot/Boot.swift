import IOCBase
import IOCModel
import Synchronization

/// Boots a context: registry → eager instances made → every injection point chosen → instances injected.
///
/// Eager singletons are made before their properties are judged, because only an instance knows the names its
/// properties ask for. Classes with a fault that field metadata shows are made last. Where an `init()` may read a property in
/// vain, which is a property with such a fault or one in a circle, instances are made on a thread that can be given up, as a plain
/// read can't throw.
final class Boot {
    private let parent: ApplicationContext?
    private let registry: Registry
    private var faults: [Fault]
    private let core: ContextCore
    /// The components that observe.
    private let observers: [Int]
    /// The assemblies' properties, by definition.
    private let cells: [(cell: DefinitionCell, index: Int)]
    /// The walk over where the injection points lead before any instance has declared a name.
    private let walk: GraphWalk
    /// True if no instance can declare a name that was not known when that walk was made.
    private let areNamesKnown: Bool

    /// - Parameters:
    ///   - kept: The assemblies that the context keeps alive.
    ///   - processors: Post-processors that are no components.
    ///   - chain: The contexts that this one replaces; nil where it can't be replaced itself.
    init(
        _ configuration: ContextConfiguration, composition: AssemblyComposition, kept: [any Assembly],
        processors: [any InstancePostProcessor], parent: ApplicationContext?, patch: ContextPatch, chain: ReloadChain?
    ) {
        self.parent = parent
        var processors = processors
        let properties = PropertyStore(configuration, parent: parent?.core.registry.properties)
        let builder = RegistryBuilder(
            configuration, properties: properties, composition: composition, parent: parent)
        let built = builder.build()
        cells = built.cells
        var (wiring, walk) = (built.wiring, built.walk)
        areNamesKnown = built.areNamesKnown && patch.entries.isEmpty
        if patch.entries.isEmpty {
            registry = built.registry
            faults = built.faults
        } else {
            let patched = built.registry.patched(patch, parent: parent)
            registry = patched.registry
            wiring = patched.wiring
            walk = GraphWalk(successors: wiring.successors)
            faults = built.faults + patched.faults
            processors += patched.wrappers
        }
        self.walk = walk
        observers = registry.expectObservers()
        core = ContextCore(
            registry: registry, wiring: wiring, parent: parent, keeping: kept, processors: processors,
            recipe: chain == nil ? nil : ConfigurationRecipe(configuration), chain: chain ?? ReloadChain())
    }

    /// A context that patches another: the same definitions, with places of their own.
    init(_ patched: Registry.Patched, of origin: ContextCore) {
        parent = origin.parent
        registry = patched.registry
        faults = []
        cells = []
        walk = GraphWalk(successors: patched.wiring.successors)
        areNamesKnown = false
        observers = registry.expectObservers()
        core = ContextCore(
            registry: patched.registry, wiring: patched.wiring, parent: origin.parent, origin: origin,
            processors: origin.maker.processors.added + patched.wrappers)
    }

    /// - Returns: The core of the new context.
    /// - Throws: ``IOCError`` with every fault that was found.
    func run() throws -> ContextCore {
        for (cell, index) in cells { cell.bind(core, index: index) }
        do {
            try boot()
            return core
        } catch {
            for (cell, _) in cells { cell.unbind(core) }
            core.letGo()
            throw error
        }
    }

    private func boot() throws {
        // With faulty names or classes nothing is made: what follows would be reported twice.
        let faults = faults + (faults.isEmpty ? registry.optionFaults : [])
        guard faults.isEmpty else { throw IOCError(AnnotatedLines(registry).located(faults + core.wiring.faults)) }
        let early = core.wiring
        let isFaulty = early.faultyDefinitions
        let order = walk.order.filter { registry.definitions[$0].isMadeEarly }
        var failures = makeEarly(order.filter { !isFaulty.contains($0) } + order.filter(isFaulty.contains))
        // The instances that boot has made, before they are published.
        let instances: @Sendable (Int) -> AnyObject? = { [definitions = registry.definitions] index in
            definitions[index].slot.instance ?? definitions[index].slot.group.made(definitions[index].slot)
        }
        registry.types.showInstances(instances)
        // Where nothing was made or all was known, nothing was declared that could change a choice.
        let isAsFirst =
            (order.isEmpty || areNamesKnown && !registry.types.hasAskedForInstances) && !registry.forbidsCycles
        let wiring =
            isAsFirst
            ? early
            : Wiring(
                rule: registry.rule, points: registry.definitions.indices.map(registry.points),
                forbidsCycles: registry.forbidsCycles, refining: early, inherited: Registry.inherited(parent))
        if !isAsFirst { core.known.refine(wiring) }
        // A value may need a converter, which can't be made while the graph has faults.
        let hasConverters = !registry.rule.all(TypeIdentity.id((any PropertyConverter).self)).isEmpty
        if hasConverters, wiring.faults.isEmpty, failures.isEmpty {
            registry.properties.install(try core.lookup.all((any PropertyConverter).self, to: nil).map(\.value))
        }
        if !hasConverters || wiring.faults.isEmpty { failures += registry.propertyFaults(of: instances) }
        guard wiring.faults.isEmpty, failures.isEmpty else {
            throw IOCError(AnnotatedLines(registry).located(Self.merged(wiring.faults, failures)))
        }
        for index in order { registry.definitions[index].isJudged.store(true, ordering: .releasing) }
        try installProcessors()
        try attachObservers()
        try makeAll(isAsFirst || wiring.isAsFirst ? walk : GraphWalk(successors: wiring.successors))
    }

    /// Faults of properties and what reading them in an `init()` came to, where only the reading may know the line.
    private static func merged(_ faults: [Fault], _ failures: [Fault]) -> [Fault] {
        var faults = faults
        let others = failures.filter { failure in
            guard let point = failure.point,
                let known = faults.firstIndex(where: { $0.code == failure.code && $0.point?.wanted == point.wanted })
            else { return true }
            if faults[known].point?.location == nil, let location = point.location {
                faults[known].place = .source(location)
            }
            return false
        }
        return faults + others
    }

    /// Makes eager singletons without injecting them.
    /// - Returns: The faults.
    private func makeEarly(_ order: [Int]) -> [Fault] {
        let making = EarlyMaking(order)
        #if IOC_MIRROR_ONLY
        // Instances show what their classes need.
        let mayReadInVain = true
        #else
        let mayReadInVain = !core.wiring.faultyDefinitions.isEmpty || walk.groups.contains(where: walk.isCycle)
        #endif
        // Inside a construction the thread is somebody's who waits for it.
        guard mayReadInVain, ConstructionFrame.innermost == nil else {
            making.run(in: core)
            return making.faults
        }
        while !making.isOver {
            do {
                try ExpendableThread.run { [core] in making.run(in: core) }
            } catch {
                making.note(error)
            }
        }
        return making.faults
    }

    /// Makes the post-processors that are components, so that they see whatever is injected after them.
    private func installProcessors() throws {
        let processors = try core.lookup.all((any InstancePostProcessor).self, to: nil).map(\.value)
        core.maker.processors.install(processors)
    }

    /// Makes the observers that are components; they hear of this context alone, not of its children.
    private func attachObservers() throws {
        guard !observers.isEmpty else { return }
        let components = try observers.compactMap { index in
            AnyValueBox.unboxed(try core.maker.instance(of: registry.definitions[index], for: nil))
                as? any ContextObserver
        }
        registry.lifecycle.observers.attach(components)
    }

    /// Injects and publishes the eager singletons, dependencies first; who depends on a failed one is not tried.
    private func makeAll(_ walk: GraphWalk) throws {
        var failed: Set<Int> = []
        var failures: [Fault] = []
        var isTooDeep = false
        for index in walk.order where registry.definitions[index].isEager {
            if !failed.isEmpty, walk.successors[index].contains(where: failed.contains) {
                failed.insert(index)
                continue
            }
            do {
                _ = try core.maker.instance(of: registry.definitions[index], for: nil)
            } catch let error as IOCError {
                failed.insert(index)
                // Every component above a chain that is too deep fails the same way; one tells it all.
                if error.code == .graphTooDeep {
                    if isTooDeep { continue }
                    isTooDeep = true
                }
                failures += error.faults
            }
        }
        failures += registry.unreadFaults
        guard failures.isEmpty else { throw IOCError(failures) }
    }
}

extension Registry {
    /// The components that observe; from now on it is kept for them what happens.
    fileprivate func expectObservers() -> [Int] {
        let indices = rule.all(TypeIdentity.id((any ContextObserver).self))
        if !indices.isEmpty { lifecycle.observers.expectComponents() }
        return indices
    }

    /// Returns the faults of a set of injection points.
    func faults(of points: [InjectionPointFacts], parent: ApplicationContext?) -> [Fault] {
        Wiring.faults(of: points, rule: rule, inherited: Self.inherited(parent))
    }
}
