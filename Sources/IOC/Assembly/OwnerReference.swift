import CSwiftRuntime
import IOCModel

/// A definition's way to its assembly, which it does not keep alive.
struct OwnerReference<Owner: AnyObject & Sendable>: @unchecked Sendable {
    // Sound: `memory` keeps the object's memory, so that asking for a strong reference is safe even while another
    // thread is letting the last one go; `swift_tryRetain` then answers no.
    private unowned let memory: Owner
    private let pointer: Unmanaged<Owner>

    init(_ owner: Owner) {
        memory = owner
        pointer = .passUnretained(owner)
    }

    /// The assembly, or nil once it is going.
    var owner: Owner? {
        swift_tryRetain(pointer.toOpaque()) == nil ? nil : pointer.takeRetainedValue()
    }

    /// The assembly, for a closure to run with.
    /// - Throws: `context-ended` once it is going.
    func get() throws -> Owner {
        guard let owner else {
            var fault = Fault(.contextEnded)
            fault.wanted = TypeName.written(Owner.self)
            throw IOCError(fault)
        }
        return owner
    }
}
