import CSourceKit

/// The tokens of a file with their kinds from sourcekitd, and lookups that need only the tokens.
struct TokenMap {
    private let tokens: UnsafeBufferPointer<iocsk_token>
    private let text: SourceBuffer
    private let regions: [ConditionalRegion]

    init(_ result: iocsk_result, text: SourceBuffer) {
        tokens = UnsafeBufferPointer(start: result.tokens, count: result.token_count)
        self.text = text
        regions = Self.regions(tokens, text)
    }

    /// Returns the index of the first token at or after an offset.
    private func index(at offset: Int) -> Int {
        var low = 0
        var high = tokens.count
        while low < high {
            let middle = (low + high) / 2
            if Int(tokens[middle].offset) < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func isKind(_ index: Int, _ kind: iocsk_token_kind) -> Bool {
        tokens[index].kind == Int32(kind.rawValue)
    }

    private func range(_ index: Int) -> Range<Int> {
        Self.range(tokens[index], text)
    }

    private static func range(_ token: iocsk_token, _ text: SourceBuffer) -> Range<Int> {
        text.span(Int(token.offset), Int(token.offset) + Int(token.length))
    }

    /// Returns the offset of the first occurrence of a keyword in a range; nil if there is none.
    func keyword(_ word: StaticString, in range: Range<Int>) -> Int? {
        (index(at: range.lowerBound)..<index(at: range.upperBound)).first {
            isKind($0, IOCSK_TOKEN_KEYWORD) && text.starts(with: word, at: Int(tokens[$0].offset))
        }.map { Int(tokens[$0].offset) }
    }

    /// Returns the offset of the first byte of a range that `stops` accepts, outside brackets and tokens such as
    /// literals, comments and names; nil if there is none.
    func scan(_ range: Range<Int>, stops: (UInt8) -> Bool) -> Int? {
        var offset = range.lowerBound
        var token = index(at: offset)
        var depth = 0
        while offset < range.upperBound {
            // Tokens don't overlap, so each step passes at most one token.
            if token < tokens.count, Int(tokens[token].offset) < offset { token += 1 }
            if token < tokens.count, Int(tokens[token].offset) == offset {
                offset += max(1, Int(tokens[token].length))
                continue
            }
            let byte = text.bytes[offset]
            if depth == 0, stops(byte) { return offset }
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
            if depth < 0 { return nil }
            offset += 1
        }
        return nil
    }

    /// Returns the offset of the first occurrence of a sign in a range, with the rules of ``scan(_:stops:)``.
    func sign(_ sign: Character, in range: Range<Int>) -> Int? {
        scan(range) { $0 == sign.asciiValue }
    }

    // MARK: Conditions

    /// Returns the condition of the `#if` around an offset; nil if there is none. The conditions of nested `#if` are
    /// joined.
    func condition(at offset: Int) -> String? {
        let around = regions.filter { $0.range.contains(offset) }.map(\.condition)
        guard around.count > 1 else { return around.first }
        return around.map { "(\($0))" }.joined(separator: " && ")
    }

    /// Returns the branches between `#if` and `#endif`, outer branches first.
    private static func regions(
        _ tokens: UnsafeBufferPointer<iocsk_token>, _ text: SourceBuffer
    ) -> [ConditionalRegion] {
        var open: [(start: Int, condition: String, earlier: [String])] = []
        var regions: [ConditionalRegion] = []
        for token in tokens where token.kind == Int32(IOCSK_TOKEN_CONDITIONAL.rawValue) {
            let range = range(token, text)
            let word = text.string(range)
            let written = word == "#if" || word == "#elseif" ? [restOfLine(text, range.upperBound)] : []
            var earlier: [String] = []
            if word != "#if" {
                guard let branch = open.popLast() else { continue }
                regions.append(
                    ConditionalRegion(range: text.span(branch.start, range.lowerBound), condition: branch.condition))
                if word == "#endif" { continue }
                earlier = branch.earlier
            }
            let own = earlier.isEmpty ? written : written.map { "(\($0))" }
            let condition = (earlier.map { "!(\($0))" } + own).joined(separator: " && ")
            open.append((range.upperBound, condition, earlier + written))
        }
        return regions.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// Returns the text from an offset to the end of the line or to a comment.
    private static func restOfLine(_ text: SourceBuffer, _ offset: Int, stops: (UInt8) -> Bool = { _ in false })
        -> String
    {
        var end = offset
        while end < text.count, text.bytes[end] != 0x0A, !stops(text.bytes[end]), text.endOfComment(at: end) == nil {
            end += 1
        }
        return text.text(text.span(offset, end)).text
    }

    // MARK: Imports

    /// Returns the imports of the file.
    func imports() -> [ImportDeclaration] {
        var found: [ImportDeclaration] = []
        for index in tokens.indices where isKind(index, IOCSK_TOKEN_KEYWORD) {
            let range = range(index)
            guard text.starts(with: "import", at: range.lowerBound) else { continue }
            let target = Self.restOfLine(text, range.upperBound) { $0 == UInt8(ascii: ";") }
            let path = target.split(separator: " ").last ?? ""
            guard let module = path.split(separator: ".").first else { continue }
            var item = ImportDeclaration(module: String(module), target: target)
            item.condition = condition(at: range.lowerBound)
            addPrefix(before: index, to: &item)
            found.append(item)
        }
        return found
    }

    /// Adds the attributes and the access level between the statement's start and the word `import`.
    private func addPrefix(before index: Int, to item: inout ImportDeclaration) {
        var next = range(index).lowerBound
        var index = index - 1
        while index >= 0, isKind(index, IOCSK_TOKEN_ATTRIBUTE) || isKind(index, IOCSK_TOKEN_KEYWORD) {
            let range = range(index)
            guard text.text(text.span(range.upperBound, next)).text.isEmpty else { break }
            let word = text.string(range)
            if let access = AccessLevel(keyword: word) {
                item.writtenAccess = access
            } else if word.hasPrefix("@") {
                item.attributes.insert(word, at: 0)
            } else {
                break
            }
            next = range.lowerBound
            index -= 1
        }
    }
}

/// One branch of an `#if`, and its condition.
private struct ConditionalRegion {
    var range: Range<Int>
    var condition: String
}
