import IOCModel

/// How an instance is made from an assembly and arguments, as the definition's types say it and without types.
@usableFromInline
struct DefinitionClosure<Owner: Assembly, Instance, each Argument>: Sendable {
    /// Makes the object of an instance, or the box of a value, for an assembly that is an `Owner`.
    ///
    /// It is put together where the definition is written, so that the optimiser sees the types and the closure.
    let makeObject: @Sendable (_ owner: AnyObject, ArgumentKey?) throws -> AnyObject

    @inlinable
    init(_ body: @escaping @Sendable (Owner, repeat each Argument) throws -> Instance) {
        self.init(makeObject: { owner, arguments in
            var index = 0
            // Sound: a recipe runs its closures with the assembly it was made for.
            let instance = try body(
                unsafeDowncast(owner, to: Owner.self),
                repeat try ArgumentKey.argument(of: arguments, as: (each Argument).self, at: &index))
            return AnyValueBox.boxed(instance)
        })
    }

    @usableFromInline
    init(makeObject: @escaping @Sendable (_ owner: AnyObject, ArgumentKey?) throws -> AnyObject) {
        self.makeObject = makeObject
    }
}

/// An injection with a pack of parameters.
struct DefinitionInjection<Owner: Assembly, Instance, each Argument>: Sendable {
    let body: @Sendable (Instance, Owner, repeat each Argument) throws -> Void
    init(_ body: @escaping @Sendable (Instance, Owner, repeat each Argument) throws -> Void) { self.body = body }
}

/// Everything a definition says, before its assembly is activated.
struct DefinitionTemplate<Owner: Assembly, Instance, each Argument>: Sendable {
    var scope: Scope?
    let location: SourceLocation
    var make: DefinitionClosure<Owner, Instance, repeat each Argument>
    var traits: [ComponentTrait] = []
    /// Whether the container starts, runs and stops the instance.
    var isManaged = true
    var hooks = DefinitionHooks<Owner, Instance>()
    var injections: [DefinitionInjection<Owner, Instance, repeat each Argument>] = []
    var parent: ParentLookup<Owner, Instance>?

    init(
        scope: Scope?, location: SourceLocation, make: DefinitionClosure<Owner, Instance, repeat each Argument>
    ) {
        self.scope = scope
        self.location = location
        self.make = make
    }

    /// What the definition has from its parents, without what it says itself.
    func inherited(in owner: Owner) throws -> Inheritance<Owner, Instance> {
        try Inheritance().following(parent, in: owner, depth: 0)
    }
}
