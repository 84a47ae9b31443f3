import IOCBase
import TestSupport

@testable import IOC

/// What one component of a random world does in its lifecycle.
struct StartBehaviour: Sendable {
    enum Kind: String, Sendable, CaseIterable { case starts, serves, startsAndServes, stops, nothing }
    /// What a call does after some turns.
    enum Act: Sendable { case returns, fails, waits, isDeaf }

    /// The way in which the component is created.
    enum Creation: Sendable { case atBoot, awaited, follows, reads }

    var kind: Kind
    var creation = Creation.atBoot
    var (create, start, ready, run, stop): (Act, Act, Act, Act, Act)
    /// How many turns each takes first.
    var turns: Int

    var starts: Bool { kind == .starts || kind == .startsAndServes }
    var serves: Bool { kind == .serves || kind == .startsAndServes }

    init(_ generator: inout SplitMix, isTroubled: Bool, hangs: Bool) {
        func act(_ percent: Int) -> Act {
            guard isTroubled, generator.chance(percent) else { return .returns }
            guard hangs, generator.chance(40) else { return .fails }
            return generator.chance(50) ? .waits : .isDeaf
        }
        kind = generator.pick(Kind.allCases)
        create = act(12)
        start = act(12)
        ready = act(12)
        stop = act(8)
        // A service that works until it is asked to end.
        run = .waits
        if isTroubled, generator.chance(12) { run = generator.pick([.returns, .fails]) }
        if hangs, generator.chance(5) { run = .isDeaf }
        turns = generator.number(0...6)
    }
}

/// A random graph of components, and how it is started and stopped.
struct StartGraph: Sendable, CustomStringConvertible {
    enum Ending: Sendable, CaseIterable { case startAndStop, run, cancelledStart, stopDuringStart, stoppedRun }

    var behaviours: [StartBehaviour] = []
    /// For each component those it depends on, by a lookup or because it says so; what is said has no circles.
    var (soft, firm): ([[Int]], [[Int]]) = ([], [])
    var width = 1
    var ending = Ending.startAndStop
    /// After how many turns the start is called off, or the run ended.
    var turns = 0
    var limit = Duration.seconds(600)
    var drain = Duration.zero

    init(_ generator: inout SplitMix) {
        let count = generator.number(1...12)
        let isTroubled = generator.chance(60)
        let hangs = isTroubled && generator.chance(15)
        for _ in 0..<count {
            behaviours.append(StartBehaviour(&generator, isTroubled: isTroubled, hangs: hangs))
        }
        let density = generator.number(0...30)
        let hasCycles = generator.chance(25)
        for node in 0..<count {
            var edges: (soft: [Int], firm: [Int]) = ([], [])
            for other in 0..<count where other != node && (other < node || hasCycles && generator.chance(15)) {
                guard generator.chance(density) else { continue }
                if other < node, generator.chance(30) { edges.firm.append(other) } else { edges.soft.append(other) }
            }
            soft.append(edges.soft)
            firm.append(edges.firm)
        }
        if generator.chance(50) { awaitSome(&generator) }
        width = generator.pick([1, 2, 8])
        ending = generator.pick(Ending.allCases)
        turns = generator.number(0...40)
        if hangs { limit = .milliseconds(15) }
        if generator.chance(10) { drain = .milliseconds(1) }
    }

    /// Has some components awaited that are part of no circle, and adds one that is passed all of them, or reads them in its hook.
    private mutating func awaitSome(_ generator: inout SplitMix) {
        let all = closure(zip(soft, firm).map(+))
        for node in behaviours.indices where !all[node].contains(node) && generator.chance(40) {
            behaviours[node].creation = .awaited
            behaviours[node].kind = .startsAndServes
        }
        let awaited = behaviours.indices.filter { behaviours[$0].creation == .awaited }
        guard !awaited.isEmpty, awaited.count < behaviours.count, generator.chance(60) else { return }
        behaviours.append(behaviours[0])
        behaviours[behaviours.count - 1].creation = generator.chance(50) ? .follows : .reads
        behaviours[behaviours.count - 1].kind = .starts
        soft.append(awaited)
        firm.append([])
    }

