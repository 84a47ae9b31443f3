import IOCConfiguration
import IOCModel

/// Everything a definition says, and its closures, which run with the assembly that has it.
final class DefinitionTemplate: @unchecked Sendable {
    // Sound: it changes in `changed` and `replacing` alone, before anybody else has the copy.

    /// A constant, as each call would else count references to what the closures capture.
    let make: DefinitionClosure
    /// True if the container starts, runs and stops the instance.
    var isManaged = true
    /// True if it is registered under its type's name, and not under the property's.
    var isNamedByType = false
    let location: SourceLocation
    var scope: Scope?
    @exclusivity(unchecked) private var additions: IndirectStorage<Additions>?

    /// The source of instances.
    enum Source: Sendable {
        /// The user's own code.
        case code
        /// The user's own code, which has to be awaited.
        case async(@Sendable (_ owner: AnyObject) async throws -> AnyObject)
        /// The choice among options that a property's value makes.
        case choice(OptionChoice)
        /// The initializer of a component type.
        case initializer(ConstructedRecipe)
    }

    init(scope: Scope?, location: SourceLocation, make: DefinitionClosure) {
        self.scope = scope
        self.location = location
        self.make = make
    }

    /// The part that few definitions have. In a box, as it takes 72 bytes.
    private struct Additions: Sendable {
        var traits: [ComponentTrait] = []
        var steps = DefinitionSteps()
        var parent: ParentLookup?
        var source = Source.code
    }

    private var added: Additions {
        get { additions?.value ?? Additions() }
        set { additions = IndirectStorage(newValue) }
    }

    var traits: [ComponentTrait] {
        get { additions?.value.traits ?? [] }
        set { added.traits = newValue }
    }
    var steps: DefinitionSteps {
        get { additions?.value.steps ?? DefinitionSteps() }
        set { added.steps = newValue }
    }
    var parent: ParentLookup? {
        get { additions?.value.parent }
        set { added.parent = newValue }
    }
    /// The source of its instances, as far as boot can look into it.
    var source: Source {
        get { additions?.value.source ?? .code }
        set { added.source = newValue }
    }

    /// True if making an instance has to be awaited.
    var isAsync: Bool {
        switch source {
        case .async: true
        case .initializer(let recipe): recipe.constructor.isAsync
        case .code, .choice: false
        }
    }

    /// Returns a copy with a change.
    func changed(_ change: (DefinitionTemplate) -> Void) -> DefinitionTemplate {
        let copy = copy(making: make)
        change(copy)
        return copy
    }

    private func copy(making make: DefinitionClosure) -> DefinitionTemplate {
        let copy = DefinitionTemplate(scope: scope, location: location, make: make)
        copy.isManaged = isManaged
        copy.isNamedByType = isNamedByType
        copy.additions = additions
        return copy
    }

    /// Returns a copy with another closure.
    func replacing(_ closure: DefinitionClosure) -> DefinitionTemplate {
        let copy = copy(making: closure)
        copy.source = .code
        return copy
    }

    /// Returns a copy with the scope and the steps of its parents, which come before its own.
    func inheriting(in owner: AnyObject) throws -> DefinitionTemplate {
        guard let parent else { return self }
        do {
            let inherited = try Inheritance(scope: scope, steps: steps).following(parent, in: owner, depth: 0)
            return changed {
                $0.scope = inherited.scope
                $0.steps = inherited.steps
            }
        } catch let error as IOCError {
            throw IOCError(
                error.faults.map { fault in
                    var fault = fault
                    fault.place = fault.place ?? .source(location)
                    return fault
                })
        }
    }
}

// MARK: Making and injecting

extension DefinitionTemplate {
    func make(for owner: OwnerReference, _ arguments: ArgumentKey?) throws -> AnyObject {
        try owner.with { try make.object($0, arguments) }
    }

    func inject(
        _ instance: AnyObject, for owner: OwnerReference, _ arguments: ArgumentKey?,
        _ progress: inout InjectionProgress, as component: () -> (any ManagedComponent)?
    ) throws {
        let steps = additions?.value.steps ?? DefinitionSteps()
        let component = progress.isAlias ? nil : component()
        if !progress.hasBegun { component?.willInject() }
        guard !steps.hasNoInjection else {
            try component?.didInject()
            return
        }
        try owner.with { owner in
            if !progress.hasBegun {
                for hook in steps.willInject { try hook(instance, owner, arguments) }
                progress.hasBegun = true
            }
            progress.isInjecting = true
            for injection in steps.injections.dropFirst(progress.done) {
                try injection(instance, owner, arguments)
                progress.done += 1
            }
            progress.isInjecting = false
            try component?.didInject()
            for hook in steps.didInject { try hook(instance, owner, arguments) }
        }
    }

    func didBuildGraph(_ instance: AnyObject, for owner: OwnerReference) throws {
        guard let steps = additions?.value.steps, !steps.didBuildGraph.isEmpty else { return }
        try owner.with { owner in
            for hook in steps.didBuildGraph { try hook(instance, owner, nil) }
        }
    }
}
