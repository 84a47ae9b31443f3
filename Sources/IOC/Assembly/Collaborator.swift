import IOCBase
import IOCModel

/// Another assembly that this one uses: one for each context, made at activation.
///
/// ```swift
/// let network = Collaborator(NetworkAssembly.self)
/// // …
/// try core.network().socket()
/// ```
///
/// Assemblies may use each other in circles.
public struct Collaborator<Target: Assembly>: Sendable {
    let cell: CollaboratorCell<Target>

    /// Declares the use of an assembly.
    /// - Parameters:
    ///   - type: The assembly's type.
    ///   - fileID: The file that stands in messages; the caller's unless given.
    ///   - line: The line that stands in messages; the caller's unless given.
    public init(_ type: Target.Type, fileID: StaticString = #fileID, line: Int = #line) {
        cell = CollaboratorCell(SourceLocation(fileID: fileID, line: line), replacements: [])
    }

    private init(_ cell: CollaboratorCell<Target>) { self.cell = cell }

    /// The assembly, bound at activation.
    /// - Throws: ``IOCError`` where the assembly that declares it is not activated, or is gone.
    public func callAsFunction() throws -> Target { try cell.target() }

    /// Replaces how one of the assembly's definitions makes instances; scope, traits and injections stay.
    /// - Parameters:
    ///   - definition: The definition's key path in the assembly; one that is meant to be replaced promises `any P`.
    ///   - make: Makes an instance from the assembly and the call's arguments.
    /// - Returns: The collaborator with the replacement.
    public func replace<Instance, each Argument>(
        _ definition: any KeyPath<Target, Definition<Target, Instance, repeat each Argument>> & Sendable,
        with make: @escaping @Sendable (Target, repeat each Argument) throws -> Instance
    ) -> Self {
        let replacement = CollaboratorReplacement<Target>(
            cell: { $0[keyPath: definition].cell }, closure: DefinitionClosure(make))
        return Self(CollaboratorCell(cell.location, replacements: cell.replacements + [replacement]))
    }
}

struct CollaboratorReplacement<Target: Assembly>: Sendable {
    let cell: @Sendable (Target) -> DefinitionCell
    let closure: DefinitionClosure
}

/// A collaborator as activation sees it, without its type.
protocol AnyCollaboratorCell: Sendable {
    var type: any Assembly.Type { get }
    var location: SourceLocation { get }
    /// Returns true if an assembly can take the declared one's place.
    func accepts(_ assembly: any Assembly) -> Bool
    func bind(_ assembly: any Assembly)
    /// The definitions of the collaborator that are replaced where it is composed.
    func replacements(in assembly: any Assembly) -> [(DefinitionCell, DefinitionClosure)]
    /// The cell that remembers an activation.
    var anchor: DefinitionCell { get }
}

final class CollaboratorCell<Target: Assembly>: AnyCollaboratorCell {
    let location: SourceLocation
    let replacements: [CollaboratorReplacement<Target>]
    let anchor = DefinitionCell()
    private let bound = Guarded<OwnerReference?>(nil)

    init(_ location: SourceLocation, replacements: [CollaboratorReplacement<Target>]) {
        self.location = location
        self.replacements = replacements
    }

    var type: any Assembly.Type { Target.self }

    func accepts(_ assembly: any Assembly) -> Bool { assembly is Target }

    func bind(_ assembly: any Assembly) {
        guard let target = assembly as? Target else { return }
        bound.withLock { $0 = OwnerReference(target) }
    }

    func replacements(in assembly: any Assembly) -> [(DefinitionCell, DefinitionClosure)] {
        guard let target = assembly as? Target else { return [] }
        return replacements.map { ($0.cell(target), $0.closure) }
    }

    func target() throws -> Target {
        guard let target = try bound.withLock({ try $0?.get(as: Target.self) }) else {
            throw IOCError(
                .assemblyNotActivated(assembly: TypeName.simple(Target.self), definition: "collaborator"),
                at: .source(location))
        }
        return target
    }
}
