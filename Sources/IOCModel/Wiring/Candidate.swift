/// A definition that fits a wanted type.
package struct Candidate: Hashable, Sendable {
    package var definition: Int
    /// Whether the definition's type is exactly the wanted one, not a subclass or a conforming type.
    package var isExact: Bool

    package init(definition: Int, isExact: Bool) {
        self.definition = definition
        self.isExact = isExact
    }
}
