import Dispatch
import IOC
import TestSupport
import Testing

@Suite("Many threads")
struct ConcurrencyTests {
    final class Slow: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var part: Part
        func didInject() throws { _ = try $part.get() }
    }
    final class Part: IOCComponent {
        static var traits: [ComponentTrait] { [.lazy] }
    }
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
    final class Reader: IOCComponent, @unchecked Sendable {
        @Autowired var part: Part
        @Autowired var slow: Slow
    }

    @Test("Threads that look up one lazy singleton get the same instance", .timeLimit(.minutes(30)))
    func sameInstance() throws {
        for _ in 0..<50 {
            let context = try boot(Slow.self, Part.self)
            let found = try onThreads(8) { _ in try context.component(Slow.self) }
            #expect(Set(found.map(ObjectIdentifier.init)).count == 1)
        }
    }

    @Test("A property that many threads read first gives all of them one value", .timeLimit(.minutes(30)))
    func firstRead() throws {
        for _ in 0..<50 {
            let context = try boot(Reader.self, Slow.self, Part.self)
            let reader = try context.component(Reader.self)
            let found = try onThreads(8) { _ in reader.slow.part }
            #expect(try found.allSatisfy { try $0 === context.component(Part.self) })
        }
    }

    @Test("A cycle that is entered from both ends at once resolves to one pair", .timeLimit(.minutes(30)))
    func cycleFromBothEnds() throws {
        for _ in 0..<200 {
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

    @Test("Assigning while others read is safe", .timeLimit(.minutes(30)))
    func assignWhileReading() throws {
        let context = try boot(Reader.self, Slow.self, Part.self)
        let reader = try context.component(Reader.self)
        try onThreads(4) { index in
            for _ in 0..<1_000 {
                if index == 0 { reader.part = Part() } else { _ = reader.part }
            }
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

    @Test("If several threads assign a property at once, one value remains, and all are released with the owner")
    func assignments() throws {
        let count = AliveCount()
        try AliveCount.$current.withValue(count) {
            let holder = Holder()
            let meeting = Meeting(of: 4)
            let rounds = 5_000
            try onThreads(4) { index in
                AliveCount.$current.withValue(count) {
                    meeting.attend()
                    for round in 1...rounds { holder.marked = Marked(index * rounds + round) }
                }
            }
            // The last value that one of the threads assigned.
            #expect(holder.marked.number.isMultiple(of: rounds) && holder.marked.number > 0)
        }
        #expect(count.alive == 0)
    }

    @Test(
        "A context that ends while its properties are read releases everything, or the read throws context-ended",
        .timeLimit(.minutes(30)))
    func dropWhileReading() throws {
        for _ in 0..<200 {
            let holder = Locked<ApplicationContext?>(try boot(Reader.self, Slow.self, Part.self))
            weak let part = try holder.withLock { try $0?.component(Part.self) }
            let meeting = Meeting(of: 3)
            try {
                let reader = try #require(try holder.withLock { try $0?.component(Reader.self) })
                let answers = try onThreads(3) { index -> IOCError.Code? in
                    meeting.attend()
                    if index == 0 {
                        let context = holder.withLock { context -> ApplicationContext? in
                            defer { context = nil }
                            return context
                        }
                        withExtendedLifetime(context) {}
                        return nil
                    }
                    return code { _ = try reader.$slow.get() }
                }
                // A read before the end has filled the property for good; otherwise every read throws.
                let last = code { _ = try reader.$slow.get() }
                #expect(last == (answers[1] == nil || answers[2] == nil ? nil : .contextEnded))
                #expect(answers.allSatisfy { $0 == nil || $0 == .contextEnded })
                #expect(code { _ = try reader.$part.get() } == .contextEnded)
                #expect((part != nil) == (last == nil), "only the target of a filled property is alive")
            }()
            #expect(part == nil)
        }
    }

    private func code(_ body: () throws -> Void) -> IOCError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? IOCError)?.code ?? IOCError.Code(rawValue: "\(error)")
        }
    }

    // MARK: Lookups that no plan shows

    final class LookupState: Sendable {
        let context = Locked<ApplicationContext?>(nil)
        let bothStarted = DispatchSemaphore(value: 0)
        let goOn = DispatchSemaphore(value: 0)
    }

    final class Joins: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var ignored: Provider<Part>
        private(set) var part: Part?
        func didInject() throws {
            let done = DispatchSemaphore(value: 0)
            let result = Locked<Part?>(nil)
            let provider = ignored
            DispatchQueue.global().async {
                let part = try? provider()
                result.withLock { $0 = part }
                done.signal()
            }
            _ = done.wait(timeout: .now() + Patience.seconds)
            part = result.withLock { $0 }
        }
    }

    @Test("A didInject that joins a thread which resolves another component finishes", .timeLimit(.minutes(30)))
    func joinsAnotherThread() throws {
        let context = try boot(Joins.self, Part.self)
        #expect(try context.component(Joins.self).part === context.component(Part.self))
    }

    final class WaitsForItself: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var own: Provider<WaitsForItself>
        private(set) var error: IOCError?
        func didInject() throws {
            let done = DispatchSemaphore(value: 0)
            let result = Locked<IOCError?>(nil)
            let provider = own
            DispatchQueue.global().async {
                do { _ = try provider() } catch { result.withLock { $0 = error as? IOCError } }
                done.signal()
            }
            _ = done.wait(timeout: .now() + Patience.seconds)
            error = result.withLock { $0 }
        }
    }

    @Test("A wait that the container can't see ends in a timeout", .timeLimit(.minutes(30)))
    func timeout() throws {
        let context = try ApplicationContext(
            ContextConfiguration(WaitsForItself.self).with { $0.constructionTimeout = .milliseconds(50) })
        let component = try context.component(WaitsForItself.self)
        #expect(component.error?.code == .constructionTimeout)
    }

    final class DynamicLeft: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        private(set) var right: DynamicRight?
        func didInject() throws { right = try ApplicationContext.current.component(DynamicRight.self) }
    }
    final class DynamicRight: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        private(set) var left: DynamicLeft?
        func didInject() throws { left = try ApplicationContext.current.component(DynamicLeft.self) }
    }

    @Test(
        "If two threads enter a circle of lookups from both ends at once, both find the pair, or one fails at once",
        .timeLimit(.minutes(30)))
    func dynamicCycle() throws {
        for _ in 0..<500 {
            let context = try boot(DynamicLeft.self, DynamicRight.self)
            let outcomes = outcomesOnThreads(2) { index -> (DynamicLeft?, DynamicRight?) in
                if index == 0 {
                    let left = try context.component(DynamicLeft.self)
                    return (left, left.right)
                }
                let right = try context.component(DynamicRight.self)
                return (right.left, right)
            }
            let left = try context.component(DynamicLeft.self)
            let right = try context.component(DynamicRight.self)
            #expect(left.right === right && right.left === left)
            for outcome in outcomes {
                switch outcome {
                case .success(let found): #expect(found.0 === left && found.1 === right)
                case .failure(let error): #expect((error as? IOCError)?.code == .constructionCycle)
                }
            }
            #expect(outcomes.contains { (try? $0.get()) != nil })
        }
    }
}
