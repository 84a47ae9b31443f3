import IOCBase

/// The latest answers of the components that know whether something is well.
///
/// 1. Who asks while a component is asked waits for that answer.
/// 2. An answer holds for a second.
/// 3. A component that does not answer in time is not asked again until its call has ended.
final class HealthBoard: Sendable {
    /// The answer of a component, or the one that is given in its place.
    struct Answer: Sendable, Equatable {
        let text: String
        let isWell: Bool
    }

    /// A component, by its subject and its number among those of the same subject.
    private struct Key: Hashable {
        let subject: String
        let number: Int
    }

    private enum Entry {
        case asking(Task<Answer, Never>)
        case answered(Answer, at: ContinuousClock.Instant)
        case hanging(Latch, Answer)
    }

    private let entries = Guarded<[Key: Entry]>([:])
    private let now: @Sendable () -> ContinuousClock.Instant
    /// The time an answer holds.
    private static let validity = Duration.seconds(1)

    /// - Parameter now: The clock by which answers grow old.
    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// Asks components side by side.
    /// - Returns: Their answers, in their order.
    func answers(
        of reporters: [any HealthReporting], within limit: Duration
    ) async -> [(subject: String, answer: Answer)] {
        var counts: [String: Int] = [:]
        let asked = reporters.map { reporter in
            let subject = reporter.subject
            counts[subject, default: 0] += 1
            return (key: Key(subject: subject, number: counts[subject] ?? 0), reporter: reporter)
        }
        return await withTaskGroup(of: (Int, Answer).self) { group in
            for (place, (key, reporter)) in asked.enumerated() {
                group.addTask { (place, await self.answer(of: reporter, key, within: limit)) }
            }
            let answers = await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            return asked.enumerated().compactMap { place, asked in answers[place].map { (asked.key.subject, $0) } }
        }
    }

    /// Forgets what was answered, as the context has gone on: what was well may be so no longer.
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
        let now = now()
        let turn = entries.withLock { entries -> Turn in
            switch entries[key] {
            case .asking(let task): return .wait(task)
            case .answered(let answer, let time) where time.duration(to: now) < Self.validity: return .answer(answer)
            case .hanging(let end, let answer) where !end.isOpen: return .answer(answer)
            default: break
            }
            // Unstructured, so that others get the answer too where the first caller has gone.
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
        let (end, reported) = (Latch(), Reported())
        let outcome = await TimedCall.run(on: LaneExecutor(), limit: limit, grace: limit) {
            defer { end.open() }
            let text = try await reporter.health()
            reported.text.withLock { $0 = text }
        }
        let answer =
            switch outcome {
            case .returned: Answer(text: reported.text.withLock { $0 }, isWell: true)
            case .failed(let error): Answer(text: "\(error)", isWell: false)
            case .overran(let limit): Answer(text: "down: no answer in \(limit.shortText)", isWell: false)
            }
        let entry: Entry = if case .overran = outcome { .hanging(end, answer) } else { .answered(answer, at: now()) }
        entries.withLock { $0[key] = entry }
        return answer
    }

    private final class Reported: Sendable {
        let text = Guarded("")
    }
}

extension Duration {
    /// The duration in seconds, without a fraction where there is none.
    fileprivate var shortText: String {
        let seconds = seconds
        return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
    }
}
