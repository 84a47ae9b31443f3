import IOCBase
import IOCModel

/// The configuration and the other inputs of a boot.
struct BootRequest {
    let configuration: ContextConfiguration
    /// Assemblies that are part of the context, besides those that the configuration names. The caller retains them.
    var assemblies: [any Assembly] = []
    /// Assemblies that collaborators use instead of creating new ones.
    var pool: [any Assembly] = []
    /// Post-processors that are not components.
    var processors: [any InstancePostProcessor] = []
    var parent: ApplicationContext?
    var patch = ContextPatch()
    /// The source of the configuration, which a reload reads again; nil if the boot also has assemblies or a patch.
    var source: ConfigurationSource?
    /// The chain of reloads that the context is part of.
    var chain = ReloadChain()
    /// False for a check, which creates no components.
    var creates = true
}

/// Boots a context: plan → wire → convert settings → throw all faults → create. A check ends at the throw.
///
/// A boot creates some components earlier:
/// - Definition post-processors, before it wires.
/// - Setting converters and their dependencies, before it converts settings. If the graph has faults, the boot throws
///   these first.
final class Boot {
    private let faults: [Fault]
    let core: ContextCore
    /// The members of the assemblies. `index` is the index of the definition that a member declares; nil if it declares
    /// none.
    private let members: [(member: AssemblyMember, index: Int?)]

    init(_ request: BootRequest) throws {
        let (configuration, patch) = (request.configuration, request.patch)
        let parent = try request.parent?.holding()
        let catalogue = ProgramCatalogue()
        let named = try configuration.namedAssemblies(among: catalogue)
        let composition = AssemblyComposition(request.assemblies + named, pool: request.pool)
        let settings = SettingStore(configuration, parent: parent?.core.settings)
        let plan = Plan(configuration, catalogue, settings, composition, patch: patch, parent: parent)
        let types = ProgramTypes(
            plan.declarations.map { TypeIdentity.type($0.facts.type) }, nearMisses: plan.finder)
        let processing = DefinitionProcessing(of: plan.declarations, types, creates: request.creates)
        let declarations = processing.declarations
        let definitions = declarations.map { $0.facts }
        let rule = CandidateRule(
            definitions: definitions, names: NameIndex(definitions), bindings: configuration.bindings, types: types)
        let patched = patch.applied(to: rule, declarations.map { $0.description.creation })
        let stores = declarations.indices.filter { definitions[$0].scope.sharing == .store }.compactMap { index in
            declarations[index].description.scope.store.map { (index, $0) }
        }
        let found = BootPlan(
            configuration: configuration, rule: patched.rule, stores: Dictionary(uniqueKeysWithValues: stores),
            notices: plan.notices + processing.notices
                + definitions.compactMap { $0.unstarted(records: catalogue.records) }
                + definitions.flatMap { $0.unboundWrappers },
            absentReaders: plan.absent.flatMap(\.readers), decisions: plan.decisions)
        let core = ContextCore(
            found, patched.creations,
            // If components are replaced, unread settings are not faults, because a replacement may read fewer
            // settings.
            settings: patched.replaced.isEmpty ? settings : settings.derived(hidingReaders: true), parent: parent,
            keeping: composition.assemblies.filter { assembly in !request.assemblies.contains { $0 === assembly } },
            processors: request.processors + patched.wrappers, source: request.source, chain: request.chain)
        core.notices.withLock {
            $0 = Self.unprocessed(in: core) + Self.forgotten(plan, in: core, catalogue.records)
        }
        self.core = core
        let planFaults =
            processing.faults + settings.faults + composition.faults + plan.faults
            + plan.namingFaults(patched.rule, replaced: patched.replaced)
            + declarations.compactMap { $0.mistake } + declarations.scopeFaults + patched.faults
            + Self.formFaults(in: core)
        let consequences = Consequences(of: planFaults, configuration, rule)
        faults = planFaults + core.wiringFaults.filter { !consequences.contains($0) }
        let declared = declarations.enumerated().compactMap { index, declaration in
            declaration.description.member.map { (member: $0 as AssemblyMember, index: Optional(index)) }
        }
        // `composition.members` contains the declaring members again, without an index. They come last, because only
        // the first `bind` of a member has an effect.
        members = declared + composition.members.map { ($0.member, nil) }
    }

    /// Prepares a check. It creates no component, not even definition post-processors.
    convenience init(checking configuration: ContextConfiguration, parent: ApplicationContext?) throws {
        try self.init(
            BootRequest(
                configuration: configuration, parent: parent, source: ConfigurationSource(configuration), creates: false
            ))
    }

