/// Finds the stored properties and initializers of a type between its braces.
///
/// 1. A member starts with an attribute, a modifier or a keyword. Functions and types end with their braces.
/// 2. The type and value of a property end before a line that can only be another member's.
/// 3. Members between `#if` and `#endif` are read and marked.
struct MemberReader {
    private let tokens: [Token]
    /// The token to read next, and the brace that closes the type.
    private var index: Int
    private let end: Int
    /// The number of `#if`s that are open.
    private var conditions = 0
    private(set) var properties: [Property] = []
    private(set) var initializers: [Initializer] = []
    private(set) var macros: [Int] = []

    init(_ tokens: [Token], _ range: Range<Int>) {
        self.tokens = tokens
        index = range.lowerBound
        end = range.upperBound
        while let token = next {
            let start = index
            if token.isDirective {
                tokens.skipDirective(&index, end: end, &conditions)
            } else if token.kind == .pound {
                readMacro()
            } else {
                let prefix = tokens.readPrefix(&index, end: end, &conditions)
                readMember(prefix)
            }
            if index == start { index += 1 }
        }
    }

    private var next: Token? { index < end ? tokens[index] : nil }

    private func isNext(_ sign: String) -> Bool { next?.isSign(sign) ?? false }

    /// Skips a token, or a bracket up to its partner.
    private mutating func skip() { index = tokens.after(index) }

    /// Skips past the next braces.
    private mutating func skipBraces() {
        while next != nil, !isNext("{") { skip() }
        if next != nil { skip() }
    }

    private mutating func readMacro() {
        if !["#warning", "#error", "#sourceLocation"].contains(tokens[index].text) { macros.append(index) }
        index += 1
        while isNext("(") || isNext("{"), !tokens[index].startsLine { skip() }
    }

    private mutating func readMember(_ prefix: DeclarationPrefix) {
        guard let token = next, token.kind == .word else { return }
        let keyword = index
        index += 1
        switch token.text {
        case "let", "var": readProperties(keyword, prefix)
        case "init": readInitializer(keyword, prefix)
        case "func", "deinit", "subscript", "struct", "class", "enum", "actor", "protocol", "extension",
            "precedencegroup":
            skipBraces()
        default:
            while next != nil, !isNext(";"), !startsMember { skip() }
        }
    }

    // MARK: Initializers

    private mutating func readInitializer(_ keyword: Int, _ prefix: DeclarationPrefix) {
        var found = Initializer(
            keyword: keyword, isConditional: conditions > 0 || prefix.isConditional, prefix: prefix)
        if isNext("?") || isNext("!") {
            found.isFailable = true
            index += 1
        }
        if isNext("<") {
            found.generics = index
            index = tokens.afterAngles(index, end: end)
        }
        guard isNext("("), let close = next?.partner else { return skipBraces() }
        found.parameters = tokens.pieces(index + 1..<close).compactMap(parameter)
        while let token = next, !token.isSign("{") {
            if token.isWord("throws") { found.isThrowing = true }
            if token.isWord("async") { found.isAsync = true }
            skip()
        }
        skipBraces()
        initializers.append(found)
    }

    /// Reads a parameter; nil if no colon follows its names.
    private func parameter(_ range: Range<Int>) -> Parameter? {
        var next = range.lowerBound
        var prefix = DeclarationPrefix()
        while next < range.upperBound, tokens[next].isSign("@") {
            prefix.attributes.append(tokens.readAttribute(&next, end: range.upperBound))
        }
        guard let colon = tokens[next..<range.upperBound].firstIndex(where: { $0.isSign(":") }), colon > next else {
            return nil
        }
        let parts = tokens.pieces(colon + 1..<range.upperBound, between: "=")
        guard let type = parts.first else { return nil }
        return Parameter(
            tokens: range, prefix: prefix, label: tokens[next].isWord("_") ? nil : next,
            name: colon - 1, type: type,
            isVariadic: tokens[type.upperBound - 1].isSign("."), defaultValue: parts.dropFirst().first)
    }

    // MARK: Properties

    private mutating func readProperties(_ keyword: Int, _ prefix: DeclarationPrefix) {
        var found: [Property] = []
        while true {
            let isInTuple = isNext("(")
            let names = readPattern()
            var binding = Property(
                name: keyword, keyword: keyword, isLet: tokens[keyword].text == "let",
                isConditional: conditions > 0 || prefix.isConditional, isInTuple: isInTuple, prefix: prefix)
            if isNext(":") {
                let start = index + 1
                skipType()
                binding.type = start..<index
            }
            if isAssignment {
                let start = index + 1
                skipValue()
                binding.value = start..<index
            } else if isNext("{") {
                binding.isComputed = !observes
                skip()
            }
            for name in names {
                binding.name = name
                found.append(binding)
            }
            guard isNext(",") else { break }
            index += 1
        }
        // In `let a, b: Int` both have the type.
        var type: Range<Int>?
        for index in found.indices.reversed() {
            if found[index].type == nil, found[index].value == nil { found[index].type = type }
            type = found[index].value == nil ? found[index].type : nil
        }
        properties += found
    }

    /// Reads the names of `a`, `(a, (b, _))` or `(x: a, y: b)`.
    private mutating func readPattern() -> [Int] {
        guard let token = next else { return [] }
        let first = index
        skip()
        func isName(_ index: Int) -> Bool { tokens[index].kind == .word && !tokens[index].isWord("_") }
        guard token.isSign("("), let close = token.partner else { return isName(first) ? [first] : [] }
        return (first + 1..<close).filter { isName($0) && !tokens[$0 + 1].isSign(":") }
    }

    /// True if `=` follows, and not `==`.
    private var isAssignment: Bool { isNext("=") && !tokens[index + 1].isSign("=") }

    /// True if the next braces contain `willSet` or `didSet`.
    private var observes: Bool {
        guard let close = tokens[index].partner else { return false }
        var inside = index + 1
        var conditions = 0
        _ = tokens.readPrefix(&inside, end: close, &conditions)
        return tokens[inside].isWord("willSet") || tokens[inside].isWord("didSet")
    }

    private mutating func skipType() {
        while next != nil, !["=", ",", "{", ";"].contains(where: isNext), !startsMember {
            if isNext("<") { index = tokens.afterAngles(index, end: end) } else { skip() }
        }
    }

    /// Skips a value, and observers after it.
    private mutating func skipValue() {
        while next != nil, !isNext(";"), !(isNext(",") && startsBinding), !startsMember { skip() }
    }

    /// True if `name: T` or `name = value` follows the next comma, so the comma ends a value.
    private var startsBinding: Bool {
        var ahead = self
        ahead.index += 1
        _ = ahead.readPattern()
        return ahead.isNext(":") || ahead.isAssignment
    }

    /// True if the next token can only be the first of another member: no value or type ends before it otherwise.
    private var startsMember: Bool {
        guard let token = next, token.startsLine, !["=", ":", ",", "->"].contains(tokens[index - 1].text) else {
            return false
        }
        if token.isSign("@") || token.kind == .pound { return true }
        guard DeclarationPrefix.keywords.contains(token.text) || DeclarationPrefix.modifiers.contains(token.text) else {
            return false
        }
        // The label of a further trailing closure.
        return !tokens[index + 1].isSign(":")
    }
}
