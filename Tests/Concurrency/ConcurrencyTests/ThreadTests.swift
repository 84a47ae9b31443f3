import IOC
import TestSupport
import Testing

@Suite("Many threads", .timeLimit(.minutes(30)))
struct ThreadTests {
    final class Left: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var right: Right
        func didInject() throws { _ = try $right.get() }
    }
    final class Right: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var left: Left
        func didInject() throws { _ = try $left.get() }
    }

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

    @Test("Threads that look a lazy singleton up, or read it from a property first, get the same instance")
    func sameInstance() throws {
        for _ in 0..<50 {
            let context = try boot(Reader.self, Slow.self, Part.self)
            let reader = try context.component(Reader.self)
            let found = try onThreads(8) { $0.isMultiple(of: 2) ? try context.component(Slow.self) : reader.slow }
            #expect(Set(found.map(ObjectIdentifier.init)).count == 1)
            #expect(try found[0].part === context.component(Part.self))
        }
    }

    @Test("Threads that look up different lazy singletons, in different orders, create each once")
    func differentSingletons() throws {
        for round in 0..<50 {
            let layers = try Layers.activated()
            let found = Locked<[Int: Set<ObjectIdentifier>]>([:])
            try onThreads(8) { thread in
                for step in 0..<12 {
                    let number = (step * (thread.isMultiple(of: 2) ? 5 : 7) + thread + round) % 12
                    let part = try layers.parts[number]()
                    found.withLock { found in
                        for part in part.below + [part] {
                            found[part.number, default: []].insert(ObjectIdentifier(part))
                        }
                    }
                }
            }
            #expect(found.withLock { $0.count == 12 && $0.values.allSatisfy { $0.count == 1 } })
        }
    }

    @Test("A cycle that is entered from both ends at once resolves to one pair")
    func cycleFromBothEnds() throws {
        for _ in 0..<100 {
            let context = try boot(Left.self, Right.self)
            let found = try onThreads(8) { index -> (Left, Right) in
                if index.isMultiple(of: 2) {
                    let left = try context.component(Left.self)
                    return (left, left.right)
                }
                let right = try context.component(Right.self)
                return (right.left, right)
            }
            #expect(Set(found.map { ObjectIdentifier($0.0) }).count == 1)
            #expect(found.allSatisfy { $0.0.right === $0.1 && $0.1.left === $0.0 })
        }
    }

    final class Marked: IOCComponent {
        let mark = AliveMark()
        let number: Int
        init(_ number: Int) { self.number = number }
        convenience init() { self.init(0) }
    }
    final class Holder: IOCComponent, @unchecked Sendable {
        @Autowired var marked: Marked
    }

    @Test("If threads assign a property while others read it, one value remains, and all are released with the owner")
    func assignments() throws {
        let count = AliveCount()
        try AliveCount.$current.withValue(count) {
            let holder = Holder()
            holder.marked = Marked()
            let meeting = Meeting(of: 6)
            let rounds = 2_000
            try onThreads(6) { index in
                AliveCount.$current.withValue(count) {
                    meeting.attend()
                    for round in 1...rounds {
                        if index < 4 { holder.marked = Marked(index * rounds + round) } else { _ = holder.marked }
                    }
                }
            }
            // The last value that one of the threads assigned.
            #expect(holder.marked.number.isMultiple(of: rounds) && holder.marked.number > 0)
        }
        #expect(count.alive == 0)
    }

    // MARK: Waits that the container can't see

    final class Joins: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var part: Provider<Part>
        @Autowired var own: Provider<Joins>
        private(set) var found: Part?
        private(set) var code: IOCError.Code?

        func didInject() throws {
            let (part, own) = (part, own)
            found = try onThreads(1) { _ in try part() }[0]
            guard case .failure(let error) = outcomesOnThreads(1, { _ in _ = try own() })[0] else { return }
            code = (error as? IOCError)?.code
        }
    }

    @Test("A didInject that joins a thread gets what that thread resolves, and a timeout if it waits for itself")
    func joins() throws {
        var configuration = ContextConfiguration(Joins.self, Part.self)
        configuration.constructionTimeout = .milliseconds(50)
        let context = try ApplicationContext(configuration)
        let joins = try context.component(Joins.self)
        #expect(try joins.found === context.component(Part.self))
        #expect(joins.code == .constructionTimeout)
    }

    // MARK: Patches

    class Clock: IOCComponent, @unchecked Sendable {
        // Sound: nothing changes.
        let now: Int
        required init() { now = 0 }
        init(_ now: Int) { self.now = now }
    }
    final class Watch: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var clock: Clock
    }

    @Test("Each patch has its own instances while other threads use the original")
    func patching() throws {
        for _ in 0..<20 {
            let context = try boot(Watch.self, Clock.self)
            try onThreads(8) { index in
                if index.isMultiple(of: 2) {
                    let patched = try context.patched { $0.replace(Clock.self) { Clock(index) } }
                    #expect(try patched.component(Watch.self).clock.now == index)
                    #expect(try patched.component(Clock.self) === patched.component(Watch.self).clock)
                } else {
                    #expect(try context.component(Watch.self).clock.now == 0)
                    #expect(try context.component(Watch.self) === context.component(Watch.self))
                }
            }
        }
    }
}
