import IOC
import TestSupport
import Testing

/// Instances that got another instance whose construction then failed.
@Suite("After a construction has failed", .timeLimit(.minutes(30)))
struct FailedConstructionTests {
    struct NotYet: Error {}

    /// A part of the graph, the parts that it refers to, and whether it is complete.
    final class Part: @unchecked Sendable {
        // Sound: written during construction; the container publishes it to other threads afterwards.
        var held: [Part] = []
        var isComplete = false

        /// Whether this part and every part that it leads to are complete.
        var isWhole: Bool {
            var seen: Set<ObjectIdentifier> = []
            var pending = [self]
            while let part = pending.popLast() {
                if !part.isComplete { return false }
                guard seen.insert(ObjectIdentifier(part)).inserted else { continue }
                pending += part.held
            }
            return true
        }
    }

    /// Parts that look each other up when they are injected, some of which fail at first.
    final class Ring: Assembly, CustomReflectable {
        struct Node {
            var scope = Scope.lazySingleton
            /// The parts that it looks up, in order; a failure of an optional one is caught.
            var needs: [(index: Int, isOptional: Bool)]
            /// The number of times that it fails after that.
            var failures = 0
        }

        let parts: [Definition<Ring, Part>]
        private let nodes: [Node]
        private let failuresLeft: Locked<[Int]>
        private let meeting: Meeting

        /// - Parameter guests: The number of threads that meet after their first construction and before any lookup.
        init(_ nodes: [Node], guests: Int = 1) {
            self.nodes = nodes
            failuresLeft = Locked(nodes.map(\.failures))
            meeting = Meeting(of: guests)
            parts = nodes.enumerated().map { index, node in
                Definition(node.scope) { (_: Ring) in Part() }
                    .inject { part, ring in
                        ring.meeting.attend()
                        for need in node.needs {
                            if !need.isOptional {
                                part.held.append(try ring.parts[need.index]())
                            } else if let found = try? ring.parts[need.index]() {
                                part.held.append(found)
                            }
                        }
                        if ring.fails(index) { throw NotYet() }
                    }
                    .didInject { $0.isComplete = true }
            }
        }

        convenience init() { self.init([]) }

        private func fails(_ index: Int) -> Bool {
            failuresLeft.withLock { left in
                defer { left[index] -= 1 }
                return left[index] > 0
            }
        }

        /// Expects that each part holds the current instances of the parts that it looks up, unless these may differ.
        func checkReferences(_ what: Comment? = nil) throws {
            for (part, node) in zip(parts, nodes) {
                guard !node.needs.contains(where: { $0.isOptional || nodes[$0.index].scope != .lazySingleton }) else {
                    continue
                }
                let expected = try node.needs.map { ObjectIdentifier(try parts[$0.index]()) }
                #expect(try part().held.map(ObjectIdentifier.init) == expected, what)
            }
        }

        var customMirror: Mirror {
            Mirror(self, children: parts.enumerated().map { (label: "part\($0.offset)", value: $0.element as Any) })
        }
    }

    // MARK: Lookups alone

    /// Graphs whose first part fails at the first lookup, directly or through others.
    static let graphs: [(title: String, nodes: [Ring.Node])] =
        [
            ("a cycle of lookups", [Ring.Node(needs: [(1, false)], failures: 1), Ring.Node(needs: [(0, false)])]),
            (
                "a prototype in a shared instance",
                [Ring.Node(scope: .prototype, needs: [(1, false)], failures: 1), Ring.Node(needs: [(0, false)])]
            ),
            (
                "an instance of an object graph",
                [
                    Ring.Node(needs: [(1, false), (2, false)], failures: 1),
                    Ring.Node(scope: .objectGraph, needs: [(0, false)]), Ring.Node(needs: [(1, false)]),
                ]
            ),
        ]
        + (1...4).map { depth in
            let chain = (1...depth).map { Ring.Node(needs: [($0 < depth ? $0 + 2 : 1, false)]) }
            let ring = [Ring.Node(needs: [(1, false), (2, false)], failures: 1), Ring.Node(needs: [(0, false)])]
            return ("an instance at depth \(depth) that got a member of the cycle", ring + chain)
        }

