import Dispatch
import IOC
import TestSupport
import Testing

@Suite("Under load", .timeLimit(.minutes(30)))
struct LoadTests {
    /// Twelve lazy singletons in layers, each of which looks up the next layer.
    final class Layers: Assembly, CustomReflectable {
        final class Part: Sendable {
            let number: Int
            let below: [Part]
            init(_ number: Int, _ below: [Part]) { (self.number, self.below) = (number, below) }
        }
        let parts: [Definition<Layers, Part>]

        init() {
            parts = (0..<12).map { number in
                Definition(.lazySingleton) { (layers: Layers) in
                    let below = stride(from: (number / 4 + 1) * 4, to: min(12, (number / 4 + 2) * 4), by: 1)
                    return Part(number, try below.map { try layers.parts[$0]() })
                }
            }
        }

        var customMirror: Mirror {
            Mirror(self, children: parts.enumerated().map { (label: "part\($0.offset)", value: $0.element as Any) })
        }
    }

    final class Shared: IOCComponent {
        static var traits: [ComponentTrait] { [.lazy] }
    }
    final class PerRequest: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var shared: Shared
    }
    final class Handler: IOCComponent, @unchecked Sendable {
        @Autowired var request: Provider<PerRequest>
        @Autowired var shared: Shared
    }
    class Clock: IOCComponent, @unchecked Sendable {
        required init() {}
        var now: Int { 0 }
    }
    final class FixedClock: Clock, @unchecked Sendable {
        private let fixed: Int
        override var now: Int { fixed }
        init(_ now: Int) { fixed = now }
        required init() { fixed = -1 }
    }
    final class Watch: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var clock: Clock
    }
    final class Connection: IOCComponent, Startable, Stoppable {
        func start() async throws {}
        func stop() async throws {}
    }

    @Test("Eight threads that look up different lazy singletons, in different orders, create each once")
    func differentSingletons() throws {
        for round in 0..<50 {
            let layers = try Layers.activated()
            let found = Locked<[Int: Set<ObjectIdentifier>]>([:])
            try onThreads(8) { thread in
                for step in 0..<12 {
                    let number = (step * (thread.isMultiple(of: 2) ? 5 : 7) + thread + round) % 12
                    let part = try layers.parts[number]()
                    found.withLock { _ = $0[number, default: []].insert(ObjectIdentifier(part)) }
                    for below in part.below {
                        found.withLock { _ = $0[below.number, default: []].insert(ObjectIdentifier(below)) }
                    }
                }
            }
            #expect(found.withLock { $0.count == 12 && $0.values.allSatisfy { $0.count == 1 } })
        }
    }

    @Test("A property that many tasks read first gives all of them one value")
    func firstReadFromTasks() async throws {
        for _ in 0..<50 {
            let context = try boot(Handler.self, PerRequest.self, Shared.self)
            let handler = try context.component(Handler.self)
            let found = await withTaskGroup(of: ObjectIdentifier.self) { group in
                for _ in 0..<64 { group.addTask { ObjectIdentifier(handler.shared) } }
                return await group.reduce(into: Set<ObjectIdentifier>()) { $0.insert($1) }
            }
            #expect(found.count == 1)
        }
    }

    @Test("Thousands of tasks have a request scope each: one instance inside, another one in each")
    func requestScopes() async throws {
        let context = try boot(Handler.self, PerRequest.self, Shared.self)
        let handler = try context.component(Handler.self)
        let shared = try context.component(Shared.self)
        let kept = try await withThrowingTaskGroup(of: PerRequest.self) { group in
            for _ in 0..<4_000 {
                group.addTask {
                    try await withRequestScope {
                        let first = try handler.request()
                        await Task.yield()
                        async let second = handler.request()
                        #expect(try await second === first)
                        #expect(first.shared === shared)
                        return first
                    }
                }
            }
            return try await group.reduce(into: [PerRequest]()) { $0.append($1) }
        }
        #expect(Set(kept.map(ObjectIdentifier.init)).count == 4_000)
    }

    @Test("Child contexts are created, started, used, stopped and released in parallel")
    func children() async throws {
        let parent = try boot(Shared.self, Clock.self)
        let shared = try parent.component(Shared.self)
        let alive = try await withThrowingTaskGroup(of: WeakContext.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    let child = try ApplicationContext(
                        ContextConfiguration(Handler.self, PerRequest.self, Connection.self), parent: parent)
                    try await child.start()
                    let handler = try child.component(Handler.self)
                    #expect(handler.shared === shared)
                    try await child.stop()
                    return WeakContext(child)
                }
            }
            return try await group.reduce(into: 0) { count, reference in
                if reference.context != nil { count += 1 }
            }
        }
        #expect(alive == 0)
    }

    private struct WeakContext: @unchecked Sendable {
        // Sound: written before it is returned, and read by one task after that.
        weak var context: ApplicationContext?
        init(_ context: ApplicationContext) { self.context = context }
    }

    @Test("Each patch has its own instances while other threads use the original")
    func patching() throws {
        for _ in 0..<20 {
            let context = try boot(Watch.self, Clock.self)
            try onThreads(8) { index in
                if index.isMultiple(of: 2) {
                    let patched = try context.patched { $0.replace(Clock.self) { FixedClock(index) } }
                    #expect(try patched.component(Watch.self).clock.now == index)
                    #expect(try patched.component(Clock.self) === patched.component(Watch.self).clock)
                } else {
                    #expect(try context.component(Watch.self).clock.now == 0)
                    #expect(try context.component(Watch.self) === context.component(Watch.self))
                }
            }
        }
    }

    @Test("Lookups while the context starts and stops return the singletons")
    func resolvingDuringStop() async throws {
        for _ in 0..<50 {
            let context = try boot(Connection.self, Watch.self, Clock.self, Shared.self)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await context.start()
                    try await context.stop()
                }
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<20 {
                            let watch = try context.component(Watch.self)
                            #expect(try watch.clock === context.component(Clock.self))
                            #expect(try context.components((any Stoppable).self).count == 1)
                            await Task.yield()
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("If a construction fails on some threads, each thread gets a complete instance or an error")
    func failingOnSomeThreads() throws {
        for _ in 0..<100 {
            let pair = try FailingPair.activated()
            try onThreads(8) { index in
                do {
                    let part = index.isMultiple(of: 2) ? try pair.left() : try pair.right()
                    #expect(part.isComplete && part.other?.isComplete == true)
                } catch let error as IOCError {
                    #expect(error.cause is FailingPair.NotYet || error.code == .constructionCycle)
                }
            }
            // A thread that gave up its turn at once has not used up one of the failures.
            let left = try (0..<4).lazy.compactMap { _ in try? pair.left() }.first ?? pair.left()
            #expect(try left.isComplete && pair.right().other === left)
        }
    }

    /// Two parts that look each other up; the construction of the left one fails three times.
    final class FailingPair: Assembly {
        struct NotYet: Error {}
        final class Part: @unchecked Sendable {
            // Sound: written during construction; the container publishes it to other threads afterwards.
            var other: Part?
            var isComplete = false
        }
        let attempts = Locked(0)
        let left: Definition<FailingPair, Part> = Definition(.lazySingleton) { (_: FailingPair) in Part() }
            .inject { part, pair in
                part.other = try pair.right()
                if pair.attempts.withLock({ attempts in
                    attempts += 1
                    return attempts <= 3
                }) {
                    throw NotYet()
                }
            }
            .didInject { $0.isComplete = true }
        let right: Definition<FailingPair, Part> = Definition(.lazySingleton) { (_: FailingPair) in Part() }
            .inject { part, pair in part.other = try pair.left() }
            .didInject { $0.isComplete = true }
    }
}