    /// Prepares the boot of a context that patches another one. The new context has the same definitions and its own
    /// instances.
    init(_ patch: ContextPatch, of origin: ContextCore) {
        let patched = patch.applied(to: origin.rule, origin.sites.map(\.creation))
        // If a replaced component has no instance in the origin, the settings that it reads are not known. Then unread
        // settings are not faults.
        let hidesReaders = patched.replaced.contains { origin.sites[$0].instance == nil }
        var plan = origin.plan
        plan.rule = patched.rule
        core = ContextCore(
            plan, patched.creations, settings: origin.settings.derived(hidingReaders: hidesReaders),
            parent: origin.parent, origin: origin, processors: origin.processors.added + patched.wrappers)
        faults = patched.faults + patch.faultsOfConfiguration + core.wiringFaults
        members = []
    }

    /// Checks the graph and the settings, and creates the eager singletons.
    /// - Returns: The core of the new context.
    /// - Throws: ``IOCError`` with every fault that was found.
    func run() throws -> ContextCore {
        for (member, index) in members { member.bind(core, index: index) }
        do {
            // The value of a setting may need a converter, which can't be created while the graph has faults.
            if hasConverters {
                try throwFaults([])
                core.settings.install(try core.values((any SettingConverter).self))
            }
            let failures = core.settingFaults
            try throwFaults(failures + argumentFaults(beside: failures, beforeCreation: true))
            // The processors handle every instance that is created after this line.
            core.processors.install(try core.values((any InstancePostProcessor).self))
            // Observers that are components observe only this context, not its children.
            core.observers.attach(
                try core.rule.observers.compactMap { index in
                    AnyValueBox.unboxed(try core.sites[index].enter()) as? any ContextObserver
                })
            try createEagerSingletons()
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
        // A component that is a converter may convert a setting that fails here, so the failure is only a notice.
        let failures = core.settingFaults
        try throwFaults(
            (hasConverters ? failures.filter { $0.code != .settingConversion } : failures)
                + argumentFaults(beside: failures, beforeCreation: false))
        let settings = failures.map { failure in
            let key = failure.settingKey ?? ""
            let reason = "\(key) is not checked, because a component of the program may convert it"
            return Fault(.unchecked(reason, key: key), asked: failure.point)
        }
        core.notices.withLock { $0 += settings + core.sites.flatMap(\.uncheckedMembers) + awaited }
        return context
    }

    /// The notices of dependencies that the parent context creates only when it starts. The boot of this context would
    /// need them earlier.
    private var awaited: [Fault] {
        core.wiring.edges.joined().compactMap { edge in
            guard edge.isInherited, edge.shape.isImmediate,
                let found = try? core.parent?.core.find(
                    TypeIdentity.type(edge.point.wanted), named: edge.point.qualifier),
                found.core.creations.contains(found.index)
            else { return nil }
            let needs = found.core.creations.needs[found.index] ?? [found.index]
            if needs.allSatisfy({ found.core.sites[$0].instance != nil }) { return nil }
            let reason = "\(found.facts.name) exists once the parent context has started"
            return Fault(.unchecked(reason, do: "start the parent before this context is booted"), asked: edge.point)
        }
    }

    /// Returns the faults of definitions whose type is a list, a map or a provider of a type that an injection point
    /// asks for. No injection point gets such a value, because the container assembles these values from components.
    private static func formFaults(in core: ContextCore) -> [Fault] {
        lazy var asked = Set(core.wiring.edges.joined().map(\.point.wanted))
        return core.sites.compactMap { site in
            if site.creation.isOfType || site.creation.kind == .replacement || site.facts.needsArguments {
                return nil
            }
            let (shape, element) = InjectionForms.analyze(site.type)
            guard shape != .one, shape != .optional, asked.contains(TypeIdentity.id(element)) else { return nil }
            return Fault(
                .definitionOfForm(
                    name: site.facts.name, promised: site.facts.typeName, element: TypeName.written(element),
                    isMany: shape.isCollection),
                at: site.facts.origin)
        }
    }

    /// Returns the notices of classes that probably lack an annotation. A prefix of the configuration matches such a
    /// class, and a list, a map or an optional that is nil would contain its instance if it were a component.
    /// Superclasses of components are left out, because they probably lack the annotation intentionally.
    private static func forgotten(_ plan: Plan, in core: ContextCore, _ records: ProgramRecords) -> [Fault] {
        func isSuperclass(_ candidate: ProgramClass) -> Bool {
            guard let type = candidate.load() else { return false }
            return core.sites.contains { ($0.type as? AnyClass).map { TypeIdentity.inherits($0, from: type) } ?? false }
        }
        return core.wiring.edges.joined().flatMap { edge -> [Fault] in
            let isEmpty = edge.targets.isEmpty && !edge.isInherited && edge.shape.mayBeEmpty
            guard edge.shape.isCollection || isEmpty else { return [] }
            return records.classes(fitting: TypeIdentity.type(edge.point.wanted))
                .filter { plan.isForgotten($0) && !isSuperclass($0) }.map(\.qualifiedName).ordered()
                .map { name in
                    Fault(.classForgotten(name: name), asked: edge.point) { [types = core.rule.types] in
                        $0.wanted = types.name(of: edge.point.wanted)
                    }
                }
        }
    }

    /// Returns the notices of components that are passed to the initializer of a post-processor or of a setting
    /// converter, directly or through others. They are created before the post-processors are installed.
    private static func unprocessed(in core: ContextCore) -> [Fault] {
        func indices(_ type: Any.Type) -> [Int] { core.rule.all(TypeIdentity.id(type)) }
        let processors = indices((any InstancePostProcessor).self)
        guard !processors.isEmpty else { return [] }
        let passed = core.wiring.parameterTargets
        var dependents: [Int: [String]] = [:]
        for early in Set(processors + indices((any SettingConverter).self)).ordered() {
            let walk = ShortestPaths(from: [early]) { passed[$0] }
            for target in walk.reached.ordered() where target != early && !processors.contains(target) {
                dependents[target, default: []].append(core.sites[early].facts.name)
            }
        }
        return dependents.keys.ordered().map { index in
            let facts = core.sites[index].facts
            return Fault(.notPostProcessed(name: facts.name, dependents: dependents[index] ?? []), at: facts.origin)
        }
    }

    private var hasConverters: Bool { !core.rule.all(TypeIdentity.id((any SettingConverter).self)).isEmpty }

    /// Returns the faults of arguments that nothing reads. If an argument is malformed, returns none, because the
    /// unread argument may be its value.
    private func argumentFaults(beside failures: [Fault], beforeCreation: Bool) -> [Fault] {
        if failures.contains(where: { $0.code == .argumentMalformed }) { return [] }
        return core.argumentFaults(beforeCreation: beforeCreation && failures.isEmpty && faults.isEmpty)
    }

    private func throwFaults(_ failures: [Fault]) throws {
        let all = faults + failures
        guard all.isEmpty else { throw IOCError(all) }
    }

    /// Creates the eager singletons, dependencies first. If a component fails, its dependents are skipped.
    private func createEagerSingletons() throws {
        var failed: Set<Int> = []
        var failures: [Fault] = []
        for index in core.order where core.sites[index].isEager && !core.creations.contains(index) {
            let isDependent =
                !failed.isEmpty
                && core.wiring.edges[index].contains { $0.shape.isImmediate && !failed.isDisjoint(with: $0.targets) }
            if isDependent {
                failed.insert(index)
                continue
            }
            do {
                _ = try core.sites[index].enter()
            } catch let error as IOCError {
                failed.insert(index)
                // Other components of a chain that is too deep fail in the same way, so only one fault is reported.
                if error.code == .graphTooDeep, failures.contains(where: { $0.code == error.code }) { continue }
                failures += error.faults
            }
        }
        failures += core.unreadFaults + core.argumentFaults()
        guard failures.isEmpty else { throw IOCError(failures) }
    }
}

extension ContextPatch {
    /// The fault of a patch with settings, profiles or removals. A context that exists already can't apply these.
    fileprivate var faultsOfConfiguration: [Fault] {
        if settings.isEmpty, profiles.isEmpty, removals.isEmpty { return [] }
        let location = settings.first?.location ?? profiles.first?.location ?? removals.first?.location
        return [Fault(.patchOfConfiguration, at: location.map(Origin.source))]
    }
}

extension ContextCore {
    /// The faults of all injection points, of `async` initializers and functions, and of ``InjectionPoint`` parameters.
    fileprivate var wiringFaults: [Fault] { wiring.faults + asyncFaults + pointFaults }
}

extension DefinitionFacts {
    /// Returns a notice if a component has lifecycle methods that the container never calls; otherwise nil.
    func unstarted(records: ProgramRecords) -> Fault? {
        guard isManaged, !hasLifecycle else { return nil }
        var roles: [Any.Type] = [(any Startable).self, (any IOCService).self]
        // A request scope stops its components, so `stop()` is called.
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

extension CallSite {
    /// The notices of wrapped properties that `@Component` has not described, and of methods that are named like
    /// lifecycle methods although the class doesn't conform to their protocol.
    fileprivate var uncheckedMembers: [Fault] {
        let list = TypeIdentity.metatype(
            of: type, as: (any _AnnotatedComponent).self, (any _AnnotatedComponent.Type).self)?._injectionPoints
        let own = list.flatMap { $0.type == type ? $0 : nil }
        let calls = (own?.calls ?? []).filter { name, role in !TypeFit.fits(type, role, records: .current()) }.map {
            Fault(.componentNeverStarted(name: facts.name, method: $0, role: TypeName.simple($1)), at: facts.origin)
        }
        let open = (plan?.fields ?? []).filter { $0.stated == nil }.map(\.facts.property)
        if open.isEmpty { return calls }
        let result = "so the names and settings that its properties ask for are not checked"
        let kind: Fault.Kind =
            own == nil
            ? .unchecked("\(facts.name) conforms by hand, \(result)", do: "annotate the class with @Component")
            : .unchecked(
                "\(facts.name) fills \(open.joined(separator: ", ")) in a way that @Component can't read, \(result)",
                do: "write '@Autowired' or '@Value' before the property, and each argument once")
        return calls + [Fault(kind, at: facts.origin)]
    }
}
