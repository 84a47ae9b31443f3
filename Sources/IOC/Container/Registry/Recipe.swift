/// The recipe by which a definition makes an instance and injects it.
///
/// There are four ways, and no protocol between them: a call through one would add a level to each that a graph is deep, and a
/// processor foresees only so many returns.
enum Recipe: Sendable {
    /// An annotated class: its `init()` and its hooks.
    case component(any IOCComponent.Type)
    /// A type whose initializer is passed what it needs.
    case constructed(ConstructedRecipe)
    /// The definition of an assembly.
    case definition(DefinitionTemplate, of: AssemblyReference)
    /// A closure in place of a definition's own way to make an instance.
    case replacement(@Sendable () throws -> AnyObject)

    /// The way in which a component type makes its instances.
    /// - Parameters:
    ///   - type: The type.
    ///   - owner: Its name in messages.
    static func making(_ type: ComponentType, owner: String) -> Recipe {
        switch type {
        case .plain(let type): .component(type)
        case .constructed(let type): .constructed(ConstructedRecipe(type, owner: owner))
        }
    }

    static func replacement<Instance>(making make: @escaping @Sendable () throws -> Instance) -> Recipe {
        .replacement({ AnyValueBox.boxed(try make()) })
    }

    /// Makes an instance; values come in a box.
    func make(_ arguments: ArgumentKey?) throws -> AnyObject {
        switch self {
        case .component(let type): type.init()
        case .constructed(let recipe): try recipe.make()
        case .definition(let template, let owner): try template.make(for: owner, arguments)
        case .replacement(let make): try make()
        }
    }

    /// True if making an instance has to be awaited.
    var isAsync: Bool {
        switch self {
        case .component, .replacement: false
        case .constructed(let recipe): recipe.constructor.isAsync
        case .definition(let template, _): template.isAsync
        }
    }

    /// Makes an instance, and waits for that.
    /// - Parameter arguments: The arguments of the initializer; nil if a closure makes the instance.
    func make(awaiting arguments: ResolvedArguments?) async throws -> AnyObject {
        if let constructed, let arguments { return try await constructed.make(awaiting: arguments) }
        guard case .definition(let template, let owner) = self, let asyncMake = template.content.asyncMake else {
            return try make(nil)
        }
        return try await asyncMake(owner.get())
    }

    /// True if a closure of an assembly makes the instances, into which nothing but a call can look.
    var isClosure: Bool { isDefinition && constructed == nil }

    /// Injects an instance whose wrappers are bound: `willInject`, injections, `didInject`.
    /// - Parameters:
    ///   - component: Returns the instance as a component.
    ///   - progress: The progress of earlier calls, which this one moves on.
    func inject(
        _ instance: AnyObject, _ arguments: ArgumentKey?, _ progress: inout InjectionProgress,
        as component: () -> (any ManagedComponent)?
    ) throws {
        switch self {
        case .component(let type): try Self.inject(instance, as: type)
        case .constructed(let recipe): if !progress.isAlias { try recipe.inject(instance) }
        case .definition(let template, let owner):
            try template.inject(instance, for: owner, arguments, &progress, as: component)
        case .replacement:
            guard !progress.isAlias, let component = AnyValueBox.unboxed(instance) as? any ManagedComponent else {
                return
            }
            component.willInject()
            try component.didInject()
        }
    }

    private static func inject<Component: IOCComponent>(_ instance: AnyObject, as type: Component.Type) throws {
        // Sound: the instance comes from `make` of the same recipe.
        let component = unsafeDowncast(instance, to: Component.self)
        component.willInject()
        try component.didInject()
    }

    /// The work left for an instance when the outermost construction ends.
    func didBuildGraph(_ instance: AnyObject) throws {
        if case .definition(let template, let owner) = self { try template.didBuildGraph(instance, for: owner) }
    }

    /// The name of the injection step in messages.
    var injection: String {
        switch self {
        case .component, .constructed: "didInject()"
        case .definition, .replacement: "its injection"
        }
    }

    /// True if an assembly's definition says how an instance is made.
    var isDefinition: Bool { if case .definition = self { true } else { false } }

    /// True if `didBuildGraph` does anything.
    var awaitsGraph: Bool {
        if case .definition(let template, _) = self { template.awaitsGraph } else { false }
    }

    /// The initializer that it calls with what the container finds; nil where there is none.
    var constructed: ConstructedRecipe? {
        switch self {
        case .constructed(let recipe): recipe
        case .definition(let template, _): template.content.constructed
        case .component, .replacement: nil
        }
    }

    /// The parameters of the initializer that it calls.
    var parameters: [InjectionPointFacts] { constructed?.points ?? [] }

    /// Returns false where what it made can be nobody else's: an initializer may only return one of a subclass.
    func mayBeAlias(_ instance: AnyObject) -> Bool {
        switch self {
        case .component: false
        case .constructed(let recipe): !recipe.isOfOwnClass(instance)
        case .definition, .replacement: true
        }
    }

    /// True if it is the scan's, of a component type, and no assembly's.
    var isScanned: Bool {
        switch self {
        case .component, .constructed: true
        case .definition, .replacement: false
        }
    }
}

/// The progress of an instance's injection.
struct InjectionProgress {
    /// True if another definition made the instance, which has called the instance's own hooks.
    var isAlias = false
    /// True if it has begun.
    var hasBegun = false
    /// The number of injections done.
    var done = 0
    /// True if an injection is running, which may be run again.
    var isInjecting = false
}
