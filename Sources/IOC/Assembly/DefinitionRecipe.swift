import IOCModel

/// The recipe of a definition: its closures, run with its assembly.
///
/// The definition's types are known to the closures alone, so that nothing has to look up metadata of generic types when
/// an instance is made.
final class DefinitionRecipe: Sendable {
    private typealias Make = @Sendable (_ owner: AnyObject, ArgumentKey?) throws -> AnyObject
    private typealias Complete =
        @Sendable (
            _ owner: AnyObject, _ component: (any IOCComponent)?, AnyObject, ArgumentKey?, inout InjectionProgress
        ) throws -> Void
    private typealias DidBuild = @Sendable (_ owner: AnyObject, AnyObject) throws -> Void

    private let owner: OwnerReference
    private let makeInstance: Make
    /// Nil where there is nothing to inject and no hook to call.
    private let completeInstance: Complete?
    private let didBuild: DidBuild?

    init<Owner: Assembly, Instance, each Argument>(
        _ owner: Owner, _ template: DefinitionTemplate<Owner, Instance, repeat each Argument>,
        _ inheritance: Inheritance<Owner, Instance>
    ) {
        self.owner = OwnerReference(owner)
        let types = DefinitionTypes<Owner, Instance>(location: template.location)
        makeInstance = template.make.makeObject
        let hooks = inheritance.hooks.followed(by: template.hooks)
        completeInstance = Self.completion(template.injections, inheritance.injections, hooks, types)
        didBuild = Self.end(hooks.didBuildGraph, types)
    }

    private static func completion<Owner, Instance, each Argument>(
        _ injections: [DefinitionInjection<Owner, Instance, repeat each Argument>],
        _ inherited: [Inheritance<Owner, Instance>.Injection], _ hooks: DefinitionHooks<Owner, Instance>,
        _ types: DefinitionTypes<Owner, Instance>
    ) -> Complete? {
        if hooks.willInject.isEmpty, inherited.isEmpty, injections.isEmpty, hooks.didInject.isEmpty { return nil }
        return { owner, component, instance, arguments, progress in
            let owner = types.owner(owner)
            let typed = try types.instance(instance)
            if !progress.hasBegun {
                for hook in hooks.willInject { try hook(typed, owner) }
                progress.hasBegun = true
            }
            progress.isInjecting = true
            for injection in inherited.dropFirst(progress.done) {
                try injection(typed, owner, arguments)
                progress.done += 1
            }
            for injection in injections.dropFirst(progress.done - inherited.count) {
                var index = 0
                try injection.body(
                    typed, owner, repeat try ArgumentKey.argument(of: arguments, as: (each Argument).self, at: &index))
                progress.done += 1
            }
            progress.isInjecting = false
            try component?.didInject()
            for hook in hooks.didInject { try hook(typed, owner) }
        }
    }

    private static func end<Owner, Instance>(
        _ hooks: [DefinitionHooks<Owner, Instance>.Hook], _ types: DefinitionTypes<Owner, Instance>
    ) -> DidBuild? {
        if hooks.isEmpty { return nil }
        return { owner, instance in
            let typed = try types.instance(instance)
            for hook in hooks { try hook(typed, types.owner(owner)) }
        }
    }

    var awaitsGraph: Bool { didBuild != nil }

    @inline(__always)
    func make(_ arguments: ArgumentKey?) throws -> AnyObject {
        try owner.with { try makeInstance($0, arguments) }
    }

    func complete(
        _ instance: AnyObject, _ arguments: ArgumentKey?, _ progress: inout InjectionProgress
    ) throws -> Bool {
        let component = instance as? any IOCComponent
        if !progress.hasBegun { component?.willInject() }
        if let completeInstance {
            try owner.with { try completeInstance($0, component, instance, arguments, &progress) }
            return true
        }
        try component?.didInject()
        return component != nil
    }

    func didBuildGraph(_ instance: AnyObject) throws {
        guard let didBuild else { return }
        try owner.with { try didBuild($0, instance) }
    }
}

/// The types of a definition, to read what the container keeps without types.
private struct DefinitionTypes<Owner: Assembly, Instance>: Sendable {
    let location: SourceLocation

    func owner(_ owner: AnyObject) -> Owner {
        // Sound: the recipe runs its closures with the assembly it was made for.
        unsafeDowncast(owner, to: Owner.self)
    }

    func instance(_ instance: AnyObject) throws -> Instance {
        guard let typed = AnyValueBox.unboxed(instance) as? Instance else {
            throw unfitting(instance, wanted: Instance.self)
        }
        return typed
    }

    private func unfitting(_ found: Any?, wanted: Any.Type) -> IOCError {
        var fault = Fault(
            .parameterisedProtocolMismatch(found: found.map { TypeName.written(type(of: $0)) } ?? "nothing"))
        fault.place = .source(location)
        fault.wanted = TypeName.written(wanted)
        return IOCError(fault)
    }
}
