import CPostgreSQL
import Storage

/// The result of a statement, copied from libpq's memory.
struct Outcome {
    /// The command that the server ran, such as `INSERT 0 1`.
    let command: String
    let result: SQLResult

    init(_ answer: OpaquePointer) {
        command = String(cString: PQcmdStatus(answer))
        let columns = 0..<PQnfields(answer)
        let names = columns.map { String(cString: PQfname(answer, $0)) }
        let rows = (0..<PQntuples(answer)).map { row in
            SQLRow(names: names, values: columns.map { Self.value(answer, row, $0) })
        }
        // The text is empty for commands that change nothing.
        result = SQLResult(rows: rows, changes: Int(String(cString: PQcmdTuples(answer))) ?? 0)
    }

    private static func value(_ answer: OpaquePointer, _ row: Int32, _ column: Int32) -> SQLValue {
        if PQgetisnull(answer, row, column) == 1 { return .null }
        let text = String(cString: PQgetvalue(answer, row, column))
        return switch PQftype(answer, column) {
        // int8, int2, int4
        case 20, 21, 23: Int64(text).map(SQLValue.integer) ?? .text(text)
        // float4, float8
        case 700, 701: Double(text).map(SQLValue.real) ?? .text(text)
        case 16: .integer(text == "t" ? 1 : 0)
        default: .text(text)
        }
    }
}
