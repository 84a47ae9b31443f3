/// Cuts the text of a declaration into tokens.
///
/// The compiler has parsed the text already, so this need only find where comments, literals and brackets end.
struct Lexer {
    private let bytes: [UInt8]
    private var position = 0
    private var tokens: [Token] = []
    private var startsLine = true
    private var opened: [Int] = []

    /// The tokens of a text.
    static func tokens(of text: String) -> [Token] {
        var lexer = Lexer(bytes: Array(text.utf8))
        lexer.run(until: nil)
        return lexer.tokens
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private func byte(_ ahead: Int = 0) -> UInt8? {
        position + ahead < bytes.count ? bytes[position + ahead] : nil
    }

    private func starts(with text: StaticString) -> Bool {
        text.withUTF8Buffer { text in
            position + text.count <= bytes.count && bytes[position..<position + text.count].elementsEqual(text)
        }
    }

    // MARK: Tokens

    /// Reads to the end, or past the parenthesis that closes an interpolation.
    private mutating func run(until end: UInt8?) {
        var depth = 0
        while let next = byte() {
            if let end {
                if next == end, depth == 0 { return position += 1 }
                if next == UInt8(ascii: "(") { depth += 1 }
                if next == UInt8(ascii: ")") { depth -= 1 }
            }
            if skipBlank(next) { continue }
            readToken(next)
        }
    }

    private mutating func skipBlank(_ next: UInt8) -> Bool {
        switch next {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
            startsLine = true
            position += 1
        case UInt8(ascii: " "), UInt8(ascii: "\t"), 0, 0x0B, 0x0C: position += 1
        case 0xEF where starts(with: "\u{FEFF}"): position += 3
        case UInt8(ascii: "/") where starts(with: "//"):
            while let next = byte(), next != UInt8(ascii: "\n"), next != UInt8(ascii: "\r") { position += 1 }
        case UInt8(ascii: "/") where starts(with: "/*"): skipBlockComment()
        default: return false
        }
        return true
    }

    private mutating func skipBlockComment() {
        var depth = 0
        while let next = byte() {
            if starts(with: "/*") {
                depth += 1
                position += 2
            } else if starts(with: "*/") {
                depth -= 1
                position += 2
                if depth == 0 { return }
            } else {
                if next == UInt8(ascii: "\n") { startsLine = true }
                position += 1
            }
        }
    }

    private mutating func readToken(_ next: UInt8) {
        let start = position
        switch next {
        case UInt8(ascii: "\""):
            skipString(hashes: 0)
            add(.string, from: start)
        case UInt8(ascii: "#"):
            readPound(from: start)
        case UInt8(ascii: "`"):
            position += 1
            while let next = byte(), next != UInt8(ascii: "`") { position += 1 }
            position = min(position + 1, bytes.count)
            add(.word, from: start)
            tokens[tokens.count - 1].isQuoted = true
            tokens[tokens.count - 1].text = String(
                decoding: bytes[start + 1..<max(position - 1, start + 1)], as: UTF8.self)
        case _ where Self.isWordByte(next):
            while let next = byte(), Self.isWordByte(next) { position += 1 }
            add(.word, from: start)
        case UInt8(ascii: "/") where skipRegex(): add(.regex, from: start)
        case UInt8(ascii: "-") where starts(with: "->"):
            position += 2
            add(.sign, from: start)
        default:
            position += 1
            add(.sign, from: start)
            pair(next)
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        let letter = Unicode.Scalar(byte)
        return byte >= 0x80 || letter.properties.isXIDContinue || letter == "$"
    }

    private mutating func add(_ kind: Token.Kind, from start: Int) {
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        var token = Token(kind: kind, text: text, range: start..<position, startsLine: startsLine)
        token.isAdjacent = tokens.last?.range.upperBound == start
        startsLine = false
        tokens.append(token)
    }

    private mutating func pair(_ next: UInt8) {
        let number = tokens.count - 1
        switch next {
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): opened.append(number)
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
            guard let open = opened.popLast() else { return }
            tokens[open].partner = number
            tokens[number].partner = open
        default: break
        }
    }

    // MARK: Literals

    /// `#"…"#`, `#/…/#`, `#if` or `#macro`.
    private mutating func readPound(from start: Int) {
        var hashes = 0
        while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
        if byte(hashes) == UInt8(ascii: "\"") {
            position += hashes
            skipString(hashes: hashes)
            return add(.string, from: start)
        }
        if byte(hashes) == UInt8(ascii: "/") {
            position += hashes + 1
            while let next = byte(), !(next == UInt8(ascii: "/") && isFollowed(by: hashes)) {
                position += next == UInt8(ascii: "\\") ? 2 : 1
            }
            position = min(position + 1 + hashes, bytes.count)
            return add(.regex, from: start)
        }
        position += 1
        while let next = byte(), Self.isWordByte(next) { position += 1 }
        add(.pound, from: start)
    }

    private func isFollowed(by hashes: Int) -> Bool { (0..<hashes).allSatisfy { byte(1 + $0) == UInt8(ascii: "#") } }

    /// Skips from the first quote past the last, and past the hashes behind it.
    private mutating func skipString(hashes: Int) {
        let isMultiline = starts(with: "\"\"\"")
        let quotes = isMultiline ? 3 : 1
        position += quotes
        while let next = byte() {
            if next == UInt8(ascii: "\\"), isFollowed(by: hashes) {
                position += 1 + hashes
                if byte() == UInt8(ascii: "(") {
                    skipInterpolation()
                } else {
                    position += 1
                }
            } else if next == UInt8(ascii: "\""), !isMultiline || starts(with: "\"\"\""),
                (0..<hashes).allSatisfy({ byte(quotes + $0) == UInt8(ascii: "#") })
            {
                position += quotes + hashes
                return
            } else {
                position += 1
            }
        }
        position = min(position, bytes.count)
    }

    private mutating func skipInterpolation() {
        var inner = Lexer(bytes: bytes)
        inner.position = position + 1
        inner.run(until: UInt8(ascii: ")"))
        position = inner.position
    }

    /// Skips a regular expression between plain slashes, where an operand is expected and the line closes it.
    private mutating func skipRegex() -> Bool {
        if let last = tokens.last {
            let isOperand =
                switch last.kind {
                case .word: !["return", "try", "await", "in", "case", "is", "as"].contains(last.text)
                case .sign:
                    [")", "]", "}", "."].contains(last.text) || (["!", "?"].contains(last.text) && last.isAdjacent)
                default: true
                }
            if isOperand { return false }
        }
        guard let first = byte(1), ![UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ")")].contains(first) else {
            return false
        }
        var end = position + 1
        var depth = 0
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") {
            switch bytes[end] {
            case UInt8(ascii: "\\"): end += 1
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"):
                depth -= 1
                if depth < 0 { return false }
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
