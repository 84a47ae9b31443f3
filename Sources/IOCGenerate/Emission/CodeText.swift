/// A text of indented lines of code.
struct CodeText {
    private(set) var text = ""
    private var depth = 0

    mutating func line(_ content: String = "") {
        if content.utf8.count + 4 * depth > 120, let parts = Self.broken(content) {
            line(parts.head)
            indented { code in
                for (position, item) in parts.items.enumerated() {
                    code.line(item + (position + 1 < parts.items.count ? "," : ""))
                }
            }
            line(parts.tail)
            return
        }
        if !content.isEmpty {
            text += String(repeating: "    ", count: depth)
            text += content
        }
        text += "\n"
    }

    mutating func indented(_ body: (inout CodeText) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    /// Writes lines that are compiled only if all conditions hold.
    mutating func conditional(_ conditions: [String], _ body: (inout CodeText) -> Void) {
        let condition = conditions.count == 1 ? conditions[0] : conditions.map { "(\($0))" }.joined(separator: " && ")
        if !conditions.isEmpty { line("#if \(condition)") }
        body(&self)
        if !conditions.isEmpty { line("#endif") }
    }

    /// Splits a line at its first parentheses with several items; nil if there are none.
    private static func broken(_ content: String) -> (head: String, items: [String], tail: String)? {
        let bytes = Array(content.utf8)
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        for start in bytes.indices where bytes[start] == UInt8(ascii: "(") {
            var depth = 0
            var items: [String] = []
            var from = start + 1
            for index in start..<bytes.count {
                switch bytes[index] {
                case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "<"): depth += 1
                case UInt8(ascii: ">") where bytes[index - 1] == UInt8(ascii: "-"): break
                case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: ">"): depth -= 1
                case UInt8(ascii: ",") where depth == 1:
                    items.append(text(from..<index))
                    from = index + 2
                default: break
                }
                guard depth == 0 else { continue }
                guard !items.isEmpty else { break }
                return (text(0..<start + 1), items + [text(from..<index)], text(index..<bytes.count))
            }
        }
        return nil
    }
}
