/// The answer of the candidate rule.
package enum Choice: Equatable {
    case chosen(Int)
    case missing
    case ambiguous([Int])
    case severalPrimaries([Int])
    case unknownName(String)
    case ambiguousName(String, [Int])
    case wrongType(name: String, Int)
}
