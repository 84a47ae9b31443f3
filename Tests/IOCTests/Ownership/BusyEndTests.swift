import IOC
import IOCBase
import Testing

@Suite("The end of a scope with constructions under way", .timeLimit(.minutes(30)))
struct BusyEndTests {
    /// The doors at which the parts of a request wait.
    final class House: IOCComponent {
        let (quickIsIn, slowIsIn) = (Latch(), Latch())
        let (quickGoesOn, slowGoesOn) = (Door(), Door())
    }
    @Component(.scope(.request)) final class Quick {
        @Autowired var house: House
        func didInject() {
            house.quickIsIn.open()
            house.quickGoesOn.pass()
        }
    }
    @Component(.scope(.request)) final class Slow: Stoppable {
        @Autowired var house: House
        @Autowired var log: PartLog
        @Autowired var inner: Inner
        func didInject() {
            house.slowIsIn.open()
            house.slowGoesOn.pass()
            _ = (inner, log)
        }
        func stop() throws {
            log.note("slow stopped")
            throw SampleError()
        }
    }
    @Component(.scope(.request)) final class Inner: Stoppable {
        @Autowired var log: PartLog
        // It can't be resolved once the request has ended.
        func didInject() { _ = log }
        func stop() throws {
            log.note("inner stopped")
            throw SampleError()
        }
    }
    @Component(.scope(.request)) final class FailingOne: Stoppable { func stop() throws { throw SampleError() } }
    @Component(.scope(.request)) final class FailingTwo: Stoppable { func stop() throws { throw SampleError() } }
    @Component(.scope(.request)) final class Well: Stoppable { func stop() {} }

    @Test("Components that threads still create at a request's end are stopped, dependents first, with every failure")
    func busy() async throws {
        let context = try boot(
            House.self, Quick.self, Slow.self, Inner.self, FailingOne.self, PerRequest.self, PartLog.self)
        let house = try context.component(House.self)
        let (isClosed, hasEnded) = (Latch(), Latch())
        let request = Task {
            defer { hasEnded.open() }
            try await withRequestScope {
                _ = try context.component(FailingOne.self)
                // Each on a thread of its own, because both block it.
                Task(executorPreference: OwnThread()) { _ = try context.component(Quick.self) }
                Task(executorPreference: OwnThread()) { _ = try context.component(Slow.self) }
                Task {
                    try await until("the end of the request") { (try? context.component(PerRequest.self)) == nil }
                    isClosed.open()
                }
                await house.quickIsIn.wait()
                await house.slowIsIn.wait()
            }
        }
        await isClosed.wait()
        #expect(!hasEnded.isOpen)
        house.quickGoesOn.open()
        // If the first one to leave ended the request, it would end now.
        for _ in 0..<30 where !hasEnded.isOpen { await Task.yield() }
        #expect(try context.component(PartLog.self).lines.isEmpty)
        house.slowGoesOn.open()
        let error = await #expect(throws: IOCError.self) { try await ending("the request") { try await request.value } }
        #expect(error?.faults.map(\.code) == [.stopFailed, .stopFailed, .stopFailed])
        #expect(try context.component(PartLog.self).lines == ["slow stopped", "inner stopped"])
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

    // MARK: What a stop creates

    @Component(.scope(.request)) final class Transfer: Stoppable {
        @Autowired var receipt: Provider<Receipt>
        func stop() throws { try receipt().write("transfer stopped") }
    }
    @Component(.scope(.request)) final class Receipt: Stoppable {
        @Autowired var log: PartLog
        @Autowired var mail: Provider<Mail>
        func write(_ line: String) { log.note(line) }
        func stop() throws {
            _ = try mail()
            log.note("receipt stopped")
        }
    }
    @Component(.scope(.request)) final class Mail: Stoppable {
        @Autowired var log: PartLog
        @Autowired var envelope: PerRequest
        func stop() throws {
            _ = try $envelope.get()
            log.note("mail stopped")
        }
    }

    @Test("A component that a stop creates is stopped as well, and its properties still answer")
    func createdByStop() async throws {
        let context = try boot(Transfer.self, Receipt.self, Mail.self, PerRequest.self, PartLog.self)
        try await withRequestScope { _ = try context.component(Transfer.self) }
        let lines = try context.component(PartLog.self).lines
        #expect(lines == ["transfer stopped", "receipt stopped", "mail stopped"])
    }

    @Test(
        "A child context's work stops before the parent's connection that it uses, whichever was created first",
        arguments: [true, false])
    func childFirst(parentFirst: Bool) async throws {
        let parent = try ApplicationContext(ContextConfiguration(.request, [Disk.self], and: [PartLog.self]))
        let child = try ApplicationContext(ContextConfiguration(.request, [Store.self]), parent: parent)
        try await withRequestScope {
            if parentFirst { _ = try parent.component(Disk.self) }
            _ = try child.component(Store.self).disk.log
            _ = try child.component(Store.self).log
            if !parentFirst { _ = try parent.component(Disk.self) }
        }
        #expect(try parent.component(PartLog.self).lines == ["stop Store", "stop Disk"])
    }

    // MARK: After the end

    @Component(.scope(.request)) final class Visit {
        @Autowired var one: Provider<PerRequest>
        @Autowired var all: Provider<[PerRequest]>
    }

    @Test("A provider that outlives its request throws, also inside another request")
    func outlived() throws {
        let context = try boot(Visit.self, PerRequest.self)
        let (one, all, first) = try withRequestScope {
            let visit = try context.component(Visit.self)
            return (visit.one, visit.all, try visit.one())
        }
        let calls: [(() throws -> Void, String)] = [({ _ = try one() }, "Visit.one"), ({ _ = try all() }, "Visit.all")]
        func check() throws {
            for (call, point) in calls {
                let error = try #require(throws: IOCError.self) { try call() }
                #expect(error.faults.map(\.code) == [.scopeEnded])
                #expect(error.faults.map(\.injectionPoint) == [point])
            }
        }
        try withRequestScope {
            #expect(try context.component(PerRequest.self) !== first)
            try check()
        }
        try check()
    }

    @Test("A property that leads back answers after the end of the request that it has ended")
    func heldAfterTheEnd() throws {
        let context = try ApplicationContext(ContextConfiguration(.request, [Hen.self, Egg.self]))
        let (hen, egg) = try withRequestScope {
            let hen = try context.component(Hen.self)
            #expect(hen.egg.hen === hen)
            return (hen, hen.egg)
        }
        #expect(code { _ = try hen.$egg.get() } == .scopeEnded && code { _ = try egg.$hen.get() } == .scopeEnded)
    }
}
