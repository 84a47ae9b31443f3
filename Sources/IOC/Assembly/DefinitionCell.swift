import Dispatch
import IOCModel
import Synchronization

/// What activation knows of a definition without knowing its types.
class AnyDefinitionCell: @unchecked Sendable {
    // Sound: the binding is written once, under the mutex, by activation.
    struct Binding: Sendable {
        let core: ContextCore
        let index: Int
    }

    private struct State: Sendable {
        var binding: Binding?
        var context: ApplicationContext?
    }

    private let state = Guarded(State())
    private let isBound = Atomic<Bool>(false)
    private let turn = DispatchSemaphore(value: 1)

    /// The context that this cell's assembly owns.
    var context: ApplicationContext? {
        state.withLock { state in
            state.context ?? state.binding.map { ApplicationContext(lending: $0.core) }
        }
    }

    var binding: Binding? { isBound.load(ordering: .acquiring) ? state.withLock(\.binding) : nil }

    /// Ties the definition to the registry of a context; the first time counts.
    func bind(_ core: ContextCore, index: Int) {
        state.withLock { state in
            if state.binding == nil { state.binding = Binding(core: core, index: index) }
        }
        isBound.store(true, ordering: .releasing)
    }

    /// Unties a definition of a context that did not come to be.
    func unbind(_ core: ContextCore) {
        state.withLock { state in
            guard state.binding?.core === core else { return }
            state.binding = nil
            isBound.store(false, ordering: .releasing)
        }
    }

    /// Runs an activation unless one has succeeded; the assembly owns the context from then on.
    func activateOnce(_ activate: () throws -> ApplicationContext) throws {
        turn.wait()
        defer { turn.signal() }
        guard state.withLock({ $0.context == nil && $0.binding == nil }) else { return }
        let context = try activate()
        state.withLock { $0.context = context }
    }

    /// Everything the registry needs; called when the owner is known.
    func declaration(of owner: any Assembly, key: String, replacement: DefinitionReplacement?) throws -> Declaration? {
        nil
    }
}

/// The place of a definition, shared by all copies of the value.
final class DefinitionCell<Owner: Assembly, Instance, each Argument>: AnyDefinitionCell, @unchecked Sendable {
    // Sound: the template never changes.
    let template: DefinitionTemplate<Owner, Instance, repeat each Argument>

    init(_ template: DefinitionTemplate<Owner, Instance, repeat each Argument>) {
        self.template = template
    }

    func instance(_ arguments: ArgumentKey?) throws -> Instance {
        guard let binding else { throw notActivated() }
        let core = binding.core.target
        return try core.inGate(for: { nil }) {
            let definition = core.registry.definitions[binding.index]
            let instance = try core.instance(of: definition, for: nil, arguments)
            guard let typed = AnyValueBox.unboxed(instance) as? Instance else {
                throw IOCError(core.mismatch(of: definition, wanted: Instance.self, asker: nil))
            }
            return typed
        }
    }

    private func notActivated() -> IOCError {
        IOCError(
            Fault(
                .notActivated(assembly: TypeName.simple(Owner.self), definition: TypeName.simple(Instance.self)),
                at: .source(template.location)))
    }

    override func declaration(
        of owner: any Assembly, key: String, replacement: DefinitionReplacement?
    ) throws -> Declaration? {
        guard let owner = owner as? Owner else { return nil }
        let inherited = try template.inherited(in: owner)
        var facts = DefinitionFacts(
            name: "\(TypeName.qualified(type(of: owner))).\(key)", simpleName: key,
            type: TypeIdentity.id(Instance.self),
            typeName: TypeName.written(Instance.self), scope: .objectGraph, origin: .source(template.location))
        facts.needsArguments = Self.argumentCount > 0
        var template = template
        if let replaced = replacement?.make(DefinitionClosure<Owner, Instance, repeat each Argument>.self) {
            template.make = replaced
        }
        let scope = template.scope ?? inherited.scope ?? .objectGraph
        let recipe = DefinitionRecipe(OwnerReference(owner), template, inherited)
        let draft = DefinitionDraft(facts: facts, type: Instance.self, recipe: recipe, cell: self)
        return Declaration(draft, template.traits, scope: scope)
    }

    private static var argumentCount: Int {
        var count = 0
        func add<Value>(_ type: Value.Type) { count += 1 }
        repeat add((each Argument).self)
        return count
    }
}
