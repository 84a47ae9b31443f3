import IOCBase

/// The latest answers of the components about their health.
///
/// 1. A question while a component is asked waits for that answer.
/// 2. An answer holds for a second.
/// 3. A component that does not answer in time is not asked again until its call has ended.
final class HealthBoard: Sendable {
    /// The answer of a component, or the one that is given in its place.
    struct Answer: Sendable, Equatable {
        let subject: String
        let text: String
        let isWell: Bool
    }

    /// A component, by its class and its number among those of this class.
    private struct Key: Hashable {
        let type: ObjectIdentifier
        let number: Int
    }

    private enum Entry {
        case asking(Task<Answer, Never>)
        case answered(Answer, at: ContinuousClock.Instant)
        case hanging(Latch, Answer)
    }

    private let entries = Guarded<[Key: Entry]>([:])
    /// The time an answer holds.
    private static let validity = Duration.seconds(1)

    /// Asks components side by side.
    /// - Parameters:
    ///   - counts: Returns true for the probes of a component that is to be asked.
    ///   - limit: The time that each has.
    /// - Returns: Their answers, in their order.
    nonisolated(nonsending) func answers(
        of reporters: [any HealthReporting], where counts: (HealthProbes) -> Bool, within limit: Duration
    ) async -> [Answer] {
        var counted: [ObjectIdentifier: Int] = [:]
        let keyed = reporters.map { reporter in
            let type = ObjectIdentifier(Swift.type(of: reporter as Any))
            counted[type, default: 0] += 1
            return (key: Key(type: type, number: counted[type] ?? 0), reporter: reporter)
        }
        let asked = keyed.filter { counts($0.reporter.probes) }
        return await withTaskGroup(of: (Int, Answer).self) { group in
            for (place, (key, reporter)) in asked.enumerated() {
                group.addTask { (place, await self.answer(of: reporter, key, within: limit)) }
            }
            let answers = await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            return asked.indices.compactMap { answers[$0] }
        }
    }

    /// Forgets the answers, because the context has gone on: what was well may no longer be.
    func forget() {
        entries.withLock { entries in
            entries = entries.filter { if case .answered = $0.value { false } else { true } }
        }
    }

    private func answer(of reporter: any HealthReporting, _ key: Key, within limit: Duration) async -> Answer {
        enum Turn {
            case answer(Answer)
            case wait(Task<Answer, Never>)
        }
        let turn = entries.withLock { entries -> Turn in
            switch entries[key] {
            case .asking(let task): return .wait(task)
            case .answered(let answer, let time) where time.duration(to: .now) < Self.validity: return .answer(answer)
            case .hanging(let end, let answer) where !end.isOpen: return .answer(answer)
            default: break
            }
            // Unstructured, because others wait for the answer even if the first caller is cancelled.
            let task = Task { await self.ask(reporter, key, within: limit) }
            entries[key] = .asking(task)
            return .wait(task)
        }
        switch turn {
        case .answer(let answer): return answer
        case .wait(let task): return await task.value
        }
    }

    private func ask(_ reporter: any HealthReporting, _ key: Key, within limit: Duration) async -> Answer {
        let end = Latch()
        // Its subject is its own code as well, which may block.
        let reported = Guarded((subject: "\(type(of: reporter as Any))", text: ""))
        let outcome = await TimedCall.run(on: LaneExecutor(), limit: limit, grace: limit) {
            defer { end.open() }
            let subject = reporter.subject
            reported.withLock { $0.subject = subject }
            let text = try await reporter.health()
            reported.withLock { $0.text = text }
        }
        let (subject, text) = reported.withLock { $0 }
        let answer =
            switch outcome {
            case .returned: Answer(subject: subject, text: text, isWell: true)
            case .failed(let error): Answer(subject: subject, text: "\(error)", isWell: false)
            case .overran(let limit):
                Answer(subject: subject, text: "down: no answer in \(limit.shortText)", isWell: false)
            }
        let entry: Entry = if case .overran = outcome { .hanging(end, answer) } else { .answered(answer, at: .now) }
        entries.withLock { $0[key] = entry }
        return answer
    }
}

extension Duration {
    /// The duration in seconds, without a fraction if there is none.
    fileprivate var shortText: String {
        let seconds = seconds
        return seconds == seconds.rounded() && abs(seconds) < 1e15 ? "\(Int(seconds)) s" : "\(seconds) s"
    }
}