    /// For each component those it has to wait for, said without the container's own walk.
    var waitsFor: [Set<Int>] {
        let all = closure(zip(soft, firm).map(+))
        return behaviours.indices.map { node in
            let cycle = Set(all[node].filter { all[$0].contains(node) }).union([node])
            let inside = closure(firm.indices.map { cycle.contains($0) ? firm[$0].filter(cycle.contains) : [] })
            let outside = all[node].subtracting(cycle)
            return outside.union(inside[node].filter { !inside[$0].contains(node) })
        }
    }

    /// The services without dependents: they begin last.
    var lastServices: Set<Int> {
        let all = closure(zip(soft, firm).map(+))
        let firm = closure(firm)
        return Set(
            behaviours.indices.filter { node in
                behaviours[node].serves
                    && !behaviours.indices.contains { other in
                        guard other != node, behaviours[other].kind != .nothing else { return false }
                        guard all[node].contains(other) else { return all[other].contains(node) }
                        return all[other].contains(node)
                            && (firm[other].contains(node) || isNeededOutside(node, of: all))
                    }
            })
    }

    private func isNeededOutside(_ node: Int, of all: [Set<Int>]) -> Bool {
        behaviours.indices.contains {
            behaviours[$0].kind != .nothing && all[$0].contains(node) && !all[node].contains($0)
        }
    }

    private func closure(_ edges: [[Int]]) -> [Set<Int>] {
        edges.indices.map { node in
            var reached: Set<Int> = []
            var pending = edges[node]
            while let next = pending.popLast() {
                if reached.insert(next).inserted { pending += edges[next] }
            }
            return reached
        }
    }

    var description: String {
        let nodes = behaviours.indices.map { node in
            let acts = behaviours[node]
            return
                "c\(node) \(acts.creation) \(acts.kind) create:\(acts.create) start:\(acts.start) ready:\(acts.ready) run:\(acts.run) stop:\(acts.stop)"
                + " \(acts.turns) -> \(soft[node]) firm \(firm[node])"
        }
        return "\(ending) width \(width) turns \(turns) limit \(limit)\n" + nodes.joined(separator: "\n")
    }
}

/// What has happened in a world, in its order, and the errors that the observers of the context hear of.
final class StartDiary: ContextObserver {
    enum Step: Hashable, Sendable {
        case creates, created, starts, started, runs, ready, ended, stops, stopped
    }
    struct Entry: Sendable {
        let step: Step
        let node: Int
    }
    struct Trouble: Error, Hashable {
        let node: Int
        let call: String
    }

    private let state = Guarded((entries: [Entry](), thrown: Set<Trouble>(), heard: Set<Trouble>(), now: 0, most: 0))
    /// Lets those go on that do not hear of a cancellation.
    let release = Latch()

    func note(_ step: Step, _ node: Int) { state.withLock { $0.entries.append(Entry(step: step, node: node)) } }
    func willThrow(_ trouble: Trouble) { state.withLock { _ = $0.thrown.insert(trouble) } }
    func enter() {
        state.withLock { state in
            state.now += 1
            state.most = max(state.most, state.now)
        }
    }
    func leave() { state.withLock { $0.now -= 1 } }

    var entries: [Entry] { state.withLock { $0.entries } }
    var thrown: Set<Trouble> { state.withLock { $0.thrown } }
    /// The errors that the observers have heard of.
    var heard: Set<Trouble> { state.withLock { $0.heard } }

    func handle(_ event: ContextEvent) {
        guard event.kind == .failed, let trouble = event.error?.cause as? Trouble else { return }
        state.withLock { _ = $0.heard.insert(trouble) }
    }

    /// How many calls there were at once, those that were abandoned among them.
    var most: Int { state.withLock { $0.most } }
}

/// A component of a random world.
class StartPart: @unchecked Sendable {
    // Sound: written before the start.
    var node = 0
    var behaviour: StartBehaviour?
    var diary: StartDiary?

    required init() {}

