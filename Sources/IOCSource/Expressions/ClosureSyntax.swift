/// A closure literal, taken apart as far as its signature and the one value it gives.
package struct ClosureSyntax: Sendable {
    /// One parameter.
    package struct Parameter: Sendable {
        /// The name; `_` where there is none.
        package var name: String
        /// The type, where it is written.
        package var type: TypeSyntax?
    }

    /// The result of the closure.
    package enum Value: Sendable {
        /// The value of an expression.
        case expression(ExpressionSyntax)
        /// The value of an expression as a type: `Console() as any Sink`.
        case cast(TypeSyntax)
    }

    /// The parameters, in order; none where the closure names none.
    package var parameters: [Parameter] = []
    /// The type after the arrow, where it is written.
    package var result: TypeSyntax?
    /// The result of the closure; nil where it takes more than one expression to tell.
    package var value: Value?

    /// Reads what stands between a closure's braces.
    package init(_ text: String) {
        var parser = ExpressionParser(text)
        (parameters, result) = parser.signature() ?? ([], nil)
        value = parser.closureValue()
    }
}

extension ExpressionParser {
    /// Reads `(core: Core, user: Int) throws -> Session in`; where no such thing stands, nothing is read.
    fileprivate mutating func signature() -> (parameters: [ClosureSyntax.Parameter], result: TypeSyntax?)? {
        let start = index
        if take("[") {
            guard skipBalanced(stopsAtComma: false) else { return abandoned(start) }
            _ = take("]")
        }
        var parameters: [ClosureSyntax.Parameter] = []
        if take("(") {
            while !take(")") {
                guard let parameter = parameter() else { return abandoned(start) }
                parameters.append(parameter)
                _ = take(",")
            }
        } else {
            while let name = word(), name != "in" {
                parameters.append(ClosureSyntax.Parameter(name: name, type: nil))
                guard take(",") else { break }
                skipSpaces()
            }
        }
        guard !parameters.isEmpty else { return abandoned(start) }
        skipSpaces()
        while takeWord("async") || takeWord("throws") { skipSpaces() }
        var result: TypeSyntax?
        let arrow = index
        if take("-"), take(">") {
            guard let text = text(before: "in") else { return abandoned(start) }
            result = TypeSyntax(text)
        } else {
            index = arrow
        }
        return takeWord("in") ? (parameters, result) : abandoned(start)
    }

    private mutating func abandoned<Result>(_ place: Int) -> Result? {
        index = place
        return nil
    }

    /// `core: Core`, or a name alone.
    private mutating func parameter() -> ClosureSyntax.Parameter? {
        guard let name = word() else { return nil }
        guard take(":") else { return ClosureSyntax.Parameter(name: name, type: nil) }
        let start = index
        guard skipBalanced() else { return nil }
        return ClosureSyntax.Parameter(
            name: name, type: TypeSyntax(String(decoding: bytes[start..<index], as: UTF8.self)))
    }

    /// The text up to a word that stands outside all brackets.
    private mutating func text(before wanted: String) -> String? {
        let start = index
        var open = 0
        while index < bytes.count {
            let before = index
            if let word = word() {
                if word == wanted, open == 0 {
                    index = before
                    return String(decoding: bytes[start..<before], as: UTF8.self)
                }
                continue
            }
            if "([<".utf8.contains(bytes[index]) { open += 1 }
            if ")]>".utf8.contains(bytes[index]), bytes[index - 1] != UInt8(ascii: "-") { open -= 1 }
            if "{}=;".utf8.contains(bytes[index]) { return nil }
            index += 1
        }
        return nil
    }

    /// The result of the statements from here on: the only expression, or that of the only `return`.
    fileprivate mutating func closureValue() -> ClosureSyntax.Value? {
        let start = index
        if let value = wholeValue() { return value }
        index = start
        guard let place = onlyReturn() else { return nil }
        index = place
        return wholeValue()
    }

    /// An expression, with its cast, that reaches to the end.
    private mutating func wholeValue() -> ClosureSyntax.Value? {
        skipSpaces()
        _ = takeWord("return")
        guard let found = expression() else { return nil }
        skipSpaces()
        if index == bytes.count { return .expression(found) }
        guard takeWord("as") else { return nil }
        let isOptional = take("?")
        if !isOptional { _ = take("!") }
        let type = TypeSyntax(String(decoding: bytes[index...], as: UTF8.self))
        if case .verbatim = type { return nil }
        return .cast(isOptional ? .optional(type) : type)
    }

    /// Where the only `return` of all that follows starts; nil where there are several.
    ///
    /// A result in braces does not reach to the end.
    private mutating func onlyReturn() -> Int? {
        var found: [Int] = []
        while index < bytes.count {
            let before = index
            if bytes[index] == UInt8(ascii: "\"") { _ = skipString() }
            skipComment()
            if index != before { continue }
            if let word = word() {
                if word == "return" { found.append(before) }
                continue
            }
            index += 1
        }
        return found.count == 1 ? found[0] : nil
    }
}
