import IOCModel

/// Reads JSON with comments, trailing commas and the quotation marks, keys and numbers of JSON5.
struct JSONReader {
    private var text: DocumentText
    private var index: Int
    private var steps: [KeyStep] = []
    private var document = Document()

    private init(_ text: DocumentText) {
        self.text = text
        index = text.start
    }

    /// The values of a whole document with their places.
    static func read(_ text: DocumentText) throws(DocumentFault) -> Document {
        var reader = JSONReader(text)
        try reader.skipSpace()
        reader.document.record([], at: reader.position)
        reader.document.value = try reader.value()
        try reader.skipSpace()
        guard reader.byte == nil else { throw reader.unexpected("the end of the file") }
        return reader.document
    }

    /// Returns true if there is nothing but white space and comments.
    static func isBlank(_ text: DocumentText) -> Bool {
        var reader = JSONReader(text)
        // A comment without an end may hide content.
        return (try? reader.skipSpace()) != nil && reader.byte == nil
    }

    // MARK: Values

    private mutating func value() throws(DocumentFault) -> SettingValue {
        switch byte {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(try string())
        case let byte? where byte.beginsNumber: return try number()
        default:
            if skip("true") { return .bool(true) }
            if skip("false") { return .bool(false) }
            if skip("null") { return .null }
            throw unexpected("a value")
        }
    }

    private mutating func object() throws(DocumentFault) -> SettingValue {
        var members: [String: SettingValue] = [:]
        try items(of: "object", until: "}") { reader throws(DocumentFault) in
            let place = reader.position
            let key = reader.steps.presentName(of: try reader.key())
            reader.steps.append(.key(key))
            guard reader.steps.keyLength <= DocumentLimits.keyPath else {
                throw .keyTooLong(at: place, reader.steps.dropLast())
            }
            reader.document.record(reader.steps, at: place)
            if members[key] != nil {
                reader.document.note(
                    DocumentFault(kind: .keyRepeated(key: key), position: place, path: reader.steps))
            }
            try reader.skipSpace()
            guard reader.byte == UInt8(ascii: ":") else { throw reader.unexpected("':' after the key '\(key)'") }
            reader.index += 1
            try reader.skipSpace()
            members[key] = try reader.value()
        }
        return .object(members)
    }

    private mutating func array() throws(DocumentFault) -> SettingValue {
        var elements: [SettingValue] = []
        try items(of: "list", until: "]") { reader throws(DocumentFault) in
            reader.steps.append(.index(elements.count))
            reader.document.record(reader.steps, at: reader.position)
            elements.append(try reader.value())
        }
        return .array(elements)
    }

    /// Reads the items between two brackets, with commas between them and perhaps behind the last.
    private mutating func items(
        of kind: String, until bracket: Unicode.Scalar, _ item: (inout Self) throws(DocumentFault) -> Void
    ) throws(DocumentFault) {
        let opened = position
        guard steps.count < DocumentLimits.depth else { throw .tooDeep(at: opened) }
        func isOver() throws(DocumentFault) -> Bool {
            try skipSpace()
            guard let byte else {
                throw malformed("the \(kind) that opens in line \(opened.line), column \(opened.column) does not end")
            }
            return byte == UInt8(ascii: bracket)
        }
        index += 1
        while try !isOver() {
            let depth = steps.count
            try item(&self)
            steps.removeLast(steps.count - depth)
            if try isOver() { break }
            guard byte == UInt8(ascii: ",") else { throw unexpected("',' or '\(bracket)'") }
            index += 1
        }
        index += 1
    }

