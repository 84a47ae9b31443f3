/// Finds the members of a class between its braces.
///
/// 1. A member starts with an attribute, a modifier or a keyword. Functions and types end with their braces.
/// 2. A property's type and value end where a line starts that can only be another member's.
/// 3. `#if` and its kin stand between members, unless a dot shows that the lines in them go on with a value.
struct MemberReader {
    private let tokens: [Token]
    private let text: String
    /// The token to read next, and the brace that closes the class.
    private var index: Int
    private let end: Int
    private var conditions = 0
    private(set) var members: [Member] = []

    /// Reads what stands between two tokens.
    init(_ tokens: [Token], of text: String, _ range: Range<Int>) {
        self.tokens = tokens
        self.text = text
        index = range.lowerBound
        end = range.upperBound
        while let token = next {
            let start = index
            if token.kind == .pound, !startsConditionalAttributes {
                readPound()
            } else {
                let prefix = tokens.readPrefix(&index, end: end)
                readMember(prefix)
            }
            if index == start { index += 1 }
        }
    }

    private var next: Token? { index < end ? tokens[index] : nil }

    private func isNext(_ sign: String) -> Bool { next?.isSign(sign) ?? false }

    /// Skips a token, and a bracket with what it holds.
    private mutating func skip() { index = tokens.after(index) }

    /// Skips past the next braces.
    private mutating func skipBraces() {
        while next != nil, !isNext("{") { skip() }
        if next != nil { skip() }
    }

    // MARK: Directives and macros

    /// True if the next `#if` is part of what stands before a declaration.
    private var startsConditionalAttributes: Bool {
        var ahead = index
        return tokens.readConditionalAttributes(&ahead, end: end) != nil
    }

    private static let harmless: Set<String> = ["#warning", "#error", "#sourceLocation"]

    private mutating func readPound() {
        let first = index
        let word = tokens[first].text
        if tokens[first].isDirective {
            if word == "#if" { conditions += 1 }
            if word == "#endif" { conditions -= 1 }
            skipDirective()
            return members.append(.directive(text.source(tokens, first..<index)))
        }
        if !Self.harmless.contains(word) { members.append(.macro(first)) }
        index += 1
        while isNext("(") || isNext("{"), !tokens[index].startsLine { skip() }
    }

    /// Skips `#if` with its condition, which ends with the line.
    private mutating func skipDirective() { index = tokens.afterDirective(index, end: end) }

    // MARK: Members

    private mutating func readMember(_ prefix: DeclarationPrefix) {
        guard let token = next, token.kind == .word else { return }
        let keyword = index
        index += 1
        switch token.text {
        case "let", "var": readProperty(keyword, prefix)
        case "init": readInitializer(keyword, prefix)
        case "func", "deinit", "subscript", "struct", "class", "enum", "actor", "protocol", "extension",
            "precedencegroup":
            skipBraces()
        default:
            while next != nil, !isNext(";"), !startsMember { skip() }
        }
    }

    private mutating func readInitializer(_ keyword: Int, _ prefix: DeclarationPrefix) {
        var found = Member.Initializer(keyword: keyword, isConditional: conditions > 0, prefix: prefix)
        if isNext("?") || isNext("!") {
            found.isFailable = true
            index += 1
        }
        if isNext("<") {
            found.generics = index
            index = tokens.afterAngles(index, end: end)
        }
        guard isNext("("), let close = next?.partner else { return skipBraces() }
        found.parameters = tokens.pieces(index + 1..<close).compactMap { tokens.parameter($0) }
        while let token = next, !token.isSign("{") {
            if token.isWord("throws") { found.isThrowing = true }
            if token.isWord("async") { found.isAsync = true }
            skip()
        }
        skipBraces()
        members.append(.initializer(found))
    }

    private mutating func readProperty(_ keyword: Int, _ prefix: DeclarationPrefix) {
        var found: [Member.Property] = []
        while true {
            let isInTuple = isNext("(")
            let names = readPattern()
            var type: Range<Int>?
            var hasValue = false
            var isComputed = false
            var isObserved = false
            if isNext(":") {
                let start = index + 1
                skipType()
                type = start..<index
            }
            if isAssignment {
                hasValue = true
                isObserved = skipValue()
            } else if isNext("{") {
                isObserved = observes
                isComputed = !isObserved
                skip()
            }
            found += names.map { name in
                Member.Property(
                    name: name, spelling: text.source(tokens, name..<name + 1), keyword: keyword,
                    isLet: tokens[keyword].text == "let", isComputed: isComputed, isObserved: isObserved,
                    isConditional: conditions > 0, isInTuple: isInTuple, type: type, hasValue: hasValue, prefix: prefix)
            }
            guard isNext(",") else { break }
            index += 1
        }
        for var property in found {
            property.sharesKeyword = found.count > 1
            members.append(.property(property))
        }
    }

