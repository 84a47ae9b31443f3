import IOCBase
import IOCModel

/// Declares that an assembly uses another assembly. At activation, the context uses an assembly that was passed or that
/// it already contains. Otherwise it creates one.
///
/// ```swift
/// let network = Collaborator(NetworkAssembly.self)
/// // …
/// try core.network().socket()
/// ```
///
/// Assemblies may use each other in cycles.
public struct Collaborator<Target: Assembly>: Sendable {
    let link: CollaboratorLink

    /// Declares the use of an assembly.
    /// - Parameters:
    ///   - type: The assembly's type.
    ///   - fileID: The file that messages name. The default is the caller's.
    ///   - line: The line that messages name. The default is the caller's.
    public init(_ type: Target.Type, fileID: StaticString = #fileID, line: Int = #line) {
        link = CollaboratorLink(type, replacements: [], at: SourceLocation(fileID: fileID, line: line))
    }

    private init(_ link: CollaboratorLink) { self.link = link }

    /// Returns the assembly that was chosen at activation.
    /// - Throws: ``IOCError`` if the assembly that declares the collaborator is not activated, or if the chosen
    ///   assembly was released.
    public func callAsFunction() throws -> Target {
        if let target = try link.target.withLock({ $0 })?.get() as? Target { return target }
        throw IOCError(
            .assemblyNotActivated(assembly: TypeName.simple(Target.self), definition: "collaborator"),
            at: .source(link.location))
    }

    /// Replaces the closure that creates the instances of one of the assembly's definitions. The definition's scope,
    /// traits and injections remain.
    /// - Parameters:
    ///   - definition: The definition's key path in the assembly. If a definition is meant to be replaced, declare its
    ///     type as `any P`, so that the replacement can return another type.
    ///   - make: Creates an instance from the assembly and the call's arguments.
    /// - Returns: The collaborator with the replacement.
    public func replace<Instance, each Argument>(
        _ definition: any KeyPath<Target, Definition<Target, Instance, repeat each Argument>> & Sendable,
        with make: @escaping @Sendable (Target, repeat each Argument) throws -> Instance
    ) -> Self {
        let replacement: CollaboratorLink.Replacement = (
            { ($0 as? Target)?[keyPath: definition].definition },
            Definition<Target, Instance, repeat each Argument>.erased(make)
        )
        return Self(
            CollaboratorLink(Target.self, replacements: link.replacements + [replacement], at: link.location))
    }
}

extension Collaborator: AssemblyProperty {
    static var promised: Any.Type? { nil }
    static func fits(_ type: AnyClass) -> Bool { true }
    var member: AssemblyMember { link }
}

/// The untyped part of a collaborator.
final class CollaboratorLink: AssemblyMember, @unchecked Sendable {
    // Sound: the class adds constants and a mutex to its superclass.

    /// A definition of the collaborator, and the closure that creates its instances instead of the definition's own.
    typealias Replacement = (member: @Sendable (any Assembly) -> DefinitionMember?, make: DefinitionTemplate.Make)

    let type: any Assembly.Type
    let replacements: [Replacement]
    let target = Guarded<AssemblyReference?>(nil)

    init(_ type: any Assembly.Type, replacements: [Replacement], at location: SourceLocation) {
        self.type = type
        self.replacements = replacements
        super.init(at: location)
    }

    /// Returns true if an assembly can be used in place of the declared one.
    func accepts(_ assembly: any Assembly) -> Bool { TypeIdentity.inherits(Swift.type(of: assembly), from: type) }
}
