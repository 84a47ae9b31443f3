/// The error of a database.
package struct DatabaseError: Error, CustomStringConvertible {
    /// The remedy of a program.
    package enum Kind: Sendable, Hashable {
        /// Another connection holds what this one needs, for longer than it may wait.
        case busy
        /// The transaction and another one can't both happen; it was undone, and may be tried again.
        case conflict
        /// A row with a value that has to be unique is there already.
        case duplicate
        /// Other rows refer to the one that was to go, or nothing is where a row was to refer to.
        case brokenReference
        /// The database can't be reached, or the connection to it was lost.
        case unreachable
        /// Anything else; the program or its data are at fault.
        case other
    }

    package let kind: Kind
    /// The operation, and the message of the database.
    package let description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
