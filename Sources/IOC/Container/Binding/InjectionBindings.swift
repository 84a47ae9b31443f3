/// The bindings of a context's definitions.
///
/// Constructions read them without a lock: they are written before the first one, and taken away when the context is
/// emptied, which its gate allows only while nobody is inside.
final class InjectionBindings: @unchecked Sendable {
    // Sound: see above.
    let bindings: UnsafeMutableBufferPointer<Unmanaged<InjectionBinding>?>

    init(count: Int) {
        bindings = .allocate(capacity: count)
        bindings.initialize(repeating: nil)
    }

    deinit {
        removeAll()
        bindings.deallocate()
    }

    /// The binding of a definition's instances, which stays until all are taken away; nil where nothing is injected.
    subscript(index: Int) -> Unmanaged<InjectionBinding>? { bindings[index] }

    func removeAll() {
        for index in bindings.indices {
            bindings[index]?.release()
            bindings[index] = nil
        }
    }
}