    /// Reads the names of `a`, `(a, (b, _))` or `x: a`.
    private mutating func readPattern() -> [Int] {
        guard let token = next else { return [] }
        let first = index
        skip()
        func isName(_ index: Int) -> Bool { tokens[index].kind == .word && !tokens[index].isWord("_") }
        guard token.isSign("("), let close = token.partner else { return isName(first) ? [first] : [] }
        return (first + 1..<close).filter { isName($0) && !tokens[$0 + 1].isSign(":") }
    }

    /// True if a lone `=` follows.
    private var isAssignment: Bool { isNext("=") && !tokens[index + 1].isSign("=") }

    /// True if the next braces hold `willSet` or `didSet`.
    private var observes: Bool {
        guard let close = tokens[index].partner else { return false }
        var inside = index + 1
        _ = tokens.readPrefix(&inside, end: close)
        return tokens[inside].isWord("willSet") || tokens[inside].isWord("didSet")
    }

    private mutating func skipType() {
        while next != nil, !["=", ",", "{", ";"].contains(where: isNext), !startsMember {
            if isNext("<") { index = tokens.afterAngles(index, end: end) } else { skip() }
        }
    }

    /// Skips a value, and says whether observers follow it.
    private mutating func skipValue() -> Bool {
        var isObserved = false
        while let token = next, !token.isSign(";"), !(token.isSign(",") && startsBinding) {
            if token.isDirective {
                guard goesOnInside else { break }
                skipConditionalLines()
                continue
            }
            if startsMember { break }
            if token.isSign("{") { isObserved = observes }
            skip()
        }
        return isObserved
    }

    /// True if `name: T` or `name = value` follows the next comma, so that it ends a value.
    private var startsBinding: Bool {
        var ahead = self
        ahead.index += 1
        _ = ahead.readPattern()
        return ahead.isNext(":") || ahead.isAssignment
    }

    /// True if the next token can only be the first of another member.
    private var startsMember: Bool {
        guard let token = next, token.startsLine, !goesOn(after: index - 1) else { return false }
        if token.isSign("@") || token.kind == .pound { return true }
        guard DeclarationPrefix.keywords.contains(token.text) || DeclarationPrefix.modifiers.contains(token.text) else {
            return false
        }
        // The label of a further trailing closure.
        return !tokens[index + 1].isSign(":")
    }

    private static let operators: Set<String> = [
        "/", "-", "+", "!", "*", "%", "<", ">", "&", "|", "^", "~", "?", ".",
    ]

    /// Returns true if what a token ends can't end there.
    private func goesOn(after number: Int) -> Bool {
        let token = tokens[number]
        switch token.kind {
        case .word:
            return !token.isQuoted
                && ["try", "await", "any", "some", "as", "is", "in", "return", "else", "throws", "async"].contains(
                    token.text)
        case .sign:
            if [")", "]", "}", ";"].contains(token.text) { return false }
            // An operator that follows its operand directly ends it: `T?`, `x!`, `Array<T>`, `1...`.
            let last = tokens[...number].last { !(Self.operators.contains($0.text) && $0.isAdjacent) }
            return last.map { Self.operators.contains($0.text) || $0.range.upperBound == token.range.upperBound }
                ?? false
        default: return false
        }
    }

    /// True if the lines in the next `#if` go on with the value before it: `.modifier()`.
    private var goesOnInside: Bool {
        var ahead = self
        while ahead.next?.text == "#if" { ahead.skipDirective() }
        return ahead.isNext(".")
    }

    private mutating func skipConditionalLines() {
        var depth = 0
        repeat {
            if next?.text == "#if" { depth += 1 }
            if next?.text == "#endif" { depth -= 1 }
            skip()
        } while depth > 0 && next != nil
    }
}

extension [Token] {
    /// Reads a parameter; nil where no colon stands behind its names.
    fileprivate func parameter(_ range: Range<Int>) -> Member.Parameter? {
        var next = range.lowerBound
        let prefix = readAttributes(&next, end: range.upperBound)
        guard let colon = self[next..<range.upperBound].firstIndex(where: { $0.isSign(":") }), colon > next else {
            return nil
        }
        let parts = pieces(colon + 1..<range.upperBound, between: "=")
        guard let type = parts.first else { return nil }
        return Member.Parameter(
            tokens: range, prefix: prefix, label: self[next].isWord("_") ? nil : next,
            name: self[colon - 1].isWord("_") ? nil : colon - 1,
            type: type, isVariadic: self[type.upperBound - 1].isSign("."),
            fallback: parts.dropFirst().first)
    }
}
