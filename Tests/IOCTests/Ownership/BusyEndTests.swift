import IOC
import IOCBase
import Testing

@Suite("The end of a scope with constructions under way", .timeLimit(.minutes(30)))
struct BusyEndTests {
    /// What happened, and the doors at which the parts of a request wait.
    final class House: IOCComponent {
        private let lines = Guarded<[String]>([])
        let (quickIsIn, slowIsIn) = (Latch(), Latch())
        let (quickGoesOn, slowGoesOn) = (Door(), Door())
        func say(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }
    final class Quick: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var house: House
        func didInject() {
            house.quickIsIn.open()
            house.quickGoesOn.pass()
        }
    }
    final class Slow: IOCComponent, Stoppable, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var house: House
        func didInject() {
            house.slowIsIn.open()
            house.slowGoesOn.pass()
        }
        func stop() { house.say("slow stopped") }
    }
    final class Guest: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.request)] }
    }

    @Test("A component that a thread still creates at the end of its request is stopped")
    func twoInside() async throws {
        let context = try boot(House.self, Quick.self, Slow.self, Guest.self)
        let house = try context.component(House.self)
        let (hasBegun, isClosed, hasEnded) = (Latch(), Latch(), Latch())
        let request = Task {
            defer { hasEnded.open() }
            return try await withRequestScope {
                // Each on a thread of its own, as both block it.
                let quick = Task(executorPreference: OwnThread()) { _ = try context.component(Quick.self) }
                let slow = Task(executorPreference: OwnThread()) { _ = try context.component(Slow.self) }
                let late = Task {
                    try await until("the end of the request") { (try? context.component(Guest.self)) == nil }
                    isClosed.open()
                }
                await house.quickIsIn.wait()
                await house.slowIsIn.wait()
                hasBegun.open()
                return (quick, slow, late)
            }
        }
        await hasBegun.wait()
        try await until("the end of the request") { isClosed.isOpen }
        #expect(!hasEnded.isOpen)
        house.quickGoesOn.open()
        // If the first one to leave ended the request, it would end now.
        for _ in 0..<30 where !hasEnded.isOpen { try await Task.sleep(for: .milliseconds(1)) }
        house.slowGoesOn.open()
        let (quick, slow, late) = try await ending("the request") { try await request.value }
        for task in [quick, slow, late] { try await task.value }
        #expect(house.all == ["slow stopped"])
    }

    // MARK: What a stop makes

    final class Transfer: IOCComponent, Stoppable, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var log: Provider<Log>
        func stop() throws { try log().write("transfer stopped") }
    }
    final class Log: IOCComponent, Stoppable, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var house: House
        @Autowired var mail: Provider<Mail>
        func write(_ line: String) { house.say(line) }
        func stop() throws {
            try mail().send("log sent")
            house.say("log stopped")
        }
    }
    final class Mail: IOCComponent, Stoppable, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var house: House
        @Autowired var envelope: Guest
        func send(_ line: String) { house.say(line) }
        func stop() throws {
            _ = try $envelope.get()
            house.say("mail stopped")
        }
    }

    @Test("A component that a stop creates is stopped as well, and its properties still answer")
    func madeByStop() async throws {
        let context = try boot(House.self, Transfer.self, Log.self, Mail.self, Guest.self)
        try await withRequestScope { _ = try context.component(Transfer.self) }
        let lines = try context.component(House.self).all
        #expect(lines == ["transfer stopped", "log sent", "log stopped", "mail stopped"])
    }

    // MARK: Several that fail

    class Failing: IOCComponent, Stoppable, @unchecked Sendable {
        class var traits: [ComponentTrait] { [.scope(.request)] }
        required init() {}
        func stop() throws { throw LifecycleTestError() }
    }
    final class FailingOne: Failing, @unchecked Sendable {}
    final class FailingTwo: Failing, @unchecked Sendable {}
    final class Well: IOCComponent, Stoppable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        func stop() {}
    }

    @Test("Every failed stop is reported, and so is every instance that was not stopped")
    func severalFail() async throws {
        let recorder = LifecycleRecorder()
        let context = try ApplicationContext(
            ContextConfiguration(FailingOne.self, FailingTwo.self, Well.self).with { $0.observers = [recorder] })
        func make() throws {
            _ = try context.component(FailingOne.self)
            _ = try context.component(FailingTwo.self)
            _ = try context.component(Well.self)
        }
        let error = await #expect(throws: IOCError.self) { try await withRequestScope { try make() } }
        #expect(error?.faults.map(\.code) == [.stopFailed, .stopFailed])
        #expect(Set(recorder.all) == ["failed FailingOne", "failed FailingTwo", "stopped Well"])
        let before = recorder.all.count
        // A handle that is dropped stops nothing.
        var handle: RequestScope? = try await withRequestScope {
            try make()
            return try RequestScope.hold()
        }
        withExtendedLifetime(handle) {}
        handle = nil
        #expect(Set(recorder.all.dropFirst(before)) == ["failed FailingOne", "failed FailingTwo", "failed Well"])
    }

    final class Inner: IOCComponent, Stoppable, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var house: House
        // Once the request has ended it would be too late.
        func didInject() { _ = house }
        func stop() throws {
            house.say("inner")
            throw LifecycleTestError()
        }
    }
    final class Late: IOCComponent, Stoppable, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var house: House
        @Autowired var inner: Inner
        func didInject() {
            house.slowIsIn.open()
            house.slowGoesOn.pass()
            _ = inner
        }
        func stop() throws {
            house.say("late")
            throw LifecycleTestError()
        }
    }

    @Test(
        "Components that are created while a request ends are stopped, dependents first, and every failure is reported")
    func severalLate() async throws {
        let context = try boot(House.self, Late.self, Inner.self, FailingOne.self, Guest.self)
        let house = try context.component(House.self)
        let request = Task {
            try await withRequestScope {
                _ = try context.component(FailingOne.self)
                Task(executorPreference: OwnThread()) { _ = try context.component(Late.self) }
                Task {
                    try await until("the end of the request") { (try? context.component(Guest.self)) == nil }
                    house.slowGoesOn.open()
                }
                await house.slowIsIn.wait()
            }
        }
        let error = await #expect(throws: IOCError.self) { try await ending("the request") { try await request.value } }
        #expect(error?.faults.map(\.code) == [.stopFailed, .stopFailed, .stopFailed])
        #expect(house.all == ["late", "inner"])
    }

    // MARK: Two contexts in one scope

    final class Connection: IOCComponent, Stoppable, @unchecked Sendable {
        // Sound: guarded.
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var house: House
        private let isOpen = Guarded(true)
        func use() { house.say(isOpen.withLock { $0 } ? "connection used" : "connection used after its stop") }
        func stop() {
            isOpen.withLock { $0 = false }
            house.say("connection stopped")
        }
    }
    final class SlowWork: IOCComponent, Stoppable, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var connection: Connection
        func stop() { connection.use() }
    }

    @Test(
        "A child context's work stops before the parent's connection that it uses, whichever was created first",
        arguments: [true, false])
    func childFirst(parentFirst: Bool) async throws {
        let parent = try boot(House.self, Connection.self)
        let child = try ApplicationContext(ContextConfiguration(SlowWork.self), parent: parent)
        try await withRequestScope {
            if parentFirst { _ = try parent.component(Connection.self) }
            _ = try child.component(SlowWork.self)
            if !parentFirst { _ = try parent.component(Connection.self) }
        }
        #expect(try parent.component(House.self).all == ["connection used", "connection stopped"])
    }

    // MARK: Providers that outlive their request

    final class Visit: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var guest: Provider<Guest>
        @Autowired var guests: Provider<[Guest]>
    }

    @Test("A provider that outlives its request throws, also inside another request")
    func outlived() throws {
        let context = try boot(Visit.self, Guest.self)
        let (guest, guests, first) = try withRequestScope {
            let visit = try context.component(Visit.self)
            return (visit.guest, visit.guests, try visit.guest())
        }
        try withRequestScope {
            let own = try context.component(Guest.self)
            #expect(own !== first)
            for call in [{ _ = try guest() }, { _ = try guests() }] {
                let error = try #require(throws: IOCError.self) { try call() }
                #expect(error.faults.map(\.code) == [.scopeEnded])
                #expect(error.faults.map(\.injectionPoint).allSatisfy { $0?.hasPrefix("Visit.guest") == true })
            }
        }
        #expect(throws: IOCError.self) { try guest() }
    }

    // MARK: Properties that lead back, after the end

    final class Left: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Autowired var right: Right
        @Autowired var rights: [Right]
    }
    final class Right: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Autowired var left: Left
        @Autowired var lefts: [Left]
    }
    final class RequestLeft: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var right: RequestRight
        @Autowired var rights: [RequestRight]
    }
    final class RequestRight: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var left: RequestLeft
        @Autowired var lefts: [RequestLeft]
    }

    private func codes(_ reads: [() throws -> Void]) -> [IOCError.Code?] {
        reads.map { read in
            do {
                try read()
                return nil
            } catch {
                return (error as? IOCError)?.code
            }
        }
    }

    @Test("After the context's end, a property that leads back answers context-ended")
    func heldAfterTheContext() throws {
        let (left, right) = try {
            let context = try boot(Left.self, Right.self)
            let (left, right) = (try context.component(Left.self), try context.component(Right.self))
            #expect(left.right === right && left.rights.first === right)
            #expect(right.left === left && right.lefts.first === left)
            return (left, right)
        }()
        let answers = codes([
            { _ = try left.$right.get() }, { _ = try left.$rights.get() }, { _ = try right.$left.get() },
            { _ = try right.$lefts.get() },
        ])
        #expect(answers == Array(repeating: .contextEnded, count: 4))
    }

    @Test("After the request's end, a property that leads back answers scope-ended")
    func heldAfterTheRequest() throws {
        let context = try boot(RequestLeft.self, RequestRight.self)
        let (left, right) = try withRequestScope {
            let left = try context.component(RequestLeft.self)
            let right = try context.component(RequestRight.self)
            #expect(left.right === right && left.rights.first === right)
            #expect(right.left === left && right.lefts.first === left)
            return (left, right)
        }
        let answers = codes([
            { _ = try left.$right.get() }, { _ = try left.$rights.get() }, { _ = try right.$left.get() },
            { _ = try right.$lefts.get() },
        ])
        #expect(answers == Array(repeating: .scopeEnded, count: 4))
    }
}
