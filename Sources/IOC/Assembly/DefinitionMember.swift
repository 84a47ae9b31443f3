import IOCModel

/// A definition as a member of an assembly.
@usableFromInline
final class DefinitionMember: AssemblyMember, @unchecked Sendable {
    // Sound: the class adds constants to its superclass.

    let template: DefinitionTemplate

    init(_ template: DefinitionTemplate) {
        self.template = template
        super.init(at: template.location)
    }

    override func fits(_ assembly: any Assembly) -> Bool {
        TypeIdentity.inherits(Swift.type(of: assembly), from: template.home)
    }

    // MARK: Calls

    /// Returns the instance of the definition. If a context that patches the definition's context is current, the
    /// instance comes from the patching context.
    @usableFromInline
    func instance(_ values: [Any]) throws -> AnyObject {
        guard let site else { throw unavailable }
        return try site._withUnsafeGuaranteedRef { try $0.call(values.isEmpty ? nil : ArgumentKey(values)) }
    }

    /// The error of a call of a definition that isn't part of a context.
    private var unavailable: IOCError {
        guard let core = bound?.core, let name else {
            let (assembly, type) = (TypeName.simple(template.home), TypeName.simple(template.promised))
            return IOCError(.assemblyNotActivated(assembly: assembly, definition: type), at: .source(location))
        }
        let decision = core.plan.decisions.first {
            $0.component == name || $0.origin == Origin.source(location).description
        }
        return IOCError(
            .conditionNotMet(name: name, reason: decision?.reason ?? "it is abstract", isCalled: true),
            at: .source(location))
    }

    /// Casts an instance to the declared type of the definition. A call of the definition uses it if the instance isn't
    /// of exactly that class.
    /// - Throws: `protocol-mismatch` if the cast fails.
    @usableFromInline
    func cast<Instance>(_ instance: AnyObject) throws -> Instance {
        if let found = AnyValueBox.cast(instance, to: Instance.self) { return found }
        guard let bound, let index = bound.index else { throw IOCError(.contextEnded) }
        throw IOCError(bound.core.target.sites[index].mismatch(instance, wanted: Instance.self))
    }

    // MARK: Parents

    /// Describes the definition for the boot of a context.
    /// - Parameters:
    ///   - key: The name of the assembly's property.
    ///   - owner: The assembly that has the definition.
    ///   - replacement: The closure that creates the instances in place of the definition's own.
    func declaration(
        key: String, in owner: AssemblyReference, replacement: DefinitionTemplate.Make?
    ) throws -> DefinitionDescription {
        let (type, isNamedByType) = (template.promised, template.isNamedByType)
        let complete = try completed(in: owner, replacement: replacement)
        return DefinitionDescription(
            self, named: isNamedByType ? TypeName.qualified(type) : name ?? key,
            simpleName: isNamedByType ? TypeName.simple(type) : key, Creation(complete, of: owner),
            scope: complete.scope ?? .objectGraph)
    }

    /// Returns the template with the scope and the steps of its parents. The steps are in the order of their phases.
    private func completed(
        in owner: AssemblyReference, replacement: DefinitionTemplate.Make?
    ) throws -> DefinitionTemplate {
        let (scope, steps) = try inheritance(in: owner)
        if steps.isEmpty, scope == template.scope, replacement == nil { return template }
        var complete = template
        complete.scope = scope
        complete.steps = DefinitionTemplate.Step.Phase.allCases.flatMap { phase in steps.filter { $0.phase == phase } }
        if let replacement {
            complete.make = replacement
            complete.constructed = nil
        }
        return complete
    }

    /// The limit of the depth of a chain of parents. A deeper chain is reported as a cycle.
    private static var depthLimit: Int { 64 }

    /// Returns the definition's scope, or the nearest parent's if it has none, and the steps, the parents' first.
    private func inheritance(
        in owner: AssemblyReference, depth: Int = 0
    ) throws -> (scope: Scope?, steps: [DefinitionTemplate.Step]) {
        let template = template
        guard let parent = template.parent else { return (template.scope, template.steps) }
        let member = try parent.member(owner.get())
        if depth > Self.depthLimit { throw fault(.abstractParentCycle(name: TypeName.written(template.promised))) }
        if member.template.takesArguments, parent.arguments == nil {
            throw fault(.argumentsNeeded(byParentOf: TypeName.written(template.promised)))
        }
        guard let home = try member.owner ?? (member.fits(owner.get()) ? owner : nil) else {
            let assembly = TypeName.qualified(member.template.home)
            throw fault(.parentElsewhere(name: TypeName.written(template.promised), assembly: assembly))
        }
        let (scope, steps) = try member.inheritance(in: home, depth: depth + 1)
        return (template.scope ?? scope, steps.map { parent.adapted($0, home) } + template.steps)
    }

    private func fault(_ kind: Fault.Kind) -> IOCError { IOCError(kind, at: .source(location)) }
}
