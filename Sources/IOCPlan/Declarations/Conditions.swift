import IOCBase
package import IOCConfiguration
import IOCModel

/// The facts that decide whether a component is in: the active profiles and the properties.
package struct Conditions: Sendable {
    package let profiles: Set<String>
    /// True if no run has more profiles.
    package let knowsProfiles: Bool
    package let properties: PropertyStore
    /// True if a run has no other properties.
    package let knowsProperties: Bool

    package init(
        profiles: Set<String>, knowsProfiles: Bool = true, properties: PropertyStore, knowsProperties: Bool = true
    ) {
        self.profiles = profiles
        self.knowsProfiles = knowsProfiles
        self.properties = properties
        self.knowsProperties = knowsProperties
    }

    /// True if a component is in.
    enum Presence {
        case present
        case absent(String)
        case open(String)
    }

    /// Returns true if a component's profiles and properties let it in.
    ///
    /// Every property that a condition asks for counts as read, whatever else decides.
    /// - Throws: ``PropertyFailure`` where a value can't be put together.
    func presence(of declaration: Declaration) throws -> Presence {
        if declaration.isPlain { return .present }
        let answers = declaration.properties.map { condition in
            Result { try properties.reasonAgainst(condition.property, equals: condition.equals) }
        }
        var open: [String] = []
        let required = declaration.profiles
        let wanted = required.map { "'\($0)'" }.joined(separator: " or ")
        let remark = ProfileRule.remark(on: required).map { "; \($0)" } ?? ""
        let holds = ProfileRule.holds(required, active: profiles)
        if !holds, knowsProfiles || required.allSatisfy({ $0.hasPrefix("!") }) {
            let present = profiles.isEmpty ? "none is active" : "active: \(profiles.ordered().joined(separator: ", "))"
            return .absent("its profile is \(wanted), and \(present)\(remark)")
        }
        if !knowsProfiles, !required.isEmpty, !required.contains(where: profiles.contains) {
            open.append("the profile \(wanted)\(remark)")
        }
        for (condition, answer) in zip(declaration.properties, answers) {
            guard knowsProperties else {
                open.append("the property \(condition.property)")
                continue
            }
            if let reason = try answer.get() { return .absent(reason) }
        }
        return open.isEmpty ? .present : .open(open.joined(separator: " and "))
    }
}
