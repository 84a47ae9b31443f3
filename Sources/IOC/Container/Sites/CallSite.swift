import IOCBase
import IOCConfiguration
import IOCModel
import Synchronization

/// A component of a context, called a site, with all decisions of the boot: how its instances are created, what fills
/// each parameter and property, which further steps an instance needs, and where instances are kept. The decisions
/// never change.
///
/// ```text
/// resolve ── keeper has an instance ──────────────▶ instance
///    │
///    └─▶ make ─▶ a frame ─▶ create ─▶ bind ─▶ hooks and injections ─▶ post-process ─▶ instance
/// ```
final class CallSite: @unchecked Sendable {
    // Sound: `arguments`, `points` and `steps` are written once, by the context's initializer. Only calls inside the
    // context's gate reach a site's functions, so the context outlives each use of its sites. The other properties
    // never change, or synchronize themselves.

    /// The work that an instance may need besides its creation.
    struct Steps: OptionSet {
        let rawValue: UInt8
        /// The instance has properties to bind, or may have some that the boot doesn't know.
        static let bind = Steps(rawValue: 1)
        /// The definition has hooks or injections.
        static let inject = Steps(rawValue: 2)
        /// A lookup may lead back to the instance while it is being created.
        static let search = Steps(rawValue: 4)
        /// The creation may return an instance that another site has created.
        static let alias = Steps(rawValue: 8)
    }

    /// The index among the sites of its context.
    let index: Int
    let facts: DefinitionFacts
    let coreReference: Unmanaged<ContextCore>
    let creation: Creation
    /// The injection points of its instances; nil if they depend on the class of each instance, and for a value type
    /// without a ``Constructor``.
    let plan: InjectionPlan?
    /// True if the plan has no wrapped properties, or if there is no plan.
    let hasPlainPlan: Bool
    /// The declared class of its instances; nil for a protocol or a value type.
    let promisedClass: AnyClass?
    /// The place where its instances are kept; nil for a prototype.
    let keeper: Keeper?
    /// The keeper of a singleton, which `keeper` retains; nil for other scopes.
    private let singleton: Unmanaged<SingletonKeeper>?
    let isPrototype: Bool
    /// True for a singleton, and for a component whose instances the activations of a scope keep. Several threads may
    /// share such an instance.
    let isShared: Bool
    /// True if a scope retains its instances, so that they need no other references.
    let keepsInstances: Bool
    let processors: PostProcessors
    /// True if there are observers, or if the boot will create some.
    let isObserved: Bool
    /// The lock of the dependency cycle that the component is part of; nil if it is in no cycle.
    let group: ConstructionLock?
    /// The number of the component's unkept cycle: a dependency cycle in which no scope retains the instances. Nil if
    /// it is in no such cycle.
    let unkeptGroup: Int?
    private(set) var steps: Steps = []
    /// The arguments of its initializer.
    private(set) var arguments: [ArgumentSite] = []
    /// Its wrapped properties, in the order of the plan.
    private(set) var points: [ArgumentSite] = []
    /// True if instances of the declared class need no check of their injection points: the annotation describes all of
    /// them, there is no plan, or an instance was checked and had no faults.
    private let soundPoints: Atomic<Bool>
    /// The indices of the sites that its constructions have looked up without an injection point.
    private let observed = Guarded<[Int]>([])
    /// The address of a retained ``HookDecision``, for the class of the first instance whose hooks were asked for; nil
    /// if there is none.
    private let decision = Atomic<UnsafeRawPointer?>(nil)

    init(
        index: Int, facts: DefinitionFacts, creation: Creation, plan: InjectionPlan?, in core: ContextCore,
        keeper: Keeper?, group: ConstructionLock?, unkeptGroup: Int?
    ) {
        self.index = index
        self.facts = facts
        coreReference = .passUnretained(core)
        processors = core.processors
        isObserved = !core.observers.isEmpty
        self.creation = creation
        self.plan = plan
        hasPlainPlan = plan?.isPlain ?? true
        soundPoints = Atomic(plan?.statesAll ?? true)
        keepsInstances = facts.scope.keepsInstances
        self.keeper = keeper
        switch keeper {
        case nil: (isPrototype, isShared, singleton) = (true, false, nil)
        case .graph: (isPrototype, isShared, singleton) = (false, false, nil)
        case .singleton(let keeper): (isPrototype, isShared, singleton) = (false, true, .passUnretained(keeper))
        case .scope: (isPrototype, isShared, singleton) = (false, true, nil)
        }
        self.group = group
        self.unkeptGroup = unkeptGroup
        promisedClass = TypeIdentity.type(facts.type) as? AnyClass
    }

    deinit {
        if let decision = decision.load(ordering: .acquiring) { Unmanaged<HookDecision>.fromOpaque(decision).release() }
    }

    /// Sets the sources of its parameters and properties. It is called once, after all sites of the context were
    /// created.
    func wire(_ arguments: [ArgumentSite], _ points: [ArgumentSite], mayLeadBack: Bool) {
        self.arguments = arguments
        self.points = points
        let isOpaque = !creation.isOfType
        if plan?.isEmpty == false || isOpaque { steps.insert(.bind) }
        if !creation.steps.isEmpty { steps.insert(.inject) }
        if isOpaque || mayLeadBack || keeper.isGraph || arguments.contains(where: \.isOpen) { steps.insert(.search) }
        if isOpaque || arguments.contains(where: mayReturn) { steps.insert(.alias) }
    }

