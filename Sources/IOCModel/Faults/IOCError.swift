/// The error of the container: one or more faults, each with a stable code and a text that names the place and a remedy.
public struct IOCError: Error, Sendable {
    /// All that is wrong, in a stable order; never empty. Of each code the first hundred, and one that counts more there
    /// are.
    public let faults: [Fault]

    /// An error of faults that a test has made up.
    /// - Parameters:
    ///   - first: A fault.
    ///   - others: More of them.
    public init(_ first: Fault, _ others: Fault...) {
        self.init([first] + others)
    }

    package init(_ faults: [Fault]) {
        self.faults = Fault.sorted(Fault.limited(faults))
    }

    package init(_ fault: Fault) {
        faults = [fault]
    }

    /// An error of one fault.
    package init(
        _ kind: Fault.Kind, at place: Origin? = nil, wanted: String? = nil, path: [String] = [],
        suggestion: String? = nil, cause: (any Error)? = nil
    ) {
        self.init(Fault(kind, at: place, wanted: wanted, path: path, suggestion: suggestion, cause: cause))
    }

    /// The code of the first fault.
    public var code: Code { faults[0].code }

    /// The first error that a component's own code threw, if one did.
    public var cause: (any Error)? { faults.lazy.compactMap(\.cause).first }
}

extension IOCError: CustomStringConvertible {
    /// All faults with their texts, and a count where there are several.
    public var description: String { FaultRenderer.render(faults) }
}
