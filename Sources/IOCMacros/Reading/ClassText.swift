/// A declaration's text, taken apart as far as `@Component` looks.
struct ClassText {
    let text: String
    let tokens: [Token]
    let prefix: DeclarationPrefix
    /// `class`, `actor`, `struct` and the like.
    let keyword: Int
    let name: Int
    /// The `<` of generic parameters.
    let generics: Int?
    /// The part after the colon: the superclass and protocols, each as it is written.
    let inherited: [String]
    /// The braces.
    let body: ClosedRange<Int>
    let members: [Member]

    /// Takes a text apart; nil where it is no type's declaration.
    init?(_ text: String) {
        self.text = text
        let tokens = Lexer.tokens(of: text)
        self.tokens = tokens
        var index = 0
        prefix = tokens.readPrefix(&index, end: tokens.count)
        guard index + 1 < tokens.count, tokens[index].kind == .word, tokens[index + 1].kind == .word else { return nil }
        keyword = index
        name = index + 1
        index += 2
        var generics: Int?
        if index < tokens.count, tokens[index].isSign("<") {
            generics = index
            index = tokens.afterAngles(index, end: tokens.count)
        }
        self.generics = generics
        guard let open = tokens[index...].firstIndex(where: { $0.isSign("{") }), let close = tokens[open].partner else {
            return nil
        }
        let end = tokens[index..<open].firstIndex { $0.isWord("where") } ?? open
        let isColon = tokens[index].isSign(":")
        inherited = isColon ? tokens.pieces(index + 1..<end).map { text.source(tokens, $0) } : []
        body = open...close
        members = MemberReader(tokens, of: text, open + 1..<close).members
    }

    var properties: [Member.Property] {
        members.compactMap { if case .property(let property) = $0 { property } else { nil } }
    }

    var initializers: [Member.Initializer] {
        members.compactMap { if case .initializer(let initializer) = $0 { initializer } else { nil } }
    }

    /// The text that some tokens take.
    func source(_ range: Range<Int>) -> String { text.source(tokens, range) }

    var keywordText: String { tokens[keyword].text }
    var nameText: String { tokens[name].text }

    /// True if instances are shared by reference.
    var isReferenceType: Bool { keywordText == "class" || keywordText == "actor" }
    /// True if the container can make instances of it.
    var hasInstances: Bool { ["class", "actor", "struct", "enum"].contains(keywordText) }
    /// True if nothing can inherit from it.
    var isFinal: Bool { keywordText != "class" || prefix.has("final") }
    /// True if an actor guards what the instances store.
    var isIsolated: Bool { keywordText == "actor" || prefix.attribute("MainActor") != nil }

    /// True if the class itself says that it is `Sendable`, checked or not.
    var saysSendable: Bool {
        inherited.contains { $0.split { " .\n\t&".contains($0) }.contains("Sendable") }
    }

    var declaresTraits: Bool { properties.contains { $0.isStatic && $0.spelling == "traits" } }
}

extension String {
    /// The text without spaces and line breaks around it.
    var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// The text that some tokens take, with what stands between them.
    func source(_ tokens: [Token], _ range: Range<Int>) -> String {
        guard let first = range.first, let last = range.last else { return "" }
        return String(
            decoding: Array(utf8)[tokens[first].range.lowerBound..<tokens[last].range.upperBound], as: UTF8.self)
    }
}