    /// Returns true if the argument may be an instance of the class or a subclass. Then the initializer may return it,
    /// because an initializer in a protocol extension can assign `self`.
    private func mayReturn(_ argument: ArgumentSite) -> Bool {
        guard let promisedClass else { return false }
        return argument.isOpen
            || argument.source.immediateSites.contains { site in
                site.mayBeOpaque || site.promisedClass.map { TypeIdentity.inherits($0, from: promisedClass) } ?? true
            }
    }

    /// The context.
    var core: ContextCore { coreReference.takeUnretainedValue() }

    /// The declared type of its instances: a class, a protocol or a value type.
    var type: Any.Type { TypeIdentity.type(facts.type) }

    /// The place of its code: the line of a function, or of an initializer that has parameters or throws. Otherwise the
    /// place of the declaration.
    var codeOrigin: Origin {
        guard creation.isScanned, let constructed = creation.constructed else { return facts.origin }
        return .source(constructed.constructor.location)
    }

    /// True if the creation of its instance has to be awaited.
    var isAsync: Bool { creation.isAsync }

    /// True if its instance is created without a lookup: by the boot, or by the start if it is async or needs an async
    /// component.
    var isEager: Bool { facts.scope.isEager && !facts.needsArguments }

    /// True if an instance may have injection points that the boot doesn't know.
    var mayBeOpaque: Bool { !creation.isOfType }

    /// The published instance of a singleton without arguments; nil if there is none.
    var instance: AnyObject? { singleton?._withUnsafeGuaranteedRef { $0.instance } }

    /// The published instance, or the value in its box; nil if there is none.
    var component: Any? { instance.map(AnyValueBox.unboxed) }

    var hasSoundPoints: Bool { soundPoints.load(ordering: .acquiring) }
    func notePointsAreSound() { soundPoints.store(true, ordering: .releasing) }

    // MARK: Observed dependencies

    /// Records that one of its constructions has looked up another site of the context without an injection point.
    func observe(_ target: CallSite) {
        let isNew = observed.withLock { observed in
            if observed.contains(target.index) { return false }
            observed.append(target.index)
            return true
        }
        if isNew { core.forgetRanks() }
    }

    /// The indices of the sites that its constructions have looked up without an injection point, in ascending order.
    var observedTargets: [Int] { observed.withLock(\.self).ordered() }

    // MARK: Hooks

    /// The hooks of the instances of one class; nil if the class has none.
    private final class HookDecision: Sendable {
        let type: AnyClass
        let hooks: ComponentHooks?

        init(_ type: AnyClass) {
            self.type = type
            // The records are asked first, because a failing cast would search all conformances of the program.
            let mayHave = ProgramRecords.latest.conforms(type, to: (any ManagedComponent).self) != false
            hooks = mayHave ? (type as? any ManagedComponent.Type).map(ComponentHooks.init) : nil
        }
    }

    /// Returns the hooks of an instance; nil for none. The decision for the class of the first instance is stored.
    func hooks(of instance: AnyObject) -> ComponentHooks? {
        if let hooks = creation.hooks { return hooks }
        let type: AnyClass = Swift.type(of: instance)
        if let known = decision.load(ordering: .acquiring) {
            let found = Unmanaged<HookDecision>.fromOpaque(known)._withUnsafeGuaranteedRef {
                ($0.type == type, $0.hooks)
            }
            if found.0 { return found.1 }
        }
        let fresh = HookDecision(type)
        let address = Unmanaged.passRetained(fresh).toOpaque()
        // Only the first decision is stored.
        let (isFirst, _) = decision.compareExchange(
            expected: nil, desired: UnsafeRawPointer(address), ordering: .acquiringAndReleasing)
        if !isFirst { Unmanaged<HookDecision>.fromOpaque(address).release() }
        return fresh.hooks
    }

    // MARK: Faults

    /// Returns the fault of an instance that does not have the wanted type.
    func mismatch(_ instance: AnyObject?, wanted: Any.Type) -> Fault {
        var fault = Fault(.protocolMismatch(found: facts.typeName))
        let processor = core.processors.replacing(self)
        let found = (instance.map(AnyValueBox.unboxed) ?? component).map { TypeName.written(Swift.type(of: $0)) }
        if creation.kind == .replacement || processor == PatchWrapper.self {
            fault = Fault(.protocolMismatch(replacing: facts.typeName, by: found))
        } else if let found, let processor {
            let name = TypeName.qualified(processor)
            fault = Fault(.protocolMismatch(replacing: facts.typeName, by: found, of: name))
        }
        fault.point = Frame.asking
        fault.hint { [facts] in
            $0.wanted = TypeName.written(wanted)
            $0.candidates = [Fault.NamedCandidate(facts)]
        }
        return fault
    }

    /// Returns the error of a failed lookup of this site.
    func error(_ kind: Fault.Kind, path: [String] = Frame.path) -> IOCError {
        var fault = Fault(kind, asked: Frame.asking)
        fault.path = path
        return IOCError(fault)
    }
}

/// The place where the instances of a site are kept.
enum Keeper: Sendable {
    /// The context keeps one instance, or one for each list of equal arguments.
    case singleton(SingletonKeeper)
    /// The object graph that a thread is building keeps them until it is returned.
    case graph
    /// An activation of a scope keeps them.
    case scope(ScopeKeeper)
}

extension Keeper? {
    var isGraph: Bool { if case .graph = self { true } else { false } }
}
