/// Secrets of what is no URL: connection strings, parameters and headers.
///
/// All are looked for byte by byte, as what ends a secret is ASCII. A character behind a backslash never does, so that a text
/// with escapes stays one.
extension ShownText {
    /// The names of parameters that are secret beside those of properties.
    private static let words = SecretWords.usual + ["sig", "signature", "accountKey"].compactMap(SecretWord.init)

    // MARK: name=value

    /// The text with the values of parameters masked whose name says that they are secret.
    ///
    /// 1. A value in quotation marks ends with these.
    /// 2. Behind `?` or `&` it ends at a blank, `&`, `;` or `#`.
    /// 3. In a line with semicolons before or behind it, it may have blanks, and ends at the semicolon.
    /// 4. Else it ends at a blank.
    /// - Parameter isEscaped: True if a quotation mark without a backslash ends the text that the value is in.
    static func maskingParameters(_ text: String, isEscaped: Bool) -> String {
        masking(text, at: "=") { bytes, equals, start in
            guard !bytes[(equals + 1)...].starts(with: "=".utf8) else { return nil }
            var end = equals
            while end > start, bytes[end - 1] == .blank { end -= 1 }
            var begin = end
            while begin > start, bytes[begin - 1].isOfName { begin -= 1 }
            let name = String(decoding: bytes[begin..<end], as: UTF8.self)
            guard SecretWord.has(name, oneOf: words) else { return nil }
            var value = equals + 1
            while value < bytes.count, bytes[value] == .blank { value += 1 }
            return value..<endOfValue(bytes, value, behind: start..<begin, isEscaped)
        }
    }

    /// Returns where a value ends that begins at a place, by the rules of ``maskingParameters(_:isEscaped:)``.
    ///
    /// In a document the quotation marks of a text have backslashes: such a mark opens a value one byte further on, and one without a
    /// backslash ends the text that the value is in.
    private static func endOfValue(
        _ bytes: [UInt8], _ begin: Int, behind head: Range<Int>, _ isEscaped: Bool
    ) -> Int {
        let line = bytes[begin...].endOfLine
        var opener = begin
        if bytes[begin..<line].starts(with: "\\".utf8) { opener += 1 }
        if opener < line, bytes[opener] == .quote && (!isEscaped || opener > begin) || bytes[opener] == .apostrophe {
            let mark = bytes[opener]
            var index = opener + 1
            while index < line {
                if bytes[index] == .quote, isEscaped || opener > begin { return index }
                if bytes[index] == mark {
                    // Two of them are one that is meant.
                    guard index + 1 < line, bytes[index + 1] == mark else { return index + 1 }
                    index += 1
                } else if bytes[index] == .backslash, index + 1 < line {
                    if opener > begin, bytes[index + 1] == mark { return index + 2 }
                    index += 1
                }
                index += 1
            }
            return line
        }
        let isQuery = head.upperBound > 0 && "?&".utf8.contains(bytes[head.upperBound - 1])
        let before = bytes[head].reversed().prefix { $0 != .quote && $0 != .newline }
        func end(_ isEnd: (UInt8) -> Bool) -> Int {
            var index = begin
            while index < line, bytes[index] != .quote, !isEnd(bytes[index]) {
                if bytes[index] == .apostrophe, bytes[..<line].isEndOfQuotation(index) { break }
                index += bytes[index] == .backslash && index + 1 < line ? 2 : 1
            }
            return index
        }
        if isQuery { return end { $0 == .blank || "&;#".utf8.contains($0) } }
        let semicolon = end { $0 == .semicolon }
        let hasSemicolons = before.contains(.semicolon) || semicolon < line && bytes[semicolon] == .semicolon
        return hasSemicolons ? semicolon : end { $0 == .blank }
    }

    // MARK: user:password@host

