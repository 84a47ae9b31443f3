/// Reads ``ExpressionSyntax`` from the text of one expression.
struct ExpressionParser {
    let bytes: [UInt8]
    var index = 0
    private var depth = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func parse() -> ExpressionSyntax {
        skipSpaces()
        let start = index
        if let found = expression() {
            skipSpaces()
            if index == bytes.count { return found }
        }
        return made(.other, from: start, to: bytes.count)
    }

    private func made(_ form: ExpressionSyntax.Form, from start: Int, to end: Int) -> ExpressionSyntax {
        ExpressionSyntax(form: form, text: String(decoding: bytes[start..<end], as: UTF8.self), offset: start)
    }

    // MARK: Expressions

    mutating func expression() -> ExpressionSyntax? {
        // Code nested deeper than anybody writes is kept as text.
        guard depth < 64 else { return nil }
        depth += 1
        defer { depth -= 1 }
        skipSpaces()
        while takeWord("try") || takeWord("await") { skipSpaces() }
        let start = index
        guard var found = primary() else { return nil }
        while let next = suffix(of: found, from: start) { found = next }
        return found
    }

    /// An operand of a list: what can't be read is kept as text up to the next comma.
    private mutating func operand() -> ExpressionSyntax? {
        skipSpaces()
        let start = index
        if let found = expression() {
            skipSpaces()
            if index == bytes.count || ",:)]".utf8.contains(bytes[index]) { return found }
        }
        index = start
        guard skipBalanced(), index > start else { return nil }
        var end = index
        while SourceBuffer.isSpace(bytes[end - 1]) { end -= 1 }
        return made(.other, from: start, to: end)
    }

    private mutating func primary() -> ExpressionSyntax? {
        guard index < bytes.count else { return nil }
        let start = index
        switch bytes[index] {
        case UInt8(ascii: "\""):
            guard let value = string() else { return nil }
            return made(.string(value), from: start, to: index)
        case UInt8(ascii: "["): return collection()
        case UInt8(ascii: "{"):
            guard let content = braces() else { return nil }
            return made(.closure(content), from: start, to: index)
        case UInt8(ascii: "."):
            index += 1
            guard let name = word() else { return nil }
            return made(.member(nil, name), from: start, to: index)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
        case UInt8(ascii: "("):
            index += 1
            guard let inner = operand(), take(")") else { return nil }
            return made(inner.form, from: start, to: index)
        default:
            guard let name = word() else { return nil }
            switch name {
            case "true", "false": return made(.boolean(name == "true"), from: start, to: index)
            case "nil": return made(.none, from: start, to: index)
            default:
                skipGenericArguments()
                let whole = String(decoding: bytes[start..<index], as: UTF8.self).withoutBackticks
                return made(.name(whole), from: start, to: index)
            }
        }
    }

    private mutating func suffix(of base: ExpressionSyntax, from start: Int) -> ExpressionSyntax? {
        let end = index
        if index < bytes.count, bytes[index] == UInt8(ascii: "(") {
            guard let arguments = arguments() else { return failed(end) }
            return made(.call(base, arguments), from: start, to: index)
        }
        skipSpaces()
        guard index < bytes.count else { return failed(end) }
        if bytes[index] == UInt8(ascii: "{") {
            let place = index
            guard let content = braces() else { return failed(end) }
            let closure = ExpressionSyntax.Argument(label: nil, value: made(.closure(content), from: place, to: index))
            // A trailing closure belongs to the call before it.
            if case .call(let function, let arguments) = base.form {
                return made(.call(function, arguments + [closure]), from: start, to: index)
            }
            return made(.call(base, [closure]), from: start, to: index)
        }
        if bytes[index] == UInt8(ascii: ".") {
            index += 1
            guard let name = word() else { return failed(end) }
            skipGenericArguments()
            return made(.member(base, name), from: start, to: index)
        }
        return failed(end)
    }

    private mutating func failed(_ place: Int) -> ExpressionSyntax? {
        index = place
        return nil
    }

    private mutating func arguments() -> [ExpressionSyntax.Argument]? {
        index += 1
        var found: [ExpressionSyntax.Argument] = []
        while !take(")") {
            let start = index
            var label = word()
            if label == nil || !take(":") {
                label = nil
                index = start
            }
            guard let value = operand() else { return nil }
            found.append(.init(label: label, value: value))
            if !take(","), !isNext(")") { return nil }
        }
        return found
    }

    private mutating func collection() -> ExpressionSyntax? {
        let start = index
        index += 1
        if take(":") { return take("]") ? made(.dictionary([]), from: start, to: index) : nil }
        var elements: [ExpressionSyntax] = []
        var entries: [ExpressionSyntax.Entry] = []
        while !take("]") {
            guard let element = operand() else { return nil }
            if take(":") {
                guard let value = operand() else { return nil }
                entries.append(.init(key: element, value: value))
            } else {
                elements.append(element)
            }
            if !take(","), !isNext("]") { return nil }
        }
        guard entries.isEmpty || elements.isEmpty else { return nil }
        return made(entries.isEmpty ? .array(elements) : .dictionary(entries), from: start, to: index)
    }

    // MARK: Literals

