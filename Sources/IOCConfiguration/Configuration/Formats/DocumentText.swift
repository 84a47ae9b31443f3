import IOCModel

/// The bytes of a text file, and the lines and columns in them.
struct DocumentText {
    let bytes: [UInt8]
    /// The first byte behind a byte order mark.
    let start: Int
    private var offset: Int
    private var line = 1
    private var column = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        offset = start
    }

    /// The position of a byte; asked in rising order, all positions cost one pass over the text.
    mutating func position(at target: Int) -> TextPosition {
        if target < offset { (offset, line, column) = (start, 1, 1) }
        let end = min(target, bytes.count)
        while offset < end {
            let byte = bytes[offset]
            let isFirstOfTwo = byte == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
            offset += 1
            if byte == 0x0A || byte == 0x0D, !isFirstOfTwo {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return TextPosition(line: line, column: column)
    }

    /// The offset of the first byte that isn't text: a NUL or invalid UTF-8.
    var firstBinaryByte: Int? {
        let nul = bytes.firstIndex(of: 0)
        if String(validating: bytes, as: UTF8.self) != nil { return nul }
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var offset = 0
        while case .valid(let scalar) = parser.parseScalar(from: &iterator) { offset += scalar.count }
        return min(offset, nul ?? offset)
    }

    /// The character at an offset as a message shows it.
    func character(at offset: Int) -> String {
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
