import IOCBase

/// What was worked out of classes, once for each.
final class ClassMemo<Fact: Sendable>: Sendable {
    private let known = Guarded<[ObjectIdentifier: Fact]>([:])

    /// The fact of a class; of threads that work it out at once, all get what the first one did.
    func fact(of type: AnyClass, or workOut: () -> Fact) -> Fact {
        if let fact = known.withLock({ $0[ObjectIdentifier(type)] }) { return fact }
        let fresh = workOut()
        return known.withLock { known in
            if let fact = known[ObjectIdentifier(type)] { return fact }
            known[ObjectIdentifier(type)] = fresh
            return fresh
        }
    }
}
