/// A row of a result.
package struct SQLRow: Sendable {
    private let names: [String]
    private let values: [SQLValue]

    /// - Parameters:
    ///   - names: The names of the columns.
    ///   - values: The values of the columns.
    package init(names: [String], values: [SQLValue]) {
        self.names = names
        self.values = values
    }

    /// Returns a column's value.
    /// - Parameters:
    ///   - index: The column, from 0.
    ///   - type: The type of the value.
    /// - Throws: ``DatabaseError`` if the value has another type.
    package func column<Content: SQLConvertible>(_ index: Int, as type: Content.Type = Content.self) throws -> Content {
        guard let content = Content(values[index]) else {
            throw DatabaseError(.other, "the column '\(names[index])' holds \(values[index]), which is no \(type)")
        }
        return content
    }
}
