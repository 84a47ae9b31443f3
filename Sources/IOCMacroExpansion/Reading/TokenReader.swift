/// A position in a list of tokens, with functions that read the attributes and modifiers of declarations.
struct TokenReader {
    let tokens: [Token]
    /// The index of the next token.
    private(set) var index = 0
    /// The number of open `#if`s.
    private var conditions = 0

    init(_ tokens: [Token]) { self.tokens = tokens }

    var next: Token? { index < tokens.count ? tokens[index] : nil }

    func isNext(_ text: String) -> Bool { next?.isA(text) ?? false }

    mutating func skip() { index = min(index + 1, tokens.count) }

    /// If the next token is a certain one, skips it and returns true.
    mutating func take(_ text: String) -> Bool {
        guard isNext(text) else { return false }
        skip()
        return true
    }

    /// If the next token is `<`, skips everything up to the matching `>` and returns true.
    mutating func takeAngles() -> Bool {
        guard isNext("<") else { return false }
        var depth = 0
        repeat {
            if isNext("<") { depth += 1 }
            if isNext(">") { depth -= 1 }
            skip()
        } while depth > 0 && next != nil
        return true
    }

    /// Reads attributes, modifiers and `#if`s up to the keyword of the declaration.
    mutating func readPrefix() -> DeclarationPrefix {
        var prefix = DeclarationPrefix()
        while let token = next {
            if token.isA("@") {
                prefix.attributes.append(readAttribute())
            } else if token.kind == .pound, ["#if", "#elseif", "#else", "#endif"].contains(token.text) {
                skipDirective()
            } else if isModifier {
                prefix.modifiers.insert(token.text)
                skip()
                if let argument = next, argument.isA("(") {
                    prefix.modifiers.insert("\(token.text)(\(argument.content.first?.text ?? ""))")
                    skip()
                }
            } else {
                break
            }
        }
        prefix.isConditional = conditions > 0 || prefix.attributes.contains(where: \.isConditional)
        return prefix
    }

    /// Skips a directive up to the end of its line, and counts the open `#if`s.
    private mutating func skipDirective() {
        if isNext("#if") { conditions += 1 }
        if isNext("#endif") { conditions -= 1 }
        repeat { skip() } while next?.startsLine == false
    }

    private var isModifier: Bool {
        guard let token = next, !token.isQuoted, DeclarationPrefix.modifiers.contains(token.text) else { return false }
        // `class` is a modifier in `class var` and `class final func`, but not in `class Name`.
        guard token.isA("class"), index + 1 < tokens.count else { return true }
        return DeclarationPrefix.starts(tokens[index + 1])
    }

    /// Reads an attribute, such as `@IOC.Autowired<Log>("audit")`.
    mutating func readAttribute() -> DeclarationPrefix.Attribute {
        var attribute = DeclarationPrefix.Attribute(isConditional: conditions > 0)
        let start = index
        skip()
        repeat {
            if let token = next, token.kind == .word { attribute.name = token.text }
            if takeAngles() { attribute.hasGenerics = true } else { skip() }
        } while next.map { $0.isAdjacent && ($0.kind == .word || [".", ":", "<"].contains(where: $0.isA)) } ?? false
        if let list = next, list.isA("("), list.isAdjacent {
            attribute.arguments = list.content[...].arguments
            skip()
        }
        attribute.tokens = tokens[start..<index]
        return attribute
    }
}

/// The attributes and modifiers before a declaration.
struct DeclarationPrefix {
    /// An attribute, such as `@Autowired("audit")`.
    struct Attribute {
        /// The name without module and generic arguments.
        var name = ""
        /// The whole attribute.
        var tokens: ArraySlice<Token> = []
        var hasGenerics = false
        /// The arguments; nil without parentheses.
        var arguments: [Argument]?
        /// True if it is inside `#if`.
        var isConditional: Bool
    }

    var attributes: [Attribute] = []
    /// Words such as `final`. `private(set)` counts as two words: `private` and `private(set)`.
    var modifiers: Set<String> = []
    /// True if the declaration or one of its attributes is inside `#if`.
    var isConditional = false

    func has(_ modifier: String) -> Bool { modifiers.contains(modifier) }

    /// Returns the first attribute with a name.
    func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

    /// The access level, if it is higher than internal.
    var access: String? { ["open", "public", "package"].first(where: has) }

    /// The access level, if it is lower than internal.
    var hiddenAccess: String? { ["private", "fileprivate"].first(where: has) }

    /// A number that is greater for a more visible declaration.
    var visibility: Int {
        let levels = [["private"], ["fileprivate"], ["internal"], ["package"], ["public", "open"]]
        return levels.firstIndex { $0.contains(where: has) } ?? 2
    }

    static let modifiers: Set<String> = [
        "public", "private", "fileprivate", "internal", "package", "open", "static", "class", "final", "lazy", "weak",
        "unowned", "override", "required", "convenience", "dynamic", "optional", "indirect", "mutating", "nonmutating",
        "isolated", "nonisolated", "distributed", "borrowing", "consuming", "prefix", "postfix", "infix",
    ]

    private static let keywords: Set<String> = [
        "var", "let", "func", "init", "deinit", "subscript", "typealias", "struct", "class", "enum", "actor",
        "protocol", "extension", "case", "import", "operator", "precedencegroup", "associatedtype", "macro",
    ]

    /// Returns true if a token is a word that starts a declaration.
    static func starts(_ token: Token) -> Bool {
        !token.isQuoted && (keywords.contains(token.text) || modifiers.contains(token.text))
    }
}

/// An argument of an attribute or a call.
struct Argument {
    var label: String?
    var value: ArraySlice<Token>
}

extension ArraySlice<Token> {
    /// The bytes from the first to the last token.
    var bytes: Range<Int> {
        guard let first, let last else { return 0..<0 }
        return first.bytes.lowerBound..<last.bytes.upperBound
    }

    /// The tokens, including those in groups.
    var flattened: [Token] { flatMap { [$0] + $0.content[...].flattened } }

    /// Returns the parts between commas, or between another sign, outside of brackets.
    func pieces(between separator: String = ",") -> [ArraySlice<Token>] {
        var depth = 0
        return split { token in
            if token.isA("<") { depth += 1 }
            if token.isA(">"), depth > 0 { depth -= 1 }
            return depth == 0 && token.isA(separator)
        }
    }

    /// The arguments between parentheses.
    var arguments: [Argument] {
        pieces().map { piece in
            guard let label = piece.first, label.kind == .word, piece.count > 2, piece[piece.startIndex + 1].isA(":")
            else {
                return Argument(value: piece)
            }
            return Argument(label: label.text, value: piece.dropFirst(2))
        }
    }
}
