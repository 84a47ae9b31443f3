/// An error of a database.
package struct DatabaseError: Error, CustomStringConvertible {
    /// The kinds of error that a program handles in different ways.
    package enum Kind: Sendable, Hashable {
        /// Another connection has a lock that this connection needs, for longer than this connection may wait.
        case busy
        /// The transaction conflicts with another transaction. It was undone, and may be repeated.
        case conflict
        /// A row with the same unique value already exists.
        case duplicate
        /// Other rows refer to the deleted row, or a row refers to a row that does not exist.
        case brokenReference
        /// The database can't be reached, or the connection to it was lost.
        case unreachable
        /// Any other error, caused by the program or its data.
        case other
    }

    package let kind: Kind
    /// The operation, and the database's message.
    package let description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
