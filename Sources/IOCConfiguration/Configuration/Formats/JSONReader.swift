import IOCModel

/// A reader of JSON that also accepts the comments, trailing commas, quotation marks, keys and numbers of JSON5.
struct JSONReader {
    private var text: DocumentText
    private var index: Int
    private var document: Document

    /// Reads the values of a document, with their places.
    static func read(_ bytes: [UInt8], path: String) throws(IOCError) -> Document {
        let text = try DocumentText(bytes, path: path)
        var reader = JSONReader(text: text, index: text.start, document: Document(path: path))
        try reader.skipSpace()
        if reader.byte == nil { throw IOCError(.fileEmpty(path: path)) }
        reader.document.record("", at: reader.position)
        reader.document.value = try reader.value(at: "", depth: 0)
        try reader.skipSpace()
        guard reader.byte == nil else { throw reader.unexpected("the end of the file") }
        return reader.document
    }

    // MARK: Values

    /// Reads a value.
    /// - Parameters:
    ///   - keyPath: The keys and indices that lead to the value.
    ///   - depth: The number of lists and objects around the value.
    private mutating func value(at keyPath: String, depth: Int) throws(IOCError) -> SettingValue {
        switch byte {
        case UInt8(ascii: "{"): try object(at: keyPath, depth: depth)
        case UInt8(ascii: "["): try array(at: keyPath, depth: depth)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): .string(try string())
        default: try word(at: keyPath)
        }
    }

    private mutating func object(at keyPath: String, depth: Int) throws(IOCError) -> SettingValue {
        var members: [String: SettingValue] = [:]
        try items(of: "object", until: "}", depth: depth) { reader throws(IOCError) in
            let place = reader.position
            let (key, inner) = try reader.document.member(
                try reader.key(), of: keyPath, depth: depth, besides: members, position: place)
            try reader.skipSpace()
            guard reader.byte == UInt8(ascii: ":") else { throw reader.unexpected("':' after the key '\(key)'") }
            reader.index += 1
            try reader.skipSpace()
            members[key] = try reader.value(at: inner, depth: depth + 1)
        }
        return .object(members)
    }

    private mutating func array(at keyPath: String, depth: Int) throws(IOCError) -> SettingValue {
        var elements: [SettingValue] = []
        try items(of: "list", until: "]", depth: depth) { reader throws(IOCError) in
            let inner = "\(keyPath)[\(elements.count)]"
            reader.document.record(inner, at: reader.position)
            elements.append(try reader.value(at: inner, depth: depth + 1))
        }
        return .array(elements)
    }

    /// Reads the items between two brackets, with commas between them. A comma after the last item is allowed.
    private mutating func items(
        of kind: String, until bracket: Unicode.Scalar, depth: Int,
        _ item: (inout Self) throws(IOCError) -> Void
    ) throws(IOCError) {
        let opened = position
        guard depth < DocumentLimits.depth else {
            throw document.error(.fileTooDeep(limit: DocumentLimits.depth), position: opened)
        }
        func isOver() throws(IOCError) -> Bool {
            try skipSpace()
            guard let byte else {
                throw malformed("the \(kind) that opens in line \(opened.line), column \(opened.column) does not end")
            }
            return byte == UInt8(ascii: bracket)
        }
        index += 1
        while try !isOver() {
            try item(&self)
            if try isOver() { break }
            guard byte == UInt8(ascii: ",") else { throw unexpected("',' or '\(bracket)'") }
            index += 1
        }
        index += 1
    }

    private mutating func key() throws(IOCError) -> String {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return try string() }
        guard byte?.beginsWord == true else { throw unexpected("a key or '}'") }
        return skip(while: \.continuesWord)
    }

    /// Reads `true`, `false`, `null` or a number. A number that a setting can't represent is recorded as a fault, and
    /// is null.
    private mutating func word(at keyPath: String) throws(IOCError) -> SettingValue {
        let (start, place) = (index, position)
        let word = skip { $0.continuesWord || "+-.".utf8.contains($0) }
        switch word {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        default: break
        }
        guard let number = Self.number(word) else {
            index = start
            let isNumber = byte.map { $0.isDigit || "+-.".utf8.contains($0) } ?? false
            let reason = "a number has digits, perhaps with a point and an exponent, and no 0 in front"
            throw isNumber ? malformed(reason) : unexpected("a value")
        }
        if number == .null { document.note(.numberOutOfRange(key: keyPath), at: keyPath, position: place) }
        return number
    }

    /// Returns the number of a word; null if a setting can't represent the number, and nil if the word isn't a number.
    private static func number(_ word: String) -> SettingValue? {
        let isNegative = word.hasPrefix("-")
        let digits = isNegative || word.hasPrefix("+") ? word.dropFirst() : word[...]
        if digits == "NaN" || digits == "Infinity" { return .null }
        if digits.hasPrefix("0"), digits.dropFirst().first?.isNumber == true { return nil }
        let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
        let whole = isHexadecimal ? digits.dropFirst(2) : digits
        if !whole.isEmpty, whole.utf8.allSatisfy({ isHexadecimal ? $0.isHexadecimal : $0.isDigit }) {
            let (text, radix) = ((isNegative ? "-" : "") + whole, isHexadecimal ? 16 : 10)
            return Int(text, radix: radix).map(SettingValue.int)
                ?? UInt64(text, radix: radix).map(SettingValue.unsigned) ?? .null
        }
        // `Double(_:)` would also accept hexadecimal fractions and words, so the characters are checked.
        guard digits.allSatisfy({ "0123456789.eE+-".contains($0) }), let number = Double(word) else { return nil }
        let isZero = digits.prefix { $0 != "e" && $0 != "E" }.allSatisfy { $0 == "0" || $0 == "." }
        return number.isFinite && (number != 0 || isZero) ? .double(number) : .null
    }

    // MARK: Texts

    private mutating func string() throws(IOCError) -> String {
        let start = index
        let quote = text.bytes[index]
        var content: [UInt8] = []
        index += 1
        while let byte, byte != quote {
            switch byte {
            case UInt8(ascii: "\\"): try escape(into: &content)
            case 0x0A, 0x0D: throw malformed("the text does not end before the end of its line")
            case 0..<0x20:
                throw malformed("the control character \(text.character(at: index)) is in a string")
            default:
                content.append(byte)
                index += 1
            }
        }
        guard byte == quote else { throw malformed("the string that begins here does not end", at: start) }
        index += 1
        return String(decoding: content, as: UTF8.self)
    }

    /// Reads an escape. A backslash at the end of a line continues the string on the next line.
    private mutating func escape(into content: inout [UInt8]) throws(IOCError) {
        let start = index
        index += 2
        guard start + 1 < text.bytes.count else { return }
        let kind = Character(Unicode.Scalar(text.bytes[start + 1]))
        switch kind {
        case "\n": break
        case "\r": if byte == 0x0A { index += 1 }
        case "x", "u": content += Array(String(try scalar(digits: kind == "x" ? 2 : 4, from: start)).utf8)
        default:
            guard let meant = Self.escapes[kind] else {
                throw malformed("a string can't contain the escape \\\(kind)", at: start)
            }
            content.append(meant)
        }
    }

    /// The characters after a backslash, with their bytes.
    private static let escapes: [Character: UInt8] = [
        "\"": 0x22, "'": 0x27, "\\": 0x5C, "/": 0x2F, "b": 0x08, "f": 0x0C, "n": 0x0A, "r": 0x0D, "t": 0x09,
    ]

    /// Reads the digits of an escape, and those of the second half of a surrogate pair.
    private mutating func scalar(digits: Int, from start: Int) throws(IOCError) -> Unicode.Scalar {
        var unit = try hexadecimal(digits: digits, from: start)
        if unit == 0 { throw malformed("a string can't contain U+0000", at: start) }
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

    private mutating func hexadecimal(digits count: Int, from start: Int) throws(IOCError) -> UInt32 {
        let digits = String(decoding: text.bytes.dropFirst(index).prefix(count), as: UTF8.self)
        guard digits.utf8.allSatisfy(\.isHexadecimal), let number = UInt32(digits, radix: 16),
            digits.utf8.count == count
        else { throw malformed("the escape has too few hexadecimal digits", at: start) }
        index += count
        return number
    }

    // MARK: Bytes

    private var byte: UInt8? { index < text.bytes.count ? text.bytes[index] : nil }

    private var position: TextPosition { mutating get { text.position(at: index) } }

    /// Reads the bytes as long as they fulfill a condition.
    private mutating func skip(while isPart: (UInt8) -> Bool) -> String {
        let start = index
        while let byte, isPart(byte) { index += 1 }
        return String(decoding: text.bytes[start..<index], as: UTF8.self)
    }

    private mutating func skipSpace() throws(IOCError) {
        while let byte {
            switch byte {
            case 0x09...0x0D, 0x20: index += 1
            case UInt8(ascii: "/"): try skipComment()
            default: return
            }
        }
    }

    private mutating func skipComment() throws(IOCError) {
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

    private mutating func malformed(_ reason: String, at offset: Int? = nil) -> IOCError {
        document.error(.fileMalformed(format: "JSON", reason: reason), position: text.position(at: offset ?? index))
    }

    private mutating func unexpected(_ wanted: String) -> IOCError {
        malformed("expected \(wanted), found \(text.character(at: index))")
    }
}

extension UInt8 {
    fileprivate var isHexadecimal: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20) }

    /// True if a key without quotation marks can begin with this byte. Bytes beyond ASCII count as letters.
    fileprivate var beginsWord: Bool { isSmall || isCapital || self >= 0x80 || "_$".utf8.contains(self) }

    fileprivate var continuesWord: Bool { beginsWord || isDigit }
}
