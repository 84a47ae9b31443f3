import IOCModel

/// How an instance is made from an assembly and arguments, as the definition's types say it and without types.
@usableFromInline
struct DefinitionClosure: Sendable {
    /// Makes the object of an instance, or the box of a value.
    ///
    /// It is put together where the definition is written, so that the optimizer sees the types and the closure.
    let makeObject: @Sendable (_ owner: AnyObject, ArgumentKey?) throws -> AnyObject
    let takesArguments: Bool

    @inlinable
    init<Owner: Assembly, Instance, each Argument>(
        _ body: @escaping @Sendable (Owner, repeat each Argument) throws -> Instance
    ) {
        var count = 0
        func add<Value>(_ type: Value.Type) { count += 1 }
        repeat add((each Argument).self)
        self.init(takesArguments: count > 0) { owner, arguments in
            var index = 0
            // Sound: a recipe runs its closures with the assembly it was made for.
            let instance = try body(
                unsafeDowncast(owner, to: Owner.self),
                repeat try ArgumentKey.argument(of: arguments, as: (each Argument).self, at: &index))
            return AnyValueBox.boxed(instance)
        }
    }

    @usableFromInline
    init(
        takesArguments: Bool, makeObject: @escaping @Sendable (_ owner: AnyObject, ArgumentKey?) throws -> AnyObject
    ) {
        self.makeObject = makeObject
        self.takesArguments = takesArguments
    }
}

/// Everything a definition says, before its assembly is activated.
struct DefinitionTemplate: Sendable {
    var scope: Scope?
    let location: SourceLocation
    var make: DefinitionClosure
    var traits: [ComponentTrait] = []
    /// Whether the container starts, runs and stops the instance.
    var isManaged = true
    private(set) var box: StepsBox?
    var steps: DefinitionSteps {
        get { box?.steps ?? DefinitionSteps() }
        set { box = .box(newValue) }
    }
    var parent: ParentLookup?

    /// The scope where no parent has one.
    var ownScope: Scope { scope ?? .objectGraph }

    /// The scope and the steps: what the definition has from its parents, then what it says itself.
    func inheriting(in owner: AnyObject) throws -> (scope: Scope, steps: StepsBox?) {
        guard let parent else { return (ownScope, box) }
        do {
            let whole = try Inheritance(scope: scope, steps: steps).following(parent, in: owner, depth: 0)
            return (whole.scope ?? .objectGraph, .box(whole.steps))
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