    fileprivate func act(_ act: StartBehaviour.Act, _ call: String) async throws {
        for _ in 0..<(behaviour?.turns ?? 0) { await Task.yield() }
        switch act {
        case .returns: return
        case .fails:
            let trouble = StartDiary.Trouble(node: node, call: call)
            diary?.willThrow(trouble)
            throw trouble
        case .waits: try await untilCancelled()
        case .isDeaf: await diary?.release.wait()
        }
    }

    fileprivate func creating() async throws {
        diary?.note(.creates, node)
        diary?.enter()
        defer { diary?.leave() }
        try await act(behaviour?.create ?? .returns, "create")
        diary?.note(.created, node)
    }

    fileprivate func starting() async throws {
        diary?.note(.starts, node)
        diary?.enter()
        defer { diary?.leave() }
        try await act(behaviour?.start ?? .returns, "start")
        diary?.note(.started, node)
    }

    fileprivate func stopping() async throws {
        diary?.note(.stops, node)
        diary?.enter()
        defer {
            diary?.leave()
            diary?.note(.stopped, node)
        }
        try await act(behaviour?.stop ?? .returns, "stop")
    }

    fileprivate func running() async throws {
        diary?.note(.runs, node)
        defer { diary?.note(.ended, node) }
        try await act(behaviour?.run ?? .waits, "run")
    }

    fileprivate func readying() async throws {
        try await act(behaviour?.ready ?? .returns, "ready")
        diary?.note(.ready, node)
    }
}

final class StartingPart: StartPart, IOCComponent, Startable, Stoppable, @unchecked Sendable {
    func start() async throws { try await starting() }
    func stop() async throws { try await stopping() }
}
final class ServingPart: StartPart, IOCComponent, IOCService, Stoppable, @unchecked Sendable {
    func run() async throws { try await running() }
    func ready() async throws { try await readying() }
    func stop() async throws { try await stopping() }
}
final class StartingAndServingPart: StartPart, IOCComponent, Startable, IOCService, Stoppable, @unchecked Sendable {
    func start() async throws { try await starting() }
    func run() async throws { try await running() }
    func ready() async throws { try await readying() }
    func stop() async throws { try await stopping() }
}
final class StoppingPart: StartPart, IOCComponent, Stoppable, @unchecked Sendable {
    func stop() async throws { try await stopping() }
}
final class InertPart: StartPart, IOCComponent, @unchecked Sendable {}

/// The world of a context, for the components that are created when it starts.
final class StartBook: IOCComponent {
    let world = Guarded<(graph: StartGraph, diary: StartDiary)?>(nil)

    fileprivate func tell(_ part: StartPart, _ node: Int) {
        let world = world.withLock { $0 }
        (part.node, part.behaviour, part.diary) = (node, world?.graph.behaviours[node], world?.diary)
    }
}

/// A component whose initializer is awaited. Each node has a class of its own, which tells the node.
class AwaitedPart: StartPart, ConstructedComponent, Startable, IOCService, Stoppable, @unchecked Sendable {
    class var node: Int { 0 }
    class var constructor: Constructor {
        Constructor(Parameter<StartBook>("book")) { try await self.init(book: $0[0] as StartBook) }
    }

    required init() {}
    required init(book: StartBook) async throws {
        super.init()
        book.tell(self, Self.node)
        try await creating()
    }
    func start() async throws { try await starting() }
    func run() async throws { try await running() }
    func ready() async throws { try await readying() }
    func stop() async throws { try await stopping() }

