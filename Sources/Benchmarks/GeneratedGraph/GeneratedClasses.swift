/// The classes that are generated when this module is built; the scale tests and the benchmark share them.
package enum GeneratedClasses {
    package static let count = 1_000
    /// So many belong together: the first hundred depend on no others, and so on.
    package static let block = 100
}
