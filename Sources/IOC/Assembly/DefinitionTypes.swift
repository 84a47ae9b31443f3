import IOCModel

/// The types of a definition, with which its steps are written: the container keeps assemblies and instances without types.
struct DefinitionTypes<Owner: Assembly, Instance>: Sendable {
    /// Where the definition stands; nil where that is not known.
    let location: SourceLocation?

    func owner(_ owner: AnyObject) -> Owner {
        // Sound: a recipe runs its steps with the assembly it was made for.
        unsafeDowncast(owner, to: Owner.self)
    }

    func instance(_ instance: AnyObject) throws -> Instance {
        if let typed = AnyValueBox.unboxed(instance) as? Instance { return typed }
        throw IOCError(
            .protocolMismatch(found: TypeName.written(type(of: instance))), at: location.map(Origin.source),
            wanted: TypeName.written(Instance.self))
    }

    func step(_ hook: @escaping @Sendable (Instance) throws -> Void) -> DefinitionSteps.Step {
        { instance, _, _ in try hook(self.instance(instance)) }
    }

    func step(_ injection: @escaping @Sendable (Instance, Owner) throws -> Void) -> DefinitionSteps.Step {
        { instance, owner, _ in try injection(self.instance(instance), self.owner(owner)) }
    }
}
