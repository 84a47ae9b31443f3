/// A word, literal or sign of Swift source, with the bytes it takes.
struct Token {
    enum Kind {
        /// A name, a keyword or a number; a name in backticks is never a keyword.
        case word
        case string
        case regex
        /// `#if`, or a macro's name with its sign.
        case pound
        /// Any other sign, one byte each, but for `->`.
        case sign
    }

    var kind: Kind
    /// The text; a quoted name is without its backticks.
    var text: String
    /// Where it stands, in bytes.
    var range: Range<Int>
    /// True if it is the first of its line.
    var startsLine = false
    /// True if it follows the token before it without any space.
    var isAdjacent = false
    var isQuoted = false
    /// For a bracket the number of the token that closes or opens it.
    var partner: Int?

    /// Returns true if it is a word that stands for itself.
    func isWord(_ text: String) -> Bool { kind == .word && !isQuoted && self.text == text }

    func isSign(_ text: String) -> Bool { kind == .sign && self.text == text }

    /// True if it is a string that says nothing; no other token is made of such signs alone.
    var isBlank: Bool { text.allSatisfy { $0 == "\"" || $0 == "#" || $0.isWhitespace } }

    /// True if it is `#if` or one of its kin.
    var isDirective: Bool { kind == .pound && ["#if", "#elseif", "#else", "#endif"].contains(text) }
}
