import IOCConfiguration
import IOCModel

extension Declaration {
    /// Returns true if another component provides what this one is only for where it is missing.
    /// - Parameter isAncestor: True if the other one is a parent context's.
    func isMadeNeedless(
        by other: DefinitionFacts, ofAncestor isAncestor: Bool, _ catalogue: ProgramCatalogue
    ) -> Bool {
        whenMissing.contains { missing in
            guard missing.ancestors || !isAncestor else { return false }
            return switch missing.wanted {
            case .type(let type): catalogue.fits(other.type, type)
            case .name(let name): other.name == name || catalogue.fits(other.type, typeNamed: name)
            }
        }
    }

    /// The conditions as a decision lists them.
    func conditions(_ conditions: Conditions, _ catalogue: ProgramCatalogue) -> String? {
        if isPlain { return nil }
        var reasons: [String] = []
        if let profile = profiles.first(where: { ProfileRule.holds([$0], active: conditions.profiles) }) {
            let isAbsence = profile.hasPrefix("!")
            let remark = ProfileRule.remark(on: [profile]).map { "; \($0)" } ?? ""
            reasons.append("the profile '\(profile.drop { $0 == "!" })' is \(isAbsence ? "not " : "")active\(remark)")
        }
        reasons += settings.map { conditions.settings.reasonFor($0.setting, equals: $0.equals) }
        let missing = whenMissing.map { missing in
            switch missing.wanted {
            case .type(let type): catalogue.shortName(of: type)
            case .name(let name): name
            }
        }
        if !missing.isEmpty { reasons.append("nothing else provides \(missing.joined(separator: " or "))") }
        return reasons.joined(separator: ", ")
    }
}
