/// A word, literal, sign or pair of brackets of Swift source.
struct Token {
    enum Kind {
        /// A name, a keyword or a number. A name in backticks is never a keyword.
        case word
        /// A string or a regular expression.
        case literal
        /// `#if`, or a macro's name with its sign.
        case pound
        /// Any other sign. It has one byte, except for `->`.
        case sign
        /// A bracket and everything up to the matching one.
        case group
    }

    var kind: Kind
    /// The text without backticks. A group has the text of its first bracket.
    var text: String
    /// The bytes in the source.
    var bytes: Range<Int>
    /// The tokens in a group.
    var content: [Token] = []
    /// True if it is the first token of its line.
    var startsLine: Bool
    /// True if no space separates it from the previous token.
    var isAdjacent: Bool
    /// True if it has backticks.
    var isQuoted: Bool

    /// Returns true if `text` is the token's text, or the opening bracket of a group. A word in backticks never
    /// matches.
    func isA(_ text: String) -> Bool { !isQuoted && self.text == text }

    /// True if it is a word and not `_`.
    var isName: Bool { kind == .word && !isA("_") }

    /// A name as it is written in source.
    var spelling: String { isQuoted ? "`\(text)`" : text }

    /// A string literal with this name. Only quotation marks are escaped, because a name can't contain a backslash.
    var stringLiteral: String { "\"\(text.replacing("\"", with: "\\\""))\"" }
}

/// A lexer that splits the text of a declaration into tokens.
///
/// The compiler has already parsed the text, so the lexer only has to find the ends of comments, literals and brackets.
struct Lexer {
    private let bytes: [UInt8]
    private var position = 0
    private var startsLine = true
    /// The number of open brackets.
    private var depth = 0

    /// Returns the tokens of a text, up to a closing bracket that doesn't match.
    static func tokens(of text: String) -> [Token] {
        var lexer = Lexer(bytes: Array(text.utf8))
        return lexer.readTokens()
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// The next byte as a letter or sign.
    private var next: Unicode.Scalar? { position < bytes.count ? Unicode.Scalar(bytes[position]) : nil }

    private func isNext(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    private mutating func skip(_ count: Int) { position = min(position + count, bytes.count) }

    private mutating func skip(while isIncluded: (Unicode.Scalar) -> Bool) {
        while let next, isIncluded(next) { position += 1 }
    }

    /// Reads to the end of the text, or past the next closing bracket.
    private mutating func readTokens() -> [Token] {
        var tokens: [Token] = []
        depth += 1
        defer { depth -= 1 }
        // The compiler rejects deeper nesting, so the rest is skipped.
        if depth > 256 { position = bytes.count }
        while let next {
            if skipBlank(next) { continue }
            if [")", "]", "}"].contains(next) {
                position += 1
                break
            }
            tokens.append(readToken(next, after: tokens.last))
        }
        return tokens
    }

    // MARK: Spaces and comments

    private mutating func skipBlank(_ next: Unicode.Scalar) -> Bool {
        switch next {
        case "\n", "\r":
            startsLine = true
            position += 1
        case " ", "\t", "\0", "\u{B}", "\u{C}": position += 1
        case _ where isNext("\u{FEFF}"): skip(3)
        case _ where isNext("//"): skip { $0 != "\n" && $0 != "\r" }
        case _ where isNext("/*"): skipBlockComment()
        default: return false
        }
        return true
    }

    private mutating func skipBlockComment() {
        var depth = 0
        repeat {
            let isBoundary = isNext("/*") || isNext("*/")
            if isBoundary { depth += isNext("/*") ? 1 : -1 }
            if isNext("\n") { startsLine = true }
            skip(isBoundary ? 2 : 1)
        } while depth > 0 && position < bytes.count
    }

    // MARK: Tokens

    private mutating func readToken(_ next: Unicode.Scalar, after last: Token?) -> Token {
        let (start, startsLine) = (position, startsLine)
        var kind = Token.Kind.sign
        var content: [Token] = []
        switch next {
        case "\"":
            kind = .literal
            skipString(hashes: "")
        case "#": kind = skipPound()
        case "`":
            kind = .word
            position += 1
            skip { $0 != "`" }
            skip(1)
        case _ where isInWord(next):
            kind = .word
            skip(while: isInWord)
        case "/" where skipPlainRegex(after: last): kind = .literal
        case "(", "[", "{":
            kind = .group
            position += 1
            content = readTokens()
        default: skip(isNext("->") ? 2 : 1)
        }
        self.startsLine = false
        let isQuoted = next == "`"
        let text = kind == .group ? String(next) : String(decoding: bytes[start..<position], as: UTF8.self)
        return Token(
            kind: kind, text: isQuoted ? text.filter { $0 != "`" } : text, bytes: start..<position, content: content,
            startsLine: startsLine, isAdjacent: last?.bytes.upperBound == start, isQuoted: isQuoted)
    }

    private func isInWord(_ byte: Unicode.Scalar) -> Bool {
        !byte.isASCII || byte.properties.isXIDContinue || byte == "$"
    }

    // MARK: Literals

    /// Skips `#"…"#`, `#/…/#`, `#if` or `#macro`.
    private mutating func skipPound() -> Token.Kind {
        let start = position
        skip { $0 == "#" }
        let hashes = String(decoding: bytes[start..<position], as: UTF8.self)
        if isNext("\"") {
            skipString(hashes: hashes)
        } else if isNext("/") {
            repeat { skip(isNext("\\") ? 2 : 1) } while position < bytes.count && !isNext("/" + hashes)
            skip(1 + hashes.utf8.count)
        } else {
            skip(while: isInWord)
            return .pound
        }
        return .literal
    }

    /// Skips a string from its first quote, with the hashes after its last quote.
    private mutating func skipString(hashes: String) {
        let quotes = isNext("\"\"\"") ? "\"\"\"" : "\""
        let (end, escape) = (quotes + hashes, "\\" + hashes)
        skip(quotes.utf8.count)
        while position < bytes.count, !isNext(end) {
            let isEscape = isNext(escape)
            if isEscape { skip(escape.utf8.count) }
            let isInterpolation = isEscape && isNext("(")
            skip(1)
            if isInterpolation { _ = readTokens() }
        }
        skip(end.utf8.count)
    }

    /// If a regular expression can start here and ends on this line, skips `/…/` and returns true.
    private mutating func skipPlainRegex(after last: Token?) -> Bool {
        if let last {
            let keywords = ["return", "try", "await", "in", "case", "is", "as"]
            let isPostfix = last.isA(".") || (["!", "?"].contains(where: last.isA) && last.isAdjacent)
            guard last.kind == .word ? keywords.contains(where: last.isA) : last.kind == .sign && !isPostfix else {
                return false
            }
        }
        let line = bytes[(position + 1)...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard let first = line.first, first != UInt8(ascii: " "), first != UInt8(ascii: "\t") else { return false }
        var depth = 0
        var isEscaped = false
        for (index, byte) in zip(line.indices, line) where depth >= 0 {
            switch Unicode.Scalar(byte) {
            case _ where isEscaped: isEscaped = false
            case "\\": isEscaped = true
            case "(": depth += 1
            case ")": depth -= 1
            case "/":
                position = index + 1
                return true
            default: break
            }
        }
        return false
    }
}
