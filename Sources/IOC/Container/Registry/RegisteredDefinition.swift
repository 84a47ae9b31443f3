import IOCModel
import Synchronization

/// A definition as the running context holds it: the facts, how to make an instance, and the place of the singleton that is
/// made without arguments.
final class RegisteredDefinition: Sendable {
    let facts: DefinitionFacts
    /// The injection points of its type; nil where that is neither a class nor made by a constructor.
    let plan: InjectionPlan?
    /// The address of the context it belongs to, which keeps it; 0 before it has one.
    let coreAddress = Atomic<UInt>(0)
    /// The definitions that its constructions were seen to ask for.
    let observed = ObservedTargets()
    /// Its place in the graph, as far as edges are known: the rank above, the number of its cycle below.
    private let packedPlace = Atomic<UInt64>(0)
    /// The last class of an instance that has nothing to stop, so that the next one's scope need not remember it.
    let knownUnstoppable = LastClassCache()
    /// The last class of an instance that nothing was left to do for once it was made: no wrappers, hooks or steps.
    let knownDone = LastClassCache()
    let recipe: Recipe
    // The small values stand behind it, as objects grow by 16 bytes.
    /// The way its scope shares instances, without the scope's name.
    let sharing: ScopeFacts.Sharing
    /// True if it can only be called, with arguments.
    let needsArguments: Bool
    /// Set once an instance has shown the names and settings that its class doesn't state.
    let isJudged = Atomic<Bool>(false)
    private let number: Int32
    /// The place of the singleton that is made without arguments.
    let slot: SharedSlot
    /// By the parameters of its initializer the prototypes that they are passed, as far as those are known; nil for what is
    /// made once.
    let passed: PassedPrototypes?
    /// The class of its instances or of their boxes, if it has no wrapped field: the address of its metadata, else 0.
    private let plainClass: UInt

    init(index: Int, facts: DefinitionFacts, recipe: Recipe, plan: InjectionPlan?, cycle: ConstructionGroup?) {
        number = Int32(index)
        sharing = facts.scope.sharing
        needsArguments = facts.needsArguments
        let constructed = sharing == .context ? nil : recipe.constructed
        passed = constructed.flatMap { $0.points.isEmpty ? nil : PassedPrototypes($0) }
        slot = SharedSlot(cycle: cycle, isWeak: facts.scope.isWeak)
        let type = TypeIdentity.type(facts.type)
        plainClass =
            plan?.isPlain == true
            ? TypeIdentity.id(type as? AnyClass ?? AnyValueBox.boxClass(of: type)).rawValue : 0
        // Last, so that they are moved.
        self.facts = facts
        self.plan = plan
        self.recipe = recipe
    }

    /// Its place among the definitions of its context.
    var index: Int { Int(number) }

    /// The type it promises: a class, a protocol or a value type.
    var type: Any.Type { TypeIdentity.type(facts.type) }

    /// True if several may get one instance.
    var isShared: Bool { sharing.isShared }

    /// True if the recipe has something to do when the outermost build ends.
    var awaitsGraph: Bool { recipe.awaitsGraph }

    /// True if the recipe may return an instance that it has looked up.
    var mayReturnFound: Bool { !recipe.isScanned }

    /// True if boot makes it.
    var isEager: Bool { facts.scope.isEager && !needsArguments }

    var place: DefinitionPlace { DefinitionPlace(bits: packedPlace.load(ordering: .relaxed)) }

    func settle(_ place: DefinitionPlace) { packedPlace.store(place.bits, ordering: .relaxed) }

    /// Returns true if an instance has no wrapped property, by what field metadata shows of its very class.
    @inline(__always)
    func isPlain(_ instance: AnyObject) -> Bool {
        plainClass == LastClassCache.address(of: instance)
    }

    /// Returns true if an instance may be what the definition promises.
    @inline(__always)
    func mayPromise(_ instance: AnyObject) -> Bool {
        let promised = facts.type
        // A protocol may be conformed to, and a value stand in its box.
        guard TypeIdentity.isClass(promised) else { return true }
        var next: AnyClass? = Swift.type(of: instance)
        while let type = next {
            // By address, as comparing identities is a call into another module.
            if TypeIdentity.address(of: type) == promised.rawValue { return true }
            next = TypeIdentity.superclass(of: type)
        }
        return false
    }

    /// The same definition with another place for its instance.
    func copy(cycle: ConstructionGroup?) -> RegisteredDefinition {
        copy(recipe: recipe, plan: plan, cycle: cycle)
    }

    /// The same definition with another place for its instance and another way to make it, which needs what the class
    /// needs only where it makes that class.
    func copy(recipe: Recipe, making result: Any.Type, cycle: ConstructionGroup?) -> RegisteredDefinition {
        copy(recipe: recipe, plan: result == type ? plan?.with(recipe.parameters) : nil, cycle: cycle)
    }

    private func copy(recipe: Recipe, plan: InjectionPlan?, cycle: ConstructionGroup?) -> RegisteredDefinition {
        RegisteredDefinition(index: index, facts: facts, recipe: recipe, plan: plan, cycle: cycle)
    }
}
