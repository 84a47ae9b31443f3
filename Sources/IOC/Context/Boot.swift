import IOCModel

/// Boots a context: registry → eager instances made → every injection point chosen → instances injected.
///
/// Eager singletons are made before their properties are judged, because only an instance tells the names its
/// properties ask for. Classes with a fault that field metadata shows are made last: an `init()` that reads the faulty
/// property stops the program, and whatever else can be told is told by then.
struct Boot {
    private let parent: ApplicationContext?
    private let registry: Registry
    private var faults: [Fault]
    private let core: ContextCore

    init(_ configuration: Configuration, parent: ApplicationContext?) {
        self.parent = parent
        var builder = RegistryBuilder(configuration, activeProfiles: configuration.activeProfiles)
        (registry, faults) = builder.build()
        core = ContextCore(registry: registry, parent: parent)
    }

    /// - Returns: The core of the new context.
    /// - Throws: ``IOCError`` with every fault that was found.
    func run() throws -> ContextCore {
        do {
            try boot()
            return core
        } catch {
            core.close()
            throw error
        }
    }

    private func boot() throws {
        // With faulty names or classes nothing is made: what follows would be told twice.
        guard faults.isEmpty else { throw IOCError(faults + core.wiring.faults) }
        let early = core.wiring
        let isFaulty = Set(early.edges.indices.filter { registry.isFaulty(core: core, definition: $0) })
        let order = GraphWalk(successors: early.successors).order.filter { registry.definitions[$0].isEager }
        var failures: [Fault] = []
        for index in order.filter({ !isFaulty.contains($0) }) + order.filter(isFaulty.contains) {
            do {
                try core.makeEarly(registry.definitions[index])
            } catch let error as IOCError {
                failures += error.models
            }
        }
        let instances = registry.earlyInstances()
        registry.rule.types.showInstances { index in instances(index) }
        let wiring = registry.wiring(parent: parent)
        core.updateWiring { $0 = wiring }
        guard wiring.faults.isEmpty, failures.isEmpty else { throw IOCError(wiring.faults + failures) }
        for definition in registry.definitions where definition.isEager { _ = definition.isJudged.set() }
        try finish(GraphWalk(successors: wiring.successors).order.filter { registry.definitions[$0].isEager })
    }

    /// Injects and publishes the eager singletons, dependencies first; who depends on a failed one is not tried.
    private func finish(_ order: [Int]) throws {
        let successors = core.wiring.successors
        var failed: Set<Int> = []
        var failures: [Fault] = []
        for index in order {
            if successors[index].contains(where: failed.contains) {
                failed.insert(index)
                continue
            }
            do {
                _ = try core.instance(of: registry.definitions[index], for: nil)
            } catch let error as IOCError {
                failed.insert(index)
                failures += error.models
            }
        }
        guard failures.isEmpty else { throw IOCError(failures) }
        registry.rule.types.showInstances { [definitions = registry.definitions] in definitions[$0].instance }
    }
}

extension RegisteredDefinition {
    /// Whether boot makes it.
    var isEager: Bool { facts.scope == .singleton }
}

extension Registry {
    /// Whether one of a definition's points has a fault.
    fileprivate func isFaulty(core: ContextCore, definition: Int) -> Bool {
        !faults(of: definitions[definition].plan.facts, parent: core.parent).isEmpty
    }

    /// What is wrong with a set of injection points.
    func faults(of points: [InjectionPointFacts], parent: ApplicationContext?) -> [Fault] {
        Wiring.faults(of: points, rule: rule, inherited: inherited(parent))
    }

    /// The instances that boot has made, before they are published.
    fileprivate func earlyInstances() -> @Sendable (Int) -> AnyObject? {
        { [definitions] index in
            definitions[index].instance ?? definitions[index].group.made(definitions[index])
        }
    }
}
