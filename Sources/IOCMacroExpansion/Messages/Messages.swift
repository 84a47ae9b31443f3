/// The parts of a compiler's request that the plugin needs. Both are nil if the compiler sends a message of another
/// kind.
struct CompilerRequest: Decodable {
    struct Capability: Decodable {}

    var getCapability: Capability?
    var expandAttachedMacro: MacroUse?
}

/// One annotation to expand, in one of its roles.
struct MacroUse: Decodable {
    struct Macro: Decodable {
        var typeName: String
    }

    /// The macro of the plugin; nil means `Component`.
    var macro: Macro?
    /// `member`, `extension` or `peer`.
    var macroRole: String
    var attributeSyntax: Syntax
    var declSyntax: Syntax
    /// The type's name, as an extension of the type writes it.
    var extendedTypeSyntax: Syntax?
    /// The macro's protocols that the type lacks: `struct Placeholder: IOCComponent, Sendable {}`.
    var conformanceListSyntax: Syntax?
    /// The declarations around the type, without their members.
    var lexicalContext: [Syntax]?
}

/// A piece of source, with the comments and spaces before it.
struct Syntax: Decodable {
    struct Location: Decodable {
        var fileName = ""
        /// The file as in a program's messages: `Shop/Orders.swift`.
        var fileID = ""
        /// The position of the piece's first byte in the file.
        var offset = 0
        /// The line of that byte.
        var line = 0
    }

    var source: String
    var location: Location?

    var place: Location { location ?? Location() }

    /// Returns the source of some tokens, with the comments and spaces between them.
    func text(of tokens: ArraySlice<Token>) -> String {
        String(decoding: Array(source.utf8)[tokens.bytes], as: UTF8.self)
    }

    /// The arguments of an annotation.
    var traits: [ArraySlice<Token>] {
        var reader = TokenReader(Lexer.tokens(of: source))
        return reader.readPrefix().attributes.first?.arguments?.map(\.value) ?? []
    }

    /// The traits of an annotation, as the elements of a list.
    var traitList: String {
        // A bare scope, such as `.prototype`, is an unavailable trait. The compiler reports it at the annotation, and
        // would report it again in the expansion.
        let scopes: Set = [".prototype", ".weakSingleton", ".objectGraph", ".request"]
        return traits.map(text).filter { !scopes.contains($0) }
            // `named` records the place of the name. A literal can't do that.
            .map { $0.hasPrefix("\"") ? ".named(\($0))" : $0 }.joined(separator: ", ")
    }

    /// Returns the attributes `@available` of a declaration, for a declaration that is added beside it.
    func availability(_ prefix: DeclarationPrefix) -> String {
        prefix.attributes.filter { $0.name == "available" }.map { text(of: $0.tokens) + " " }.joined()
    }

    /// Returns the line of a token in its file.
    func line(of token: Token) -> Int {
        place.line + source.utf8.prefix(token.bytes.lowerBound).count { $0 == UInt8(ascii: "\n") }
    }

    /// Returns a part of an expansion. The compiler reports errors in this part at the line of a token.
    func placed(_ text: String, at token: Token) -> String {
        guard !place.fileName.isEmpty, !place.fileName.contains(where: { "\"\\\n".contains($0) }) else { return text }
        return "#sourceLocation(file: \"\(place.fileName)\", line: \(line(of: token)))\n\(text)\n#sourceLocation()"
    }

    /// Returns a message about some bytes of the piece, or about the whole piece.
    func message(_ text: String, at bytes: Range<Int>? = nil, severity: String = "error") -> MacroDiagnostic {
        let bytes = bytes ?? 0..<source.utf8.count
        let (start, end) = (place.offset + bytes.lowerBound, place.offset + bytes.upperBound)
        return MacroDiagnostic(
            message: text, severity: severity, position: .init(fileName: place.fileName, offset: start),
            highlights: [.init(fileName: place.fileName, startOffset: start, endOffset: end)])
    }
}

/// The plugin's message to the compiler.
enum PluginAnswer: Encodable {
    case getCapabilityResult(capability: [String: Int])
    case expandMacroResult(expandedSource: String?, diagnostics: [MacroDiagnostic])
}

/// A message that the compiler shows like its own messages.
struct MacroDiagnostic: Encodable {
    struct Position: Encodable {
        var fileName: String
        var offset: Int
    }

    struct Range: Encodable {
        var fileName: String
        var startOffset: Int
        var endOffset: Int
    }

    var message: String
    var severity: String
    var position: Position
    var highlights: [Range]
    /// The compiler requires these keys.
    let notes: [Position] = []
    let fixIts: [Position] = []
}
