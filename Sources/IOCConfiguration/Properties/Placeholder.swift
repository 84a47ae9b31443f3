/// A text with placeholders, taken apart.
///
/// 1. `${key}` stands for the property of that key, and `${key:default}` for the default where nobody has it.
/// 2. Keys and defaults may hold placeholders themselves: `${hosts.${stage}:localhost}`.
/// 3. `$${` stands for the text `${`, with the brace that closes it: `$${key}` is `${key}`.
/// 4. A `$` without a brace after it is itself.
struct PlaceholderText {
    indirect enum Piece {
        case text(String)
        case placeholder(name: [Piece], fallback: [Piece]?)
    }

    struct Malformed: Error {
        let reason: String
    }

    let pieces: [Piece]

    static let depth = 32

    /// Whether there is anything to take apart.
    static func isNeeded(in text: String) -> Bool { text.utf8.contains(UInt8(ascii: "$")) && text.contains("${") }

    init(_ text: String) throws(Malformed) {
        var scanner = Scanner(rest: text[...])
        pieces = try scanner.pieces(depth: 0, endsAtColon: false)
    }

    private struct Scanner {
        var rest: Substring

        /// Reads up to the end, or inside a placeholder up to its brace or colon, which is left.
        mutating func pieces(depth: Int, endsAtColon: Bool) throws(Malformed) -> [Piece] {
            guard depth <= PlaceholderText.depth else {
                throw Malformed(reason: "placeholders are nested deeper than \(PlaceholderText.depth) levels")
            }
            var pieces: [Piece] = []
            var text = ""
            /// Braces that an escape opened; theirs close no placeholder.
            var escaped = 0
            while let character = rest.first {
                if rest.hasPrefix("$${") {
                    text += "${"
                    escaped += 1
                    rest.removeFirst(3)
                } else if rest.hasPrefix("${") {
                    if !text.isEmpty { pieces.append(.text(text)) }
                    text = ""
                    pieces.append(try placeholder(depth: depth + 1))
                } else if character == "}", escaped > 0 {
                    text.append(character)
                    escaped -= 1
                    rest.removeFirst()
                } else if depth > 0, character == "}" || (endsAtColon && character == ":") {
                    break
                } else {
                    text.append(character)
                    rest.removeFirst()
                }
            }
            if !text.isEmpty || pieces.isEmpty { pieces.append(.text(text)) }
            return pieces
        }

        private mutating func placeholder(depth: Int) throws(Malformed) -> Piece {
            rest.removeFirst(2)
            let name = try pieces(depth: depth, endsAtColon: true)
            var fallback: [Piece]?
            if rest.first == ":" {
                rest.removeFirst()
                fallback = try pieces(depth: depth, endsAtColon: false)
            }
            guard rest.first == "}" else { throw Malformed(reason: "a placeholder has no closing brace") }
            rest.removeFirst()
            return .placeholder(name: name, fallback: fallback)
        }
    }
}
