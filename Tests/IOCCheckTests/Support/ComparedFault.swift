import IOC

/// What both sides say of one fault.
struct ComparedFault: Hashable, CustomStringConvertible {
    var code: String
    var point: String?
    var candidates: [String]
    var suggestion: String?

    init(_ fault: IOCError.Fault) {
        code = fault.code.rawValue
        point = fault.injectionPoint
        candidates = fault.candidates
        suggestion = fault.suggestion
    }

    var description: String { "\(code) \(point ?? "-") \(candidates) \(suggestion ?? "")" }
}
