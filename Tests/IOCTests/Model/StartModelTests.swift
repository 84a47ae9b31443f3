import FoundationEssentials
import IOCBase
import TestSupport
import Testing

@testable import IOC

/// Random graphs of components that start, serve and stop, well and badly, and that are called off at any moment.
///
/// `IOC_START_WORLDS` gives the number of worlds, `IOC_MODEL_SEED` the first seed.
@Suite("Start and stop in random graphs", .timeLimit(.minutes(60)))
struct StartModelTests {
    private static var seeds: [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["IOC_MODEL_SEED"].flatMap(UInt64.init) ?? 20_260_101
        let count = environment["IOC_START_WORLDS"].flatMap(Int.init) ?? 400
        return (0..<count).map { first &+ UInt64($0) }
    }

    @Test(
        "Nothing is created or starts too early or stops too late, what has started is stopped once, every error is reported"
    )
    func worlds() async {
        await WorldTrial.run(Self.seeds) { trial in
            var generator = SplitMix(seed: trial.seed)
            let graph = StartGraph(&generator)
            let diary = StartDiary()
            let context = try graph.context(diary)
            let faults = try await ending("the calls of \(graph)") { await live(graph, context) }
            StartVerdict(graph, diary, faults, context.core.lifecycle).check(trial)
            let late = graph.lateInitializers(diary)
            diary.release.open()
            try await until("the stop of the late \(late) of \(graph)") {
                late.allSatisfy { node in diary.entries.count { $0.step == .stopped && $0.node == node } == 1 }
            }
            let published = late.filter { (try? context.component(named: "c\($0)", as: StartPart.self)) != nil }
            trial.expect(published.isEmpty, "the late \(published) of \(graph) are published")
        }
    }
}

extension StartGraph {
    /// The components whose initializers go on after they were given up.
    fileprivate func lateInitializers(_ diary: StartDiary) -> [Int] {
        func count(_ step: StartDiary.Step, _ node: Int) -> Int {
            diary.entries.count { $0.step == step && $0.node == node }
        }
        return behaviours.indices.filter { node in
            behaviours[node].creation == .awaited && behaviours[node].create == .isDeaf && count(.creates, node) == 1
                && count(.created, node) == 0
        }
    }
}

/// Starts and stops a context as its world has it.
/// - Returns: What its calls have reported.
private func live(_ graph: StartGraph, _ context: ApplicationContext) async -> [Fault] {
    var faults: [Fault] = []
    func reported(_ result: Result<Void, any Error>) {
        guard case .failure(let error) = result else { return }
        if let error = error as? IOCError { faults += error.faults }
    }
    func start(_ body: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
        Task { try await body() }
    }
    func wait() async { for _ in 0..<graph.turns { await Task.yield() } }
    switch graph.ending {
    case .startAndStop:
        reported(await Result { try await context.start() })
        await wait()
    case .cancelledStart:
        let call = start { try await context.start() }
        await wait()
        call.cancel()
        reported(await call.result)
    case .stopDuringStart:
        let call = start { try await context.start() }
        await wait()
        reported(await Result { try await context.stop() })
        reported(await call.result)
    case .run, .stoppedRun:
        let call = start { try await context.run(handlingSignals: false) }
        await wait()
        if graph.ending == .run { call.cancel() } else { reported(await Result { try await context.stop() }) }
        // A stop before there was a start changes nothing.
        call.cancel()
        reported(await call.result)
    }
    reported(await Result { try await context.stop() })
    return faults
}

/// What has to hold of a world that has started and stopped.
private struct StartVerdict {
    let graph: StartGraph
    let entries: [StartDiary.Entry]
    let (thrown, heard): (Set<StartDiary.Trouble>, Set<StartDiary.Trouble>)
    let most: Int
    let faults: [Fault]
    let lifecycle: Lifecycle
    /// Those whose code was left to itself: what it does afterwards is its own.
    let abandoned: Set<Int>

    init(_ graph: StartGraph, _ diary: StartDiary, _ faults: [Fault], _ lifecycle: Lifecycle) {
        (self.graph, self.faults, self.lifecycle) = (graph, faults, lifecycle)
        (entries, thrown, heard, most) = (diary.entries, diary.thrown, diary.heard, diary.most)
        let limits: Set<IOCError.Code> = [.startTimeout, .readyTimeout, .serviceTimeout, .stopTimeout]
        let texts = faults.filter { limits.contains($0.code) }.map(\.headline)
        abandoned = Set(graph.behaviours.indices.filter { node in texts.contains { $0.contains(": c\(node) ") } })
    }

