import IOCModel

/// The reason why a component is in or out, as a report has it.
struct ConditionDecision: Sendable {
    let name: String
    let isIn: Bool
    let reason: String
    /// The profiles that it asks for, as they are written.
    var profiles: [String] = []
    let origin: Origin

    /// The same, of one that is out.
    var leftOut: LeftOut { LeftOut(name: name, reason: reason, origin: origin.description) }
}
