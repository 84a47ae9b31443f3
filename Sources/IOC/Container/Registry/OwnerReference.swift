import IOCModel

/// The way of an assembly's definitions to the assembly, which they do not keep alive; one serves them all.
final class OwnerReference: @unchecked Sendable {
    // Sound: it never changes, and the assembly is only passed on.
    private weak let owner: AnyObject?
    let type: Any.Type

    init(_ owner: AnyObject) {
        self.owner = owner
        type = Swift.type(of: owner)
    }

    /// Returns true if it leads to an assembly.
    func isTo(_ owner: AnyObject) -> Bool { self.owner === owner }

    /// The assembly.
    /// - Throws: `context-ended` once it is going.
    func get<Owner: AnyObject>(as type: Owner.Type) throws -> Owner {
        guard let owner = owner as? Owner else { throw ended() }
        return owner
    }

    /// Runs `body` with the assembly, which stays meanwhile.
    /// - Throws: `context-ended` once it is going, and what `body` throws.
    func with<Result>(_ body: (AnyObject) throws -> Result) throws -> Result {
        guard let owner else { throw ended() }
        return try body(owner)
    }

    private func ended() -> IOCError {
        var fault = Fault(.contextEnded)
        fault.wanted = TypeName.written(type)
        return IOCError(fault)
    }
}
