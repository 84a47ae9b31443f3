/// A line and a column, both counted from one and zero where they are not known, in one word, as many are kept.
package struct TextPosition: Hashable, Sendable {
    private let storedLine: UInt32
    private let storedColumn: UInt32

    package init(line: Int?, column: Int?) {
        storedLine = UInt32(clamping: line ?? 0)
        storedColumn = UInt32(clamping: column ?? 0)
    }

    package var line: Int { Int(storedLine) }
    package var column: Int { Int(storedColumn) }
}
