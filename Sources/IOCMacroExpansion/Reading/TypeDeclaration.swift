/// The declaration of a type, taken apart as far as `@Component` needs it.
struct TypeDeclaration {
    let text: String
    let tokens: [Token]
    let prefix: DeclarationPrefix
    /// The token `class`, `actor`, `struct` or the like.
    let keyword: Int
    let name: Int
    /// The `<` of generic parameters.
    let generics: Int?
    /// The superclass and protocols after the colon, as they are written.
    let inherited: [String]
    let properties: [Property]
    let initializers: [Initializer]
    /// The names of macros between the members. Their declarations can't be seen.
    let macros: [Int]

    /// Takes a text apart; nil if it isn't the declaration of a type.
    init?(_ text: String) {
        self.text = text
        let tokens = Lexer.tokens(of: text)
        self.tokens = tokens
        var index = 0
        prefix = tokens.readDeclarationPrefix(&index)
        guard index + 1 < tokens.count, tokens[index].kind == .word, tokens[index + 1].kind == .word else { return nil }
        keyword = index
        name = index + 1
        index += 2
        let hasGenerics = index < tokens.count && tokens[index].isSign("<")
        generics = hasGenerics ? index : nil
        if hasGenerics { index = tokens.afterAngles(index, end: tokens.count) }
        guard let open = tokens[index...].firstIndex(where: { $0.isSign("{") }), let close = tokens[open].partner else {
            return nil
        }
        let end = tokens[index..<open].firstIndex { $0.isWord("where") } ?? open
        inherited =
            tokens[index].isSign(":") ? tokens.pieces(index + 1..<end).map { text.source(tokens.bytes($0)) } : []
        let reader = MemberReader(tokens, open + 1..<close)
        properties = reader.properties
        initializers = reader.initializers
        macros = reader.macros
    }

    /// The source of some tokens.
    func source(_ range: Range<Int>) -> String { text.source(tokens.bytes(range)) }

    /// The line of a token in its file.
    func line(of token: Int, _ place: DiagnosticPlace) -> Int {
        place.line + text.utf8.prefix(tokens[token].range.lowerBound).count { $0 == UInt8(ascii: "\n") }
    }

    /// A name as it is written, in backticks if it has any.
    func spelling(_ token: Int) -> String { source(token..<token + 1) }

    var keywordText: String { tokens[keyword].text }
    /// The name without backticks, for messages.
    var nameText: String { tokens[name].text }

    var isReferenceType: Bool { keywordText == "class" || keywordText == "actor" }
    var hasInstances: Bool { ["class", "actor", "struct", "enum"].contains(keywordText) }
    var isFinal: Bool { keywordText != "class" || prefix.has("final") }
    var isMainActor: Bool { prefix.attribute("MainActor") != nil }
    /// True if an actor protects what the instances store.
    var isIsolated: Bool { keywordText == "actor" || isMainActor }

    /// True if the declaration itself states `Sendable`, checked or not.
    var statesSendable: Bool {
        inherited.contains { $0.split { " .\n\t&".contains($0) }.contains("Sendable") }
    }

    /// What it inherits beside the protocols that the annotation knows. The first may be a superclass.
    var unknownInherited: [String] {
        inherited.filter { !["AnyObject", "IOCComponent", "IOC.IOCComponent"].contains($0) && !$0.hasPrefix("@") }
    }

    var declaresTraits: Bool { properties.contains { $0.isStatic && tokens[$0.name].text == "traits" } }
}

/// One name that a `let` or `var` of a type declares.
struct Property {
    var name: Int
    /// The token `let` or `var`.
    var keyword: Int
    var isLet: Bool
    var isComputed = false
    /// True if `#if` decides about it or about its attributes.
    var isConditional = false
    /// True if a tuple of names declares it.
    var isInTuple = false
    var type: Range<Int>?
    /// The value in its declaration.
    var value: Range<Int>?
    var prefix: DeclarationPrefix

    var isStatic: Bool { prefix.has("static") || prefix.has("class") }
    var isStored: Bool { !isStatic && !isComputed }

    /// The attribute by which the container fills it.
    var wrapper: DeclarationPrefix.Attribute? { prefix.attribute("Autowired") ?? prefix.attribute("Value") }

    /// True if an initializer has to give it its value.
    var awaitsValue: Bool { isLet && value == nil && isStored && wrapper == nil }

    /// True if instances store it without isolation.
    var isShared: Bool { isStored && !prefix.isNonisolatedUnsafe && prefix.attribute("MainActor") == nil }
}

/// An initializer of a type.
struct Initializer {
    /// The token `init`.
    var keyword: Int
    /// The `<` of generic parameters.
    var generics: Int?
    var isFailable = false
    var isThrowing = false
    var isAsync = false
    var parameters: [Parameter] = []
    /// True if `#if` decides about it or about its attributes.
    var isConditional = false
    var prefix: DeclarationPrefix

    /// True if it is `init()` without effects.
    var isPlain: Bool { parameters.isEmpty && generics == nil && !isFailable && !isThrowing && !isAsync }
}

/// A parameter of an initializer.
struct Parameter {
    /// The tokens from its attributes to its default value.
    var tokens: Range<Int>
    var prefix: DeclarationPrefix
    /// The argument's label; nil for `_`.
    var label: Int?
    /// The name in its declaration, which may be `_`.
    var name: Int
    /// The type with its attributes.
    var type: Range<Int>
    var isVariadic = false
    var defaultValue: Range<Int>?
}

extension String {
    /// The text without white space around it.
    var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// The source in some bytes.
    func source(_ bytes: Range<Int>) -> String { String(decoding: Array(utf8)[bytes], as: UTF8.self) }

    /// A string literal with this name. No name has a backslash.
    var literal: String { "\"\(replacing("\"", with: "\\\""))\"" }
}
