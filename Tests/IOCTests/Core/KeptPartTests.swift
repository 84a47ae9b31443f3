import CSwiftRuntime
import IOCBase
import IOCModel
import TestSupport
import Testing

@testable import IOC

/// Parts of a context by themselves: what they keep, for how long, and in which order they let it go.
@Suite("What the parts of a context keep")
struct KeptPartTests {
    final class A: IOCComponent {}
    final class B: IOCComponent {}
    final class C: IOCComponent {}
    final class D: IOCComponent {}
    final class E: IOCComponent {}
    final class F: IOCComponent {}
    final class Weak: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.weakSingleton)] }
    }

    /// Who has gone, in that order.
    final class Log: Sendable {
        private let lines = Guarded<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }
    final class Going: Sendable {
        let name: String
        let log: Log
        init(_ name: String, _ log: Log) {
            self.name = name
            self.log = log
        }
        deinit { log.add(name) }
    }
    private struct Failure: Error {}

    // MARK: Instances by arguments

    @Test("Weak instances that have gone are forgotten once there are many, those that are there never")
    func weakEntries() throws {
        let core = ContextCore.unbooted(Weak.self, A.self)
        let weak = try #require(core.definition(of: Weak.self))
        let kept = KeptInstances()
        for number in 1...16 {
            _ = kept.slot(for: weak, ArgumentKey([number]), in: core)
            #expect(kept.count == number)
        }
        _ = kept.slot(for: weak, ArgumentKey([17]), in: core)
        #expect(kept.count == 1)
        // Twelve that live, and one that somebody is making.
        let instances = (0..<12).map { _ in Weak() }
        let slots = instances.indices.map { kept.slot(for: weak, ArgumentKey(["live", $0]), in: core) }
        for (slot, instance) in zip(slots, instances) { slot.publish(instance) }
        let begun = kept.slot(for: weak, ArgumentKey(["begun"]), in: core)
        for number in 0..<100 { _ = kept.slot(for: weak, ArgumentKey([100 + number]), in: core) }
        #expect((13...27).contains(kept.count))
        for index in instances.indices {
            #expect(kept.slot(for: weak, ArgumentKey(["live", index]), in: core) === slots[index])
        }
        #expect(kept.slot(for: weak, ArgumentKey(["begun"]), in: core) === begun)
        // Others are kept in any case.
        let strong = try #require(core.definition(of: A.self))
        let before = kept.count
        for number in 0..<40 { _ = kept.slot(for: strong, ArgumentKey([number]), in: core) }
        #expect(kept.count == before + 40)
        kept.release()
        #expect(kept.count == 0)
    }

    private struct Alike: Hashable, Sendable {
        var number: Int
        func hash(into hasher: inout Hasher) {}
    }

    @Test("So they are where their arguments have the same hash")
    func weakNeighbours() throws {
        let core = ContextCore.unbooted(Weak.self)
        let weak = try #require(core.definition(of: Weak.self))
        let kept = KeptInstances()
        let instance = Weak()
        for number in 1...16 {
            let slot = kept.slot(for: weak, ArgumentKey([Alike(number: number)]), in: core)
            if number == 9 { slot.publish(instance) }
        }
        // One of the same hash would be compared with them meanwhile.
        _ = kept.slot(for: weak, ArgumentKey(["other"]), in: core)
        #expect(kept.count == 2)
        #expect(kept.known(weak, ArgumentKey([Alike(number: 9)]))?.instance === instance)
    }

    @Test("An instance that takes another's place is found by those alone that keep its scope from ending")
    func secondInstance() {
        let slot = SharedSlot()
        #expect(slot.retained() == nil)
        let (first, second) = (A(), A())
        slot.publish(first)
        #expect(slot.retained()?.takeRetainedValue() === first)
        slot.publish(second)
        #expect(slot.retained() == nil)
        #expect(slot.instance === second)
        slot.publish(first)
        #expect(slot.retained()?.takeRetainedValue() === first)
        slot.release()
        #expect(slot.retained() == nil && slot.instance == nil)
    }

    @Test("What is kept by arguments goes with a release, though somebody still has its place")
    func releasedPlace() throws {
        let core = ContextCore.unbooted(A.self)
        let kept = KeptInstances()
        let definition = try #require(core.definition(of: A.self))
        let slots = (0..<3).map { kept.slot(for: definition, ArgumentKey([$0]), in: core) }
        let log = Log()
        for (number, slot) in slots.enumerated() { slot.publish(Going("\(number)", log)) }
        #expect(log.all == [])
        kept.release()
        // Who was asked for last goes first.
        #expect(log.all == ["2", "1", "0"] && slots.allSatisfy { $0.instance == nil })
    }

    // MARK: Constructions that fail

    /// Builds an instance in the place of a definition, as a maker does.
    private func build(
        _ definition: RegisteredDefinition, _ core: ContextCore, _ instance: Going,
        _ body: (ConstructionFrame.Pointer) throws -> Void = { _ in }
    ) throws {
        let (slot, thread) = (definition.slot, ioc_thread_id())
        let state = try core.maker.waits.enter(slot, as: thread, depth: 1, timeout: .seconds(60)) { [] }
        guard case .begun = state else { throw Failure() }
        try ConstructionFrame.push(core.maker, definition, nil, for: slot) { frame in
            slot.group.isMade(slot, instance)
            try body(frame)
        }
    }

    @Test("What has got another thread's instance lets others have what was finished since it began, nothing earlier")
    func releasing() throws {
        let core = ContextCore.unbooted(A.self, B.self, C.self, D.self)
        let definitions = core.registry.definitions
        let log = Log()
        try build(definitions[0], core, Going("outer", log)) { _ in
            let session = ConstructionFrame.session()
            try build(definitions[1], core, Going("before", log)) { $0.pointee.readUnfinished(1) }
            try build(definitions[2], core, Going("reading", log)) { frame in
                try build(definitions[3], core, Going("inside", log)) { $0.pointee.readUnfinished(2) }
                frame.pointee.readUnfinished(0)
            }
            #expect(session.unpublished.map { $0.publication != nil } == [false, true, true])
        }
        #expect(definitions.allSatisfy { $0.slot.instance != nil && $0.slot.group.owner == 0 })
    }

    @Test("What fails takes with it what was finished inside it, the last first, and nothing that was finished before")
    func dropping() throws {
        let core = ContextCore.unbooted(A.self, B.self, C.self, D.self, E.self)
        let definitions = core.registry.definitions
        let log = Log()
        try build(definitions[0], core, Going("outer", log)) { _ in
            let session = ConstructionFrame.session()
            try build(definitions[1], core, Going("before", log)) { $0.pointee.readUnfinished(1) }
            #expect(session.unpublished.count == 1 && definitions[1].slot.instance == nil)
            #expect(throws: Failure.self) {
                try build(definitions[2], core, Going("failing", log)) { _ in
                    try build(definitions[3], core, Going("first", log)) { $0.pointee.readUnfinished(1) }
                    try build(definitions[4], core, Going("second", log)) { $0.pointee.readUnfinished(1) }
                    #expect(session.unpublished.count == 3)
                    throw Failure()
                }
            }
            #expect(session.unpublished.count == 1)
            #expect(log.all == ["second", "first", "failing"])
        }
        let standing = definitions.map { ($0.slot.instance as? Going)?.name }
        #expect(standing == ["outer", "before", nil, nil, nil])
        #expect(definitions.allSatisfy { $0.slot.group.owner == 0 })
        core.letGo()
        #expect(Set(log.all.suffix(2)) == ["before", "outer"])
    }

    @Test("A construction far in is found by what it builds while it runs, the innermost of several, and not after")
    func deepFrames() throws {
        let core = ContextCore.unbooted(A.self)
        let definition = core.registry.definitions[0]
        func found(_ number: Int) -> Int? {
            ConstructionFrame.building(definition, ArgumentKey([number]))?.pointee.depth
        }
        func descend(_ depth: Int) throws {
            guard depth <= 40 else { return }
            // From 30 on the same again as ten before.
            try ConstructionFrame.push(core.maker, definition, ArgumentKey([depth < 30 ? depth : depth - 10])) { _ in
                #expect(found(depth < 30 ? depth : depth - 10) == depth)
                #expect(found(2) == (depth < 2 ? nil : 2) && found(99) == nil)
                try descend(depth + 1)
                // What was further in is gone, and what it stood for is there again.
                for number in 1...29 {
                    let last = number >= 20 && number + 10 <= depth ? number + 10 : number
                    #expect(found(number) == (last <= depth ? last : nil))
                }
            }
        }
        try descend(1)
        #expect(found(1) == nil)
    }

    // MARK: The shared context and a run

    @Test("The shared context is made once, whoever asks at the same time, and replaced by its own successor alone")
    func sharing() throws {
        let shared = SharedContext()
        let made = Guarded(0)
        // The first thread makes it; the others come once it has begun.
        let meeting = Meeting(of: 4)
        let contexts = try onThreads(4) { number in
            if number > 0 { meeting.attend() }
            return try shared.get {
                made.withLock { $0 += 1 }
                if number == 0 { meeting.attend() }
                for _ in 0..<200 { ioc_yield() }
                return try boot(A.self, B.self, C.self)
            }
        }
        #expect(made.withLock { $0 } == 1)
        #expect(contexts.allSatisfy { $0 === contexts[0] } && shared.ready === contexts[0])
        let other = try boot(A.self)
        shared.replace(other.core, by: other)
        #expect(shared.ready === contexts[0])
        shared.replace(contexts[0].core, by: other)
        #expect(shared.ready === other)
        #expect(throws: IOCError.self) { try shared.bootstrap { other } }
        #expect(try shared.get { contexts[0] } === other)
    }

    @Test("A run has the contexts that are still to stop, the one that runs and the one that is to replace it")
    func runs() throws {
        let contexts = try (0..<4).map { _ in try boot(A.self) }
        let run = ContextRun(contexts[0])
        run.expect(contexts[1])
        #expect(run.contexts.map { $0 === contexts[0] } == [true, false] && run.latest === contexts[0])
        run.goOn(with: contexts[1])
        run.goOn(with: contexts[2])
        #expect(zip(run.contexts, contexts).allSatisfy { $0 === $1 } && run.contexts.count == 3)
        run.forget(contexts[0])
        #expect(run.contexts.map { $0 === contexts[2] } == [false, true] && run.contexts[0] === contexts[1])
        run.forget(contexts[3])
        run.expect(contexts[3])
        #expect(run.contexts.count == 3 && run.latest === contexts[2])
        run.expect(nil)
        #expect(run.contexts.count == 2)
    }

    @Test("Whoever asks for the shared context while it is being made is told where")
    func sharingInside() throws {
        let core = ContextCore.unbooted(A.self)
        try ConstructionFrame.push(core.maker, core.registry.definitions[0], nil) { _ in
            let error = try #require(throws: IOCError.self) { try SharedContext().get { try boot(A.self) } }
            #expect(error.code == .contextMissing)
            #expect(error.faults[0].path == [core.registry.definitions[0].facts.name])
        }
    }

    // MARK: Many threads

    @Test("Holds of many threads are all counted")
    func manyHolds() throws {
        let core = ContextCore.unbooted(A.self)
        let meeting = Meeting(of: 4)
        let added = try onThreads(4) { _ in
            meeting.attend()
            return (0..<4000).filter { _ in core.holds.add() }.count
        }
        #expect(added == [4000, 4000, 4000, 4000])
        let last = (0..<16000).filter { _ in core.holds.remove() }
        #expect(last.isEmpty)
        let (isLast, again) = (core.holds.remove(), core.holds.add())
        #expect(isLast && !again)
    }

    private final class Hall: Sendable {
        let gate = Gate()
    }

    @Test("Whoever enters a gate beside others is counted, and the last one out alone is told")
    func manyInside() throws {
        let (hall, meeting) = (Hall(), Meeting(of: 4))
        let entered = try onThreads(4) { _ in
            meeting.attend()
            return (0..<20_000).filter { _ in hall.gate.enter() }.count
        }
        #expect(entered == [20_000, 20_000, 20_000, 20_000])
        let isEmpty = hall.gate.close()
        let last = try onThreads(4) { _ in (0..<20_000).filter { _ in hall.gate.leave() }.count }
        #expect(!isEmpty && last.reduce(0, +) == 1)
    }

    @Test("What many threads observe is kept once each")
    func manyObserved() throws {
        let definition = ContextCore.unbooted(A.self).registry.definitions[0]
        let meeting = Meeting(of: 4)
        let fresh = try onThreads(4) { _ in
            meeting.attend()
            return (0..<200).filter { definition.observed.insert($0) }.count
        }
        #expect(fresh.reduce(0, +) == 200)
        #expect(definition.observed.all == Set(0..<200))
    }

    // MARK: Known edges

    @Test("A cycle that is closed while another thread looks at the graph is found, so that nothing keeps it")
    func edgesMeanwhile() throws {
        // Enough for a look to take a while.
        var configuration = ContextConfiguration(A.self)
        for number in 0..<1_000 {
            configuration.components["n\(number)"] = ContextConfiguration.ComponentEntry(
                className: String(reflecting: A.self), isLazy: true)
        }
        let context = try ApplicationContext(configuration)
        let known = context.core.known
        let definitions = context.core.registry.definitions
        let isDone = OnceFlag()
        let looker = Task(executorPreference: LaneExecutor()) {
            while !isDone.isSet { known.settle() }
        }
        let last = definitions[definitions.count - 1]
        known.observe(definitions[0], by: last)
        let begin = ContinuousClock.now
        known.settle()
        let look = ContinuousClock.now - begin
        var missed: [Int] = []
        for pair in 1...100 {
            let (one, other) = (definitions[2 * pair], definitions[2 * pair + 1])
            // The first edge makes the other thread look; the second one comes meanwhile, sooner or later.
            known.observe(other, by: one)
            let moment = ContinuousClock.now + look * pair / 60
            while ContinuousClock.now < moment {}
            known.observe(one, by: other)
            known.settle()
            if known.isOutsideCycles(one) || !known.leads(from: other, backTo: one) { missed.append(pair) }
        }
        _ = isDone.set()
        _ = looker
        #expect(missed == [])
    }

    @Test("Who leads back to whom is answered alike however edges come and questions are asked", arguments: 0..<12)
    func knownEdges(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let core = ContextCore.unbooted(A.self, B.self, C.self, D.self, E.self, F.self)
        let (known, definitions) = (core.known, core.registry.definitions)
        var edges = definitions.map { _ in Set<Int>() }
        func reaches(_ start: Int, _ end: Int) -> Bool {
            var seen: Set<Int> = []
            var pending = [start]
            while let next = pending.popLast() {
                if next == end { return true }
                if seen.insert(next).inserted { pending += edges[next] }
            }
            return false
        }
        func isInCycle(_ node: Int) -> Bool { edges[node].contains { reaches($0, node) } }
        for _ in 0..<60 {
            let (from, to) = (random.number(0...5), random.number(0...5))
            switch random.number(0...5) {
            case 0:
                known.add([to], of: definitions[from])
                edges[from].insert(to)
            case 1:
                known.observe(definitions[to], by: definitions[from])
                edges[from].insert(to)
            case 2, 3:
                // A property is only filled along an edge that is known.
                // Often, so that all are answered by one walk in the end.
                for to in Array(repeating: Array(edges[from]), count: 4).joined() {
                    let answer = known.leads(from: definitions[to], backTo: definitions[from])
                    #expect(answer == reaches(to, from), "\(from) to \(to), seed \(seed)")
                }
            case 4:
                known.settle()
                for (one, targets) in edges.enumerated() {
                    #expect(known.isOutsideCycles(definitions[one]) != isInCycle(one))
                    for other in targets where !reaches(other, one) {
                        #expect(definitions[one].place.rank > definitions[other].place.rank)
                    }
                }
            default:
                #expect(!known.isOutsideCycles(definitions[from]) || !isInCycle(from))
                let cycle = known.cycle(through: definitions[from]).map(\.component)
                #expect(cycle.isEmpty != isInCycle(from))
            }
        }
    }
}
