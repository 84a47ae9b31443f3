/// A word, literal or sign of Swift source.
struct Token {
    enum Kind {
        /// A name, a keyword or a number. A name in backticks is never a keyword.
        case word
        case string
        case regex
        /// `#if`, or a macro's name with its sign.
        case pound
        /// Any other sign: one byte, except for `->`.
        case sign
    }

    var kind: Kind
    /// The text, without backticks.
    var text: String
    /// The bytes in the source.
    var range: Range<Int>
    var startsLine = false
    /// True if no space separates it from the token before.
    var isAdjacent = false
    /// True if it has backticks.
    var isQuoted = false
    /// The token that closes or opens this bracket.
    var partner: Int?

    /// Returns true if it is this word without backticks.
    func isWord(_ text: String) -> Bool { kind == .word && !isQuoted && self.text == text }

    func isSign(_ text: String) -> Bool { kind == .sign && self.text == text }

    var isDirective: Bool { kind == .pound && ["#if", "#elseif", "#else", "#endif"].contains(text) }
}

/// Cuts the text of a declaration into tokens.
///
/// The compiler has parsed the text already, so the lexer only has to find the ends of comments, literals and brackets.
struct Lexer {
    private let bytes: [UInt8]
    private var position = 0
    private var tokens: [Token] = []
    private var startsLine = true
    /// The brackets that are open.
    private var opened: [Int] = []

    /// The tokens of a text.
    static func tokens(of text: String) -> [Token] {
        var lexer = Lexer(bytes: Array(text.utf8))
        lexer.run()
        return lexer.tokens
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads to the end of the text, or past a bracket that closes nothing: the end of an interpolation.
    private mutating func run() {
        while let next = byte(0) {
            if skipBlank(next) { continue }
            readToken(next)
            if let last = tokens.last, last.kind == .sign, last.partner == nil, [")", "]", "}"].contains(last.text) {
                return
            }
        }
    }

    private func byte(_ ahead: Int) -> UInt8? {
        position + ahead < bytes.count ? bytes[position + ahead] : nil
    }

    private func isNext(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    private func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

    // MARK: Spaces and comments

    private mutating func skipBlank(_ next: UInt8) -> Bool {
        switch next {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
            startsLine = true
            position += 1
        case UInt8(ascii: " "), UInt8(ascii: "\t"), 0, 0x0B, 0x0C: position += 1
        case _ where isNext("\u{FEFF}"): position += 3
        case _ where isNext("//"):
            while let next = byte(0), !isLineEnd(next) { position += 1 }
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
            position += isBoundary ? 2 : 1
        } while depth > 0 && position < bytes.count
    }

    // MARK: Tokens

    private mutating func readToken(_ next: UInt8) {
        let start = position
        switch next {
        case UInt8(ascii: "\""):
            skipString(hashes: "")
            add(.string, from: start)
        case UInt8(ascii: "#"): readPound()
        case UInt8(ascii: "`"):
            position += 1
            skip(past: "`")
            add(.word, from: start)
        case _ where isWordByte(next):
            while let next = byte(0), isWordByte(next) { position += 1 }
            add(.word, from: start)
        case UInt8(ascii: "/") where skipPlainRegex(): add(.regex, from: start)
        default:
            position += isNext("->") ? 2 : 1
            add(.sign, from: start)
            pair()
        }
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
        let letter = Unicode.Scalar(byte)
        return byte >= 0x80 || letter.properties.isXIDContinue || letter == "$"
    }

    private mutating func skip(past end: String) {
        while position < bytes.count, !isNext(end) { position += 1 }
        position = min(position + end.utf8.count, bytes.count)
    }

    private mutating func add(_ kind: Token.Kind, from start: Int) {
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        var token = Token(kind: kind, text: text, range: start..<position, startsLine: startsLine)
        token.isAdjacent = tokens.last?.range.upperBound == start
        if kind == .word, text.hasPrefix("`") {
            token.isQuoted = true
            token.text = text.filter { $0 != "`" }
        }
        startsLine = false
        tokens.append(token)
    }

    /// Connects a closing bracket with its opening one.
    private mutating func pair() {
        let number = tokens.count - 1
        if ["(", "[", "{"].contains(tokens[number].text) { opened.append(number) }
        guard [")", "]", "}"].contains(tokens[number].text), let open = opened.popLast() else { return }
        tokens[open].partner = number
        tokens[number].partner = open
    }

    // MARK: Literals

    /// Reads `#"…"#`, `#/…/#`, `#if` or `#macro`.
    private mutating func readPound() {
        let start = position
        let hashes = String(decoding: bytes[start...].prefix { $0 == UInt8(ascii: "#") }, as: UTF8.self)
        position += hashes.utf8.count
        if isNext("\"") {
            skipString(hashes: hashes)
            add(.string, from: start)
        } else if isNext("/") {
            position += 1
            while position < bytes.count, !isNext("/" + hashes) { position += isNext("\\") ? 2 : 1 }
            position = min(position + 1 + hashes.utf8.count, bytes.count)
            add(.regex, from: start)
        } else {
            while let next = byte(0), isWordByte(next) { position += 1 }
            add(.pound, from: start)
        }
    }

    /// Skips a string from its first quote, with the hashes after its last quote.
    private mutating func skipString(hashes: String) {
        let quotes = isNext("\"\"\"") ? "\"\"\"" : "\""
        let (end, escape) = (quotes + hashes, "\\" + hashes)
        position += quotes.utf8.count
        while position < bytes.count, !isNext(end) {
            guard isNext(escape) else {
                position += 1
                continue
            }
            position += escape.utf8.count
            if isNext("(") { skipInterpolation() } else { position += 1 }
        }
        position = min(position + end.utf8.count, bytes.count)
    }

    private mutating func skipInterpolation() {
        var inner = Lexer(bytes: bytes)
        inner.position = position + 1
        inner.run()
        position = inner.position
    }

    /// Skips `/…/` and returns true, if an operand can start here and the line has a closing slash.
    private mutating func skipPlainRegex() -> Bool {
        if let last = tokens.last {
            let keywords = ["return", "try", "await", "in", "case", "is", "as"]
            let isPostfix =
                [")", "]", "}", "."].contains(last.text) || (["!", "?"].contains(last.text) && last.isAdjacent)
            guard last.kind == .word ? keywords.contains(last.text) : last.kind == .sign && !isPostfix else {
                return false
            }
        }
        guard let first = byte(1), ![UInt8(ascii: " "), UInt8(ascii: "\t")].contains(first) else { return false }
        var end = position + 1
        var depth = 0
        while end < bytes.count, !isLineEnd(bytes[end]), depth >= 0 {
            switch bytes[end] {
            case UInt8(ascii: "\\"): end += 1
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            case UInt8(ascii: "/"):
                position = end + 1
                return true
            default: break
            }
            end += 1
        }
        return false
    }
}
