/// A definition that fits a wanted type.
package struct Candidate: Hashable, Sendable {
    /// Both facts in one word: a context keeps a candidate for each component and each of its superclasses.
    private let packed: UInt32

    package init(definition: Int, isExact: Bool) { packed = UInt32(definition) << 1 | (isExact ? 1 : 0) }

    package var definition: Int { Int(packed >> 1) }

    /// True if the definition's type is exactly the wanted one, not a subclass or a conforming type.
    package var isExact: Bool { packed & 1 == 1 }
}
