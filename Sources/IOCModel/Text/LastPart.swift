extension String {
    /// The part of a name behind its last point; the whole where it has none.
    var lastPart: Substring { lastIndex(of: ".").map { self[index(after: $0)...] } ?? self[...] }
}
