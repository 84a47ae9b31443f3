import IOCConfiguration
import IOCModel

/// Reads a property by the shape of its type, as a booting context decodes it.
struct PropertyReading {
    private typealias Place = PropertyForecast.Place

    let forecast: PropertyForecast
    let component: DefinitionFacts
    let point: InjectionPointFacts

    /// The result of reading a value.
    private enum Outcome {
        /// True if anything was found.
        case fine(found: Bool)
        /// Nothing was found, and something is needed.
        case absent(Fault)
        case wrong(Fault)
    }

    /// The faults of the value.
    func fault(_ shape: PropertyShape, at key: String, mayBeAbsent: Bool) -> Fault? {
        let place = forecast.place(key, for: component)
        return switch outcome(shape, place) {
        case .fine(found: true): nil
        case .fine(found: false): mayBeAbsent ? nil : fault(nil, place)
        case .absent(let fault): mayBeAbsent ? nil : fault
        case .wrong(let fault): fault
        }
    }

    private func outcome(_ shape: PropertyShape, _ place: Place) -> Outcome {
        switch shape {
        case .plain(let type):
            if let fault = fault(type, place) { return outcome(of: fault, at: place) }
            return .fine(found: place.exists)
        case .anything: return outcome(of: fault(nil, place), at: place)
        case .optional(let inner):
            let outcome = outcome(inner, place)
            if case .absent = outcome { return .fine(found: false) }
            return outcome
        case .words(let words):
            let fault =
                switch words.kind {
                case .texts(let texts): self.fault(texts, words, place)
                case .numbers(let numbers): self.fault(numbers, words, place)
                }
            return outcome(of: fault, at: place)
        case .members(let members): return outcome(members, place)
        case .list(let element): return outcome(place, element) { try $0.elements() }
        case .secret(let inner): return outcome(inner, place.secret)
        case .table(let value):
            // A table of which nobody has anything is empty.
            guard place.exists else { return .fine(found: false) }
            return outcome(place, value) { try $0.entries() }
        }
    }

    /// A conversion ends at the first value that is wrong; what stands behind that is read as well once it is right.
    private func outcome(of fault: Fault?, at place: Place) -> Outcome {
        guard let fault else { return .fine(found: true) }
        if fault.code == .propertyMissing { return .absent(fault) }
        _ = self.fault(nil, place)
        return .wrong(fault)
    }

    /// Members are decoded in their order, and the first that fails is told; the others are read all the same.
    private func outcome(_ members: [PropertyShape.Member], _ place: Place) -> Outcome {
        var isFound = place.exists
        var first: Outcome?
        do {
            let inner = try place.members()
            for member in members {
                let outcome = outcome(member.shape, try inner(member.name))
                if first != nil { continue }
                switch outcome {
                case .fine(let found): isFound = isFound || found
                case .absent(let fault): first = isFound ? .wrong(fault) : .absent(fault)
                case .wrong: first = outcome
                }
            }
        } catch {
            return first ?? outcome(of: (error as? PropertyFailure)?.fault(point: point), at: place)
        }
        return first ?? .fine(found: isFound)
    }

    /// The elements of a list or a table are decoded in order, and none may be absent; after the first that fails the others are
    /// read all the same.
    private func outcome(
        _ place: Place, _ shape: PropertyShape, holding inner: (Place) throws -> [Place]
    ) -> Outcome {
        var first: Outcome?
        do {
            for element in try inner(place) {
                let outcome = outcome(shape, element)
                if first != nil { continue }
                switch outcome {
                case .fine: continue
                case .absent(let fault), .wrong(let fault): first = .wrong(fault)
                }
            }
        } catch {
            return first ?? outcome(of: (error as? PropertyFailure)?.fault(point: point), at: place)
        }
        return first ?? .fine(found: true)
    }

    private func fault(_ type: PropertyTypes.Readable?, _ place: Place) -> Fault? {
        forecast.fault(reading: type, at: place, point: point)
    }

    private func fault<Raw: Decodable & Hashable & Sendable>(
        _ values: [Raw], _ words: PropertyShape.RawValues, _ place: Place
    ) -> Fault? {
        forecast.fault(
            readingOneOf: values, isListed: words.isListed, typeName: words.typeName, at: place, point: point)
    }
}
