import IOCBase
import IOCConfiguration
import IOCModel

/// The facts that decide whether a component is in: the active profiles and the settings.
struct Conditions: Sendable {
    let profiles: Set<String>
    let settings: SettingStore

    /// The reason why a component's profiles or settings leave it out; nil if they let it in.
    ///
    /// Every setting that a condition asks for counts as read, whichever condition decides.
    /// - Throws: ``SettingFailure`` if a value can't be put together.
    func reasonAgainst(_ declaration: Declaration) throws -> String? {
        if declaration.isPlain { return nil }
        let answers = declaration.settings.map { condition in
            Result { try settings.reasonAgainst(condition.setting, equals: condition.equals) }
        }
        let required = declaration.profiles
        if !ProfileRule.holds(required, active: profiles) {
            let wanted = required.map { "'\($0)'" }.joined(separator: " or ")
            let remark = ProfileRule.remark(on: required).map { "; \($0)" } ?? ""
            let present = profiles.isEmpty ? "none is active" : "active: \(profiles.ordered().joined(separator: ", "))"
            return "its profile is \(wanted), and \(present)\(remark)"
        }
        for answer in answers {
            if let reason = try answer.get() { return reason }
        }
        return nil
    }
}
