import IOCModel

/// A part of a text with placeholders.
///
/// 1. `${key}` stands for the property of that key, and `${key:default}` for the default if no source has it.
/// 2. Keys and defaults may hold placeholders themselves: `${hosts.${stage}:localhost}`.
/// 3. `$${` stands for the text `${`, with the brace that closes it: `$${key}` is `${key}`.
/// 4. A `$` without a brace after it is itself.
indirect enum PlaceholderPiece {
    case text(String)
    case placeholder(name: [PlaceholderPiece], fallback: [PlaceholderPiece]?)

    private static let depthLimit = 32

    /// The pieces of a text.
    static func pieces(of text: String) throws(PlaceholderFault) -> [PlaceholderPiece] {
        var rest = text[...]
        return try pieces(of: &rest, depth: 0, until: "")
    }

    /// Reads up to one of some characters, which is left.
    private static func pieces(
        of rest: inout Substring, depth: Int, until ends: String
    ) throws(PlaceholderFault) -> [PlaceholderPiece] {
        guard depth <= depthLimit else {
            throw PlaceholderFault("placeholders are nested deeper than \(depthLimit) levels")
        }
        var pieces: [PlaceholderPiece] = []
        var text = ""
        /// Braces that an escape opened; theirs close no placeholder.
        var escaped = 0
        while let character = rest.first {
            if character == "$", rest.hasPrefix("$${") {
                text += "${"
                escaped += 1
                rest = rest.dropFirst(3)
            } else if character == "$", rest.hasPrefix("${") {
                if !text.isEmpty { pieces.append(.text(text)) }
                text = ""
                rest = rest.dropFirst(2)
                let name = try Self.pieces(of: &rest, depth: depth + 1, until: ":}")
                var fallback: [PlaceholderPiece]?
                if rest.first == ":" {
                    rest = rest.dropFirst()
                    fallback = try Self.pieces(of: &rest, depth: depth + 1, until: "}")
                }
                guard rest.popFirst() == "}" else { throw PlaceholderFault("a placeholder has no closing brace") }
                pieces.append(.placeholder(name: name, fallback: fallback))
            } else if character == "}", escaped > 0 {
                text += "}"
                escaped -= 1
                rest = rest.dropFirst()
            } else if ends.contains(character) {
                break
            } else {
                text.append(character)
                rest = rest.dropFirst()
            }
        }
        if !text.isEmpty { pieces.append(.text(text)) }
        return pieces
    }
}

/// The reason why a text with placeholders can't be put together.
struct PlaceholderFault: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    /// The fault of a placeholder such as `${server.port:8080}` in the place of a key; nil for a key.
    static func asKey(_ key: PropertyKey) -> Fault.Kind? {
        let text = key.description
        guard text.hasPrefix("${"), text.hasSuffix("}") else { return nil }
        let parts = text.dropFirst(2).dropLast().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return .placeholderMalformed(
            asKey: text, meant: String(parts[0]), default: parts.count > 1 ? String(parts[1]) : nil)
    }
}
