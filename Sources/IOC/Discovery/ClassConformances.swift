#if !canImport(ObjectiveC)
import CSwiftRuntime

/// The conformances of a program's classes to protocols.
struct ClassConformances: @unchecked Sendable {
    // Sound: all pointers are addresses of metadata, which is never written or freed.

    /// The classes that conform to one protocol themselves.
    struct Conformers {
        /// True if some class conforms under conditions, so that only a cast shows whether a type does.
        fileprivate(set) var areConditional = false
        /// By the context of each class the descriptor of its conformance.
        fileprivate(set) var descriptors: [UnsafeRawPointer: UnsafeRawPointer] = [:]
    }

    /// By the address of a protocol's descriptor.
    private(set) var all: [UnsafeRawPointer: Conformers] = [:]

    /// - Parameter descriptors: The descriptors of all conformances of classes.
    init(_ descriptors: [UnsafeRawPointer]) {
        for descriptor in descriptors {
            guard let conformed = ioc_conformance_protocol(descriptor) else { continue }
            if ioc_conformance_is_conditional(descriptor) {
                all[conformed, default: Conformers()].areConditional = true
            } else if let type = ioc_conformance_type(descriptor) {
                all[conformed, default: Conformers()].descriptors[type] = descriptor
            }
        }
    }

    /// The classes that conform to a protocol; nil where no class does.
    subscript(descriptor: UnsafeRawPointer) -> Conformers? { all[descriptor] }
}
#endif
