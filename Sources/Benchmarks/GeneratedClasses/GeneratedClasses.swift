/// Facts about the classes that are generated when this module is built.
package enum Generated {
    package static let count = 1_000
    /// The numbers of components with a property under each of two prefixes.
    package static let few = 300
    package static let many = 3_000
}
