import IOCModel

/// The way of an assembly's definitions to the assembly, which they do not keep alive; one serves them all.
final class OwnerReference: @unchecked Sendable {
    // Sound: it never changes, and it keeps the object's memory, so that asking for a strong reference is safe even while
    // another thread is letting the last one go; it is then refused.
    let pointer: Unmanaged<AnyObject>
    let type: Any.Type

    init(_ owner: AnyObject) {
        pointer = .passUnretained(owner)
        type = Swift.type(of: owner)
        UnownedCount.add(pointer)
    }

    deinit { UnownedCount.remove(pointer) }

    /// Returns true if it leads to an assembly; no other one is where this one was.
    func isTo(_ owner: AnyObject) -> Bool {
        pointer.toOpaque() == Unmanaged.passUnretained(owner).toOpaque()
    }

    /// The assembly, which the caller knows the type of.
    /// - Throws: `context-ended` once it is going.
    func get<Owner: AnyObject>(as type: Owner.Type) throws -> Owner {
        guard UnownedCount.retain(pointer) else { throw ended() }
        // Sound: asked for as the type it was made with.
        return unsafeDowncast(pointer.takeRetainedValue(), to: Owner.self)
    }

    /// Runs `body` with the assembly, and a reference to it meanwhile.
    /// - Throws: `context-ended` once it is going, and what `body` throws.
    func withRetained<Result>(_ body: (AnyObject) throws -> Result) throws -> Result {
        guard UnownedCount.retain(pointer) else { throw ended() }
        defer { pointer.release() }
        return try pointer._withUnsafeGuaranteedRef { try body($0) }
    }

    @inline(never)
    private func ended() -> IOCError {
        var fault = Fault(.contextEnded)
        fault.wanted = TypeName.written(type)
        return IOCError(fault)
    }
}
