import IOCConfiguration
import IOCModel

/// Everything that a definition declares. Its closures run with the assembly that has the definition.
@usableFromInline
final class DefinitionTemplate: Sendable {
    /// Creates an instance, or the box of a value, from the assembly and the arguments of the call.
    @usableFromInline
    typealias Make = @Sendable (_ assembly: AnyObject, ArgumentKey?) throws -> AnyObject
    /// The same, if it has to be awaited.
    typealias AsyncMake = @Sendable (_ assembly: AnyObject) async throws -> AnyObject

    /// A hook or an injection.
    struct Step: Sendable {
        /// The time at which a step runs.
        enum Phase: Int, CaseIterable {
            case willInject, inject, didInject, didBuildGraph
        }

        let phase: Phase
        /// Runs with an instance, or the box of a value, with the assembly, and with the arguments of the call.
        let run: @Sendable (_ instance: AnyObject, _ assembly: AnyObject, ArgumentKey?) throws -> Void
    }

    /// The definition that another one inherits its scope and its steps from.
    struct Parent: Sendable {
        /// Finds the parent, from the child's assembly.
        let member: @Sendable (_ assembly: AnyObject) throws -> DefinitionMember
        /// Returns the arguments for the parent's injections, from the child's assembly and arguments; nil if the parent takes none.
        let arguments: (@Sendable (_ assembly: AnyObject, ArgumentKey?) throws -> ArgumentKey)?
        /// Returns an instance of the child as one of the parent.
        let upcast: @Sendable (_ instance: AnyObject) throws -> AnyObject

        /// A step of the parent as one of the child.
        /// - Parameter home: The parent's assembly.
        func adapted(_ step: Step, _ home: AssemblyReference) -> Step {
            Step(phase: step.phase) { instance, assembly, key in
                let arguments = step.phase == .inject ? try arguments?(assembly, key) : nil
                try step.run(upcast(instance), home.get(), arguments)
            }
        }
    }

    struct Content: Sendable {
        /// Nil if the definition is abstract.
        var make: Make?
        /// Nil unless creating an instance has to be awaited.
        var asyncMake: AsyncMake?
        let takesArguments: Bool
        var scope: Scope?
        var traits: [ComponentTrait] = []
        var steps: [Step] = []
        var parent: Parent?
        /// The initializer of the component type that it creates; nil if a closure does.
        var constructed: ConstructedRecipe?
        /// True if the container starts, runs and stops the instance.
        var isManaged = true
        /// True if it is registered under its type's name, and not under the property's.
        var isNamedByType = false
    }

    let content: Content
    /// The class of the assemblies that it is for.
    let home: any Assembly.Type
    /// The type that its instances are promised to have.
    let promised: Any.Type
    let location: SourceLocation

    init(_ content: Content, of home: any Assembly.Type, promising promised: Any.Type, at location: SourceLocation) {
        self.content = content
        self.home = home
        self.promised = promised
        self.location = location
    }

    /// Returns a copy with a change.
    func changed(_ change: (inout Content) -> Void) -> DefinitionTemplate {
        var copy = content
        change(&copy)
        return DefinitionTemplate(copy, of: home, promising: promised, at: location)
    }

    /// The definition in a context, as the plan of a boot sees it.
    /// - Parameters:
    ///   - key: The name of the assembly's property.
    ///   - name: The name that the definition is registered under.
    ///   - number: Its number among the definitions of the context.
    func declaration(key: String, name: String, number: Int) -> Declaration {
        let facts = DefinitionFacts(
            name: content.isNamedByType ? TypeName.qualified(promised) : name,
            simpleName: content.isNamedByType ? TypeName.simple(promised) : key,
            type: TypeIdentity.id(promised), writer: TypeName.writer, needsArguments: content.takesArguments,
            isManaged: content.isManaged, origin: .source(location))
        return Declaration(
            .definition(number), facts, traits: content.traits, scope: content.scope ?? .objectGraph)
    }
}

// MARK: Instances

extension DefinitionTemplate {
    /// True if creating an instance has to be awaited.
    var isAsync: Bool { content.asyncMake != nil || content.constructed?.constructor.isAsync == true }

    func make(for owner: AssemblyReference, _ arguments: ArgumentKey?) throws -> AnyObject {
        guard let make = content.make else { preconditionFailure("an abstract definition is in no context") }
        return try make(owner.get(), arguments)
    }

    func inject(
        _ instance: AnyObject, for owner: AssemblyReference, _ arguments: ArgumentKey?,
        _ progress: inout InjectionProgress, as component: () -> (any ManagedComponent)?
    ) throws {
        let component = progress.isAlias ? nil : component()
        if !progress.hasBegun { component?.willInject() }
        progress.hasBegun = true
        guard !content.steps.isEmpty else {
            try component?.didInject()
            return
        }
        let assembly = try owner.get()
        for step in content.steps.dropFirst(progress.done) where step.phase == .willInject || step.phase == .inject {
            progress.isInjecting = step.phase == .inject
            try step.run(instance, assembly, arguments)
            progress.done += 1
        }
        progress.isInjecting = false
        try component?.didInject()
        for step in content.steps where step.phase == .didInject { try step.run(instance, assembly, arguments) }
    }

    /// True if `didBuildGraph` does anything.
    var awaitsGraph: Bool { content.steps.last?.phase == .didBuildGraph }

    func didBuildGraph(_ instance: AnyObject, for owner: AssemblyReference) throws {
        guard awaitsGraph else { return }
        let assembly = try owner.get()
        for step in content.steps where step.phase == .didBuildGraph { try step.run(instance, assembly, nil) }
    }
}