    @Test("Every instance that got the failed one, directly or through others, is created again", arguments: graphs)
    func lookups(title: String, nodes: [Ring.Node]) throws {
        let ring = Ring(nodes)
        try ring.activate()
        #expect(throws: IOCError.self) { try ring.parts[0]() }
        for part in ring.parts.reversed() { #expect(try part().isWhole) }
        try ring.checkReferences()
    }

    @Test("If an outer construction catches the failure, the instances that got the failed one are created again")
    func caught() throws {
        let ring = Ring([
            Ring.Node(needs: [(1, true)]), Ring.Node(needs: [(2, false)], failures: 1),
            Ring.Node(needs: [(0, false), (1, false)]),
        ])
        try ring.activate()
        let outer = try ring.parts[0]()
        #expect(outer.isWhole && outer.held.isEmpty)
        #expect(try ring.parts[2]().isWhole)
        try ring.checkReferences()
    }

    // MARK: Wrapped properties

    final class Ready: IOCComponent, @unchecked Sendable {
        // Sound: the test that uses it runs on one thread.
        var isReady = false
    }
    final class Head: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var ready: Ready
        @Autowired var tail: Tail
        private(set) var isComplete = false
        func didInject() throws {
            _ = tail.head
            _ = try ApplicationContext.current.component(Watcher.self)
            #expect(try ApplicationContext.current.component(View.self).head === self)
            if !ready.isReady { throw NotYet() }
            isComplete = true
        }
    }
    final class Tail: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var head: Head
    }
    /// Looks up a complete member of a cycle that is not complete.
    final class Watcher: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        private(set) var tail: Tail?
        func didInject() throws { tail = try ApplicationContext.current.component(Tail.self) }
    }
    /// Is complete before its property is read.
    final class View: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var head: Head
    }

    @Test("Neither an instance that got a complete member of the failed cycle nor a property that was read keeps it")
    func properties() throws {
        let context = try boot(Ready.self, Head.self, Tail.self, Watcher.self, View.self)
        #expect(throws: IOCError.self) { try context.component(Head.self) }
        try context.component(Ready.self).isReady = true
        let watcher = try context.component(Watcher.self)
        let view = try context.component(View.self)
        let head = try context.component(Head.self)
        #expect(head.isComplete && view.head === head && watcher.tail?.head === head)
        #expect(try watcher.tail === context.component(Tail.self))
    }

    // MARK: Threads

    @Test(
        "A thread that created one half of a cycle does not keep the half that failed on another thread",
        arguments: [(threads: 2, guests: 2, failures: 1, rounds: 200), (8, 1, 3, 50)])
    func failingThreads(threads: Int, guests: Int, failures: Int, rounds: Int) throws {
        for _ in 0..<rounds {
            let nodes = [Ring.Node(needs: [(1, false)], failures: failures), Ring.Node(needs: [(0, false)])]
            let ring = Ring(nodes, guests: guests)
            try ring.activate()
            for outcome in outcomesOnThreads(threads, { try ring.parts[$0 % 2]() }) {
                switch outcome {
                case .success(let part): #expect(part.isWhole)
                case .failure(let error):
                    let error = try #require(error as? IOCError)
                    #expect(error.cause is NotYet || error.code == .constructionCycle)
                }
            }
            // A thread that gave up its turn at once has not used up one of the failures.
            for _ in 0..<failures { _ = try? ring.parts[0]() }
            #expect(try ring.parts[0]().isWhole)
            try ring.checkReferences()
        }
    }

    @Test(
        "Threads that begin with different parts of a ring get the one instance of each part, or fail at once",
        arguments: 2...6)
    func ring(size: Int) throws {
        for _ in 0..<50 {
            let ring = Ring((0..<size).map { Ring.Node(needs: [(($0 + 1) % size, false)]) }, guests: size)
            try ring.activate()
            let outcomes = outcomesOnThreads(size) { try ring.parts[$0]() }
            for (index, outcome) in outcomes.enumerated() {
                let part = try ring.parts[index]()
                #expect(part.isWhole)
                #expect(try part.held.first === ring.parts[(index + 1) % size]())
                switch outcome {
                case .success(let found): #expect(found === part)
                case .failure(let error): #expect((error as? IOCError)?.code == .constructionCycle)
                }
            }
            #expect(outcomes.contains { (try? $0.get()) != nil })
        }
    }

    @Test(
        "Random graphs with failures are complete in the end, on any number of threads",
        arguments: ModelSeeds.all)
    func random(seed: UInt64) throws {
        var generator = SplitMix(seed: seed)
        let count = generator.number(2...10)
        let areCaught = generator.chance(50)
        let nodes = (0..<count).map { _ in
            Ring.Node(
                scope: generator.chance(15) ? .objectGraph : .lazySingleton,
                needs: (0..<generator.number(0...3)).map { _ in
                    (generator.number(0...count - 1), areCaught && generator.chance(40))
                },
                failures: generator.chance(25) ? generator.number(1...2) : 0)
        }
        let starts = Array(Array(0..<count).shuffled(using: &generator).prefix(generator.number(2...5)))
        let ring = Ring(nodes, guests: starts.count)
        try ring.activate()
        let found = outcomesOnThreads(starts.count) { try ring.parts[starts[$0]]() }
        if nodes.allSatisfy({ $0.failures == 0 }) {
            for case .failure(let error) in found {
                #expect((error as? IOCError)?.code == .constructionCycle, "seed \(seed)")
            }
        }
        // Each failure is one of the first attempts.
        for _ in 0...nodes.reduce(0, { $0 + $1.failures }) {
            for part in ring.parts { _ = try? part() }
        }
        for (start, result) in zip(starts, found) {
            guard case .success(let part) = result else { continue }
            #expect(part.isWhole, "seed \(seed)")
            if nodes[start].scope == .lazySingleton { #expect(try part === ring.parts[start](), "seed \(seed)") }
        }
        for part in ring.parts { #expect(try part().isWhole, "seed \(seed)") }
        try ring.checkReferences("seed \(seed)")
    }
}
