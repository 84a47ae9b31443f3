import IOCModel

/// Turns offsets into positions; asked in rising order, all of them cost one pass over the text.
struct LineCounter {
    private let bytes: [UInt8]
    private let start: Int
    private var offset: Int
    private var line = 1
    private var column = 1

    init(_ bytes: [UInt8], from start: Int) {
        self.bytes = bytes
        self.start = start
        self.offset = start
    }

    mutating func position(at target: Int) -> TextPosition {
        if target < offset { (offset, line, column) = (start, 1, 1) }
        let end = min(target, bytes.count)
        while offset < end {
            let byte = bytes[offset]
            let isLineEnd = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            let isFirstOfTwo =
                byte == UInt8(ascii: "\r") && offset + 1 < bytes.count && bytes[offset + 1] == UInt8(ascii: "\n")
            offset += 1
            if isLineEnd, !isFirstOfTwo {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return TextPosition(line: line, column: column)
    }
}
