import IOCBase
import IOCModel
import Synchronization

/// Processes every instance that a context creates, before other components get it, and may replace it.
///
/// The context calls each component and definition of this type, by `order`, then by name. An instance that is part of
/// a cycle is processed when the cycle leads back to it, so that every component gets the processor's result.
public protocol InstancePostProcessor: AnyObject, Sendable {
    /// Processes an instance.
    /// - Parameters:
    ///   - instance: The instance that the definition created.
    ///   - name: The component's name.
    /// - Returns: The instance, or one to use in its place.
    /// - Throws: An error if the instance can't be used. The context reports it as the cause of an ``IOCError``.
    func process(_ instance: Any, named name: String) throws -> Any
}

/// Processes every definition of a context before an instance is created, and may change or replace it.
///
/// The context calls each component class of this type, by `order`, then by name. It is created before all others, so
/// it can't have dependencies.
public protocol DefinitionPostProcessor: AnyObject, Sendable {
    /// Processes a definition.
    /// - Parameter definition: The definition, which may be changed.
    /// - Throws: An error if the definition can't be used. The context reports it as the cause of an ``IOCError``.
    func process(_ definition: inout DefinitionDescription) throws
}

/// The post-processors of a context. Without any, no lock is taken.
final class PostProcessors: Sendable {
    /// The post-processors added in code, for a context that patches this one.
    let added: [any InstancePostProcessor]
    private let processors = Guarded<[any InstancePostProcessor]>([])
    private let arePresent = Atomic<Bool>(false)
    /// For each site the type of the processor that has put something else in an instance's place.
    private let replacing = Guarded<[Int: any InstancePostProcessor.Type]>([:])

    init(_ added: [any InstancePostProcessor]) {
        self.added = added
        install(added)
    }

    var isEmpty: Bool { !arePresent.load(ordering: .acquiring) }

    /// All of them, in order.
    var all: [any InstancePostProcessor] { isEmpty ? [] : processors.withLock { $0 } }

    func install(_ more: [any InstancePostProcessor]) {
        guard !more.isEmpty else { return }
        processors.withLock { $0 += more }
        arePresent.store(true, ordering: .releasing)
    }

    /// The type of the processor that has put something else in the place of a site's instance; nil for none.
    func replacing(_ site: CallSite) -> (any InstancePostProcessor.Type)? { replacing.withLock { $0[site.index] } }

    /// Processes an instance.
    func process(_ instance: AnyObject, of site: CallSite) throws -> AnyObject {
        // Processors don't process each other, but a patch may wrap one of them.
        let isProcessor = instance is any InstancePostProcessor
        var current = instance
        for processor in all where !isProcessor || processor is PatchWrapper {
            let result = try site.attempt(.processing) {
                AnyValueBox.boxed(try processor.process(AnyValueBox.unboxed(current), named: site.facts.name))
            }
            if result !== current { replacing.withLock { $0[site.index] = type(of: processor) } }
            current = result
        }
        return current
    }

    func removeAll() {
        let removed = processors.withLock { exchange(&$0, with: []) }
        withExtendedLifetime(removed) {}
    }
}

/// Wraps the instances of definitions, as a patch says.
final class PatchWrapper: InstancePostProcessor {
    /// The wrappers of a definition's instances, by its name.
    private let wrappings: [String: [@Sendable (Any) throws -> Any]]

    init(_ wrappings: [String: [@Sendable (Any) throws -> Any]]) { self.wrappings = wrappings }

    func process(_ instance: Any, named name: String) throws -> Any {
        try wrappings[name, default: []].reduce(instance) { instance, wrap in try wrap(instance) }
    }
}
