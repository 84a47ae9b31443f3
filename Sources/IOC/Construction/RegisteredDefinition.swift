import IOCModel

/// A definition as the running context holds it: the facts, how to make an instance, and the place of the shared one.
final class RegisteredDefinition: Sendable {
    let index: Int
    let facts: DefinitionFacts
    /// The type it promises: a class, a protocol or a value type.
    let type: Any.Type
    /// The wrapped properties of its class; nil where the type is no class.
    let plan: InjectionPlan?
    let recipe: any Recipe
    /// The place of the singleton that is made without arguments.
    let slot: SharedSlot
    private let draft: DefinitionDraft
    /// Where the instances of a custom scope are kept.
    let store: (any ScopeStore)?
    /// Set once its injection points were judged with the names that only an instance tells.
    let isJudged = OnceFlag()

    init(index: Int, draft: DefinitionDraft, plan: InjectionPlan?, group: ConstructionGroup) {
        self.index = index
        self.facts = draft.facts
        self.type = draft.type
        self.plan = plan
        self.recipe = draft.recipe
        self.slot = SharedSlot(group: group, isWeak: draft.facts.scope == .weakSingleton)
        self.store = draft.store
        var draft = draft
        // The cell may own the context, which owns this.
        draft.cell = nil
        self.draft = draft
    }

    /// The same definition with another place for its instance.
    func copy(group: ConstructionGroup) -> RegisteredDefinition {
        RegisteredDefinition(index: index, draft: draft, plan: plan, group: group)
    }

    /// The same definition with another place for its instance and another way to make it, which needs what the class
    /// needs only where it makes that class.
    func copy(recipe: any Recipe, making result: Any.Type, group: ConstructionGroup) -> RegisteredDefinition {
        var draft = draft
        draft.recipe = recipe
        return RegisteredDefinition(index: index, draft: draft, plan: result == type ? plan : nil, group: group)
    }

    /// Whether boot makes it.
    var isEager: Bool { facts.scope == .singleton && !facts.needsArguments }
}

/// Everything that was said of a definition, before the registry freezes it.
struct DefinitionDraft: Sendable {
    var facts: DefinitionFacts
    var type: Any.Type
    var recipe: any Recipe
    var store: (any ScopeStore)?
    /// The class as discovery found it; nil for what an assembly defines.
    var programClass: ProgramClass?
    /// The assembly's property to tie to the definition; nil for annotated classes.
    var cell: AnyDefinitionCell?

    /// The scope with its store.
    var scope: Scope {
        guard case .custom(let name) = facts.scope, let store else { return Scope(facts.scope) }
        return .custom(name, store)
    }

    mutating func apply(_ description: DefinitionDescription) {
        facts.scope = description.scope.facts
        store = description.scope.store ?? store
        facts.isPrimary = description.isPrimary
        facts.isFallback = description.isFallback
        facts.order = description.order
        if let replacement = description.replacement { recipe = ClosureRecipe(replacement) }
    }
}
