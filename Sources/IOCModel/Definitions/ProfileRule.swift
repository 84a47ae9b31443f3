/// Decides whether a component is in, by profiles.
package enum ProfileRule {
    /// Returns true if one of `required` holds; an empty list asks for nothing.
    ///
    /// 1. `name` holds while the profile is active.
    /// 2. `!name` holds while it is not.
    package static func holds(_ required: [String], active: Set<String>) -> Bool {
        required.isEmpty
            || required.contains { name in
                active.contains(Self.name(of: name)) != name.hasPrefix("!")
            }
    }

    /// Returns what to say of conditions of which one looks like an expression, which none is.
    package static func remark(on conditions: [String]) -> String? {
        let isExpression = conditions.contains { condition in
            name(of: condition).contains { $0.isWhitespace || "&|,()!".contains($0) }
        }
        return isExpression ? "a profile is one name or '!name', and of several traits one must hold" : nil
    }

    /// The profile that a condition is about.
    package static func name(of condition: String) -> String {
        condition.hasPrefix("!") ? String(condition.dropFirst()) : condition
    }
}
