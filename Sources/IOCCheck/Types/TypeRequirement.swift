import IOCPlan
import IOCSource

/// The requirements of an extension on generic parameters: `T == Int`, or `T: Codable`.
struct TypeRequirement: Sendable {
    private let left: TypeSyntax
    private let right: TypeSyntax
    /// True if both must be one type; else the left one conforms to or inherits from the right one.
    private let isSame: Bool
    private let file: Int
    private let generics: Set<String>
    private let text: String

    /// The requirements of a `where` clause; one that can't be read is open for good.
    static func all(in clause: String?, scope: Scope, _ index: ProjectIndex) -> [TypeRequirement] {
        guard let clause else { return [] }
        return clause.topLevelParts.map { part in
            let isSame = part.contains("==")
            let sides = part.split(separator: isSame ? "=" : ":", maxSplits: 2, omittingEmptySubsequences: true)
            func side(_ text: Substring?) -> TypeSyntax {
                text.map { index.canonical(TypeSyntax(String($0)), in: scope) } ?? .verbatim(part)
            }
            return TypeRequirement(
                left: side(sides.first), right: side(sides.count == 2 ? sides[1] : nil), isSame: isSame,
                file: scope.file, generics: scope.generics, text: clause)
        }
    }

    /// Returns true if it holds with generic parameters replaced.
    /// - Parameters:
    ///   - replacements: The generic arguments.
    ///   - index: Where names are looked up.
    ///   - conforms: True if one type conforms to another; nil where that isn't known.
    func holds(
        _ replacements: [String: TypeSyntax], _ index: ProjectIndex,
        conforms: (TypeGraph.Key, TypeGraph.Key) -> Bool?
    ) -> Answer {
        let open = Answer.open("'where \(text)'")
        let (left, right) = (left.substituting(replacements), right.substituting(replacements))
        guard !mentionsParameter(left), !mentionsParameter(right), let one = TypeGraph.key(of: left, file: file, index),
            let other = TypeGraph.key(of: right, file: file, index)
        else {
            return open
        }
        if isSame {
            if one == other { return .yes }
            return isCertain(one) && isCertain(other) ? .no : open
        }
        return conforms(one, other).map { $0 ? .yes : .no } ?? open
    }

    private func mentionsParameter(_ type: TypeSyntax) -> Bool {
        var found = false
        _ = type.mapped { part in
            if case .named(let components) = part, let first = components.first, generics.contains(first.name) {
                found = true
            }
            return part
        }
        return found
    }

    /// Returns true if a type goes by one name only.
    private func isCertain(_ key: TypeGraph.Key) -> Bool {
        switch key {
        case .declared: true
        case .external(let name): TypeGraph.isKnown(name)
        }
    }
}
