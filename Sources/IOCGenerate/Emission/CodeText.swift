/// Lines of code with their indentation.
struct CodeText {
    private(set) var text = ""
    private var depth = 0

    mutating func line(_ content: String = "") {
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

    /// Lines that exist under a condition only.
    mutating func conditional(_ conditions: [String], _ body: (inout CodeText) -> Void) {
        let condition = conditions.count == 1 ? conditions[0] : conditions.map { "(\($0))" }.joined(separator: " && ")
        if !conditions.isEmpty { line("#if \(condition)") }
        body(&self)
        if !conditions.isEmpty { line("#endif") }
    }
}
