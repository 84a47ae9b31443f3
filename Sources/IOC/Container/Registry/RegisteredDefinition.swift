import IOCModel
import Synchronization

/// A definition as the running context holds it: the facts, how to make an instance, and the place of the shared one.
final class RegisteredDefinition: Sendable {
    let index: Int
    let facts: DefinitionFacts
    /// The type it promises: a class, a protocol or a value type.
    let type: Any.Type
    /// The wrapped properties of its class; nil where the type is no class.
    let plan: InjectionPlan?
    let recipe: Recipe
    /// Whether the recipe has something to do when the outermost build ends.
    let awaitsGraph: Bool
    /// The place of the singleton that is made without arguments.
    let slot: SharedSlot
    /// Whether it can only be called, with arguments.
    let needsArguments: Bool
    /// What its scope asks for, without the scope's name.
    let sharing: Sharing
    /// What its constructions were seen to ask for.
    let observed = ObservedTargets()
    private let storeReference: StoreReference?
    /// Its place in the graph, as far as edges are known: the rank above, the number of its cycle below.
    private let packedPlace = Atomic<UInt64>(0)
    /// The last class of which no instance has anything to stop.
    let knownUnstoppable = RememberedClass()
    /// Set once its injection points were judged with the names that only an instance tells.
    let isJudged = Atomic<Bool>(false)
    /// The class that `plan` is about, if it has no wrapped property: the address of its metadata, else 0.
    private let plainClass: UInt
    /// The last class of which nothing is left to do for an instance that was made.
    let knownDone = RememberedClass()

    init(index: Int, draft: DefinitionDraft, plan: InjectionPlan?, group: ConstructionGroup) {
        self.index = index
        self.facts = draft.facts
        self.needsArguments = draft.facts.needsArguments
        self.type = draft.type
        self.plan = plan
        self.recipe = draft.recipe
        self.awaitsGraph = draft.recipe.awaitsGraph
        self.slot = SharedSlot(group: group, isWeak: draft.facts.scope == .weakSingleton)
        self.storeReference = draft.store.map(StoreReference.init)
        self.sharing = Sharing(draft.facts.scope)
        self.plainClass = plan.map { $0.isEmpty ? TypeIdentity.id($0.type).rawValue : 0 } ?? 0
    }

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
    func copy(group: ConstructionGroup) -> RegisteredDefinition {
        let draft = DefinitionDraft(facts: facts, type: type, recipe: recipe, store: store)
        return RegisteredDefinition(index: index, draft: draft, plan: plan, group: group)
    }

    /// The same definition with another place for its instance and another way to make it, which needs what the class
    /// needs only where it makes that class.
    func copy(recipe: Recipe, making result: Any.Type, group: ConstructionGroup) -> RegisteredDefinition {
        let draft = DefinitionDraft(facts: facts, type: type, recipe: recipe, store: store)
        return RegisteredDefinition(index: index, draft: draft, plan: result == type ? plan : nil, group: group)
    }

    /// Whether boot makes it.
    var isEager: Bool { facts.scope == .singleton && !facts.needsArguments }
}

/// Everything that was said of a definition, before the registry freezes it.
struct DefinitionDraft: Sendable {
    var facts: DefinitionFacts
    var type: Any.Type
    var recipe: Recipe
    var store: (any ScopeStore)?
    /// The class as discovery found it; nil for what an assembly defines.
    var programClass: ProgramClass?
    /// The assembly's property to tie to the definition; nil for annotated classes.
    var cell: (any RegistryBound)?

    /// The scope with its store.
    var scope: Scope {
        guard case .custom(let name) = facts.scope, let store else { return Scope(facts.scope) }
        return .custom(named: name, store: store)
    }

    mutating func apply(_ description: DefinitionDescription) {
        facts.scope = description.scope.facts
        store = description.scope.store ?? store
        facts.isPrimary = description.isPrimary
        facts.isFallback = description.isFallback
        facts.order = description.order
        if let replacement = description.replacement { recipe = .replacement(making: replacement) }
    }
}
