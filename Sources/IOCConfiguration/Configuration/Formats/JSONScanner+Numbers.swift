import IOCModel

extension JSONScanner {
    /// Steps over a number, notes whether it was written as a real, and whether it is one that can be held.
    mutating func number(at node: DocumentOutline.Node) throws(DocumentFault) {
        let start = index
        let place = position()
        if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") { index += 1 }
        if skipWord("NaN") || skipWord("Infinity") {
            refuseNumber(String(decoding: bytes[start..<index], as: UTF8.self), of: node, at: place)
            return
        }
        let isReal = try skipHexadecimal() ? false : skipDecimal()
        if let byte, byte.continuesWord || byte == UInt8(ascii: ".") { throw unexpected("the end of the number") }

        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isReal ? NumberText.real(text) != nil : NumberText.integer(text) != nil {
            outline.setKind(isReal ? .real : .integer, of: node)
        } else {
            refuseNumber(text, of: node, at: place)
        }
    }

    private mutating func skipHexadecimal() throws(DocumentFault) -> Bool {
        guard bytes[index...].starts(with: "0x".utf8) || bytes[index...].starts(with: "0X".utf8) else { return false }
        index += 2
        let first = index
        while let byte, byte.hexDigit != nil { index += 1 }
        guard index > first else { throw unexpected("a hexadecimal digit") }
        return true
    }

    /// Gives whether there was a fraction or an exponent.
    private mutating func skipDecimal() throws(DocumentFault) -> Bool {
        let first = index
        var digits = skipDigits()
        guard digits <= 1 || bytes[first] != UInt8(ascii: "0") else {
            throw malformed("a number can't begin with 0", from: first)
        }
        var isReal = false
        if byte == UInt8(ascii: ".") {
            isReal = true
            index += 1
            digits += skipDigits()
        }
        guard digits > 0 else { throw unexpected("a digit") }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            isReal = true
            index += 1
            if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") { index += 1 }
            guard skipDigits() > 0 else { throw unexpected("a digit of the exponent") }
        }
        return isReal
    }

    private mutating func skipDigits() -> Int {
        let start = index
        while let byte, byte.isDigit { index += 1 }
        return index - start
    }
}

/// Reads the text of a number.
enum NumberText {
    /// A number with a fraction or an exponent, if it fits; one that is too small to be told from zero does not.
    static func real(_ text: String) -> Double? {
        guard let number = Double(text), number.isFinite else { return nil }
        let isZero = text.prefix { $0 != "e" && $0 != "E" }.allSatisfy { !("1"..."9").contains($0) }
        return number != 0 || isZero ? number : nil
    }

    /// A whole number, decimal or hexadecimal, if it fits.
    static func integer(_ text: String) -> Int? {
        let isNegative = text.hasPrefix("-")
        let magnitude = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
        guard magnitude.hasPrefix("0x") || magnitude.hasPrefix("0X") else { return Int(text) }
        return Int((isNegative ? "-" : "") + magnitude.dropFirst(2), radix: 16)
    }
}
