package import IOCModel

/// Types of which not everything is known: what a set of sources knows.
package protocol OpenTypes: TypeFacts {
    /// Returns true if a definition can serve as a type.
    func serves(_ definition: Int, as wanted: TypeID) -> Answer
    /// The reason why a provider unknown to the catalogue may exist for a type; nil where none can.
    func doubt(aboutType wanted: TypeID) -> String?
}
