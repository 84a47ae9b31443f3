import CSQLite

/// A row of a result, while it is being read.
package struct SQLRow: ~Copyable {
    let statement: OpaquePointer

    /// A column's value.
    /// - Parameters:
    ///   - index: The column, from 0.
    ///   - type: The type it has.
    /// - Throws: ``DatabaseError`` where it has another one.
    package func column<Content: SQLConvertible>(_ index: Int, as type: Content.Type = Content.self) throws -> Content {
        let value = value(Int32(index))
        guard let content = Content(value) else {
            let name = sqlite3_column_name(statement, Int32(index)).map { String(cString: $0) } ?? "\(index)"
            throw DatabaseError(code: SQLITE_MISMATCH, "the column '\(name)' holds \(value), which is no \(type)")
        }
        return content
    }

    private func value(_ index: Int32) -> SQLValue {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, index))
        case SQLITE_FLOAT: .real(sqlite3_column_double(statement, index))
        case SQLITE_NULL: .null
        default:
            // By its length, as a text may hold a NUL.
            .text(
                String(
                    decoding: UnsafeBufferPointer(
                        start: sqlite3_column_text(statement, index),
                        count: Int(sqlite3_column_bytes(statement, index))), as: UTF8.self))
        }
    }
}
