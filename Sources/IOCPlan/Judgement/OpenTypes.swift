package import IOCModel

/// Types of which not everything is known: what a set of sources knows.
package protocol OpenTypes: TypeFacts {
    /// Returns true if a definition can serve as a type.
    func serves(_ definition: Int, as wanted: TypeID) -> Answer
    /// Why somebody whom the catalogue does not know may provide a type; nil where nobody can.
    func doubt(aboutType wanted: TypeID) -> String?
}
