extension Fault {
    /// The number of faults of a code that are reported one by one; of others there is one that counts they are.
    package static let limit = 100

    /// The first hundred faults of each code in a list, and for each code with more a fault that counts the rest.
    package static func limited(_ faults: [Fault]) -> [Fault] {
        var count = FaultCount()
        return faults.filter { count.admits($0) } + count.rests
    }
}

extension Fault.Kind {
    /// The fault that stands for the rest of a kind.
    package static func rest(of kind: Fault.Kind, count: Int) -> Self {
        Self(
            kind.code, in: kind.phase, count == 1 ? "there is one more of these" : "there are \(count) more of these",
            do: "correct those that are reported, and check again", rest: count)
    }
}

/// The number of faults found of each code: those within the limit are reported, the others only counted.
package struct FaultCount: Sendable {
    private var reported: [IOCError.Code: Int] = [:]
    /// For each code with more faults than are reported one that counts the rest.
    private var restByCode: [IOCError.Code: Fault] = [:]

    package init() {}

    package var rests: [Fault] { Array(restByCode.values) }

    /// Counts a fault that is made where it is to be reported.
    /// - Returns: True if it is to be reported.
    package mutating func admits(_ kind: Fault.Kind) -> Bool { admits(Fault(kind)) }

    /// Counts a fault; one that counts others itself stays as it is where it is the only one.
    fileprivate mutating func admits(_ fault: Fault) -> Bool {
        let (kind, code) = (fault.kind, fault.code)
        let count = reported[code, default: 0]
        if kind.rest == 0, count < Fault.limit {
            reported[code] = count + 1
            return true
        }
        let former = restByCode[code]?.kind.rest ?? 0
        restByCode[code] =
            former == 0 && kind.rest > 0 ? fault : Fault(.rest(of: kind, count: former + max(1, kind.rest)))
        return false
    }
}
