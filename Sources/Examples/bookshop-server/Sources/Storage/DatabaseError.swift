import CSQLite

/// The message of SQLite.
package struct DatabaseError: Error, CustomStringConvertible {
    /// SQLite's extended result code.
    package let code: Int32
    /// The operation, and the message of SQLite.
    package let description: String

    package init(code: Int32, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Another connection holds what this one needs, for longer than the busy timeout.
    package var isBusy: Bool { code & 0xff == SQLITE_BUSY || code & 0xff == SQLITE_LOCKED }

    /// A row with a value that has to be unique is there already.
    package var isDuplicate: Bool {
        code == CSQLITE_CONSTRAINT_UNIQUE || code == CSQLITE_CONSTRAINT_PRIMARYKEY
    }

    /// Other rows refer to the one that was to go, or nothing is where a row was to refer to.
    package var isBrokenReference: Bool { code == CSQLITE_CONSTRAINT_FOREIGNKEY }
}
