import Dispatch
import IOCBase
import IOCModel
import Synchronization

/// The place of a definition, shared by all copies of the value.
///
/// It is no generic class, as the runtime would make a class of each definition's own.
@usableFromInline
final class DefinitionCell: @unchecked Sendable {
    // Sound: what is written is written under the mutex. `bound` is the address of an object that the cell retains.

    private struct State: ~Copyable, Sendable {
        /// The owner.
        var owner: OwnerReference?
        /// Nil until somebody activates the assembly with this definition as its anchor, or until an activation fails.
        var activation: Activation?
        /// Its place among the definitions of the owner.
        var place: Int32 = 0
        /// The definition in contexts that did not come to be. A call that began meanwhile may still use one.
        var former: [Bound] = []

        mutating func activating() -> Activation {
            let known = activation ?? Activation()
            activation = known
            return known
        }
    }

    private final class Activation: @unchecked Sendable {
        // Sound: what changes is read and written under the cell's mutex.

        /// The turn to activate.
        let turn = DispatchSemaphore(value: 1)
        /// The context that the assembly owns.
        var context: ApplicationContext?
    }

    /// The definition's own template; nil for the anchor of an assembly without definitions.
    let template: DefinitionTemplate?
    /// The class of the assemblies that it is for.
    private let home: AnyClass?
    /// The type that its instances are promised to have.
    private let promised: Any.Type
    private let state = Guarded(State())
    /// The address of the ``Bound`` definition, which is retained, so that calls take no lock.
    private let bound = Atomic<UnsafeRawPointer?>(nil)

    /// The definition in a context.
    private final class Bound: Sendable {
        let core: ContextCore
        let definition: RegisteredDefinition

        init(_ core: ContextCore, _ definition: RegisteredDefinition) {
            self.core = core
            self.definition = definition
        }
    }

    init(_ template: DefinitionTemplate, of owner: AnyClass, promising promised: Any.Type) {
        self.template = template
        home = owner
        self.promised = promised
    }

    /// The anchor of an assembly without definitions.
    init() {
        template = nil
        home = nil
        promised = Never.self
    }

    deinit { bound.load(ordering: .relaxed).map { Unmanaged<Bound>.fromOpaque($0).release() } }

    private var boundNow: Bound? {
        // Sound: a bound definition is retained until the cell goes.
        bound.load(ordering: .acquiring).map { Unmanaged<Bound>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The context that this cell's assembly owns.
    var context: ApplicationContext? {
        state.withLock { state in
            state.activation?.context ?? boundNow.map { ApplicationContext(lending: $0.core) }
        }
    }

    /// The instance of the definition in the context that a call means now.
    @usableFromInline
    func instance(_ values: [Any]) throws -> AnyObject {
        guard let bound = boundNow else { throw notActivated() }
        let core = bound.core.target
        let definition = core.registry.definitions[bound.definition.index]
        let arguments = values.isEmpty ? nil : ArgumentKey(values)
        return try core.inGate(for: { nil }) { try core.maker.instance(of: definition, for: nil, arguments) }
    }

    /// The error for an instance that is not what the definition promises.
    @usableFromInline
    func mismatch(wanted: Any.Type) -> any Error {
        guard let bound = boundNow else { return IOCError(.contextEnded) }
        return IOCError(bound.definition.mismatch(wanted: wanted, asker: nil))
    }

    /// Makes it an assembly's own.
    /// - Parameters:
    ///   - owner: The way to the assembly.
    ///   - place: Its place among the definitions of the assembly.
    /// - Returns: The name under which it is another's already, of this assembly or of another one.
    func claim(_ assembly: any Assembly, _ owner: OwnerReference, at place: Int) -> String? {
        let other = state.withLock { state -> (owner: OwnerReference, place: Int)? in
            guard let first = state.owner else {
                state.owner = owner
                state.place = Int32(place)
                return nil
            }
            return first.isTo(assembly) && state.place == place ? nil : (first, Int(state.place))
        }
        return other.map { AssemblyMembers.name(of: $0.place, in: $0.owner) }
    }

    /// Ties the definition to the registry of a context; the first time counts.
    func bind(_ core: ContextCore, index: Int) {
        state.withLock { _ in
            guard boundNow == nil else { return }
            let fresh = Bound(core, core.registry.definitions[index])
            bound.store(UnsafeRawPointer(Unmanaged.passRetained(fresh).toOpaque()), ordering: .releasing)
        }
    }

    /// Unties a definition of a context that did not come to be.
    func unbind(_ core: ContextCore) {
        state.withLock { state in
            guard let known = boundNow, known.core === core else { return }
            bound.store(nil, ordering: .releasing)
            state.former.append(known)
            Unmanaged.passUnretained(known).release()
        }
    }

    /// Runs an activation unless one has succeeded; the assembly owns the context from then on.
    func activateOnce(_ activate: () throws -> ApplicationContext) throws {
        let activation = state.withLock { $0.activating() }
        activation.turn.wait()
        defer { activation.turn.signal() }
        guard state.withLock({ _ in activation.context == nil && boundNow == nil }) else { return }
        let context = try activate()
        state.withLock { _ in activation.context = context }
    }

    /// The error for a call before activation.
    private func notActivated() -> IOCError {
        IOCError(
            .assemblyNotActivated(
                assembly: home.map { TypeName.simple($0) } ?? "Assembly", definition: TypeName.simple(promised)),
            at: template.map { .source($0.location) })
    }

    /// Everything the registry needs; called when the owner is known.
    /// - Parameters:
    ///   - key: The name of the assembly's property.
    ///   - name: The name that the definition is registered under.
    ///   - number: Its number among the definitions of a context.
    ///   - replacement: The closure that makes its instances in place of its own.
    func definition(
        of owner: any Assembly, key: String, name: String, number: Int, replacement: DefinitionClosure?
    ) throws -> Found? {
        guard let template, let home, TypeIdentity.inherits(type(of: owner), from: home) else { return nil }
        let facts = DefinitionFacts(
            name: template.isNamedByType ? TypeName.qualified(promised) : name,
            simpleName: template.isNamedByType ? TypeName.simple(promised) : key,
            type: TypeIdentity.id(promised), writer: TypeName.writer,
            needsArguments: template.make.takesArguments, isManaged: template.isManaged,
            origin: .source(template.location))
        let whole = try template.inheriting(in: owner)
        return (
            Declaration(.definition(number), facts, traits: template.traits, scope: whole.scope ?? .objectGraph),
            replacement.map(whole.replacing) ?? whole
        )
    }

    /// A definition as a declaration, with the template that makes its instances.
    typealias Found = (declaration: Declaration, template: DefinitionTemplate)
}
