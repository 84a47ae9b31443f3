import IOCModel

/// The health of a context, as an orchestrator asks for it.
///
/// The pages of the product IOCManagement answer with it; any other HTTP server can, too:
///
/// ```swift
/// let health = await context.health(.ready)
/// return Response(status: health.isWell ? 200 : 503, body: health.json)
/// ```
public struct ContextHealth: Sendable, Equatable {
    /// A question about the health of a context.
    public enum Question: Sendable, CaseIterable {
        /// All ``HealthReporting`` components are well.
        case all
        /// All components are well that count for liveness. None is created for this.
        case live
        /// The context has started and doesn't stop, and all components are well that count for readiness.
        case ready
        /// The context has started at least once.
        case started
    }

    /// True if the answer to the question is yes.
    public let isWell: Bool
    /// The state of the context: `not started`, `starting`, `started`, `failed`, `stopping` or `stopped`; nil for
    /// ``Question/all``.
    public let stage: String?
    /// The answer of each component that was asked, by its subject; nil if none was to be asked.
    public let checks: [String: String]?

    /// The health as JSON: `status` (`up` or `down`), `stage` and `checks`.
    public var json: String {
        JSONText.of(Written(status: isWell ? "up" : "down", stage: stage, checks: checks))
    }

    private struct Written: Encodable {
        let status: String
        let stage: String?
        let checks: [String: String]?
    }
}

extension ApplicationContext {
    /// Answers a question about the health of this context, or of the one that has replaced it.
    ///
    /// Components are asked side by side, each within ``ContextConfiguration/healthTimeout``. One answer holds for a second.
    public nonisolated(nonsending) func health(_ question: ContextHealth.Question = .all) async -> ContextHealth {
        let context = latest
        let lifecycle = context.core.lifecycle
        let stage = lifecycle.stage
        switch question {
        case .all:
            let (isWell, checks) = await context.check { _ in true }
            return ContextHealth(isWell: isWell, stage: nil, checks: checks)
        case .live:
            let (isWell, checks) = await context.check(creating: false) { $0.contains(.liveness) }
            return ContextHealth(isWell: isWell, stage: stage.rawValue, checks: checks)
        case .ready:
            guard stage == .started else { return ContextHealth(isWell: false, stage: stage.rawValue, checks: nil) }
            let (isWell, checks) = await context.check { $0.contains(.readiness) }
            // A stop may have begun meanwhile.
            let stage = lifecycle.stage
            return ContextHealth(isWell: isWell && stage == .started, stage: stage.rawValue, checks: checks)
        case .started:
            let hasStarted = stage != .idle && stage != .starting
            return ContextHealth(isWell: hasStarted, stage: stage.rawValue, checks: nil)
        }
    }

    /// The context that has replaced this one by reloads; this one if none has.
    package var latest: ApplicationContext { core.lifecycle.chain.latest ?? self }

    /// Asks the components that count for a question.
    /// - Parameter creates: False if only the components that exist are asked.
    private nonisolated(nonsending) func check(
        creating creates: Bool = true, _ counts: (HealthProbes) -> Bool
    ) async -> (isWell: Bool, checks: [String: String]) {
        var reporters = ((try? startOrder(of: (any HealthReporting).self)) ?? []).map(\.component)
        var failure: String?
        if creates {
            do {
                reporters = try components((any HealthReporting).self)
            } catch {
                failure = "\(error)"
            }
        }
        let answers = await core.lifecycle.health.answers(
            of: reporters, where: counts, within: core.registry.lifecycle.healthTimeout)
        var checks: [String: String] = [:]
        if let failure { checks["context"] = failure }
        for answer in answers {
            var (subject, number) = (answer.subject, 1)
            while checks[subject] != nil {
                number += 1
                subject = "\(answer.subject) (\(number))"
            }
            checks[subject] = answer.text
        }
        return (failure == nil && answers.allSatisfy(\.isWell), checks)
    }
}
