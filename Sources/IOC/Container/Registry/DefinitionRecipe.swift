/// The recipe of a definition: its closures, run with its assembly.
final class DefinitionRecipe: Sendable {
    private let owner: OwnerReference
    private let makeInstance: @Sendable (_ owner: AnyObject, ArgumentKey?) throws -> AnyObject
    private let steps: StepsBox?

    init(
        _ owner: AnyObject, making makeInstance: @escaping @Sendable (AnyObject, ArgumentKey?) throws -> AnyObject,
        _ steps: StepsBox?
    ) {
        self.owner = OwnerReference(owner)
        self.makeInstance = makeInstance
        self.steps = steps
    }

    /// The last class of an instance that is no component.
    private let knownPlain = RememberedClass()

    private func component(_ instance: AnyObject) -> (any IOCComponent)? {
        if knownPlain.isClass(of: instance) { return nil }
        if ComponentClass.of(type(of: instance)) != nil { return instance as? any IOCComponent }
        knownPlain.remember(instance)
        return nil
    }

    var awaitsGraph: Bool { steps.map { !$0.steps.didBuildGraph.isEmpty } ?? false }

    @inline(__always)
    func make(_ arguments: ArgumentKey?) throws -> AnyObject {
        try owner.with { try makeInstance($0, arguments) }
    }

    func inject(
        _ instance: AnyObject, _ arguments: ArgumentKey?, _ progress: inout InjectionProgress
    ) throws -> Bool {
        let component = component(instance)
        if !progress.hasBegun { component?.willInject() }
        guard let steps = steps?.steps, !steps.hasNoInjection else {
            try component?.didInject()
            return component != nil
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
        return true
    }

    func didBuildGraph(_ instance: AnyObject) throws {
        guard let steps = steps?.steps else { return }
        try owner.with { owner in
            for hook in steps.didBuildGraph { try hook(instance, owner, nil) }
        }
    }
}
