import IOCBase

package typealias Fault = IOCError.Fault

extension IOCError {
    /// One thing that is wrong.
    public struct Fault: Sendable {
        package var kind: Kind
        /// Where it is wrong: a place in a file, a class, a line of code.
        package var place: Origin?
        /// The injection point that asked.
        package var point: InjectionPointFacts?
        /// The type that was wanted, as people write it, if it is about one.
        public package(set) var wanted: String?
        /// True if only a definition can provide the wanted type, as it is no class and no protocol.
        package var wantsValue = false
        /// The names of the components from the one somebody asked for to the one at fault.
        public package(set) var path: [String] = []
        package var namedCandidates: [NamedCandidate] = []
        /// The near misses, and why each was rejected.
        public package(set) var nearMisses: [NearMiss] = []
        /// The known word that was probably meant, if one is near.
        public package(set) var suggestion: String?
        /// The error that the component's own code threw, if one did.
        public package(set) var cause: (any Error)?

        package init(
            _ kind: Kind, at place: Origin? = nil, asked point: InjectionPointFacts? = nil, wanted: String? = nil,
            path: [String] = [], suggestion: String? = nil, cause: (any Error)? = nil
        ) {
            self.kind = kind
            self.place = place
            self.point = point
            self.wanted = wanted
            self.path = path
            self.suggestion = suggestion
            self.cause = cause
        }

        /// A fault that a test makes up, for code that handles what the container throws.
        /// - Parameters:
        ///   - code: The stable code.
        ///   - sentence: The fault.
        ///   - remedy: One thing to do about it.
        ///   - location: Where it is wrong.
        ///   - wanted: The type that was wanted.
        ///   - path: The names of the components from the one somebody asked for to the one at fault.
        ///   - nearMisses: The near misses.
        ///   - suggestion: The known word that was probably meant.
        ///   - cause: The error that a component's own code threw.
        public init(
            _ code: IOCError.Code, _ sentence: String, remedy: String = "see the code", location: String? = nil,
            wanted: String? = nil, path: [String] = [], nearMisses: [NearMiss] = [], suggestion: String? = nil,
            cause: (any Error)? = nil
        ) {
            self.init(
                Kind(code, sentence, do: remedy), at: location.map(Origin.code), wanted: wanted, path: path,
                suggestion: suggestion, cause: cause)
            self.nearMisses = nearMisses
        }

        /// The stable code to compare.
        public var code: Code { kind.code }
        /// The injection point that asked, as `Owner.property`, if one did.
        public var injectionPoint: String? { point?.label }
        /// Where it is wrong: a place in a file or in the source, if one is known.
        public var location: String? { origin?.description }
        package var origin: Origin? { place ?? point?.location.map(Origin.source) }
        /// The names of the candidates, if there were several.
        public var candidates: [String] { namedCandidates.map(\.name) }
        /// The key path of the property it is about, if it is about one.
        public var settingKey: String? { kind.key }
    }
}

extension IOCError.Fault: CustomStringConvertible {
    /// The first line of the text: the code, and what is wrong in one sentence.
    public var headline: String { ShownText.line("\(code): \(kind.wording(self).sentence)") }
    /// One thing to do about it.
    public var remedy: String { kind.wording(self).remedy }
    /// The full text: headline, place, candidates, near misses and a remedy.
    public var description: String { FaultRenderer.render(self) }
}

extension IOCError.Fault {
    /// The order in which faults are reported: by phase, then by place, then by wording, so that it never changes between
    /// two runs.
    package static func sorted(_ faults: [Self]) -> [Self] {
        faults
            .map { fault in
                // The count of the rest of a kind stands behind it.
                let text = fault.kind.rest > 0 ? "\(fault.code): \u{10FFFF}" : fault.description
                return (phase: fault.kind.phase.rawValue, text: text, fault: fault)
            }
            .ordered { ($0.phase, $0.text) < ($1.phase, $1.text) }
            .map(\.fault)
    }
}
