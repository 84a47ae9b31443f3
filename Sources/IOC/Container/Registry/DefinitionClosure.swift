/// The closure that makes an instance from an assembly and arguments, typed and with its types erased.
@usableFromInline
struct DefinitionClosure: Sendable {
    /// Makes the object of an instance, or the box of a value, by a closure of the definition's types.
    ///
    /// It is put together where the definition is written, so that the optimizer sees the types and the closure; and it captures
    /// nothing, so that it takes no memory.
    private let making: Making
    private let body: Body
    let takesArguments: Bool

    @usableFromInline
    typealias Making = @Sendable (_ owner: AnyObject, ArgumentKey?, _ body: Body) throws -> AnyObject

    /// A closure whose type only `making` knows.
    @usableFromInline
    struct Body: Sendable {
        private let closure: @Sendable () -> Void
    }

    /// A closure as it was written.
    @usableFromInline
    struct TypedBody<Owner: AnyObject, Instance, each Argument>: Sendable {
        @usableFromInline let closure: @Sendable (Owner, repeat each Argument) throws -> Instance

        @inlinable
        init(_ closure: @escaping @Sendable (Owner, repeat each Argument) throws -> Instance) { self.closure = closure }
    }

    @inlinable
    init<Owner: AnyObject, Instance, each Argument>(
        _ body: @escaping @Sendable (Owner, repeat each Argument) throws -> Instance
    ) {
        var takesArguments = false
        func note<Value>(_ type: Value.Type) { takesArguments = true }
        repeat note((each Argument).self)
        // Sound: a closure of any type is the address of its code and a reference to what it captures, and it is called as the
        // type it was written as only.
        let erased = unsafeBitCast(TypedBody<Owner, Instance, repeat each Argument>(body), to: Body.self)
        self.init(takesArguments: takesArguments, erased) { owner, arguments, erased in
            let body = unsafeBitCast(erased, to: TypedBody<Owner, Instance, repeat each Argument>.self).closure
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
        takesArguments: Bool, _ body: Body, making: @escaping Making
    ) {
        self.making = making
        self.body = body
        self.takesArguments = takesArguments
    }

    @inline(__always)
    func object(_ owner: AnyObject, _ arguments: ArgumentKey?) throws -> AnyObject {
        try making(owner, arguments, body)
    }
}