    private mutating func string() -> String? {
        index += 1
        var content: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: content, as: UTF8.self)
            case UInt8(ascii: "\n"): return nil
            case UInt8(ascii: "\\"):
                guard let escaped = escape() else { return nil }
                content += escaped
            default: content.append(byte)
            }
        }
        return nil
    }

    private mutating func escape() -> [UInt8]? {
        guard index < bytes.count else { return nil }
        let byte = bytes[index]
        index += 1
        switch byte {
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "0"): return [0]
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "'"): return [byte]
        case UInt8(ascii: "u"):
            guard take("{"), let close = bytes[index...].firstIndex(of: UInt8(ascii: "}")) else { return nil }
            let digits = String(decoding: bytes[index..<close], as: UTF8.self)
            guard let scalar = UInt32(digits, radix: 16).flatMap({ Unicode.Scalar($0) }) else { return nil }
            index = close + 1
            return Array(String(Character(scalar)).utf8)
        // An interpolation is for the running program.
        default: return nil
        }
    }

    private mutating func number() -> ExpressionSyntax? {
        let start = index
        if bytes[index] == UInt8(ascii: "-") { index += 1 }
        while index < bytes.count {
            let isFraction =
                bytes[index] == UInt8(ascii: ".") && index + 1 < bytes.count
                && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index + 1])
            guard isFraction || SourceBuffer.isWord(bytes[index]) else { break }
            index += 1
        }
        let text = String(decoding: bytes[start..<index].filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
        if let value = Int(text) { return made(.integer(value), from: start, to: index) }
        let sign = text.hasPrefix("-") ? "-" : ""
        let digits = text.dropFirst(sign.count)
        let radix = digits.hasPrefix("0x") ? 16 : digits.hasPrefix("0b") ? 2 : digits.hasPrefix("0o") ? 8 : 10
        if radix != 10, let value = Int(sign + digits.dropFirst(2), radix: radix) {
            return made(.integer(value), from: start, to: index)
        }
        return Double(text).map { made(.number($0), from: start, to: index) }
    }

    // MARK: Characters

    mutating func word() -> String? {
        let start = index
        if index < bytes.count, bytes[index] == UInt8(ascii: "`") {
            guard let end = bytes[(index + 1)...].firstIndex(of: UInt8(ascii: "`")) else { return nil }
            index = end + 1
            return String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
        }
        while index < bytes.count, SourceBuffer.isWord(bytes[index]) || bytes[index] == UInt8(ascii: "$") { index += 1 }
        return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
    }

    mutating func takeWord(_ wanted: String) -> Bool {
        let start = index
        if word() == wanted { return true }
        index = start
        return false
    }

    /// Goes past `<A, B>` where a call or a member follows it, as anything else is a comparison.
    private mutating func skipGenericArguments() {
        guard index < bytes.count, bytes[index] == UInt8(ascii: "<") else { return }
        let start = index
        var level = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "<"): level += 1
            case UInt8(ascii: ">") where bytes[index - 1] != UInt8(ascii: "-"): level -= 1
            default: break
            }
            index += 1
            if level == 0 { break }
        }
        if index >= bytes.count || !"(.".utf8.contains(bytes[index]) { index = start }
    }

    private mutating func braces() -> String? {
        let start = index + 1
        index += 1
        guard skipBalanced(stopsAtComma: false), take("}") else { return nil }
        return String(decoding: bytes[start..<index - 1], as: UTF8.self)
    }

    /// Goes to the end of what is nested here.
    ///
    /// - Returns: True if brackets and strings on the way were complete.
    mutating func skipBalanced(stopsAtComma: Bool = true) -> Bool {
        var open: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\""):
                guard skipString() else { return false }
                continue
            case UInt8(ascii: "("): open.append(UInt8(ascii: ")"))
            case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
            case UInt8(ascii: "{"): open.append(UInt8(ascii: "}"))
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                if open.isEmpty { return true }
                guard open.popLast() == byte else { return false }
            case UInt8(ascii: ","):
                if open.isEmpty, stopsAtComma { return true }
            default:
                let before = index
                skipComment()
                if index != before { continue }
            }
            index += 1
        }
        return open.isEmpty
    }

    mutating func skipString() -> Bool {
        let mark: [UInt8] = bytes[index...].starts(with: "\"\"\"".utf8) ? Array("\"\"\"".utf8) : Array("\"".utf8)
        index += mark.count
        depth += 1
        defer { depth -= 1 }
        guard depth < 64 else { return false }
        while index < bytes.count {
            if bytes[index...].starts(with: mark) {
                index += mark.count
                return true
            }
            if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "(") {
                index += 2
                guard skipBalanced(stopsAtComma: false), take(")") else { return false }
            } else {
                index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
            }
        }
        return false
    }

    mutating func skipComment() {
        index = SourceBuffer.endOfComment(in: bytes, at: index) ?? index
    }

    mutating func skipSpaces() { index = SourceBuffer.skippingTrivia(in: bytes, from: index) }

    mutating func take(_ text: Character) -> Bool {
        skipSpaces()
        guard index < bytes.count, bytes[index] == text.asciiValue else { return false }
        index += 1
        return true
    }

    /// Returns true if a sign follows, where ``take(_:)`` has skipped the spaces.
    private func isNext(_ text: Character) -> Bool { index < bytes.count && bytes[index] == text.asciiValue }
}
