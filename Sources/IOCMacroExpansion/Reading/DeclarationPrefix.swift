/// The attributes and modifiers before a declaration.
struct DeclarationPrefix {
    /// An attribute, such as `@Autowired("audit")`.
    struct Attribute {
        /// The name without modules and generic arguments.
        var name: String
        /// The sign and all that belongs to it.
        var tokens: Range<Int>
        /// The text between the parentheses.
        var arguments: Range<Int>?
        /// True if it stands under `#if`, so that only the compiler knows whether it is there.
        var isConditional = false
    }

    var attributes: [Attribute] = []
    /// From each outer `#if` with attributes to its `#endif`.
    var conditions: [Range<Int>] = []
    /// Words such as `final` and `private(set)`, the latter without its parentheses.
    var modifiers: [String] = []
    /// Modifiers with `(unsafe)` behind them.
    var unsafeModifiers: Set<String> = []

    func has(_ modifier: String) -> Bool { modifiers.contains(modifier) }

    /// The attribute of a name that is there in every build.
    func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name && !$0.isConditional } }

    /// The access that is written beyond the module's.
    var access: String? { ["open", "public", "package"].first(where: has) }

    /// The visibility of the declaration: the more, the farther.
    var visibility: Int {
        let words = [["private"], ["fileprivate"], ["internal"], ["package"], ["public", "open"]]
        return words.firstIndex { $0.contains(where: has) } ?? 2
    }

    /// The words that stand before declarations.
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

extension [Token] {
    /// The token behind a bracket's partner, or behind a token that is none.
    func after(_ index: Int) -> Int { (self[index].partner.map { Swift.max($0, index) } ?? index) + 1 }

    /// The number of the token past the `>` that closes the `<` at a number.
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

    /// The parts of a range between the commas, or another sign, that stand in no brackets.
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
        return (found + [first..<next]).filter { !$0.isEmpty }
    }

    /// Reads attributes alone: what stands before a parameter, whose name may be any word.
    func readAttributes(_ index: inout Int, end: Int) -> DeclarationPrefix {
        var prefix = DeclarationPrefix()
        while index < end, self[index].isSign("@") {
            prefix.attributes.append(readAttribute(&index, end: end))
        }
        return prefix
    }

    /// Reads attributes and modifiers, and leaves the number at the word that says what is declared.
    func readPrefix(_ index: inout Int, end: Int) -> DeclarationPrefix {
        var prefix = DeclarationPrefix()
        while index < end {
            let start = index
            if self[index].isSign("@") {
                prefix.attributes.append(readAttribute(&index, end: end))
            } else if let found = readConditionalAttributes(&index, end: end) {
                prefix.attributes += found
                prefix.conditions.append(start..<index)
            } else if isModifier(index, end: end) {
                prefix.modifiers.append(self[index].text)
                index += 1
                if index < end, self[index].isSign("(") {
                    if index + 1 < end, self[index + 1].isWord("unsafe") {
                        prefix.unsafeModifiers.insert(self[index - 1].text)
                    }
                    index = after(index)
                }
            } else {
                break
            }
        }
        return prefix
    }

    /// Reads an `#if` with nothing but attributes in it, as it may stand before a declaration; nil where it is none.
    func readConditionalAttributes(_ index: inout Int, end: Int) -> [DeclarationPrefix.Attribute]? {
        var found: [DeclarationPrefix.Attribute] = []
        var depth = 0
        var next = index
        repeat {
            guard next < end else { return nil }
            if self[next].isDirective {
                if self[next].text == "#if" { depth += 1 }
                if self[next].text == "#endif" { depth -= 1 }
                next = afterDirective(next, end: end)
            } else if self[next].isSign("@") {
                var attribute = readAttribute(&next, end: end)
                attribute.isConditional = true
                found.append(attribute)
            } else {
                return nil
            }
        } while depth > 0
        guard !found.isEmpty else { return nil }
        index = next
        return found
    }

    /// The number of the token past a directive, which ends with its line.
    func afterDirective(_ index: Int, end: Int) -> Int {
        var next = index + 1
        while next < end, !self[next].startsLine { next = after(next) }
        return next
    }

    private func isModifier(_ index: Int, end: Int) -> Bool {
        let token = self[index]
        guard !token.isQuoted, DeclarationPrefix.modifiers.contains(token.text) else {
            return false
        }
        guard token.text == "class" else { return true }
        // `class var` and `class final func`, but not `class Name`.
        guard index + 1 < end, !self[index + 1].isQuoted else { return false }
        let next = self[index + 1].text
        return DeclarationPrefix.modifiers.contains(next) || ["var", "let", "func", "subscript"].contains(next)
    }

    private func readAttribute(_ index: inout Int, end: Int) -> DeclarationPrefix.Attribute {
        let start = index
        var attribute = DeclarationPrefix.Attribute(name: "", tokens: start..<start)
        index += 1
        while index < end, self[index].kind == .word {
            attribute.name = self[index].text
            index += 1
            if index < end, self[index].isSign("<"), self[index].isAdjacent { index = afterAngles(index, end: end) }
            // A module before the name, by either sign.
            while index < end, self[index].isSign(".") || self[index].isSign(":"), self[index].isAdjacent { index += 1 }
            if !(self[index - 1].isSign(".") || self[index - 1].isSign(":")) { break }
        }
        if index < end, self[index].isSign("("), self[index].isAdjacent {
            attribute.arguments = index + 1..<(self[index].partner ?? end)
            index = after(index)
        }
        attribute.tokens = start..<index
        return attribute
    }
}
