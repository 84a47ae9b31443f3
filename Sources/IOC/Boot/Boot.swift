import IOCBase
import IOCModel

/// Boots a context: plan → wire → convert settings → throw everything found → create.
///
/// Everything up to the throw needs no instance, so a check of the wiring stops there. No component's `init()` runs before the
/// graph is sound.
final class Boot {
    private let registry: Registry
    private let faults: [Fault]
    let core: ContextCore
    /// The members of the assemblies, with the indices of the definitions that they declare.
    private let members: [(member: AssemblyMember, index: Int?)]

    /// - Parameters:
    ///   - assemblies: Assemblies to start from, besides those the configuration names. The caller keeps them alive.
    ///   - pool: Assemblies to use in place of those that collaborators would make.
    ///   - processors: Post-processors that are no components.
    ///   - source: The configuration with the way to read it again; nil if it does not suffice to boot another context.
    ///   - chain: The contexts that this one replaces.
    ///   - creates: False for a check, which creates nothing, not even definition post-processors.
    init(
        _ configuration: ContextConfiguration, assemblies: [any Assembly] = [], replacing pool: [any Assembly] = [],
        processors: [any InstancePostProcessor] = [], parent: ApplicationContext?, patch: ContextPatch = ContextPatch(),
        source: ConfigurationSource? = nil, chain: ReloadChain = ReloadChain(), creates: Bool = true
    ) throws {
        let parent = try parent?.holding()
        let catalogue = ProgramCatalogue()
        let named = try configuration.namedAssemblies(among: catalogue)
        let composition = AssemblyComposition(assemblies + named, pool: pool)
        let settings = SettingStore(configuration, parent: parent?.core.registry.settings)
        let plan = Plan(configuration, catalogue, settings, composition, removals: patch.removals, parent: parent)
        let types = ProgramTypes(
            plan.declarations.map { TypeIdentity.type($0.facts.type) },
            nearMisses: NearMissFinder(
                leftOut: plan.leftOut, absentDefinitions: plan.absentDefinitions, records: catalogue.records,
                assemblies: composition.assemblies.map { type(of: $0) }))
        let processing = DefinitionProcessing(of: plan.declarations, types, creates: creates)
        let declarations = plan.declarations
        let definitions = declarations.map(\.facts)
        let rule = CandidateRule(
            definitions: definitions, names: NameIndex(definitions), bindings: configuration.bindings, types: types)
        let patched = patch.applied(to: rule, declarations.map(\.recipe))
        let stores = declarations.enumerated().compactMap { index, declaration in
            declaration.scope.store.map { (index, $0) }
        }
        let base = Registry.Base(
            configuration: configuration, rule: rule, stores: Dictionary(uniqueKeysWithValues: stores),
            notices: plan.notices + processing.notices
                + definitions.compactMap { $0.unstarted(records: catalogue.records) },
            absentReaders: plan.leftOut.flatMap(\.readers), decisions: plan.decisions)
        registry = Registry(
            base, patched.recipes,
            // What replaces a component may leave settings unread that the component would have read.
            settings: patched.replaced.isEmpty ? settings : settings.derived(hidingReaders: true), parent: parent)
        let found =
            processing.faults + settings.faults + composition.faults + plan.faults + plan.namingFaults(rule.names)
            + declarations.compactMap(\.mistake) + patched.faults
        let consequences = Consequences(of: found, configuration, rule)
        faults = found + registry.wiringFaults.filter { !consequences.contains($0) }
        let declared = declarations.enumerated().compactMap { index, declaration in
            declaration.member.map { (member: $0 as AssemblyMember, index: Optional(index)) }
        }
        // A member counts once, so those that declare nothing in this context are bound last.
        members = declared + composition.members.map { ($0.member, nil) }
        core = ContextCore(
            registry: registry, parent: parent,
            keeping: composition.assemblies.filter { assembly in !assemblies.contains { $0 === assembly } },
            processors: processors + patched.wrappers, source: source, chain: chain)
    }

    /// A boot that creates nothing, not even definition post-processors.
    convenience init(checking configuration: ContextConfiguration, parent: ApplicationContext?) throws {
        try self.init(configuration, parent: parent, source: ConfigurationSource(configuration), creates: false)
    }

    /// A context that patches another: the same definitions, with places of their own for instances.
    init(_ patch: ContextPatch, of origin: ContextCore) {
        let former = origin.registry
        let patched = patch.applied(to: former.rule, former.definitions.map(\.recipe))
        // The settings of a replaced component are known if one was made.
        let hidesReaders = patched.replaced.contains { former.definitions[$0].slot.instance == nil }
        registry = Registry(
            former.base, patched.recipes, settings: former.settings.derived(hidingReaders: hidesReaders),
            parent: origin.parent)
        faults = patched.faults + patch.faultsOfConfiguration + registry.wiringFaults
        members = []
        core = ContextCore(
            registry: registry, parent: origin.parent, origin: origin,
            processors: origin.maker.processors.added + patched.wrappers)
    }

