/// The members of a type that `@Component` needs.
struct Members {
    var properties: [Property] = []
    var initializers: [Initializer] = []
    /// The instance methods without parameters.
    var functions: [Method] = []
    /// The access level of each nested type that is `private` or `fileprivate`, by the nested type's name.
    var hiddenTypes: [String: String] = [:]
    /// The names of macros among the members. The annotation can't see the declarations that they add.
    var macros: [Token] = []
}

/// The functions that read the members between the braces of a type.
///
/// 1. A member starts with an attribute, a modifier or a keyword. A function or a type ends with its braces.
/// 2. The type and the value of a property end before a line that can only begin another member.
/// 3. Members between `#if` and `#endif` are read, and their prefix is marked as conditional.
extension TokenReader {
    mutating func readMembers() -> Members {
        var members = Members()
        while next != nil {
            let prefix = readPrefix()
            guard let token = next else { break }
            if let access = prefix.hiddenAccess, Self.typeKeywords.contains(token.text), index + 1 < tokens.count {
                members.hiddenTypes[tokens[index + 1].text] = access
            }
            switch token.isQuoted ? "" : token.text {
            case "let", "var": members.properties += readProperties(prefix)
            case "init": members.initializers.append(readInitializer(prefix))
            case ";": skip()
            case "func": members.functions += readMethod(prefix)
            case "deinit", "subscript", "struct", "class", "enum", "actor", "protocol", "extension",
                "precedencegroup":
                skipBraces()
            default:
                if token.kind == .pound, !["#warning", "#error", "#sourceLocation"].contains(token.text) {
                    members.macros.append(token)
                }
                skip()
                _ = readValue()
            }
        }
        return members
    }

    private static let typeKeywords = ["struct", "class", "enum", "actor", "protocol", "typealias"]

    /// Reads a function. Returns an empty list if it has parameters or is static.
    private mutating func readMethod(_ prefix: DeclarationPrefix) -> [Method] {
        skip()
        let head = tokens[index...].prefix { !$0.isA("{") }
        skipBraces()
        guard let name = head.first, head.dropFirst().first?.content.isEmpty ?? false, !prefix.has("static"),
            !prefix.has("class")
        else { return [] }
        return [Method(name: name, effects: head.dropFirst(2).map(\.text))]
    }

    /// Skips past the next braces.
    private mutating func skipBraces() {
        while next != nil, !take("{") { skip() }
    }

    // MARK: Initializers

    /// Reads an initializer beginning with its keyword, or a function beginning with its name.
    mutating func readInitializer(_ prefix: DeclarationPrefix) -> Initializer {
        var found = Initializer(keyword: tokens[index], prefix: prefix)
        skip()
        found.isFailable = take("?") || take("!")
        let generics = next
        if takeAngles() { found.generics = generics }
        found.parameters = (next?.content ?? [])[...].pieces().compactMap(Parameter.init)
        skip()
        let head = tokens[index...].prefix { !$0.isA("{") }
        let effects = head.prefix { !$0.isA("->") }
        found.isThrowing = effects.contains { $0.isA("throws") }
        found.isAsync = effects.contains { $0.isA("async") }
        found.result = head.dropFirst(effects.count + 1)
        skipBraces()
        return found
    }

    // MARK: Properties

    private mutating func readProperties(_ prefix: DeclarationPrefix) -> [Property] {
        var found: [Property] = []
        let isLet = isNext("let")
        repeat {
            skip()
            let isInTuple = isNext("(")
            let names = readPattern()
            let type = take(":") ? readType() : nil
            let value = take("=") ? readValue() : nil
            var isComputed = false
            if value == nil, let body = next, body.isA("{") {
                isComputed = !Self.observes(body)
                skip()
            }
            found += names.map {
                Property(
                    name: $0, isLet: isLet, isComputed: isComputed, isInTuple: isInTuple, type: type, value: value,
                    prefix: prefix)
            }
        } while isNext(",")
        // In `let a, b: Int` both names have the type.
        var type: ArraySlice<Token>?
        for index in found.indices.reversed() where found[index].value == nil {
            found[index].type = found[index].type ?? type
            type = found[index].type
        }
        return found
    }

    /// Reads the names of `a`, `(a, (b, _))` or `(x: a, y: b)`.
    private mutating func readPattern() -> [Token] {
        func names(_ token: Token) -> [Token] {
            if token.kind == .group { return token.content[...].pieces().compactMap(\.last).flatMap(names) }
            return token.isName ? [token] : []
        }
        defer { skip() }
        return next.map(names) ?? []
    }

    /// Returns true if braces contain `willSet` or `didSet`.
    private static func observes(_ body: Token) -> Bool {
        var reader = TokenReader(body.content)
        _ = reader.readPrefix()
        return reader.isNext("willSet") || reader.isNext("didSet")
    }

    private mutating func readType() -> ArraySlice<Token> {
        let start = index
        while next != nil, !["=", ",", "{", ";"].contains(where: isNext), !startsMember {
            if !takeAngles() { skip() }
        }
        return tokens[start..<index]
    }

    /// Reads a value, with the observers after it.
    private mutating func readValue() -> ArraySlice<Token> {
        let start = index
        while next != nil, !isNext(";"), !startsBinding, !startsMember { skip() }
        return tokens[start..<index]
    }

    /// True if a comma and then `name: T` or `name = value` follow, so that the comma ends a value.
    private var startsBinding: Bool {
        var ahead = self
        guard ahead.take(",") else { return false }
        _ = ahead.readPattern()
        return ahead.isNext(":") || ahead.isNext("=")
    }

    /// True if the next token can only begin another member. Then a value or a type ends before it.
    private var startsMember: Bool {
        guard let token = next, token.startsLine, !["=", ":", ",", "->"].contains(where: tokens[index - 1].isA) else {
            return false
        }
        if token.isA("@") || token.kind == .pound { return true }
        // The label of another trailing closure begins no member.
        let isLabel = index + 1 < tokens.count && tokens[index + 1].isA(":")
        return DeclarationPrefix.starts(token) && !isLabel
    }
}
