/// A definition that fits a wanted type.
package struct Candidate: Hashable, Sendable {
    package let definition: Int
    /// True if the definition's type is exactly the wanted one, not a subclass or a conforming type.
    package let isExact: Bool

    package init(definition: Int, isExact: Bool) {
        self.definition = definition
        self.isExact = isExact
    }
}
