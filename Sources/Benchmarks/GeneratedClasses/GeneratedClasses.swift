/// The number of the classes that are generated when this module is built.
package enum Generated {
    package static let count = 1_000
}
