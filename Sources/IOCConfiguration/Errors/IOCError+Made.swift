import IOCModel

extension IOCError.Fault {
    /// Something that would nearly have done.
    public struct NearMiss: Hashable, Sendable {
        /// Its name.
        public let name: String
        /// Why it was passed over.
        public let reason: String
        /// Where it was declared, if that is known.
        public let origin: String?

        /// A near miss.
        public init(name: String, reason: String, origin: String? = nil) {
            self.name = name
            self.reason = reason
            self.origin = origin
        }
    }

    /// A fault that a test makes up, for code that handles what the container throws.
    /// - Parameters:
    ///   - code: The stable code.
    ///   - sentence: What is wrong.
    ///   - remedy: One thing to do about it.
    ///   - location: Where it is wrong.
    ///   - wanted: The type that was wanted.
    ///   - path: The names of the components from the one somebody asked for to the one at fault.
    ///   - nearMisses: What would nearly have done.
    ///   - suggestion: The known word that was probably meant.
    ///   - cause: The error that a component's own code threw.
    public init(
        _ code: IOCError.Code, _ sentence: String, remedy: String = "see the code", location: String? = nil,
        wanted: String? = nil, path: [String] = [], nearMisses: [NearMiss] = [], suggestion: String? = nil,
        cause: (any Error)? = nil
    ) {
        var fault = Fault(
            .stated(code: code.rawValue, sentence: sentence, action: remedy), at: location.map(Origin.code))
        fault.wanted = wanted
        fault.path = path
        fault.nearMisses = nearMisses.map {
            Fault.NearMiss(name: $0.name, reason: $0.reason, origin: $0.origin.map(Origin.code))
        }
        fault.suggestion = suggestion
        fault.cause = cause
        self.init(model: fault)
    }
}
