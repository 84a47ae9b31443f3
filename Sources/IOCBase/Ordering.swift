/// Sorting by code that all types share.
///
/// The standard library's sort adds ten functions to a module for each type and each closure. That was 6 % of a
/// program's code, and a larger share of its compile time.

extension Sequence {
    /// The elements in the order of a predicate. Equal elements keep their order.
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    package func ordered(by precedes: (Element, Element) throws -> Bool) rethrows -> [Element] {
        let elements = Array(self)
        return try elements.indices.ordered { try precedes(elements[$0], elements[$1]) }.map { elements[$0] }
    }
}

extension Sequence<String> {
    /// The texts in their order.
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    package func ordered() -> [String] { Array(self).sorted() }
}

extension Sequence<Int> {
    /// The numbers in their order.
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    package func ordered() -> [Int] { Array(self).ordered(by: <) }
}

extension Range<Int> {
    /// The numbers in the order of a predicate, for example as indices.
    ///
    /// It is not generic, so a sort of a thousand numbers is as fast as with the standard library.
    package func ordered(by precedes: (Int, Int) throws -> Bool) rethrows -> [Int] {
        try Array(self).ordered(by: precedes)
    }
}

extension [Int] {
    /// The numbers in the order of a predicate, for example as indices.
    @inline(never)
    package func ordered(by precedes: (Int, Int) throws -> Bool) rethrows -> [Int] { try sorted(by: precedes) }
}
