import IOCModel
import Synchronization

/// The component that a type resolves to in a context, and the typed value once it never changes.
///
/// It is no generic class, because the runtime would make a class for each type that is asked for.
@usableFromInline
final class TypeResolution: @unchecked Sendable {
    // Sound: the value is written before its address is published, once, and never changes.

    /// The component: one of the context, or of an ancestor.
    let component: Lookup.Component
    private let type: Any.Type
    /// The address of the value of a shared instance, as the type; nil before it is published.
    private let value = Atomic<UnsafeMutableRawPointer?>(nil)

    init(of type: Any.Type, _ component: Lookup.Component) {
        self.type = type
        self.component = component
    }

    deinit {
        guard let address = value.load(ordering: .acquiring) else { return }
        func free<Value>(_ type: Value.Type) { Self.free(address, as: type) }
        _openExistential(type, do: free)
    }

    /// The address of the value, once there is one that never changes.
    @usableFromInline var published: UnsafeRawPointer? { value.load(ordering: .acquiring).map { UnsafeRawPointer($0) } }

    /// The value for an injection point or a call.
    /// - Parameter type: The type that was resolved.
    func value<Value>(as type: Value.Type, for asker: AnyInjectionCell?) throws -> Value {
        if let address = value.load(ordering: .acquiring) {
            if ConstructionFrame.innermost != nil, asker?.isDetached ?? true { note() }
            return address.assumingMemoryBound(to: type).pointee
        }
        let (maker, definition) = (component.lookup.maker, component.definition)
        let instance = try maker.instance(of: definition, for: asker)
        guard let made = AnyValueBox.cast(instance, to: type) else {
            throw IOCError(definition.mismatch(wanted: type, asker: asker))
        }
        if definition.sharing == .context, definition.slot.hasPublished(instance) { publish(made) }
        return made
    }

    /// Has the innermost construction remember that it asked for the component.
    private func note() {
        guard let frame = ConstructionFrame.innermost, frame.pointee.maker === component.lookup.maker else { return }
        component.lookup.maker.dependencies.observe(component.definition, by: frame.pointee.definition)
        if let instance = component.definition.slot.instance { frame.pointee.note(instance) }
    }

    private func publish<Value>(_ made: Value) {
        let address = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        address.initialize(to: made)
        let fresh = UnsafeMutableRawPointer(address)
        if !value.compareExchange(expected: nil, desired: fresh, ordering: .releasing).exchanged {
            Self.free(fresh, as: Value.self)
        }
    }

    private static func free<Value>(_ address: UnsafeMutableRawPointer, as type: Value.Type) {
        let typed = address.assumingMemoryBound(to: type)
        typed.deinitialize(count: 1)
        typed.deallocate()
    }
}
