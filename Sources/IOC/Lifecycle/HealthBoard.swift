import IOCBase
import IOCModel

/// The latest answers of the components about their health.
///
/// 1. A question that arrives while a component is being asked waits for the same answer.
/// 2. An answer is valid for a second.
/// 3. A component that does not answer in time is not asked again until its call has ended.
final class HealthBoard: Sendable {
    /// The answer of a component, or the text that replaces a missing answer.
    typealias Answer = (subject: String, text: String, isWell: Bool)

    /// A component: its class, and its position among the components of this class.
    private struct Key: Hashable {
        let type: ObjectIdentifier
        let number: Int
    }

    /// An answer, and the time until which it is valid. The time is nil while the component's call is running, even if
    /// a timeout was already reported as its answer.
    private typealias Entry = (answer: Task<Answer, Never>, end: ContinuousClock.Instant?)

    private let entries = Guarded<[Key: Entry]>([:])
    /// The time for which an answer is valid.
    private static let validity = Duration.seconds(1)

    /// Asks components concurrently.
    /// - Parameters:
    ///   - counts: Returns true for the probes of a component that is to be asked.
    ///   - limit: The time limit for each component.
    /// - Returns: Tasks with the answers, in the order of the components.
    func answers(
        of reporters: [any HealthReporting], where counts: (HealthProbes) -> Bool, within limit: Duration
    ) -> [Task<Answer, Never>] {
        var counted: [ObjectIdentifier: Int] = [:]
        return reporters.compactMap { reporter in
            let type = ObjectIdentifier(Swift.type(of: reporter as Any))
            counted[type, default: 0] += 1
            guard counts(reporter.probes) else { return nil }
            return answer(of: reporter, Key(type: type, number: counted[type] ?? 0), within: limit)
        }
    }

    /// Removes the answers of finished calls. The state of the context has changed, so they may no longer be true.
    func forget() {
        entries.withLock { entries in entries = entries.filter { $0.value.end == nil } }
    }

    /// Returns the valid answer of a component. If there is none, asks the component.
    private func answer(of reporter: any HealthReporting, _ key: Key, within limit: Duration) -> Task<Answer, Never> {
        entries.withLock { entries in
            if let known = entries[key], known.end.map({ .now < $0 }) ?? true { return known.answer }
            // The task is unstructured, because others wait for the answer even if the first caller is cancelled.
            let answer = Task { await self.ask(reporter, key, within: limit) }
            entries[key] = (answer, nil)
            return answer
        }
    }

    private func ask(_ reporter: any HealthReporting, _ key: Key, within limit: Duration) async -> Answer {
        let begin = ContinuousClock.now
        // `subject` is code of the component as well, which may block. So it is read within the time limit.
        let reported = Guarded((subject: "\(type(of: reporter as Any))", text: ""))
        let call: @Sendable (TimedCall) async throws -> Void = { _ in
            defer {
                let end = ContinuousClock.now
                self.entries.withLock { $0[key]?.end = begin.duration(to: end) < limit ? end + Self.validity : end }
            }
            let subject = reporter.subject
            reported.withLock { $0.subject = subject }
            let text = try await reporter.health()
            reported.withLock { $0.text = text }
        }
        let end = await Result { try await TimedCall.run(limit: limit, grace: limit, call) }
        let (subject, text) = reported.withLock { $0 }
        return switch end.failure {
        case nil: (subject, text, true)
        case let overrun as TimedCall.Overrun: (subject, "down: no answer in \(overrun.limit.seconds) s", false)
        case let error?: (subject, "\(error)", false)
        }
    }
}

/// The answer to an orchestrator's question about the health of a context.
///
/// The product IOCManagement serves it as pages. Any other HTTP server can send it, too:
///
/// ```swift
/// let health = await context.health(.ready)
/// return Response(status: health.isWell ? 200 : 503, body: health.json)
/// ```
public struct ContextHealth: Sendable, Equatable {
    /// A question about the health of a context.
    public enum Question: Sendable, CaseIterable {
        /// Are all ``HealthReporting`` components well?
        case all
        /// Are all existing components well that count for liveness? The question creates no component.
        case live
        /// Has the context started, is it not stopping, and are all components well that count for readiness?
        case ready
        /// Has the context started?
        case started
    }

    /// True if the answer is yes.
    public let isWell: Bool
    /// The state of the context: `not started`, `starting`, `started`, `failed`, `stopping` or `stopped`; nil for
    /// ``Question/all``.
    public let stage: String?
    /// The answer of each component that was asked, by its subject; nil if the question asks no components.
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
    /// Answers a question about the health of this context, or of its replacement after a reload.
    ///
    /// Components are asked concurrently, each within ``ContextConfiguration/healthTimeout``. An answer is valid for a
    /// second.
    public nonisolated(nonsending) func health(_ question: ContextHealth.Question = .all) async -> ContextHealth {
        let context = latest
        let lifecycle = context.core.lifecycle
        let stage = lifecycle.stage
        switch question {
        case .all: return await context.checked(nil) { _ in true }
        case .live: return await context.checked(stage, creating: false) { $0.contains(.liveness) }
        case .ready:
            let health = stage == .started ? await context.checked(stage) { $0.contains(.readiness) } : nil
            // A stop may have begun in the meantime.
            let stage = lifecycle.stage
            return ContextHealth(
                isWell: health?.isWell == true && stage == .started, stage: stage.rawValue, checks: health?.checks)
        case .started:
            return ContextHealth(isWell: lifecycle.hasStarted, stage: stage.rawValue, checks: nil)
        }
    }

    /// The context that has replaced this one by reloads; this context if it was not replaced.
    package var latest: ApplicationContext { core.lifecycle.chain.latest ?? self }

    /// Asks the components that count for a question.
    /// - Parameter creates: False if only existing components are asked.
    private nonisolated(nonsending) func checked(
        _ stage: Lifecycle.Stage?, creating creates: Bool = true, _ counts: (HealthProbes) -> Bool
    ) async -> ContextHealth {
        var checks: [String: String] = [:]
        var reporters: [any HealthReporting]?
        if creates {
            do { reporters = try components() + unpromised } catch { checks["context"] = "\(error)" }
        }
        let existing = reporters ?? (try? startOrder(of: (any HealthReporting).self).map(\.component)) ?? []
        let answers = core.lifecycle.health.answers(
            of: existing, where: counts, within: core.configuration.healthTimeout)
        var isWell = checks.isEmpty
        for answer in answers {
            let answer = await answer.value
            isWell = isWell && answer.isWell
            var (subject, number) = (answer.subject, 1)
            while checks[subject] != nil {
                number += 1
                subject = "\(answer.subject) (\(number))"
            }
            checks[subject] = answer.text
        }
        return ContextHealth(isWell: isWell, stage: stage?.rawValue, checks: checks)
    }

    /// The existing instances that conform to ``HealthReporting`` although their declared type doesn't, each once.
    private var unpromised: [any HealthReporting] {
        get throws {
            try core.inGate {
                let promised = core.rule.all(TypeIdentity.id((any HealthReporting).self))
                var seen = Set(promised.compactMap { core.sites[$0].instance.map { ObjectIdentifier($0) } })
                return core.sites.compactMap { site in
                    guard site.mayBeOpaque, let instance = site.instance, let component = site.component,
                        // The program's records are checked first, because a failing cast would search all conformances
                        // of the program.
                        ProgramRecords.latest.conforms(type(of: component), to: (any HealthReporting).self) != false,
                        seen.insert(ObjectIdentifier(instance)).inserted
                    else { return nil }
                    return component as? any HealthReporting
                }
            }
        }
    }
}
