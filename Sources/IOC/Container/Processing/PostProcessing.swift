import IOCBase
import IOCModel
import Synchronization

/// Processes instances that a context creates, before other components get them. It may replace an instance.
///
/// The context calls each component and definition of this type, by `order`, then by name. Setting converters, and
/// components that a converter's or post-processor's initializer needs, are created earlier and are not processed. If
/// components depend on each other in a cycle, an instance is processed as soon as another component of the cycle needs
/// it. So every component gets the processor's result.
public protocol InstancePostProcessor: AnyObject, Sendable {
    /// Processes an instance.
    /// - Parameters:
    ///   - instance: The instance that the definition created.
    ///   - name: The component's name.
    /// - Returns: The instance, or another one to use in its place.
    /// - Throws: An error if the instance can't be used. The context reports it as the cause of an ``IOCError``.
    func process(_ instance: Any, named name: String) throws -> Any
}

/// Processes the other definitions of a context before their instances are created. It may change a definition.
///
/// The context calls each component class of this type, by `order`, then by name. A definition post-processor can't
/// have dependencies, because it is created before other components.
public protocol DefinitionPostProcessor: AnyObject, Sendable {
    /// Processes a definition.
    /// - Parameter definition: The definition. The processor may change it.
    /// - Throws: An error if the definition can't be used. The context reports it as the cause of an ``IOCError``.
    func process(_ definition: inout DefinitionDescription) throws
}

/// The post-processors of a context.
final class PostProcessors: Sendable {
    /// The post-processors added in code. A context that patches this one uses them as well.
    let added: [any InstancePostProcessor]
    private let processors = Guarded<[any InstancePostProcessor]>([])
    private let arePresent = Atomic<Bool>(false)
    /// For each component, the type of the last processor that has replaced one of its instances.
    private let replacing = Guarded<[Int: any InstancePostProcessor.Type]>([:])

    init(_ added: [any InstancePostProcessor]) {
        self.added = added
        install(added)
    }

    var isEmpty: Bool { !arePresent.load(ordering: .acquiring) }

    /// All post-processors, in order.
    var all: [any InstancePostProcessor] { isEmpty ? [] : processors.withLock { $0 } }

    func install(_ more: [any InstancePostProcessor]) {
        guard !more.isEmpty else { return }
        processors.withLock { $0 += more }
        arePresent.store(true, ordering: .releasing)
    }

    /// Returns the type of the last processor that has replaced an instance of a component; nil for none.
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

/// Wraps the instances of the definitions that a patch wraps.
final class PatchWrapper: InstancePostProcessor {
    /// The closures that wrap a definition's instances, by the definition's name.
    private let wrappings: [String: [@Sendable (Any) throws -> Any]]

    init(_ wrappings: [String: [@Sendable (Any) throws -> Any]]) { self.wrappings = wrappings }

    func process(_ instance: Any, named name: String) throws -> Any {
        try wrappings[name, default: []].reduce(instance) { instance, wrap in try wrap(instance) }
    }
}