    private func time(_ step: StartDiary.Step, _ node: Int) -> Int? {
        entries.firstIndex { $0.step == step && $0.node == node }
    }
    private func count(_ step: StartDiary.Step, _ node: Int) -> Int {
        entries.count { $0.step == step && $0.node == node }
    }

    func check(_ trial: WorldTrial) {
        var wrong: [String] = []
        let waitsFor = graph.waitsFor
        for node in graph.behaviours.indices where !abandoned.contains(node) {
            for other in waitsFor[node] where !abandoned.contains(other) {
                wrong += checkStart(node, after: other)
                wrong += checkStop(other, after: node)
            }
            wrong += checkCounts(node)
        }
        wrong += checkLastServices()
        wrong += checkErrors()
        if abandoned.isEmpty, most > graph.width { wrong.append("\(most) at once") }
        if lifecycle.isRunning { wrong.append("the context runs") }
        trial.expect(
            wrong.isEmpty,
            "\(wrong)\n\(graph)\n\(entries.map { "\($0.step) c\($0.node)" })\n\(faults)")
    }

    private func checkStart(_ node: Int, after other: Int) -> [String] {
        let begins = [StartDiary.Step.creates, .starts, .runs].compactMap { time($0, node) }.min()
        guard let begins else { return [] }
        func isLate(_ step: StartDiary.Step) -> Bool { time(step, other).map { $0 > begins } ?? true }
        var wrong: [String] = []
        if graph.behaviours[other].starts, isLate(.started) { wrong.append("c\(node) starts before c\(other)") }
        if graph.behaviours[other].serves, isLate(.ready) { wrong.append("c\(node) starts before c\(other) is ready") }
        return wrong
    }

    private func checkStop(_ node: Int, after other: Int) -> [String] {
        guard let stops = time(.stops, node) else { return [] }
        var wrong: [String] = []
        if count(.stops, other) > 0, time(.stopped, other).map({ $0 > stops }) ?? true {
            wrong.append("c\(node) stops before c\(other)")
        }
        if count(.runs, other) > 0, time(.ended, other).map({ $0 > stops }) ?? true {
            wrong.append("c\(node) stops while c\(other) runs")
        }
        return wrong
    }

    private func checkCounts(_ node: Int) -> [String] {
        let behaviour = graph.behaviours[node]
        var wrong: [String] = []
        let (started, stops) = (count(.started, node), count(.stops, node))
        if stops > 1 { wrong.append("c\(node) is stopped \(stops) times") }
        if behaviour.starts, started != stops {
            wrong.append("c\(node) has started \(started) times, stopped \(stops)")
        }
        let begins: [StartDiary.Step] = [.creates, .starts, .runs]
        if begins.contains(where: { count($0, node) > 1 }) { wrong.append("c\(node) begins twice") }
        if behaviour.creation != .atBoot, count(.starts, node) > count(.created, node) {
            wrong.append("c\(node) starts before it exists")
        }
        if count(.runs, node) != count(.ended, node) { wrong.append("c\(node) runs on") }
        if behaviour.kind != .nothing, count(.runs, node) > stops {
            wrong.append("c\(node) has run, and is not stopped")
        }
        return wrong
    }

    private func checkLastServices() -> [String] {
        let first = graph.lastServices.subtracting(abandoned).compactMap { time(.runs, $0) }.min()
        guard let first else { return [] }
        return graph.behaviours.indices.filter { node in
            graph.behaviours[node].starts && !abandoned.contains(node)
                && time(.started, node).map { $0 > first } ?? true
        }.map { "a service without dependents begins before c\($0) has started" }
    }

    private func checkErrors() -> [String] {
        let causes = Set(faults.compactMap { $0.cause as? StartDiary.Trouble })
        // Who was abandoned is named for that.
        let others = thrown.subtracting(causes).filter { !abandoned.contains($0.node) }
        let lost = others.subtracting(heard).map { "what c\($0.node) has thrown in \($0.call) is not reported" }
        // What it throws after a cancellation is for observers alone. Without one, the caller of the start hears of it.
        let isCalledOff = graph.ending != .startAndStop || !faults.isEmpty
        let kept = others.filter { $0.call != "run" && !isCalledOff }
        return lost + kept.map { "the caller does not hear of what c\($0.node) has thrown in \($0.call)" }
    }
}
