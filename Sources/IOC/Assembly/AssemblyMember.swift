import IOCBase
import IOCModel
import Synchronization

/// A definition or a collaborator of an assembly: the part that all copies of a ``Definition`` or a ``Collaborator``
/// share.
///
/// A context claims each member of its assemblies: it records the assembly and the property to which the member
/// belongs. Then it binds the member to itself, so that a call of the member reaches the context.
@usableFromInline
class AssemblyMember: @unchecked Sendable {
    // Sound: the mutable state is behind a mutex or atomic. The object that `site` refers to lives as long as the
    // member, because the state retains each context that the member was ever bound to.

    /// The context of a member, and the index of the definition. The index is nil for a collaborator, for an abstract
    /// definition, and for a definition that a condition excludes.
    typealias Bound = (core: ContextCore, index: Int?)

    private struct State {
        /// The assembly, and the name of its property that has the member, such as `Shop.CoreAssembly.clock`.
        var claim: (owner: AssemblyReference, name: String)?
        var bound: Bound?
        /// The contexts whose boot has failed. They are retained, because a call on another thread may be inside one of
        /// them.
        var former: [ContextCore] = []
        /// The context that the assembly owns, if this is the member that `first(of:)` returns.
        var context: ApplicationContext?
    }

    let location: SourceLocation
    private let state = Guarded(State())
    /// The address of the definition's ``CallSite`` in `bound`. It is read without a lock.
    private let address = Atomic<UnsafeRawPointer?>(nil)
    /// Locked while `activate()` boots the assembly's own context.
    private let activation = Guarded(())

    init(at location: SourceLocation) { self.location = location }

    /// The assembly that the member belongs to; nil until a context has claimed it.
    var owner: AssemblyReference? { state.withLock { $0.claim?.owner } }
    var name: String? { state.withLock { $0.claim?.name } }
    var bound: Bound? { state.withLock { $0.bound } }
    /// The definition's ``CallSite`` in its context; nil if it has none.
    final var site: Unmanaged<CallSite>? { address.load(ordering: .acquiring).map(Unmanaged.fromOpaque) }

    /// Returns true if the member can belong to an assembly.
    func fits(_ assembly: any Assembly) -> Bool { true }

    /// Records the assembly and the property to which the member belongs.
    /// - Parameter name: The name of the assembly's property.
    /// - Returns: The name of another property that has the member already; nil if there is none.
    func claim(for owner: AssemblyReference, as name: String) -> String? {
        let assembly = owner.assembly
        return state.withLock { state in
            guard let first = state.claim else {
                state.claim = (owner, name)
                return nil
            }
            return first.owner.assembly === assembly && first.name == name ? nil : first.name
        }
    }

    /// Binds the member to a context, unless it is bound already.
    func bind(_ core: ContextCore, index: Int?) {
        state.withLock { state in
            guard state.bound == nil else { return }
            state.bound = (core, index)
            let site = index.map { UnsafeRawPointer(Unmanaged.passUnretained(core.sites[$0]).toOpaque()) }
            address.store(site, ordering: .releasing)
        }
    }

    /// Unbinds the member from a context whose boot has failed.
    func unbind(_ core: ContextCore) {
        state.withLock { state in
            guard state.bound?.core === core else { return }
            state.bound = nil
            state.former.append(core)
            address.store(nil, ordering: .releasing)
        }
    }

    /// The context that the assembly is activated in; nil before the activation.
    var context: ApplicationContext? {
        state.withLock { state in state.context ?? state.bound.map { ApplicationContext($0.core, isOwner: false) } }
    }

    /// Runs an activation, unless the assembly is activated. The assembly owns the context from then on.
    func activateOnce(_ activate: () throws -> ApplicationContext) throws {
        try activation.withLock { _ in
            guard state.withLock({ $0.context == nil && $0.bound == nil }) else { return }
            let context = try activate()
            state.withLock { $0.context = context }
        }
    }
}

extension AssemblyMember {
    /// Returns the members of an assembly with the names of their properties, superclasses' first.
    static func all(of assembly: any Assembly) -> AnySequence<(key: String, member: AssemblyMember)> {
        let layout = AssemblyLayout.of(type(of: assembly))
        if layout.hasMirror {
            return AnySequence(
                Mirror(reflecting: assembly).children.lazy.compactMap { key, value in
                    (value as? any AssemblyProperty).map { (key ?? "?", $0.member) }
                })
        }
        return AnySequence(
            layout.properties.lazy.compactMap { key, offset, _ in
                StoredFields.object(at: offset, of: assembly, as: AssemblyMember.self).map { (key, $0) }
            })
    }

    /// Returns the member that owns the assembly's context: the first definition, otherwise the first collaborator.
    static func first(of assembly: any Assembly) -> (key: String, member: AssemblyMember)? {
        let all = all(of: assembly)
        return all.first { $0.member is DefinitionMember } ?? all.first { _ in true }
    }
}

/// A reference from the members of an assembly to the assembly. It is weak, because the assembly owns its members.
final class AssemblyReference: Sendable {
    weak let assembly: (any Assembly)?
    private let type: any Assembly.Type

    init(_ assembly: any Assembly) {
        self.assembly = assembly
        type = Swift.type(of: assembly)
    }

    /// Returns the assembly.
    /// - Throws: `context-ended` after the assembly was released.
    func get() throws -> any Assembly {
        if let assembly { return assembly }
        throw IOCError(.contextEnded, wanted: TypeName.written(type))
    }
}

extension Assembly {
    /// Returns the name under which the definition of a key is registered.
    func name(of key: String) -> String { "\(TypeName.qualified(type(of: self))).\(key)" }
}
