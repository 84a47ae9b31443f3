import IOCBase
import IOCModel

/// A definition as the running context has it: the facts, how to make an instance, and the slot of the singleton that is made
/// without arguments.
final class RegisteredDefinition: Sendable {
    /// Its place among the definitions of its context.
    let index: Int
    let facts: DefinitionFacts
    let recipe: Recipe
    /// The injection points of its type; nil where that is neither a class nor made by a constructor.
    let plan: InjectionPlan?
    /// The way its scope shares instances.
    let sharing: ScopeFacts.Sharing
    /// True if it can only be called, with arguments.
    let needsArguments: Bool
    /// True if the start of the context makes its instance, because that has to be awaited.
    let isAsync: Bool
    /// The initializer that makes its instances, if the container calls one.
    let constructed: ConstructedRecipe?
    /// True if a closure makes its instances, which may return what was looked up for it.
    let mayBeAlias: Bool
    /// The class that it promises; nil for a protocol or a value type.
    let promisedClass: AnyClass?
    /// True if instances of the promised class are components, with hooks.
    private let promisesComponent: Bool
    /// For each injection point the number of the definition that it leads to; nil if only a lookup shows it.
    let targets: [Int?]
    /// The circles of the wiring that it is part of.
    let group: ComponentGroup?
    /// The number of the circles that it is part of without references to instances that a scope keeps.
    let unkeptGroup: Int?
    let slot: SharedSlot
    /// The definitions that its constructions have asked for.
    let observed = Guarded<Set<Int>>([])
    /// The classes whose instances have shown points, names and settings that the wiring did not know.
    let judged = Guarded<Set<ObjectIdentifier>>([])

    init(
        index: Int, facts: DefinitionFacts, recipe: Recipe, plan: InjectionPlan?, wiring: Wiring,
        groups: ComponentGroups
    ) {
        self.index = index
        self.facts = facts
        self.recipe = recipe
        self.plan = plan
        isAsync = recipe.isAsync
        constructed = recipe.constructed
        mayBeAlias = !recipe.isScanned || !recipe.parameters.isEmpty
        sharing = facts.scope.sharing
        needsArguments = facts.needsArguments
        promisedClass = TypeIdentity.type(facts.type) as? AnyClass
        promisesComponent = promisedClass.map { ComponentType.of($0) != nil } ?? false
        targets = wiring.targets(of: index)
        group = groups.groups[index]
        unkeptGroup = groups.unkept[index]
        slot = SharedSlot(lock: group?.lock ?? ConstructionLock(), isWeak: facts.scope.isWeak)
    }

    /// The type it promises: a class, a protocol or a value type.
    var type: Any.Type { TypeIdentity.type(facts.type) }

    /// True if several may get one instance.
    var isShared: Bool { sharing.isShared }

    /// An instance as a component; nil if its class is none.
    func component(_ instance: AnyObject) -> (any ManagedComponent)? {
        // A cast that fails would search all conformances of the program for each class.
        if !promisesComponent, promisedClass == Swift.type(of: instance) { return nil }
        return instance as? any ManagedComponent
    }

    /// True if boot makes it.
    var isEager: Bool { facts.scope.isEager && !needsArguments }
}
