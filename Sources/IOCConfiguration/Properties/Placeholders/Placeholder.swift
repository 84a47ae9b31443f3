import IOCModel

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

    /// Returns true if there is anything to take apart.
    static func isNeeded(in text: String) -> Bool { TextSearch.contains(text, "${") }

    init(_ text: String) throws(Malformed) {
        var scanner = Scanner(rest: text[...].utf8)
        pieces = try scanner.pieces(depth: 0, endsAtColon: false)
    }

    /// A name as it was written, with a mask in the place of what stands for something else.
    static func shown(_ name: [Piece]) -> String {
        name.map { if case .text(let text) = $0 { text } else { SecretKeys.mask } }.joined()
    }

    private struct Scanner {
        var rest: Substring.UTF8View

        /// Reads up to the end, or inside a placeholder up to its brace or colon, which is left.
        mutating func pieces(depth: Int, endsAtColon: Bool) throws(Malformed) -> [Piece] {
            guard depth <= PlaceholderText.depth else {
                throw Malformed(reason: "placeholders are nested deeper than \(PlaceholderText.depth) levels")
            }
            var pieces: [Piece] = []
            var text = ""
            /// Braces that an escape opened; theirs close no placeholder.
            var escaped = 0
            while let byte = rest.first {
                if rest.starts(with: "$${".utf8) {
                    text += "${"
                    escaped += 1
                    rest = rest.dropFirst(3)
                } else if rest.starts(with: "${".utf8) {
                    if !text.isEmpty { pieces.append(.text(text)) }
                    text = ""
                    pieces.append(try placeholder(depth: depth + 1))
                } else if byte == UInt8(ascii: "}"), escaped > 0 {
                    text += "}"
                    escaped -= 1
                    rest = rest.dropFirst()
                } else if depth > 0,
                    byte == UInt8(ascii: "}") || (endsAtColon && byte == UInt8(ascii: ":"))
                {
                    break
                } else {
                    let plain = plainLength
                    text += Substring(rest.prefix(plain))
                    rest = rest.dropFirst(plain)
                }
            }
            if !text.isEmpty { pieces.append(.text(text)) }
            return pieces
        }

        /// The number of bytes from here on that mean nothing: the first, and all up to one that may.
        private var plainLength: Int {
            1
                + rest.dropFirst().prefix {
                    $0 != UInt8(ascii: "$") && $0 != UInt8(ascii: "}") && $0 != UInt8(ascii: ":")
                }.count
        }

        private mutating func placeholder(depth: Int) throws(Malformed) -> Piece {
            rest = rest.dropFirst(2)
            let name = try pieces(depth: depth, endsAtColon: true)
            var fallback: [Piece]?
            if rest.first == UInt8(ascii: ":") {
                rest = rest.dropFirst()
                fallback = try pieces(depth: depth, endsAtColon: false)
            }
            guard rest.first == UInt8(ascii: "}") else { throw Malformed(reason: "a placeholder has no closing brace") }
            rest = rest.dropFirst()
            return .placeholder(name: name, fallback: fallback)
        }
    }
}
