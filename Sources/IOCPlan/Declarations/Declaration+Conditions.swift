import IOCConfiguration
import IOCModel

extension Declaration {
    /// Whether another component provides what this one is only for where it is missing.
    func isMadeNeedless(by other: Declaration, _ catalogue: some ClassCatalogue) -> Answer {
        var answer = Answer.no
        func add(_ next: Answer) {
            if next == .yes || answer == .no { answer = next }
        }
        for type in whenMissing { add(catalogue.fits(other.facts.type, type)) }
        for name in whenMissingNames {
            add(other.facts.name == name ? .yes : catalogue.fits(other.facts.type, typeNamed: name))
        }
        return answer
    }

    /// What its conditions ask for, as a decision tells it.
    func conditions(_ conditions: Conditions, _ catalogue: some ClassCatalogue) -> String? {
        if isPlain { return nil }
        var reasons: [String] = []
        if let profile = profiles.first(where: { ProfileRule.holds([$0], active: conditions.profiles) }) {
            let isAbsence = profile.hasPrefix("!")
            reasons.append("the profile '\(profile.drop { $0 == "!" })' is \(isAbsence ? "not " : "")active")
        }
        reasons += properties.map { conditions.properties.reasonFor($0.key, equals: $0.equals) }
        let missing = whenMissing.map(catalogue.shortName) + whenMissingNames
        if !missing.isEmpty { reasons.append("nothing else provides \(missing.joined(separator: " or "))") }
        return reasons.isEmpty ? nil : reasons.joined(separator: ", ")
    }
}
