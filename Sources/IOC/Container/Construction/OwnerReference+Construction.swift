extension OwnerReference {
    /// Runs `body` with the assembly, which stays meanwhile.
    ///
    /// An assembly whose closure asks for another of its definitions is kept by that closure's construction already.
    /// - Throws: `context-ended` once it is going, and what `body` throws.
    func with<Result>(_ body: (AnyObject) throws -> Result) throws -> Result {
        let address = pointer.toOpaque()
        guard let frame = ConstructionFrame.innermost else { return try withRetained(body) }
        frame.pointee.assembly = address
        defer { frame.pointee.assembly = nil }
        guard frame.pointee.parent?.pointee.assembly == address else { return try withRetained(body) }
        return try pointer._withUnsafeGuaranteedRef { try body($0) }
    }
}
