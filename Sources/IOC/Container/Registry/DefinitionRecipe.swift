/// The recipe of a definition: what it says, and its closures, run with the assembly that has it.
final class DefinitionRecipe: Sendable {
    let template: DefinitionTemplate

    init(_ template: consuming DefinitionTemplate) { self.template = consume template }

    /// The last class of an instance that is no component.
    private let knownPlain = RememberedClass()

    private func component(_ instance: AnyObject) -> (any IOCComponent)? {
        if knownPlain.isClass(of: instance) { return nil }
        if ComponentClass.of(type(of: instance)) != nil { return instance as? any IOCComponent }
        knownPlain.remember(instance)
        return nil
    }

    var awaitsGraph: Bool { template.maySaySteps && !template.steps.didBuildGraph.isEmpty }

    @inline(__always)
    func make(for owner: OwnerReference, _ arguments: ArgumentKey?) throws -> AnyObject {
        try owner.with { try template.make.object($0, arguments) }
    }

    func inject(
        _ instance: AnyObject, for owner: OwnerReference, _ arguments: ArgumentKey?, _ progress: inout InjectionProgress
    ) throws -> Bool {
        let component = component(instance)
        if !progress.hasBegun { component?.willInject() }
        let steps = template.maySaySteps ? template.steps : nil
        guard let steps, !steps.hasNoInjection else {
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

    func didBuildGraph(_ instance: AnyObject, for owner: OwnerReference) throws {
        guard template.maySaySteps else { return }
        try owner.with { owner in
            for hook in template.steps.didBuildGraph { try hook(instance, owner, nil) }
        }
    }
}
