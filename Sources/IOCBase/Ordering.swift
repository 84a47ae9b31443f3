/// Sorting by code that all types share, so that a program contains this code only once.

extension Sequence {
    /// Returns the elements in the order of a predicate. Equal elements keep their order.
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    package func ordered(by precedes: (Element, Element) throws -> Bool) rethrows -> [Element] {
        let elements = Array(self)
        return try elements.indices.ordered { try precedes(elements[$0], elements[$1]) }.map { elements[$0] }
    }
}

extension Sequence<String> {
    /// Returns the texts in ascending order.
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    package func ordered() -> [String] { Array(self).sorted() }
}

extension Sequence<Int> {
    /// Returns the numbers in ascending order.
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    package func ordered() -> [Int] { Array(self).ordered(by: <) }
}

extension Range<Int> {
    /// Returns the numbers in the order of a predicate, for example as indices.
    package func ordered(by precedes: (Int, Int) throws -> Bool) rethrows -> [Int] {
        try Array(self).ordered(by: precedes)
    }
}

extension [Int] {
    /// Returns the numbers in the order of a predicate, for example as indices.
    @inline(never)
    package func ordered(by precedes: (Int, Int) throws -> Bool) rethrows -> [Int] { try sorted(by: precedes) }
}
