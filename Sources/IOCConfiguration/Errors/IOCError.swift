package import IOCModel

/// What the container throws: one or more faults, each with a stable code and a text that names the place and a remedy.
public struct IOCError: Error, Sendable {
    /// One thing that is wrong.
    public struct Fault: Sendable, CustomStringConvertible {
        package let model: IOCModel.Fault

        package init(model: IOCModel.Fault) { self.model = model }

        /// The stable code to compare.
        public var code: Code { Code(rawValue: model.kind.code) }
        /// The injection point that asked, as `Owner.property`, if one did.
        public var injectionPoint: String? { model.point?.label }
        /// Where it is wrong: a place in a file or in the source, if one is known.
        public var location: String? {
            (model.place ?? model.point?.location.map(Origin.source))?.description
        }
        /// The type that was wanted, if it is about one.
        public var wanted: String? { model.wanted }
        /// The names of the candidates, if there were several.
        public var candidates: [String] { model.candidates.map(\.name) }
        /// The names of the components from the one somebody asked for to the one at fault.
        public var path: [String] { model.path }
        /// What would nearly have done, and why each was passed over.
        public var nearMisses: [NearMiss] {
            model.nearMisses.map { NearMiss(name: $0.name, reason: $0.reason, origin: $0.origin?.description) }
        }
        /// One thing to do about it.
        public var remedy: String { FaultRenderer.action(model) }
        /// The known word that was probably meant, if one is near.
        public var suggestion: String? { model.suggestion }
        /// The error that the component's own code threw, if one did.
        public var cause: (any Error)? { model.cause }
        /// The first line of the text: the code, and what is wrong in one sentence.
        public var headline: String { FaultRenderer.headline(model) }
        /// The full text: headline, place, candidates, near misses and a remedy.
        public var description: String { FaultRenderer.render(model) }
    }

    /// All that is wrong, in a stable order; never empty.
    public let faults: [Fault]

    /// An error of faults that a test has made up.
    /// - Parameters:
    ///   - first: A fault.
    ///   - others: More of them.
    public init(_ first: Fault, _ others: Fault...) {
        self.init(([first] + others).map(\.model))
    }

    package init(_ faults: [IOCModel.Fault]) {
        self.faults = IOCModel.Fault.sorted(faults).map(Fault.init)
    }

    package init(_ fault: IOCModel.Fault) {
        self.faults = [Fault(model: fault)]
    }

    /// The code of the first fault.
    public var code: Code { faults[0].code }

    /// The first error that a component's own code threw, if one did.
    public var cause: (any Error)? { faults.lazy.compactMap(\.cause).first }

    package var models: [IOCModel.Fault] { faults.map(\.model) }
}

extension IOCError: CustomStringConvertible {
    /// All faults with their texts, and a count where there are several.
    public var description: String { FaultRenderer.render(models) }
}
