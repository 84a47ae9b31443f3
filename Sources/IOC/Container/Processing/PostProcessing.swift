import IOCBase
import IOCModel
import Synchronization

/// Sees every instance a context makes before anybody else does, and may put another in its place.
///
/// A component or definition of this type attaches itself; several run by `order`, then by name. An instance that is part
/// of a cycle is processed when the cycle leads back to it, so that every holder gets what the processor returned.
public protocol InstancePostProcessor: AnyObject, Sendable {
    /// Looks at an instance.
    /// - Parameters:
    ///   - instance: The instance that the definition made.
    ///   - name: The component's name.
    /// - Returns: The instance, or one to use in its place.
    /// - Throws: Whatever makes the instance unusable.
    func process(_ instance: Any, named name: String) throws -> Any
}

/// Sees every definition of a context before anything is made, and may change or replace it.
///
/// A component class of this type attaches itself; several run by `order`, then by name. As it is made before everything
/// else, it can't be injected itself.
public protocol DefinitionPostProcessor: AnyObject, Sendable {
    /// Looks at a definition.
    /// - Parameter definition: The known facts of it, to be changed.
    /// - Throws: Whatever makes the configuration unusable.
    func process(_ definition: inout DefinitionDescription) throws
}

/// A definition as a post-processor may change it.
public struct DefinitionDescription {
    /// The component's name.
    public let name: String
    /// The type it promises.
    public let typeName: String
    /// Where it was declared.
    public let origin: String
    /// The lifetime of its instances.
    public var scope: Scope
    /// True if it wins where several fit.
    public var isPrimary: Bool
    /// True if it serves only where no other does.
    public var isFallback: Bool
    /// Its place in collections.
    public var order: Int
    private(set) var replacement: (@Sendable () throws -> Any)?

    init(_ declaration: Declaration) {
        let facts = declaration.facts
        name = facts.name
        typeName = facts.typeName
        origin = facts.origin.description
        scope = declaration.scope
        isPrimary = facts.isPrimary
        isFallback = facts.isFallback
        order = facts.order
    }

    /// Makes instances in another way.
    /// - Parameter make: Makes an instance, which must fit the promised type.
    public mutating func replace(with make: @escaping @Sendable () throws -> Any) { replacement = make }
}

extension Declaration {
    /// Takes over what a post-processor has changed.
    mutating func apply(_ description: DefinitionDescription) {
        scope = description.scope
        facts.isPrimary = description.isPrimary
        facts.isFallback = description.isFallback
        facts.order = description.order
        if let replacement = description.replacement {
            recipe = .replacement(making: replacement, of: TypeIdentity.type(facts.type))
        }
    }
}

/// The post-processors of a context: none is the usual case, which takes no lock.
struct PostProcessors: ~Copyable, Sendable {
    /// The post-processors added in code, for a context that patches this one.
    let added: [any InstancePostProcessor]
    private let processors = Guarded<[any InstancePostProcessor]>([])
    private let arePresent = Atomic<Bool>(false)

    init(_ added: [any InstancePostProcessor]) {
        self.added = added
        install(added)
    }

    var isEmpty: Bool { !arePresent.load(ordering: .acquiring) }

    /// All of them, in order.
    var all: [any InstancePostProcessor] { isEmpty ? [] : processors.withLock { $0 } }

    borrowing func install(_ more: [any InstancePostProcessor]) {
        guard !more.isEmpty else { return }
        processors.withLock { $0 += more }
        arePresent.store(true, ordering: .releasing)
    }

    borrowing func removeAll() {
        let removed = processors.withLock { exchange(&$0, with: []) }
        withExtendedLifetime(removed) {}
    }
}

/// Puts what a patch says around the instances of single definitions.
final class PatchWrapper: InstancePostProcessor {
    /// The wrappers of a definition's instances, by its name.
    private let wrappings: [String: [@Sendable (Any) throws -> Any]]

    init(_ wrappings: [String: [@Sendable (Any) throws -> Any]]) { self.wrappings = wrappings }

    func process(_ instance: Any, named name: String) throws -> Any {
        try wrappings[name, default: []].reduce(instance) { instance, wrap in try wrap(instance) }
    }
}
