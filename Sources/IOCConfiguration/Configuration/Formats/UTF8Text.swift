/// Reads bytes as UTF-8.
enum UTF8Text {
    /// The number of bytes of a leading byte order mark.
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
