package import IOCModel

/// The content of a list of traits, put together.
package struct StatedTraits: Sendable, Equatable {
    /// A type that no other component may provide.
    package struct MissingType: Sendable, Equatable {
        /// The type as a trait gives it, or a name as a file does.
        package enum Wanted: Sendable, Equatable {
            case type(TypeID)
            case name(String)
        }

        package let wanted: Wanted
        /// True if components of parent contexts count.
        package let ancestors: Bool

        package init(wanted: Wanted, ancestors: Bool) { (self.wanted, self.ancestors) = (wanted, ancestors) }
    }

    package var name: String?
    /// Everything that a file's entry can say too.
    package var entry = ContextConfiguration.ComponentEntry()
    /// Conditions on properties, all of which must hold.
    package var conditions: [ContextConfiguration.PropertyCondition] = []
    package var missingTypes: [MissingType] = []

    package init(_ traits: [ComponentTrait]) {
        for trait in traits { trait.say(&self) }
    }
}
