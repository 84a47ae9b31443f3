/// The steps of a definition after an instance is made, in the order of the fields; their types are erased.
///
/// Nothing here is generic, as the metadata of a generic type would be looked up for each definition of an assembly.
struct DefinitionSteps: Sendable {
    /// A hook or an injection: sees an instance, or the box of a value, the assembly, and the arguments of the call.
    typealias Step = @Sendable (_ instance: AnyObject, _ owner: AnyObject, ArgumentKey?) throws -> Void

    var willInject: [Step] = []
    var injections: [Step] = []
    var didInject: [Step] = []
    var didBuildGraph: [Step] = []

    /// True if there is nothing to do before the instance is handed out.
    var hasNoInjection: Bool { willInject.isEmpty && injections.isEmpty && didInject.isEmpty }

    /// These before those of a child.
    func followed(by child: DefinitionSteps) -> DefinitionSteps {
        DefinitionSteps(
            willInject: willInject + child.willInject, injections: injections + child.injections,
            didInject: didInject + child.didInject, didBuildGraph: didBuildGraph + child.didBuildGraph)
    }

    /// A parent's steps for an instance that is more than the parent promises, of an assembly that leads to the parent's.
    /// - Parameter step: Makes a step of the child from one of the parent; injections take arguments, hooks don't.
    func mapped(_ step: (@escaping Step, _ takesArguments: Bool) -> Step) -> DefinitionSteps {
        DefinitionSteps(
            willInject: willInject.map { step($0, false) }, injections: injections.map { step($0, true) },
            didInject: didInject.map { step($0, false) }, didBuildGraph: didBuildGraph.map { step($0, false) })
    }
}
