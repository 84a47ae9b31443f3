import IOCModel

extension JSONScanner {
    /// A key: quoted, or an identifier as JSON5 allows.
    mutating func key() throws(DocumentFault) -> String {
        guard let byte else { throw unexpected("a key") }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            let start = index + 1
            let hasEscapes = try skipString()
            let content = bytes[start..<(index - 1)]
            return hasEscapes ? unescaped(content) : String(decoding: content, as: UTF8.self)
        }
        guard byte.beginsWord else { throw unexpected("a key or '}'") }
        let start = index
        while let byte = self.byte, byte.continuesWord { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// Steps over a text and says whether it has escapes.
    @discardableResult
    mutating func skipString() throws(DocumentFault) -> Bool {
        let quote = bytes[index]
        let start = index
        var hasEscapes = false
        index += 1
        while let byte, byte != quote {
            switch byte {
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try skipEscape()
            case 0x0A, 0x0D:
                throw malformed("the text does not end before the end of its line")
            case 0..<0x20:
                throw malformed("the control character \(UTF8Text.describe(bytes, at: index)) stands in a text")
            default: index += 1
            }
        }
        guard byte == quote else {
            throw malformed("the text that begins here does not end", from: start)
        }
        index += 1
        return hasEscapes
    }

    private mutating func skipEscape() throws(DocumentFault) {
        let start = index
        index += 2
        guard start + 1 < bytes.count else { return }
        let kind = bytes[start + 1]
        switch kind {
        case 0x0A: return
        case 0x0D where byte == 0x0A: index += 1
        case 0x0D: return
        case UInt8(ascii: "x"), UInt8(ascii: "u"):
            guard let flaw = skipCode(digits: kind == UInt8(ascii: "x") ? 2 : 4) else { return }
            throw malformed(flaw, from: start)
        default:
            guard JSONFormat.escapes[kind] == nil else { return }
            throw malformed("a text can't hold the escape \\\(Character(Unicode.Scalar(kind)))", from: start)
        }
    }

    /// Steps over the digits of an escape, and a surrogate's other half; gives what is wrong with them.
    private mutating func skipCode(digits: Int) -> String? {
        guard let unit = hexNumber(digits: digits) else { return "the escape has too few hexadecimal digits" }
        switch unit {
        case 0: return "a text can't hold U+0000"
        case 0xDC00...0xDFFF: return "the escape is half of a surrogate pair"
        case 0xD800...0xDBFF:
            guard bytes[index...].starts(with: "\\u".utf8) else { return "the escape is half of a surrogate pair" }
            index += 2
            guard let low = hexNumber(digits: 4), (0xDC00...0xDFFF).contains(low) else {
                return "the escape is half of a surrogate pair"
            }
            return nil
        default: return nil
        }
    }

    private mutating func hexNumber(digits: Int) -> UInt32? {
        guard index + digits <= bytes.count else { return nil }
        var number: UInt32 = 0
        for byte in bytes[index..<(index + digits)] {
            guard let digit = byte.hexDigit else { return nil }
            number = number << 4 | digit
        }
        index += digits
        return number
    }

    /// The key that a text with valid escapes stands for.
    private func unescaped(_ content: ArraySlice<UInt8>) -> String {
        var units: [UInt16] = []
        var rest = content
        while let cut = rest.firstIndex(of: UInt8(ascii: "\\")) {
            units += Array(String(decoding: rest[..<cut], as: UTF8.self).utf16)
            let kind = rest[cut + 1]
            let length = kind == UInt8(ascii: "u") ? 4 : kind == UInt8(ascii: "x") ? 2 : 0
            rest = rest[(cut + 2)...]
            if length > 0 {
                units.append(rest.prefix(length).reduce(0) { $0 << 4 | UInt16($1.hexDigit ?? 0) })
                rest = rest.dropFirst(length)
            } else {
                units.append(JSONFormat.escapes[kind] ?? UInt16(kind))
            }
        }
        units += Array(String(decoding: rest, as: UTF8.self).utf16)
        return String(decoding: units, as: UTF16.self)
    }
}
