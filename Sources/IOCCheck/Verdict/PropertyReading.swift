import IOCConfiguration
import IOCModel

/// Reads a property by the shape of its type, as a booting context decodes it.
struct PropertyReading {
    let forecast: PropertyForecast
    let component: DefinitionFacts
    let point: InjectionPointFacts

    /// What reading a value came to.
    private enum Outcome {
        /// Whether anything was found.
        case fine(found: Bool)
        /// Nothing was found, and something is needed.
        case absent(Fault)
        case wrong(Fault)
    }

    /// What is wrong with the value, if anything is.
    func fault(_ shape: PropertyShape, at key: String, mayBeAbsent: Bool) -> Fault? {
        switch outcome(shape, key) {
        case .fine(found: true): nil
        case .fine(found: false): mayBeAbsent ? nil : forecast(nil, key)
        case .absent(let fault): mayBeAbsent ? nil : fault
        case .wrong(let fault): fault
        }
    }

    private func outcome(_ shape: PropertyShape, _ key: String) -> Outcome {
        switch shape {
        case .plain(let type): return outcome(of: forecast(type, key), at: key)
        case .anything: return outcome(of: forecast(nil, key), at: key)
        case .optional(let inner):
            let outcome = outcome(inner, key)
            if case .absent = outcome { return .fine(found: false) }
            return outcome
        case .words(let words):
            let fault =
                switch words.kind {
                case .texts(let texts): self.fault(texts, words, key)
                case .numbers(let numbers): self.fault(numbers, words, key)
                }
            return outcome(of: fault, at: key)
        case .members(let members): return outcome(members, key)
        }
    }

    /// A conversion ends at the first value that is wrong; what stands behind that is read as well once it is right.
    private func outcome(of fault: Fault?, at key: String) -> Outcome {
        guard let fault else { return .fine(found: true) }
        if fault.code == .propertyMissing { return .absent(fault) }
        _ = forecast(nil, key)
        return .wrong(fault)
    }

    /// Members are decoded in their order, and the first that fails is told; the others are read all the same.
    private func outcome(_ members: [PropertyShape.Member], _ key: String) -> Outcome {
        if case .wrong(let fault) = outcome(of: forecast(Keyed.self, key), at: key) { return .wrong(fault) }
        var isFound = false
        var first: Outcome?
        for member in members {
            let outcome = outcome(member.shape, "\(key).\(member.name)")
            if first != nil { continue }
            switch outcome {
            case .fine(let found): isFound = isFound || found
            case .absent(let fault): first = isFound ? .wrong(fault) : .absent(fault)
            case .wrong: first = outcome
            }
        }
        return first ?? .fine(found: isFound)
    }

    private func forecast(_ type: PropertyTypes.Readable?, _ key: String) -> Fault? {
        forecast.fault(reading: type, at: key, for: component, point: point)
    }

    private func fault<Raw: Decodable & Hashable & Sendable>(
        _ values: [Raw], _ words: PropertyShape.RawValues, _ key: String
    ) -> Fault? {
        forecast.fault(
            readingOneOf: values, isListed: words.isListed, typeName: words.typeName, at: key, for: component,
            point: point)
    }

    /// Whatever has members.
    private struct Keyed: Decodable, Sendable {
        private enum CodingKeys: CodingKey {}

        init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: CodingKeys.self) }
    }
}
