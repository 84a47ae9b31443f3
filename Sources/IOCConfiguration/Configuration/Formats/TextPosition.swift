/// A line and a column, both counted from one; columns count Unicode scalars.
struct TextPosition: Sendable, Equatable {
    private var storedLine: UInt32
    private var storedColumn: UInt32

    init(line: Int, column: Int) {
        storedLine = UInt32(clamping: line)
        storedColumn = UInt32(clamping: column)
    }

    var line: Int { Int(storedLine) }
    var column: Int { Int(storedColumn) }
}
