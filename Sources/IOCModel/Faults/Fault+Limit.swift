extension Fault {
    /// The number of faults of a code that are reported one by one; of others there is one that counts they are.
    package static let limit = 100

    /// The first hundred faults of each code in a list, and for each code with more a fault that counts the rest.
    package static func limited(_ faults: [Fault]) -> [Fault] {
        if faults.count <= limit { return faults }
        var counts: [IOCError.Code: Int] = [:]
        var rests: [IOCError.Code: Fault] = [:]
        var reported: [Fault] = []
        for fault in faults {
            let count = counts[fault.code, default: 0]
            if fault.kind.rest == 0, count < limit {
                counts[fault.code] = count + 1
                reported.append(fault)
            } else if let rest = rests[fault.code] {
                rests[fault.code] = Fault(.rest(of: fault.kind, count: rest.kind.rest + max(1, fault.kind.rest)))
            } else {
                rests[fault.code] = fault.kind.rest > 0 ? fault : Fault(.rest(of: fault.kind, count: 1))
            }
        }
        return reported + rests.values
    }
}

extension Fault.Kind {
    /// The fault that stands for the rest of a kind.
    /// - Parameters:
    ///   - kind: The kind.
    ///   - count: Their number.
    package static func rest(of kind: Self, count: Int) -> Self {
        rest(kind.code, in: kind.phase, count: count)
    }

    private static func rest(_ code: IOCError.Code, in phase: Fault.Phase, count: Int) -> Self {
        Self(
            code, in: phase, count == 1 ? "there is one more of these" : "there are \(count) more of these",
            do: "correct those that are told, and look again", rest: count)
    }
}

/// The number of faults found of each code: those within the limit are made, the others only counted.
package struct FaultCount: Sendable {
    private var counts: [IOCError.Code: Int] = [:]
    /// A kind of each code, which says when it is reported.
    private var kinds: [IOCError.Code: Fault.Kind] = [:]

    package init() {}

    /// Counts a fault.
    /// - Returns: True if it is to be reported.
    package mutating func admits(_ kind: Fault.Kind) -> Bool {
        let count = counts[kind.code, default: 0]
        counts[kind.code] = count + 1
        if count == 0 { kinds[kind.code] = kind }
        return count < Fault.limit
    }

    /// For each code with more faults than are reported one that counts the rest.
    package var rests: [Fault] {
        counts.compactMap { code, count in
            guard count > Fault.limit, let kind = kinds[code] else { return nil }
            return Fault(.rest(of: kind, count: count - Fault.limit))
        }
    }
}