    /// Checks the graph and the settings, and creates the eager singletons.
    /// - Returns: The core of the new context.
    /// - Throws: ``IOCError`` with every fault that was found.
    func run() throws -> ContextCore {
        for (member, index) in members { member.bind(core, index: index) }
        do {
            // A value may need a converter, which can't be created while the graph has faults.
            if hasConverters {
                try throwFaults([])
                registry.settings.install(try core.lookup.all((any SettingConverter).self, to: nil))
            }
            try throwFaults(registry.settingFaults)
            // They see whatever is injected after them.
            core.maker.processors.install(try core.lookup.all((any InstancePostProcessor).self, to: nil))
            // The observers that are components observe this context alone, not its children.
            registry.observers.attach(
                try registry.rule.observers.compactMap { index in
                    let instance = try core.maker.instance(of: registry.definitions[index], for: nil)
                    return AnyValueBox.unboxed(instance) as? any ContextObserver
                })
            try makeAll()
            return core
        } catch {
            for (member, _) in members { member.unbind(core) }
            core.letGo()
            throw error
        }
    }

    /// Checks everything that needs no instance.
    /// - Returns: A context in which nothing was created.
    /// - Throws: ``IOCError`` with every fault that was found.
    func check() throws -> ApplicationContext {
        let context = ApplicationContext(core, isOwner: true)
        // A component that is a converter could convert what fails without one.
        let failures = registry.settingFaults
        try throwFaults(hasConverters ? failures.filter { $0.code != .settingConversion } : failures)
        let settings = failures.map { failure in
            let key = failure.settingKey ?? ""
            let reason = "\(key) is not checked, because a component of the program may convert it"
            return Fault(.unchecked(reason, key: key), asked: failure.point)
        }
        let names = registry.definitions.filter { $0.plan?.statesAll == false }.map { definition in
            let reason = "conforms by hand, so the names and settings that its properties ask for are not checked"
            return Fault(
                .unchecked("\(definition.facts.name) \(reason)", do: "annotate the class with @Component"),
                at: definition.facts.origin)
        }
        core.unchecked.withLock { $0 = settings + names + awaited }
        return context
    }

    /// The components that a parent creates when it starts, and that this context's boot would ask for before.
    private var awaited: [Fault] {
        core.wiring.edges.joined().compactMap { edge in
            guard edge.isInherited, edge.shape.isImmediate,
                let found = try? core.lookup.parent?.find(
                    TypeIdentity.type(edge.point.wanted), for: nil, named: edge.point.qualifier)
            else { return nil }
            let registry = found.lookup.registry
            guard registry.creations.contains(found.definition.index) else { return nil }
            let needs = registry.creations.followers.first { $0.definition == found.definition.index }?.needs
            // A lookup of one that is awaited creates nothing.
            let isThere = (needs ?? [found.definition.index]).allSatisfy { index in
                let needed = Lookup.Component(lookup: found.lookup, definition: registry.definitions[index])
                return (try? needed.element(for: nil)) != nil
            }
            if isThere { return nil }
            let reason = "\(found.name) exists once the parent context has started"
            return Fault(.unchecked(reason, do: "start the parent before this context is booted"), asked: edge.point)
        }
    }

    private var hasConverters: Bool { !registry.rule.all(TypeIdentity.id((any SettingConverter).self)).isEmpty }

    private func throwFaults(_ failures: [Fault]) throws {
        let all = faults + failures
        guard all.isEmpty else { throw IOCError(all) }
    }

    /// Creates the eager singletons, dependencies first. A component that depends on a failed one is not tried.
    private func makeAll() throws {
        var failed: Set<Int> = []
        var failures: [Fault] = []
        for index in registry.order where registry.definitions[index].isEager && !registry.creations.contains(index) {
            let isDependent =
                !failed.isEmpty
                && core.wiring.edges[index].contains { $0.shape.isImmediate && !failed.isDisjoint(with: $0.targets) }
            if isDependent {
                failed.insert(index)
                continue
            }
            do {
                _ = try core.maker.instance(of: registry.definitions[index], for: nil)
            } catch let error as IOCError {
                failed.insert(index)
                // Every component above a chain that is too deep fails the same way; one fault is enough.
                if error.code == .graphTooDeep, failures.contains(where: { $0.code == error.code }) { continue }
                failures += error.faults
            }
        }
        failures += registry.unreadFaults
        guard failures.isEmpty else { throw IOCError(failures) }
    }
}

extension ContextPatch {
    /// The fault that settings, profiles and removals come too late for a context that exists.
    fileprivate var faultsOfConfiguration: [Fault] {
        if settings.isEmpty, profiles.isEmpty, removals.isEmpty { return [] }
        let location = settings.first?.location ?? removals.first?.location
        return [Fault(.patchOfConfiguration, at: location.map(Origin.source))]
    }
}

extension Registry {
    /// The faults of all injection points, and of values made by `await`.
    fileprivate var wiringFaults: [Fault] { wiring.faults + asyncFaults }
}

extension DefinitionFacts {
    /// The notice that nothing will start, run or stop instances that have something to; nil if the container does, or
    /// where there is nothing.
    func unstarted(records: ProgramRecords) -> Fault? {
        guard isManaged, !hasLifecycle else { return nil }
        var roles: [Any.Type] = [(any Startable).self, (any IOCService).self]
        // A request's scope stops what was made in it.
        if scope != .request { roles.append((any Stoppable).self) }
        let promised = TypeIdentity.type(type)
        let protocols = roles.filter { TypeFit.fits(promised, $0, records: records) }.map(TypeName.simple)
        if protocols.isEmpty { return nil }
        let scope = scope.name + (needsArguments ? ", with arguments" : "")
        return Fault(
            .componentNeverStarted(name: name, scope: scope, protocols: protocols.map(TypeName.withoutAny)),
            at: origin)
    }
}