    private mutating func key() throws(DocumentFault) -> String {
        guard let byte else { throw unexpected("a key") }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return try string() }
        guard byte.beginsWord else { throw unexpected("a key or '}'") }
        let start = index
        while let byte = self.byte, byte.continuesWord { index += 1 }
        return String(decoding: text.bytes[start..<index], as: UTF8.self)
    }

    // MARK: Texts

    private mutating func string() throws(DocumentFault) -> String {
        let start = index
        let quote = text.bytes[index]
        var content: [UInt8] = []
        index += 1
        while let byte, byte != quote {
            switch byte {
            case UInt8(ascii: "\\"): try escape(into: &content)
            case 0x0A, 0x0D: throw malformed("the text does not end before the end of its line")
            case 0..<0x20:
                throw malformed("the control character \(text.character(at: index)) stands in a text")
            default:
                content.append(byte)
                index += 1
            }
        }
        guard byte == quote else { throw malformed("the text that begins here does not end", at: start) }
        index += 1
        return String(decoding: content, as: UTF8.self)
    }

    /// Reads an escape; the end of a line behind a backslash is left out.
    private mutating func escape(into content: inout [UInt8]) throws(DocumentFault) {
        let start = index
        index += 2
        guard start + 1 < text.bytes.count else { return }
        let kind = text.bytes[start + 1]
        switch kind {
        case 0x0A: break
        case 0x0D: if byte == 0x0A { index += 1 }
        case UInt8(ascii: "x"), UInt8(ascii: "u"):
            content += Array(String(try scalar(digits: kind == UInt8(ascii: "x") ? 2 : 4, from: start)).utf8)
        default:
            guard let meant = Self.escapes[kind] else {
                throw malformed("a text can't hold the escape \\\(Character(Unicode.Scalar(kind)))", at: start)
            }
            content.append(meant)
        }
    }

    /// The character behind a backslash, and the one that it means.
    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "'"): UInt8(ascii: "'"),
        UInt8(ascii: "\\"): UInt8(ascii: "\\"), UInt8(ascii: "/"): UInt8(ascii: "/"),
        UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D,
        UInt8(ascii: "t"): 0x09,
    ]

    /// Reads the digits of an escape, and of the other half of a surrogate pair.
    private mutating func scalar(digits: Int, from start: Int) throws(DocumentFault) -> Unicode.Scalar {
        var unit = try hexadecimal(digits: digits, from: start)
        if unit == 0 { throw malformed("a text can't hold U+0000", at: start) }
        if (0xD800...0xDBFF).contains(unit), text.bytes[index...].starts(with: "\\u".utf8) {
            index += 2
            let low = try hexadecimal(digits: 4, from: start)
            unit = (0xDC00...0xDFFF).contains(low) ? 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00) : unit
        }
        guard let scalar = Unicode.Scalar(unit) else {
            throw malformed("the escape is half of a surrogate pair", at: start)
        }
        return scalar
    }

    private mutating func hexadecimal(digits: Int, from start: Int) throws(DocumentFault) -> UInt32 {
        let end = index + digits
        guard end <= text.bytes.count, text.bytes[index..<end].allSatisfy(\.isHexadecimal) else {
            throw malformed("the escape has too few hexadecimal digits", at: start)
        }
        defer { index = end }
        return UInt32(String(decoding: text.bytes[index..<end], as: UTF8.self), radix: 16) ?? 0
    }

    // MARK: Numbers

    private mutating func number() throws(DocumentFault) -> SettingValue {
        let (start, place) = (index, position)
        if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") { index += 1 }
        var value: SettingValue?
        if !skip("NaN"), !skip("Infinity") {
            let isReal = try skipHexadecimal() ? false : skipDecimal()
            if let byte, byte.continuesWord || byte == UInt8(ascii: ".") { throw unexpected("the end of the number") }
            let written = String(decoding: text.bytes[start..<index], as: UTF8.self)
            value = isReal ? Self.real(written) : Self.integer(written)
        }
        if let value { return value }
        document.note(.outOfRange(String(decoding: text.bytes[start..<index], as: UTF8.self), at: place, steps))
        return .null
    }

    private mutating func skipHexadecimal() throws(DocumentFault) -> Bool {
        guard ["0x", "0X"].contains(where: { text.bytes[index...].starts(with: $0.utf8) }) else { return false }
        index += 2
        guard skip(while: \.isHexadecimal) > 0 else { throw unexpected("a hexadecimal digit") }
        return true
    }

    /// Returns true if there is a fraction or an exponent.
    private mutating func skipDecimal() throws(DocumentFault) -> Bool {
        let first = index
        var digits = skip(while: \.isDigit)
        guard digits <= 1 || text.bytes[first] != UInt8(ascii: "0") else {
            throw malformed("a number can't begin with 0", at: first)
        }
        var isReal = false
        if byte == UInt8(ascii: ".") {
            isReal = true
            index += 1
            digits += skip(while: \.isDigit)
        }
        guard digits > 0 else { throw unexpected("a digit") }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            isReal = true
            index += 1
            if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") { index += 1 }
            guard skip(while: \.isDigit) > 0 else { throw unexpected("a digit of the exponent") }
        }
        return isReal
    }

    /// A number with a fraction or an exponent; nil if it is too large, or so small that it would become zero.
    private static func real(_ text: String) -> SettingValue? {
        guard let number = Double(text), number.isFinite else { return nil }
        let isZero = text.prefix { $0 != "e" && $0 != "E" }.allSatisfy { !("1"..."9").contains($0) }
        return number != 0 || isZero ? .double(number) : nil
    }

    /// A whole number, decimal or hexadecimal; nil if it doesn't fit.
    private static func integer(_ text: String) -> SettingValue? {
        let sign = text.hasPrefix("-") ? "-" : ""
        let digits = text.drop { $0 == "-" || $0 == "+" }
        let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
        let (number, radix) = isHexadecimal ? (sign + digits.dropFirst(2), 16) : (sign + digits, 10)
        return Int(number, radix: radix).map(SettingValue.int)
            ?? UInt64(number, radix: radix).map(SettingValue.unsigned)
    }

    // MARK: Bytes

    private var byte: UInt8? { index < text.bytes.count ? text.bytes[index] : nil }

    private var position: TextPosition { mutating get { text.position(at: index) } }

    private mutating func skip(while isPart: (UInt8) -> Bool) -> Int {
        let start = index
        while let byte, isPart(byte) { index += 1 }
        return index - start
    }

    /// Skips a word if it is here and nothing continues it.
    private mutating func skip(_ word: String) -> Bool {
        let end = index + word.utf8.count
        guard text.bytes[index...].starts(with: word.utf8),
            end == text.bytes.count || !text.bytes[end].continuesWord
        else { return false }
        index = end
        return true
    }

    private mutating func skipSpace() throws(DocumentFault) {
        while let byte {
            switch byte {
            case 0x09...0x0D, 0x20: index += 1
            case UInt8(ascii: "/"): try skipComment()
            default: return
            }
        }
    }

    private mutating func skipComment() throws(DocumentFault) {
        let start = index
        if text.bytes[index...].starts(with: "//".utf8) {
            _ = skip { $0 != 0x0A && $0 != 0x0D }
        } else if text.bytes[index...].starts(with: "/*".utf8) {
            index += 2
            while !text.bytes[index...].starts(with: "*/".utf8) {
                guard index < text.bytes.count else {
                    throw malformed("the comment that begins here does not end", at: start)
                }
                index += 1
            }
            index += 2
        } else {
            throw unexpected("a value, a key or a comment")
        }
    }

    // MARK: Faults

    private mutating func malformed(_ reason: String, at offset: Int? = nil) -> DocumentFault {
        DocumentFault(
            kind: .fileMalformed(format: "JSON", reason: reason), position: text.position(at: offset ?? index))
    }

    private mutating func unexpected(_ wanted: String) -> DocumentFault {
        malformed("expected \(wanted), found \(text.character(at: index))")
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

    fileprivate var isHexadecimal: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20) }

    /// True if a key without quotation marks can begin with this byte; bytes beyond ASCII count as letters.
    fileprivate var beginsWord: Bool { isLetter || self >= 0x80 || "_$".utf8.contains(self) }

    fileprivate var continuesWord: Bool { beginsWord || isDigit }

    /// True if a number can begin with this byte; JSON5 has NaN and Infinity.
    fileprivate var beginsNumber: Bool { isDigit || "-+.NI".utf8.contains(self) }
}
