package import IOCModel

/// Why a component is in or out, as a report tells it.
package struct ConditionDecision: Sendable {
    package let name: String
    package let isIn: Bool
    package let reason: String
    package let origin: Origin
}