    /// The text with the user and the password of each place masked that is no URL's: `<secret>@host`.
    static func maskingUsers(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
        return masking(text, at: ":") { bytes, colon, start in
            guard colon + 1 < bytes.count, bytes[colon + 1] != UInt8(ascii: "/") else { return nil }
            var begin = colon
            while begin > start, !bytes[begin - 1].endsWord, !"([{,;=@".utf8.contains(bytes[begin - 1]) { begin -= 1 }
            // The part after a host is its port.
            if begin > 0, bytes[begin - 1] == UInt8(ascii: "@") { return nil }
            let end = bytes[colon...].firstIndex(where: \.endsWord) ?? bytes.count
            guard begin < colon, let at = bytes[colon..<end].lastIndex(of: UInt8(ascii: "@")), at > colon + 1,
                at + 1 < end, bytes[at + 1].isOfName || "[/(".utf8.contains(bytes[at + 1])
            else { return nil }
            return begin..<at
        }
    }

    // MARK: Bearer token

    /// The text with the credentials of the schemes `Bearer` and `Basic` masked.
    static func maskingCredentials(_ text: String) -> String {
        guard mayHaveCredentials(text) else { return text }
        return masking(text, at: " ") { bytes, blank, start in
            var begin = blank
            while begin > start, bytes[begin - 1].isLetter { begin -= 1 }
            let scheme = String(decoding: bytes[begin..<blank], as: UTF8.self).lowercased()
            guard scheme == "bearer" || scheme == "basic" else { return nil }
            let rest = bytes[(blank + 1)...]
            let end = rest.firstIndex(where: \.endsWord) ?? bytes.count
            // The word in a sentence is in small letters, and has no numbers.
            let isWord = bytes[blank + 1..<end].allSatisfy { $0.isLetter && $0 & 0x20 != 0 }
            return scheme == "basic" && (isWord || end - blank < 9) ? nil : blank + 1..<end
        }
    }

    private static func mayHaveCredentials(_ text: String) -> Bool {
        TextSearch.containsInAnyCase(text, "bearer ") || TextSearch.containsInAnyCase(text, "basic ")
    }

    /// A possible secret behind a text's signs, which most texts lack.
    static func mayHaveSecrets(_ text: String) -> Bool {
        text.utf8.contains { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }
            || mayHaveCredentials(text)
    }

    // MARK: All of them

    /// The text with what stands around a sign masked.
    /// - Parameter find: Says what to mask of the bytes, for a sign's place and that where the last mask ended.
    private static func masking(
        _ text: String, at sign: Unicode.Scalar, _ find: ([UInt8], Int, Int) -> Range<Int>?
    ) -> String {
        let sign = UInt8(ascii: sign)
        guard text.utf8.contains(sign) else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var copied = 0
        var index = 0
        while let place = bytes[index...].firstIndex(of: sign) {
            index = place + 1
            guard let secret = find(bytes, place, copied), !secret.isEmpty,
                !bytes[secret].starts(with: mask.utf8), !bytes[secret].starts(with: "…".utf8)
            else { continue }
            result += bytes[copied..<secret.lowerBound]
            result += mask.utf8
            copied = secret.upperBound
            index = max(copied, index)
        }
        return copied == 0 ? text : String(decoding: result + bytes[copied...], as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate static let blank = UInt8(ascii: " ")
    fileprivate static let newline = UInt8(ascii: "\n")
    fileprivate static let quote = UInt8(ascii: "\"")
    fileprivate static let apostrophe = UInt8(ascii: "'")
    fileprivate static let backslash = UInt8(ascii: "\\")
    fileprivate static let semicolon = UInt8(ascii: ";")

    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

    /// Letters, digits, dots, dashes and underscores, and whatever is no ASCII.
    fileprivate var isOfName: Bool {
        isLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || self >= 0x80 || "._-".utf8.contains(self)
    }

    /// True for blanks, ends of lines, quotation marks and angle brackets.
    fileprivate var endsWord: Bool { self <= 0x20 || "\"'<>`".utf8.contains(self) }
}

extension ArraySlice<UInt8> {
    fileprivate var endOfLine: Int { firstIndex { $0 == .newline || $0 == UInt8(ascii: "\r") } ?? endIndex }

    /// A Boolean value that indicates whether an apostrophe is the end of what stands in apostrophes.
    fileprivate func isEndOfQuotation(_ index: Int) -> Bool {
        index + 1 == endIndex || self[index + 1] <= 0x20 || ",.;:!?)]}\"".utf8.contains(self[index + 1])
    }
}
