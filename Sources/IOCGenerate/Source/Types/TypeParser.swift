/// A parser that turns the text of a type into ``TypeSyntax``.
struct TypeParser {
    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Parses the whole text as one type; nil if that fails.
    mutating func parse() -> TypeSyntax? {
        let type = type()
        return index == bytes.count ? type : nil
    }

    // MARK: Grammar

    private mutating func type() -> TypeSyntax? {
        // A type from a hostile file must not exhaust the stack.
        guard depth < 64 else { return nil }
        depth += 1
        defer { depth -= 1 }
        var words: [String] = []
        while let word = attributeOrSpecifier() { words.append(word) }
        guard let type = plainType() else { return nil }
        // `@escaping` describes how the value is passed, so it isn't part of the type.
        words.removeAll { $0 == "@escaping" || $0 == "__owned" }
        return words.isEmpty ? type : .attributed(words, type)
    }

    private mutating func plainType() -> TypeSyntax? {
        if take(word: "any") { return type().map { .any($0) } }
        if take(word: "some") { return type().map { .some($0) } }
        guard let first = postfixType() else { return nil }
        var parts = [first]
        while take("&") {
            guard let next = postfixType() else { return nil }
            parts.append(next)
        }
        if parts.count > 1 { return .composition(parts) }
        return function(from: first) ?? first
    }

    /// Returns the function type that begins with a parenthesised list; nil if no arrow follows.
    private mutating func function(from first: TypeSyntax) -> TypeSyntax? {
        guard case .tuple(let parameters) = first else { return nil }
        let start = index
        let isAsync = take(word: "async")
        var throwing: String?
        if take(word: "throws") {
            throwing = "throws"
            if take("(") {
                guard let error = type(), take(")") else { return abandoned(start) }
                throwing = error == .any(.name("Error")) ? "throws" : "throws(\(error))"
            }
        }
        guard take("->"), let result = type() else { return abandoned(start) }
        return .function(Function(parameters: parameters, isAsync: isAsync, throwing: throwing, result: result))
    }

    private mutating func abandoned(_ place: Int) -> TypeSyntax? {
        index = place
        return nil
    }

    private typealias Function = TypeSyntax.Function

    private mutating func postfixType() -> TypeSyntax? {
        guard var type = primaryType() else { return nil }
        while true {
            if take("?") || take("!") {
                type = .optional(type)
            } else if take(".") {
                guard let word = identifier() else { return nil }
                switch (word, type) {
                case ("Type", _), ("Protocol", _): type = .metatype(type, word)
                case (_, .named(let path)):
                    guard let arguments = genericArguments() else { return nil }
                    type = .named(path + [TypeSyntax.Component(word, arguments: arguments)])
                default: return nil
                }
            } else {
                return Self.sugared(type)
            }
        }
    }

    private mutating func primaryType() -> TypeSyntax? {
        if take("~") { return postfixType().map { .suppressed($0) } }
        if take("[") {
            guard let element = type() else { return nil }
            if take(":") {
                guard let value = type(), take("]") else { return nil }
                return .dictionary(element, value)
            }
            return take("]") ? .array(element) : nil
        }
        if take("(") { return tuple() }
        guard let name = identifier(), let arguments = genericArguments() else { return nil }
        return .named([TypeSyntax.Component(name, arguments: arguments)])
    }

    private mutating func tuple() -> TypeSyntax? {
        var elements: [TypeSyntax.Element] = []
        while !take(")") {
            let start = index
            var label: String?
            if let word = identifier() {
                // The second word is the parameter's name in the body, so it isn't part of the type.
                _ = identifier()
                if take(":") { label = word == "_" ? nil : word } else { index = start }
            }
            guard let type = type() else { return nil }
            elements.append(TypeSyntax.Element(label: label, type: type))
            if !take(","), !peek(")") { return nil }
        }
        // `(A)` is `A`, except as the parameters of a function.
        guard elements.count == 1, elements[0].label == nil else { return .tuple(elements) }
        let start = index
        let isFunction = take("->") || take(word: "async") || take(word: "throws")
        index = start
        return isFunction ? .tuple(elements) : elements[0].type
    }

    private mutating func genericArguments() -> [TypeSyntax]? {
        guard take("<") else { return [] }
        var arguments: [TypeSyntax] = []
        repeat {
            guard let type = type() else { return nil }
            arguments.append(type)
        } while take(",")
        return take(">") ? arguments : nil
    }

    // MARK: Spellings

    /// Returns the canonical form of a type that has several spellings.
    private static func sugared(_ type: TypeSyntax) -> TypeSyntax {
        guard case .named(var path) = type else { return type }
        if path.count == 2, path[0].name == "Swift", path[0].arguments.isEmpty { path.removeFirst() }
        guard path.count == 1 else { return .named(path) }
        switch (path[0].name, path[0].arguments.count) {
        case ("Array", 1): return .array(path[0].arguments[0])
        case ("Optional", 1): return .optional(path[0].arguments[0])
        case ("Dictionary", 2): return .dictionary(path[0].arguments[0], path[0].arguments[1])
        case ("Void", 0): return .void
        default: return .named(path)
        }
    }

    private static let specifiers: Set<String> = [
        "inout", "borrowing", "consuming", "sending", "isolated", "nonisolated", "__owned", "__shared", "repeat",
        "each",
    ]

    private mutating func attributeOrSpecifier() -> String? {
        let start = index
        if take("@") {
            guard let name = identifier() else { return nil }
            // Arguments follow directly, as in `@convention(c)`. A parenthesis after a space begins the type.
            guard index < bytes.count, bytes[index] == UInt8(ascii: "(") else { return "@\(name)" }
            guard let close = bytes[index...].firstIndex(of: UInt8(ascii: ")")) else { return nil }
            defer { index = close + 1 }
            return "@\(name)" + String(decoding: bytes[index...close], as: UTF8.self)
        }
        if let word = identifier(), Self.specifiers.contains(word) {
            if word == "nonisolated" {
                if take("("), identifier() == "nonsending", take(")") { return "nonisolated(nonsending)" }
                index = start
                return nil
            }
            skipSpaces()
            // A specifier precedes a type. Without a following type, the word is the name of a type.
            if index < bytes.count, SourceBuffer.isWord(bytes[index]) || "([@".utf8.contains(bytes[index]) {
                return word
            }
        }
        index = start
        return nil
    }

    // MARK: Characters

    private mutating func skipSpaces() {
        index = SourceBuffer.skippingTrivia(in: bytes, from: index)
    }

    private mutating func peek(_ text: StaticString) -> Bool {
        let start = index
        defer { index = start }
        return take(text)
    }

    private mutating func take(_ text: StaticString) -> Bool {
        skipSpaces()
        let length = text.utf8CodeUnitCount
        guard index + length <= bytes.count else { return false }
        for offset in 0..<length where bytes[index + offset] != text.utf8Start[offset] { return false }
        index += length
        return true
    }

    private mutating func take(word: String) -> Bool {
        let start = index
        if identifier() == word { return true }
        index = start
        return false
    }

    private mutating func identifier() -> String? {
        skipSpaces()
        guard index < bytes.count else { return nil }
        if bytes[index] == UInt8(ascii: "`") {
            guard let end = bytes[(index + 1)...].firstIndex(of: UInt8(ascii: "`")) else { return nil }
            defer { index = end + 1 }
            return String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
        }
        let start = index
        while index < bytes.count, SourceBuffer.isWord(bytes[index]) { index += 1 }
        return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
    }
}
