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

/// Reads bytes as UTF-8.
enum UTF8Text {
    /// How many bytes of a byte order mark stand in front.
    static func markLength(_ bytes: [UInt8]) -> Int {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The offset of the first byte that no text holds: a NUL or invalid UTF-8.
    static func firstBinaryByte(_ bytes: [UInt8]) -> Int? {
        let nul = bytes.firstIndex(of: 0)
        if String(validating: bytes, as: UTF8.self) != nil { return nul }
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var offset = 0
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let scalar): offset += scalar.count
            case .emptyInput: return nul
            case .error: return min(offset, nul ?? offset)
            }
        }
    }

    /// The character at an offset as a message shows it.
    static func describe(_ bytes: [UInt8], at offset: Int) -> String {
        guard offset < bytes.count else { return "the end of the file" }
        let scalar = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self).unicodeScalars.first
        guard let scalar, scalar.isASCII || scalar.properties.isAlphabetic, scalar.value >= 0x20, scalar.value != 0x7F
        else {
            let digits = String(scalar?.value ?? 0, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
        return "'\(scalar)'"
    }
}
