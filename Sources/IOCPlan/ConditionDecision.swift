package import IOCModel

/// The reason why a component is in or out, as a report has it.
package struct ConditionDecision: Sendable {
    package let name: String
    package let isIn: Bool
    package let reason: String
    /// The profiles that it asks for, as they are written.
    package var profiles: [String] = []
    package let origin: Origin

    /// The same, of one that is out.
    package var leftOut: LeftOut { LeftOut(name: name, reason: reason, origin: origin.description) }
}
