import Dispatch
import IOCBase
import IOCModel
import Synchronization

/// What activation knows of a definition without knowing its types.
@usableFromInline
class AnyDefinitionCell: @unchecked Sendable {
    // Sound: what is written is written under the mutex, and `bound` is the address of an object that the state keeps.

    /// The definition in the context that it belongs to.
    final class Binding: Sendable {
        let core: ContextCore
        let definition: RegisteredDefinition
        // Sound: the definition keeps its slot. Counting a reference to it would cost what the rest of a call does.
        private let slot: Unmanaged<SharedSlot>

        init(core: ContextCore, definition: RegisteredDefinition) {
            self.core = core
            self.definition = definition
            slot = .passUnretained(definition.slot)
        }

        /// The instance in the context that a call means now.
        @inline(__always)
        func instance(_ arguments: ArgumentKey?) throws -> AnyObject {
            if core.hasPatches { return try targetInstance(arguments) }
            // A reference of one's own needs no gate; a construction that asks is told what it has found, further down.
            if arguments == nil, definition.sharing == .context, ConstructionFrame.innermost == nil,
                !core.gate.isClosed,
                let instance = slot._withUnsafeGuaranteedRef({ $0.retained() })
            {
                return instance.takeRetainedValue()
            }
            return try core.inGate(for: { nil }) {
                try core.unretainedMaker._withUnsafeGuaranteedRef {
                    try $0.instance(of: definition, for: nil, arguments)
                }
            }
        }

        /// The instance in the patched context that is building or current, else in the own one.
        @inline(never)
        private func targetInstance(_ arguments: ArgumentKey?) throws -> AnyObject {
            let core = core.target
            let definition = core.registry.definitions[definition.index]
            return try core.inGate(for: { nil }) { try core.maker.instance(of: definition, for: nil, arguments) }
        }
    }

    private struct State: Sendable {
        var binding: Binding?
        var context: ApplicationContext?
        /// Whose it is, and under which name.
        var owner: (assembly: OwnerReference, name: String)?
        /// Bindings to contexts that did not come to be: a call that began meanwhile may still use one.
        var former: [Binding] = []
        /// Whose turn it is to activate; only an assembly's anchor has one.
        var turn: DispatchSemaphore?
    }

    private let state = Guarded(State())
    /// The address of the binding, so that calls take no lock.
    private let bound = Atomic<UnsafeRawPointer?>(nil)

    /// The context that this cell's assembly owns.
    var context: ApplicationContext? {
        state.withLock { state in
            state.context ?? state.binding.map { ApplicationContext(lending: $0.core) }
        }
    }

    /// The instance of the definition in the context that a call means now.
    @usableFromInline
    final func instance(_ values: [Any]) throws -> AnyObject {
        guard let address = bound.load(ordering: .acquiring) else { throw notActivated() }
        let arguments = values.isEmpty ? nil : ArgumentKey(values)
        // Sound: the state keeps every binding as long as this cell lives.
        return try Unmanaged<Binding>.fromOpaque(address)._withUnsafeGuaranteedRef { try $0.instance(arguments) }
    }

    /// The error for an instance that is not what the definition promises.
    @usableFromInline
    final func mismatch(wanted: Any.Type) -> any Error {
        guard let binding = state.withLock(\.binding) else { return IOCError(Fault(.contextEnded)) }
        return IOCError(binding.definition.mismatch(wanted: wanted, asker: nil))
    }

    /// Makes it an assembly's own.
    /// - Returns: The name under which it is another's already, of this assembly or of another one.
    func claim(_ assembly: any Assembly, as name: String) -> String? {
        state.withLock { state in
            guard let owner = state.owner else {
                state.owner = (OwnerReference(assembly), name)
                return nil
            }
            return owner.assembly.isTo(assembly) && owner.name == name ? nil : owner.name
        }
    }

    /// Ties the definition to the registry of a context; the first time counts.
    func bind(_ core: ContextCore, index: Int) {
        state.withLock { state in
            if state.binding != nil { return }
            let binding = Binding(core: core, definition: core.registry.definitions[index])
            state.binding = binding
            bound.store(Unmanaged.passUnretained(binding).toOpaque(), ordering: .releasing)
        }
    }

    /// Unties a definition of a context that did not come to be.
    func unbind(_ core: ContextCore) {
        state.withLock { state in
            guard let binding = state.binding, binding.core === core else { return }
            bound.store(nil, ordering: .releasing)
            state.former.append(binding)
            state.binding = nil
        }
    }

    /// Runs an activation unless one has succeeded; the assembly owns the context from then on.
    func activateOnce(_ activate: () throws -> ApplicationContext) throws {
        let turn = state.withLock { state in
            let turn = state.turn ?? DispatchSemaphore(value: 1)
            state.turn = turn
            return turn
        }
        turn.wait()
        defer { turn.signal() }
        guard state.withLock({ $0.context == nil && $0.binding == nil }) else { return }
        let context = try activate()
        state.withLock { $0.context = context }
    }

    /// The error for a call before activation.
    func notActivated() -> IOCError {
        IOCError(Fault(.assemblyNotActivated(assembly: "Assembly", definition: "definition")))
    }

    /// Everything the registry needs; called when the owner is known.
    /// - Parameters:
    ///   - key: The name of the assembly's property.
    ///   - name: The name that the definition is registered under.
    ///   - number: Its number among the definitions of a context.
    ///   - replacement: What makes its instances in place of its own closure.
    func definition(
        of owner: any Assembly, key: String, name: String, number: Int, replacement: DefinitionClosure?
    ) throws -> AssemblyDefinition? {
        nil
    }
}

/// The place of a definition, shared by all copies of the value.
@usableFromInline
final class DefinitionCell<Owner: Assembly, Instance, each Argument>: AnyDefinitionCell, @unchecked Sendable {
    // Sound: the template never changes.
    let template: DefinitionTemplate
    @usableFromInline let cast = InstanceCast()

    init(_ template: consuming DefinitionTemplate) { self.template = template }

    @inlinable
    @inline(__always)
    func typedInstance(_ values: [Any]) throws -> Instance {
        try cast(try instance(values), as: Instance.self) { mismatch(wanted: Instance.self) }
    }

    override func notActivated() -> IOCError {
        IOCError(
            Fault(
                .assemblyNotActivated(
                    assembly: TypeName.simple(Owner.self), definition: TypeName.simple(Instance.self)),
                at: .source(template.location)))
    }

    override func definition(
        of owner: any Assembly, key: String, name: String, number: Int, replacement: DefinitionClosure?
    ) throws -> AssemblyDefinition? {
        guard owner is Owner else { return nil }
        let facts = DefinitionFacts(
            name: name, simpleName: key, type: TypeIdentity.id(Instance.self),
            typeNaming: .writing { TypeName.written(TypeIdentity.type($0)) },
            needsArguments: template.make.takesArguments, isManaged: template.isManaged,
            origin: .source(template.location))
        return try template.definition(of: owner, facts, number: number, replacement, self)
    }
}
