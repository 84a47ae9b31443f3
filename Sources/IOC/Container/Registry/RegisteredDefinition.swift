import IOCModel
import Synchronization

/// A definition as the running context holds it: the facts, how to make an instance, and the place of the singleton that is
/// made without arguments.
final class RegisteredDefinition: SharedSlot, @unchecked Sendable {
    // Sound: it adds what never changes, and atomics.

    // In an order that leaves no gaps.
    let index: Int
    let facts: DefinitionFacts
    /// The wrapped properties of its class; nil where the type is no class.
    let plan: InjectionPlan?
    /// The address of the context it belongs to, which keeps it; 0 before it has one.
    private let coreAddress = Atomic<UInt>(0)
    /// What its constructions were seen to ask for.
    let observed = ObservedTargets()
    private let storeReference: StoreReference?
    /// Its place in the graph, as far as edges are known: the rank above, the number of its cycle below.
    private let packedPlace = Atomic<UInt64>(0)
    /// The last class of which no instance has anything to stop.
    let knownUnstoppable = RememberedClass()
    /// The last class of which nothing is left to do for an instance that was made.
    let knownDone = RememberedClass()
    /// The class that `plan` is about, if it has no wrapped property: the address of its metadata, else 0.
    private let plainClass: UInt
    let recipe: Recipe
    /// Whether the recipe has something to do when the outermost build ends.
    let awaitsGraph: Bool
    /// Whether it can only be called, with arguments.
    let needsArguments: Bool
    /// Whether boot makes it.
    let isEager: Bool
    /// Whether boot makes it before its injection points are judged, to learn from it.
    let isMadeEarly: Bool
    /// What its scope asks for, without the scope's name.
    let sharing: Sharing
    /// Set once its injection points were judged with the names that only an instance tells.
    let isJudged = Atomic<Bool>(false)

    init(
        index: Int, facts: DefinitionFacts, recipe: Recipe, store: (any ScopeStore)?, plan: InjectionPlan?,
        cycle: ConstructionGroup? = nil
    ) {
        self.index = index
        self.facts = facts
        self.needsArguments = facts.needsArguments
        let scope = facts.scope
        self.isEager = if case .singleton = scope { !facts.needsArguments } else { false }
        self.isMadeEarly = isEager && recipe.canMakeEarly
        self.plan = plan
        self.recipe = recipe
        self.awaitsGraph = recipe.awaitsGraph
        self.storeReference = store.map(StoreReference.init)
        self.sharing = Sharing(scope)
        self.plainClass = plan.map { $0.isEmpty ? facts.type.rawValue : 0 } ?? 0
        super.init(in: cycle, isWeak: scope.isWeak)
    }

    /// The place of the singleton that is made without arguments.
    @inline(__always)
    var slot: SharedSlot { self }

    func belong(to core: ContextCore) {
        coreAddress.store(UInt(bitPattern: Unmanaged.passUnretained(core).toOpaque()), ordering: .releasing)
    }

    /// Runs `body` with the context that it belongs to, which the caller keeps.
    @inline(__always)
    func withCore<Result>(_ body: (ContextCore) throws -> Result) rethrows -> Result {
        // Sound: whoever has a definition has its context, which is there before anybody gets it.
        try Unmanaged<ContextCore>.fromOpaque(UnsafeRawPointer(bitPattern: coreAddress.load(ordering: .acquiring))!)
            ._withUnsafeGuaranteedRef(body)
    }

    /// The type it promises: a class, a protocol or a value type.
    var type: Any.Type { TypeIdentity.type(facts.type) }

    /// Where the instances of a custom scope are kept.
    var store: (any ScopeStore)? { storeReference?.store }

    var place: DefinitionPlace {
        let packed = packedPlace.load(ordering: .relaxed)
        return DefinitionPlace(rank: Int(packed >> 32), cycle: Int(packed & 0xFFFF_FFFF))
    }

    func settle(_ place: DefinitionPlace) {
        packedPlace.store(UInt64(place.rank) << 32 | UInt64(place.cycle), ordering: .relaxed)
    }

    /// A scope's store, in a box as few definitions have one.
    private final class StoreReference: Sendable {
        let store: any ScopeStore
        init(_ store: any ScopeStore) { self.store = store }
    }

    /// Whether an instance has no wrapped property, by what field metadata tells of its very class.
    @inline(__always)
    func isPlain(_ instance: AnyObject) -> Bool { RememberedClass.address(of: instance) == plainClass }

    /// How instances of a scope are shared.
    enum Sharing: UInt8 {
        case context
        case store
        case prototype
        case graph

        init(_ scope: ScopeFacts) {
            self =
                switch scope {
                case .singleton, .lazySingleton, .weakSingleton: .context
                case .custom: .store
                case .prototype: .prototype
                case .objectGraph: .graph
                }
        }
    }

    /// The same definition with another place for its instance.
    func copy(cycle: ConstructionGroup?) -> RegisteredDefinition {
        RegisteredDefinition(index: index, facts: facts, recipe: recipe, store: store, plan: plan, cycle: cycle)
    }

    /// The same definition with another place for its instance and another way to make it, which needs what the class
    /// needs only where it makes that class.
    func copy(recipe: Recipe, making result: Any.Type, cycle: ConstructionGroup?) -> RegisteredDefinition {
        RegisteredDefinition(
            index: index, facts: facts, recipe: recipe, store: store, plan: result == type ? plan : nil, cycle: cycle)
    }
}
