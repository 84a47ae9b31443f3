import CSourceKit

/// The file's tokens as sourcekitd classified them, and what can be read off them alone.
struct TokenMap {
    let tokens: UnsafeBufferPointer<iocsk_token>
    let text: SourceBuffer

    init(_ result: iocsk_result, text: SourceBuffer) {
        tokens = UnsafeBufferPointer(start: result.tokens, count: result.token_count)
        self.text = text
    }

    /// The index of the first token at or after an offset.
    func index(at offset: Int) -> Int {
        var low = 0
        var high = tokens.count
        while low < high {
            let middle = (low + high) / 2
            if Int(tokens[middle].offset) < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }

    func isKind(_ index: Int, _ kind: iocsk_token_kind) -> Bool {
        tokens[index].kind == Int32(kind.rawValue)
    }

    func range(_ index: Int) -> Range<Int> {
        let start = Int(tokens[index].offset)
        return text.span(start, start + Int(tokens[index].length))
    }

    /// Where the first such keyword in a range starts.
    func keyword(_ word: StaticString, in range: Range<Int>) -> Int? {
        (index(at: range.lowerBound)..<index(at: range.upperBound)).first {
            isKind($0, IOCSK_TOKEN_KEYWORD) && text.starts(with: word, at: Int(tokens[$0].offset))
        }.map { Int(tokens[$0].offset) }
    }

    /// The first byte of a range that `stops` accepts, outside brackets, literals, comments and names.
    func scan(_ range: Range<Int>, stops: (UInt8) -> Bool) -> Int? {
        var offset = range.lowerBound
        var token = index(at: offset)
        var depth = 0
        while offset < range.upperBound {
            // Tokens have bytes and none lies in another one, so that each step passes one at most.
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

    /// The regions between `#if` and `#endif`, outer ones first.
    func conditions() -> [ConditionalRegion] {
        var open: [(start: Int, condition: String, earlier: [String])] = []
        var regions: [ConditionalRegion] = []
        for index in tokens.indices where isKind(index, IOCSK_TOKEN_CONDITIONAL) {
            let range = range(index)
            let word = text.string(range)
            if word != "#if", let branch = open.popLast() {
                regions.append(
                    ConditionalRegion(range: text.span(branch.start, range.lowerBound), condition: branch.condition))
                if word == "#endif" { continue }
                let written = word == "#elseif" ? [condition(after: range.upperBound)] : []
                let negated = branch.earlier.map { "!(\($0))" }
                let whole = (negated + written.map { "(\($0))" }).joined(separator: " && ")
                open.append((range.upperBound, whole, branch.earlier + written))
            } else if word == "#if" {
                let condition = condition(after: range.upperBound)
                open.append((range.upperBound, condition, [condition]))
            }
        }
        return regions.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    private func condition(after offset: Int) -> String {
        var end = offset
        while end < text.count, text.bytes[end] != 0x0A, text.endOfComment(at: end) == nil { end += 1 }
        return text.text(text.span(offset, end)).text
    }

    /// The imports of the file.
    func imports() -> [ImportDeclaration] {
        var found: [ImportDeclaration] = []
        for index in tokens.indices where isKind(index, IOCSK_TOKEN_KEYWORD) {
            let range = range(index)
            guard text.starts(with: "import", at: range.lowerBound) else { continue }
            var end = range.upperBound
            while end < text.count, text.bytes[end] != 0x0A, text.bytes[end] != UInt8(ascii: ";"),
                text.endOfComment(at: end) == nil
            {
                end += 1
            }
            let target = text.text(text.span(range.upperBound, end)).text
            let path = target.split(separator: " ").last ?? ""
            guard let module = path.split(separator: ".").first else { continue }
            var item = ImportDeclaration(
                module: String(module), target: target, position: text.position(range.lowerBound))
            addPrefix(before: index, to: &item)
            found.append(item)
        }
        return found
    }

    /// The attributes and the access level between the statement's start and the word `import`.
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
        item.position = text.position(next)
    }
}

/// The lines that one branch of an `#if` governs.
struct ConditionalRegion {
    var range: Range<Int>
    var condition: String
}

extension AccessLevel {
    /// The level that a keyword names.
    init?(keyword: String) {
        switch keyword {
        case "private": self = .private
        case "fileprivate": self = .fileprivate
        case "internal": self = .internal
        case "package": self = .package
        case "public": self = .public
        case "open": self = .open
        default: return nil
        }
    }
}