    static let all: [AwaitedPart.Type] = [
        Awaited0.self, Awaited1.self, Awaited2.self, Awaited3.self, Awaited4.self, Awaited5.self, Awaited6.self,
        Awaited7.self, Awaited8.self, Awaited9.self, Awaited10.self, Awaited11.self,
    ]
}
final class Awaited0: AwaitedPart, @unchecked Sendable { override class var node: Int { 0 } }
final class Awaited1: AwaitedPart, @unchecked Sendable { override class var node: Int { 1 } }
final class Awaited2: AwaitedPart, @unchecked Sendable { override class var node: Int { 2 } }
final class Awaited3: AwaitedPart, @unchecked Sendable { override class var node: Int { 3 } }
final class Awaited4: AwaitedPart, @unchecked Sendable { override class var node: Int { 4 } }
final class Awaited5: AwaitedPart, @unchecked Sendable { override class var node: Int { 5 } }
final class Awaited6: AwaitedPart, @unchecked Sendable { override class var node: Int { 6 } }
final class Awaited7: AwaitedPart, @unchecked Sendable { override class var node: Int { 7 } }
final class Awaited8: AwaitedPart, @unchecked Sendable { override class var node: Int { 8 } }
final class Awaited9: AwaitedPart, @unchecked Sendable { override class var node: Int { 9 } }
final class Awaited10: AwaitedPart, @unchecked Sendable { override class var node: Int { 10 } }
final class Awaited11: AwaitedPart, @unchecked Sendable { override class var node: Int { 11 } }

/// A component that is passed all that are awaited.
final class FollowingPart: StartPart, ConstructedComponent, Startable, Stoppable, @unchecked Sendable {
    static var constructor: Constructor {
        Constructor(Parameter<StartBook>("book"), Parameter<[AwaitedPart]>("awaited")) {
            FollowingPart(book: try $0[0] as StartBook, awaited: try $0[1] as [AwaitedPart])
        }
    }

    required init() {}
    init(book: StartBook, awaited: [AwaitedPart]) {
        super.init()
        book.tell(self, book.world.withLock { ($0?.graph.behaviours.count ?? 0) - 1 })
        diary?.note(.creates, node)
        diary?.note(.created, node)
    }
    func start() async throws { try await starting() }
    func stop() async throws { try await stopping() }
}

/// A component whose hook reads all that are awaited from a property.
final class ReadingPart: StartPart, IOCComponent, Startable, Stoppable, @unchecked Sendable {
    @Autowired var book: StartBook
    @Autowired var awaited: [AwaitedPart]

    func didInject() {
        book.tell(self, book.world.withLock { ($0?.graph.behaviours.count ?? 0) - 1 })
        diary?.note(.creates, node)
        if awaited.isEmpty { return }
        diary?.note(.created, node)
    }
    func start() async throws { try await starting() }
    func stop() async throws { try await stopping() }
}

extension StartGraph {
    /// A context of the components, which know what to do.
    func context(_ diary: StartDiary) throws -> ApplicationContext {
        var configuration = ContextConfiguration(startTimeout: limit, stopTimeout: limit)
        configuration.startupConcurrency = width
        configuration.drainTimeout = drain
        configuration.observers.append(diary)
        for (node, behaviour) in behaviours.enumerated() {
            let type: any ManagedComponent.Type =
                switch (behaviour.creation, behaviour.kind) {
                case (.awaited, _): AwaitedPart.all[node]
                case (.follows, _): FollowingPart.self
                case (.reads, _): ReadingPart.self
                case (_, .starts): StartingPart.self
                case (_, .serves): ServingPart.self
                case (_, .startsAndServes): StartingAndServingPart.self
                case (_, .stops): StoppingPart.self
                case (_, .nothing): InertPart.self
                }
            configuration.components["c\(node)"] = ContextConfiguration.ComponentEntry(
                className: String(reflecting: type), dependsOn: firm[node].map { "c\($0)" })
        }
        configuration.classes = [String(reflecting: StartBook.self)]
        let context = try ApplicationContext(configuration)
        let definitions = context.core.sites
        let book = try context.component(StartBook.self)
        book.world.withLock { $0 = (self, diary) }
        for node in behaviours.indices {
            if behaviours[node].creation == .atBoot {
                book.tell(try context.component(named: "c\(node)", as: StartPart.self), node)
            }
            for other in soft[node] {
                guard let source = definitions.first(where: { $0.facts.name == "c\(node)" }),
                    let target = definitions.first(where: { $0.facts.name == "c\(other)" })
                else { continue }
                source.observe(target)
            }
        }
        return context
    }
}
