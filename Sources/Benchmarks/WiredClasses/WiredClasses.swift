/// The numbers of the classes that are generated when this module is built.
package enum Wired {
    /// The number of classes without dependencies, and of classes with a constant.
    package static let count = 1_000
    /// The numbers of classes with a property, for the prefixes `Few` and `Many`.
    package static let few = 300
    package static let many = 3_000
}
