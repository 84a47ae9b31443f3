/// Finds the members of a class between its braces.
///
/// 1. A member starts with an attribute, a modifier or a keyword. Functions and types end with their braces.
/// 2. A property's type and value end where a line starts that can only be another member's.
/// 3. `#if` and its kin stand between members, unless a dot shows that the lines in them go on with a value.
struct MemberReader {
    let tokens: [Token]
    let text: String

    func members(_ range: Range<Int>) -> [Member] {
        var members: [Member] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let start = index
            if tokens[index].kind == .pound {
                readPound(&index, range.upperBound, &members)
            } else {
                let prefix = tokens.readPrefix(&index, end: range.upperBound)
                if index < range.upperBound { readMember(&index, range.upperBound, prefix, &members) }
            }
            if index == start { index += 1 }
        }
        return members
    }

    // MARK: Directives and macros

    private static let directives: Set<String> = ["#if", "#elseif", "#else", "#endif"]
    private static let harmless: Set<String> = ["#warning", "#error", "#sourceLocation"]

    private func readPound(_ index: inout Int, _ end: Int, _ members: inout [Member]) {
        let first = index
        let word = tokens[index].text
        if Self.directives.contains(word) {
            skipDirective(&index, end)
            return members.append(.directive(text.source(tokens, first..<index)))
        }
        if !Self.harmless.contains(word) { members.append(.macro(index)) }
        index += 1
        if index < end, tokens[index].isSign("<"), tokens[index].isAdjacent {
            index = tokens.afterAngles(index, end: end)
        }
        while index < end, tokens[index].isSign("(") || tokens[index].isSign("{"), !tokens[index].startsLine {
            index = tokens.after(index)
        }
    }

    /// Skips `#if` with its condition, which ends with the line.
    private func skipDirective(_ index: inout Int, _ end: Int) {
        index += 1
        while index < end, !tokens[index].startsLine { index = tokens.after(index) }
    }

    // MARK: Members

    private func readMember(
        _ index: inout Int, _ end: Int, _ prefix: DeclarationPrefix, _ members: inout [Member]
    ) {
        let keyword = index
        guard tokens[index].kind == .word, !tokens[index].isQuoted else { return }
        switch tokens[index].text {
        case "let", "var": readProperty(&index, end, prefix, &members)
        case "init":
            index += 1
            var isPlain = index < end && tokens[index].isSign("(") && tokens[index].partner == index + 1
            while index < end, !tokens[index].isSign("{") {
                if ["throws", "async", "rethrows"].contains(tokens[index].text) { isPlain = false }
                index = tokens.after(index)
            }
            if index < end { index = tokens.after(index) }
            members.append(.initializer(.init(keyword: keyword, isPlain: isPlain, prefix: prefix)))
        case "func", "deinit", "subscript", "struct", "class", "enum", "actor", "protocol", "extension",
            "precedencegroup":
            while index < end, !tokens[index].isSign("{") { index = tokens.after(index) }
            if index < end { index = tokens.after(index) }
        default:
            index += 1
            skipToNextMember(&index, end)
        }
    }

    private func readProperty(
        _ index: inout Int, _ end: Int, _ prefix: DeclarationPrefix, _ members: inout [Member]
    ) {
        let keyword = index
        index += 1
        var found: [Member.Property] = []
        while index < end {
            let names = pattern(&index, end)
            var isComputed = false
            var isObserved = false
            if index < end, tokens[index].isSign(":") { skipType(&index, end) }
            if index < end, isAssignment(index) {
                index += 1
                isObserved = skipValue(&index, end)
            } else if index < end, tokens[index].isSign("{") {
                isObserved = observes(index)
                isComputed = !isObserved
                index = tokens.after(index)
            }
            found += names.map { name in
                Member.Property(
                    name: name, spelling: text.source(tokens, name..<name + 1), keyword: keyword,
                    isLet: tokens[keyword].text == "let", isComputed: isComputed, isObserved: isObserved,
                    prefix: prefix)
            }
            guard index < end, tokens[index].isSign(",") else { break }
            index += 1
        }
        let conditions = members.reduce(0) { depth, member in
            guard case .directive(let text) = member else { return depth }
            return depth + (text.hasPrefix("#if") ? 1 : text.hasPrefix("#endif") ? -1 : 0)
        }
        members += found.map { property in
            var property = property
            property.sharesKeyword = found.count > 1
            property.isConditional = conditions > 0
            return .property(property)
        }
    }

    /// The names of `a`, `(a, (b, _))` or `x: a`.
    private func pattern(_ index: inout Int, _ end: Int) -> [Int] {
        guard index < end else { return [] }
        let first = index
        index = tokens.after(index)
        guard tokens[first].isSign("("), let close = tokens[first].partner else {
            return tokens[first].kind == .word && !tokens[first].isWord("_") ? [first] : []
        }
        return (first + 1..<close).filter { token in
            tokens[token].kind == .word && !tokens[token].isWord("_")
                && !(token + 1 < close && tokens[token + 1].isSign(":"))
        }
    }

    private func isAssignment(_ index: Int) -> Bool {
        guard tokens[index].isSign("=") else { return false }
        return !(index + 1 < tokens.count && tokens[index + 1].isSign("=") && tokens[index + 1].isAdjacent)
    }

    /// Whether the braces hold `willSet` or `didSet`.
    private func observes(_ open: Int) -> Bool {
        guard let close = tokens[open].partner else { return false }
        var index = open + 1
        _ = tokens.readPrefix(&index, end: close)
        return index < close && (tokens[index].isWord("willSet") || tokens[index].isWord("didSet"))
    }

    private func skipType(_ index: inout Int, _ end: Int) {
        index += 1
        while index < end {
            let token = tokens[index]
            if token.isSign("=") || token.isSign(",") || token.isSign("{") || token.isSign(";") { return }
            if startsMember(index) { return }
            index = token.isSign("<") ? tokens.afterAngles(index, end: end) : tokens.after(index)
        }
    }

    /// Skips a value, and says whether observers follow it.
    private func skipValue(_ index: inout Int, _ end: Int) -> Bool {
        var isObserved = false
        while index < end {
            let token = tokens[index]
            if token.isSign(";") || (token.isSign(",") && startsBinding(index + 1, end)) { return isObserved }
            if token.kind == .pound, Self.directives.contains(token.text) {
                guard goesOnInside(index, end) else { return isObserved }
                skipConditionalLines(&index, end)
                continue
            }
            if startsMember(index) { return isObserved }
            if token.isSign("{") { isObserved = observes(index) }
            index = tokens.after(index)
        }
        return isObserved
    }

    /// Whether `name: T` or `name = value` follows, so that a comma ends a value.
    private func startsBinding(_ index: Int, _ end: Int) -> Bool {
        var index = index
        guard !pattern(&index, end).isEmpty, index < end else { return false }
        return tokens[index].isSign(":") || isAssignment(index)
    }

    private func skipToNextMember(_ index: inout Int, _ end: Int) {
        while index < end, !tokens[index].isSign(";"), !startsMember(index) { index = tokens.after(index) }
    }

    /// Whether a token can only be the first of another member.
    private func startsMember(_ index: Int) -> Bool {
        let token = tokens[index]
        guard token.startsLine, !goesOn(after: index - 1) else { return false }
        if token.isSign("@") || token.kind == .pound { return true }
        guard token.kind == .word, !token.isQuoted else { return false }
        guard DeclarationPrefix.keywords.contains(token.text) || DeclarationPrefix.modifiers.contains(token.text) else {
            return false
        }
        // The label of a further trailing closure.
        return !(index + 1 < tokens.count && tokens[index + 1].isSign(":"))
    }

    /// Whether what a token ends can't end there.
    private func goesOn(after index: Int) -> Bool {
        guard index >= 0 else { return false }
        let token = tokens[index]
        switch token.kind {
        case .word:
            return !token.isQuoted
                && ["try", "await", "any", "some", "as", "is", "in", "return", "else", "throws", "async"].contains(
                    token.text)
        case .sign:
            if [")", "]", "}", ";"].contains(token.text) { return false }
            // What follows its operand directly ends it: `T?`, `x!`, `Array<T>`.
            return !(["?", "!", ">"].contains(token.text) && token.isAdjacent)
        default: return false
        }
    }

    /// Whether the lines in `#if` go on with the value before it: `.modifier()`.
    private func goesOnInside(_ index: Int, _ end: Int) -> Bool {
        guard tokens[index].text == "#if" else { return false }
        var next = index
        skipDirective(&next, end)
        while next < end, tokens[next].text == "#if" { skipDirective(&next, end) }
        return next < end && tokens[next].isSign(".")
    }

    private func skipConditionalLines(_ index: inout Int, _ end: Int) {
        var depth = 0
        while index < end {
            if tokens[index].text == "#if" { depth += 1 }
            if tokens[index].text == "#endif" { depth -= 1 }
            index = tokens.after(index)
            if depth == 0 { return }
        }
    }
}
