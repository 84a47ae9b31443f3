import IOCConfiguration
import IOCModel

/// Everything that a definition declares. Its closures run with the assembly that has the definition.
@usableFromInline
struct DefinitionTemplate: Sendable {
    /// Creates an instance, or the box of a value, from the assembly and the arguments of the call.
    ///
    /// This is a structure and not a closure type, because a call of an optional closure goes through a second closure.
    @usableFromInline
    struct Make: Sendable {
        let run: @Sendable (_ assembly: AnyObject, ArgumentKey?) throws -> AnyObject

        @usableFromInline
        init(_ run: @escaping @Sendable (_ assembly: AnyObject, ArgumentKey?) throws -> AnyObject) { self.run = run }
    }

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

    /// The parent of a definition. The definition inherits the parent's scope and steps.
    struct Parent: Sendable {
        /// Finds the parent, from the child's assembly.
        let member: @Sendable (_ assembly: AnyObject) throws -> DefinitionMember
        /// Returns the arguments for the parent's injections, from the child's assembly and arguments; nil if the
        /// parent takes none.
        let arguments: (@Sendable (_ assembly: AnyObject, ArgumentKey?) throws -> ArgumentKey)?
        /// Converts an instance of the child to the type of the parent's instances.
        let upcast: @Sendable (_ instance: AnyObject) throws -> AnyObject

        /// Returns a step of the parent, converted to a step of the child.
        /// - Parameter home: The parent's assembly.
        func adapted(_ step: Step, _ home: AssemblyReference) -> Step {
            Step(phase: step.phase) { instance, assembly, key in
                let arguments = step.phase == .inject ? try arguments?(assembly, key) : nil
                try step.run(upcast(instance), home.get(), arguments)
            }
        }
    }

    /// The assembly class that can have the definition.
    let home: any Assembly.Type
    /// The declared type of its instances.
    let promised: Any.Type
    let location: SourceLocation
    let takesArguments: Bool
    let takesPoint: Bool
    /// The code that creates the instances; nil if the definition is abstract.
    var make: Make?
    var scope: Scope?
    var traits: [ComponentTrait] = []
    var steps: [Step] = []
    var parent: Parent?
    /// The initializer of the component type that creates the instances; nil if a closure does.
    var constructed: ConstructedType?
    /// True if the container starts, runs and stops the instance.
    var isManaged = true
    /// True if the definition is registered under the name of its type instead of the name of its property.
    var isNamedByType = false
}
