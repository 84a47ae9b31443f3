/// Functions for the texts of `#if` conditions. The conditions are never evaluated.
enum Condition {
    /// Returns the condition under which at least one of several conditions holds; nil if it always holds.
    static func union(_ conditions: [String?]) -> String? {
        var parts: [String] = []
        // A branch repeats the negated conditions of the earlier branches, so sorting by length puts the branches in
        // order.
        for condition in conditions.sorted(by: { ($0?.count ?? 0, $0 ?? "") < ($1?.count ?? 0, $1 ?? "") }) {
            guard let condition else { return nil }
            let before = parts.map { "!(\($0))" }.joined(separator: " && ")
            if condition == before { return nil }
            let part = inner(condition, after: before + " && ") ?? condition
            if !parts.contains(part) { parts.append(part) }
        }
        return parts.count == 1 ? parts[0] : parts.map { "(\($0))" }.joined(separator: " || ")
    }

    /// Returns the content of the parentheses after a prefix; nil if anything else follows.
    private static func inner(_ condition: String, after prefix: String) -> String? {
        guard condition.hasPrefix(prefix + "("), condition.hasSuffix(")") else { return nil }
        let inner = condition.dropFirst(prefix.count + 1).dropLast()
        var depth = 0
        for character in inner {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if depth < 0 { return nil }
        }
        return String(inner)
    }
}
