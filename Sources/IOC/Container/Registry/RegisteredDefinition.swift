import IOCModel
import Synchronization

/// A definition as the running context holds it: the facts, how to make an instance, and the place of the singleton that is
/// made without arguments.
final class RegisteredDefinition: SharedSlot, @unchecked Sendable {
    // Sound: it adds what never changes, and atomics.

    // In an order that leaves no gaps.
    let facts: DefinitionFacts
    /// The wrapped properties of its class; nil where the type is no class.
    let plan: InjectionPlan?
    /// The address of the context it belongs to, which keeps it; 0 before it has one.
    private let coreAddress = Atomic<UInt>(0)
    /// What its constructions were seen to ask for.
    let observed = ObservedTargets()
    /// Its place in the graph, as far as edges are known: the rank above, the number of its cycle below.
    private let packedPlace = Atomic<UInt64>(0)
    /// The last class of which no instance has anything to stop.
    let knownUnstoppable = RememberedClass()
    /// The last class of which nothing is left to do for an instance that was made.
    let knownDone = RememberedClass()
    let recipe: Recipe
    private let flags: Flags
    /// What its scope asks for, without the scope's name.
    let sharing: Sharing
    /// Set once its injection points were judged with the names that only an instance tells.
    let isJudged = Atomic<Bool>(false)
    private let storedIndex: UInt32

    /// What is asked for often, in a byte.
    private struct Flags: OptionSet {
        let rawValue: UInt8
        static let awaitsGraph = Flags(rawValue: 1)
        static let needsArguments = Flags(rawValue: 2)
        static let isEager = Flags(rawValue: 4)
        static let isMadeEarly = Flags(rawValue: 8)
    }

    init(
        index: Int, facts: DefinitionFacts, recipe: Recipe, plan: InjectionPlan?, rare: SharedSlot.Rare?
    ) {
        self.facts = facts
        self.plan = plan
        self.recipe = recipe
        let scope = facts.scope
        var flags: Flags = []
        if facts.needsArguments {
            flags = .needsArguments
        } else if case .singleton = scope {
            flags = recipe.canMakeEarly ? [.isEager, .isMadeEarly] : .isEager
        }
        if recipe.awaitsGraph { flags.insert(.awaitsGraph) }
        self.flags = flags
        self.sharing = Sharing(scope)
        self.storedIndex = UInt32(index)
        super.init(rare)
    }

    var index: Int { Int(storedIndex) }
    /// Whether the recipe has something to do when the outermost build ends.
    var awaitsGraph: Bool { flags.contains(.awaitsGraph) }
    /// Whether it can only be called, with arguments.
    var needsArguments: Bool { flags.contains(.needsArguments) }
    /// Whether boot makes it.
    var isEager: Bool { flags.contains(.isEager) }
    /// Whether boot makes it before its injection points are judged, to learn from it.
    var isMadeEarly: Bool { flags.contains(.isMadeEarly) }

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

    var place: DefinitionPlace {
        let packed = packedPlace.load(ordering: .relaxed)
        return DefinitionPlace(
            rank: Int(packed >> 32), cycle: Int(packed & 0x7FFF_FFFF), hasLookups: packed & 0x8000_0000 != 0)
    }

    func settle(_ place: DefinitionPlace) {
        let cycle = UInt64(place.cycle) | (place.hasLookups ? 0x8000_0000 : 0)
        packedPlace.store(UInt64(place.rank) << 32 | cycle, ordering: .relaxed)
    }

    /// Whether an instance has no wrapped property, by what field metadata tells of its very class.
    @inline(__always)
    func isPlain(_ instance: AnyObject) -> Bool {
        plan.map { $0.plainClass == RememberedClass.address(of: instance) } ?? false
    }

    /// How instances of a scope are shared.
    enum Sharing: UInt8 {
        case context
        case store
        case prototype
        case graph

        /// True if several may get one instance.
        var isShared: Bool { self == .context || self == .store }

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
        copy(recipe: recipe, plan: plan, cycle: cycle)
    }

    /// The same definition with another place for its instance and another way to make it, which needs what the class
    /// needs only where it makes that class.
    func copy(recipe: Recipe, making result: Any.Type, cycle: ConstructionGroup?) -> RegisteredDefinition {
        copy(recipe: recipe, plan: result == type ? plan : nil, cycle: cycle)
    }

    private func copy(recipe: Recipe, plan: InjectionPlan?, cycle: ConstructionGroup?) -> RegisteredDefinition {
        let rare = Rare(cycle: cycle, isWeak: facts.scope.isWeak, store: store)
        return RegisteredDefinition(index: index, facts: facts, recipe: recipe, plan: plan, rare: rare)
    }
}
