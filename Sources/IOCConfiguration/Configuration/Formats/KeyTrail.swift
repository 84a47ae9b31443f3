import IOCModel

/// The keys and indices that lead from a document's root to where a scanner is.
struct KeyTrail {
    private(set) var steps: [KeyStep] = []
    /// The bytes of the keys, with a dot for each.
    private var length = 0

    /// Steps into a member.
    /// - Throws: A fault where the keys on the way have become too long; it has the place of what the member belongs to.
    mutating func enter(_ key: String, at position: TextPosition?) throws(DocumentFault) {
        guard length + key.utf8.count <= DocumentLimits.keyPath else {
            throw DocumentFault(kind: .keyTooLong(limit: DocumentLimits.keyPath), position: position, path: steps)
        }
        length += key.utf8.count + 1
        steps.append(.key(key))
    }

    /// Steps into an element of a list.
    mutating func enter(_ index: Int) { steps.append(.index(index)) }

    /// Steps back out.
    mutating func leave() {
        if case .key(let key)? = steps.popLast() { length -= key.utf8.count + 1 }
    }
}
