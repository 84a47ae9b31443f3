/// The attributes and modifiers before a declaration.
struct DeclarationPrefix {
    /// An attribute, such as `@Autowired("audit")`.
    struct Attribute {
        /// The name without module and generic arguments.
        var name: String
        /// The whole attribute.
        var tokens: Range<Int>
        /// The `<` of generic arguments.
        var generics: Int?
        /// The tokens between the parentheses.
        var arguments: Range<Int>?
        /// True if `#if` decides about it.
        var isConditional = false
    }

    var attributes: [Attribute] = []
    /// Words such as `final` and `private(set)`, the latter without its parentheses.
    var modifiers: [String] = []
    /// True after `nonisolated(unsafe)`.
    var isNonisolatedUnsafe = false
    /// True if `#if` is between the attributes and the declaration.
    var isConditional = false

    func has(_ modifier: String) -> Bool { modifiers.contains(modifier) }

    /// The first attribute with a name.
    func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

    /// The access level, if it is more than internal.
    var access: String? { ["open", "public", "package"].first(where: has) }

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

    /// The words that start declarations.
    static let keywords: Set<String> = [
        "var", "let", "func", "init", "deinit", "subscript", "typealias", "struct", "class", "enum", "actor",
        "protocol", "extension", "case", "import", "operator", "precedencegroup", "associatedtype", "macro",
    ]
}

/// An argument of an attribute or a call.
struct Argument {
    var label: String?
    var value: Range<Int>
}

extension [Token] {
    /// The bytes from the first to the last of some tokens.
    func bytes(_ range: Range<Int>) -> Range<Int> {
        guard let first = range.first, let last = range.last else { return 0..<0 }
        return self[first].range.lowerBound..<self[last].range.upperBound
    }

    /// The token after a bracket's partner, or after any other token.
    func after(_ index: Int) -> Int { (self[index].partner.map { Swift.max($0, index) } ?? index) + 1 }

    /// The token after the `>` that closes a `<`.
    func afterAngles(_ index: Int, end: Int) -> Int {
        var depth = 0
        var next = index
        while next < end {
            if self[next].isSign("<") { depth += 1 }
            if self[next].isSign(">") { depth -= 1 }
            next = after(next)
            if depth == 0 { return next }
        }
        return end
    }

    /// The parts of a range between commas, or another sign, outside of brackets.
    func pieces(_ range: Range<Int>, between separator: String = ",") -> [Range<Int>] {
        var found: [Range<Int>] = []
        var (first, next) = (range.lowerBound, range.lowerBound)
        while next < range.upperBound {
            if self[next].isSign(separator) {
                found.append(first..<next)
                first = next + 1
            }
            next = self[next].isSign("<") ? afterAngles(next, end: range.upperBound) : after(next)
        }
        return (found + [first..<Swift.min(next, range.upperBound)]).filter { !$0.isEmpty }
    }

    /// The arguments between parentheses.
    func arguments(_ range: Range<Int>?) -> [Argument] {
        pieces(range ?? 0..<0).map { piece in
            let first = piece.lowerBound
            let hasLabel = piece.count > 2 && self[first].kind == .word && self[first + 1].isSign(":")
            return Argument(
                label: hasLabel ? self[first].text : nil, value: hasLabel ? first + 2..<piece.upperBound : piece)
        }
    }

    /// Reads the prefix of a declaration that is the whole text, with any `#if` around its attributes.
    func readDeclarationPrefix(_ index: inout Int) -> DeclarationPrefix {
        var conditions = 0
        while index < count, self[index].isDirective { skipDirective(&index, end: count, &conditions) }
        return readPrefix(&index, end: count, &conditions)
    }

    /// Reads attributes and modifiers up to the word that says what is declared.
    /// - Parameter conditions: The number of `#if`s that are open.
    func readPrefix(_ index: inout Int, end: Int, _ conditions: inout Int) -> DeclarationPrefix {
        var prefix = DeclarationPrefix()
        while index < end {
            if self[index].isSign("@") {
                var attribute = readAttribute(&index, end: end)
                attribute.isConditional = conditions > 0
                prefix.attributes.append(attribute)
            } else if self[index].isDirective, !prefix.attributes.isEmpty || !prefix.modifiers.isEmpty {
                prefix.isConditional = true
                skipDirective(&index, end: end, &conditions)
            } else if isModifier(index, end: end) {
                prefix.modifiers.append(self[index].text)
                index += 1
                guard index < end, self[index].isSign("(") else { continue }
                if self[index - 1].isWord("nonisolated"), index + 1 < end, self[index + 1].isWord("unsafe") {
                    prefix.isNonisolatedUnsafe = true
                }
                index = after(index)
            } else {
                break
            }
        }
        return prefix
    }

    /// Skips a directive, which ends with its line, and counts the open `#if`s.
    func skipDirective(_ index: inout Int, end: Int, _ conditions: inout Int) {
        if self[index].text == "#if" { conditions += 1 }
        if self[index].text == "#endif" { conditions -= 1 }
        repeat { index = after(index) } while index < end && !self[index].startsLine
    }

    private func isModifier(_ index: Int, end: Int) -> Bool {
        let token = self[index]
        guard !token.isQuoted, DeclarationPrefix.modifiers.contains(token.text) else { return false }
        guard token.text == "class" else { return true }
        // `class var` and `class final func`, but not `class Name`.
        guard index + 1 < end, !self[index + 1].isQuoted else { return false }
        let next = self[index + 1].text
        return DeclarationPrefix.modifiers.contains(next) || ["var", "let", "func", "subscript"].contains(next)
    }

    func readAttribute(_ index: inout Int, end: Int) -> DeclarationPrefix.Attribute {
        let start = index
        var attribute = DeclarationPrefix.Attribute(name: "", tokens: start..<start)
        index += 1
        while index < end, self[index].kind == .word {
            attribute.name = self[index].text
            index += 1
            if index < end, self[index].isSign("<"), self[index].isAdjacent {
                attribute.generics = index
                index = afterAngles(index, end: end)
            }
            // The sign between a module and the name is `.` or `::`.
            let next = index
            while index < end, self[index].isSign(".") || self[index].isSign(":"), self[index].isAdjacent { index += 1 }
            if index == next { break }
        }
        if index < end, self[index].isSign("("), self[index].isAdjacent {
            attribute.arguments = index + 1..<Swift.max(index + 1, self[index].partner ?? end)
            index = after(index)
        }
        attribute.tokens = start..<index
        return attribute
    }
}
