import IOCBase

/// A memo of facts about classes, each worked out once.
final class ClassMemo<Fact: Sendable>: Sendable {
    private let known = Guarded<AddressTable<Fact>>(AddressTable())

    /// The fact of a class; of threads that work it out at once, all get what the first one did.
    func fact(of type: AnyClass, or workOut: () -> Fact) -> Fact {
        let address = TypeIdentity.id(type).rawValue
        if let fact = known.withLock({ $0[address] }) { return fact }
        let fresh = workOut()
        return known.withLock { known in
            if let first = known[address] { return first }
            known.set(fresh, for: address)
            return fresh
        }
    }
}
