import Dispatch
import FoundationEssentials
import IOC
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("Run: Lifecycle", .timeLimit(.minutes(30)))
struct RunTests {
    final class Store: IOCComponent, Startable, Stoppable {
        func start() async throws {}
        func stop() async throws {}
    }
    final class Worker: IOCComponent, IOCService, Stoppable, @unchecked Sendable {
        @Autowired var store: Store
        let isRunning = Latch()
        let hasEnded = Latch()
        func run() async throws {
            isRunning.open()
            defer { hasEnded.open() }
            try await untilCancelled()
        }
        /// A service that is stopped before its `run()` has begun has nothing to wait for.
        func stop() async throws { if isRunning.isOpen { await hasEnded.wait() } }
    }
    final class Finisher: IOCComponent, IOCService, @unchecked Sendable {
        @Autowired var worker: Worker
        func run() async throws { await worker.isRunning.wait() }
    }
    final class Failing: IOCComponent, IOCService, @unchecked Sendable {
        @Autowired var store: Store
        func run() async throws { throw LifecycleTestError() }
    }
    final class Giddy: IOCComponent, IOCService {
        func run() async throws { throw CancellationError() }
    }
    final class Mortal: IOCComponent, IOCService, Startable, Stoppable, @unchecked Sendable {
        @Autowired var store: Store
        @Autowired var grave: Grave
        func start() async throws { _ = store }
        func run() async throws { _ = grave }
        func stop() async throws {}
        deinit { grave.hasDied.open() }
    }
    final class Grave: IOCComponent {
        let hasDied = Latch()
    }
    final class Stubborn: IOCComponent, IOCService, @unchecked Sendable {
        let isRunning = Latch()
        let semaphore = DispatchSemaphore(value: 0)
        func run() async throws {
            isRunning.open()
            block()
        }
        private func block() { semaphore.wait() }
    }
    /// Blocks the thread of its `run()` and those of as many children as there are cores.
    final class Blocking: IOCComponent, IOCService {
        let isRunning = Latch()
        private let semaphore = DispatchSemaphore(value: 0)
        func run() async throws {
            isRunning.open()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { group.addTask { self.block() } }
                block()
            }
        }
        func release() { for _ in 0...ProcessInfo.processInfo.activeProcessorCount { semaphore.signal() } }
        private func block() { semaphore.wait() }
    }
    /// Its `start()`, its `run()` and its `stop()` have children that wait for each other, blocking.
    final class Gathering: IOCComponent, IOCService, Startable, Stoppable {
        func start() async throws { await gather() }
        func run() async throws { await gather() }
        func stop() async throws { await gather() }
        private func gather() async {
            let cores = ProcessInfo.processInfo.activeProcessorCount
            let meeting = Meeting(of: cores)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<cores { group.addTask { meeting.attend() } }
            }
        }
    }
    final class Waiting: IOCComponent, Startable {
        func start() async throws { try await untilCancelled() }
    }
    final class Terminator: IOCComponent, IOCService, @unchecked Sendable {
        @Autowired var store: Store
        func run() async throws {
            kill(getpid(), SIGTERM)
            try await untilCancelled()
        }
    }
    final class EarlyTerminator: IOCComponent, Startable, @unchecked Sendable {
        @Autowired var store: Store
        func start() async throws {
            kill(getpid(), SIGINT)
            try await untilCancelled()
        }
    }
    final class Hanging: IOCComponent, IOCService, Stoppable {
        func run() async throws {
            kill(getpid(), SIGTERM)
            try await untilCancelled()
        }
        func stop() async throws {
            // Until then it would be the same request.
            try await Task.sleep(for: .milliseconds(600))
            kill(getpid(), SIGTERM)
            await Latch().wait()
        }
    }

    let recorder = LifecycleRecorder()

    static func context(
        _ recorder: LifecycleRecorder, limit: Duration = .seconds(600), _ types: any IOCComponent.Type...
    ) throws -> ApplicationContext {
        var configuration = ContextConfiguration(classes: types.map { String(reflecting: $0) })
        configuration.observers = [recorder]
        configuration.stopTimeout = limit
        // One after another, so that names decide.
        configuration.startupConcurrency = 1
        return try ApplicationContext(configuration)
    }

    @Test("A stop that comes before the run is remembered: the run returns at once, and starts nothing")
    func stoppedBefore() async throws {
        let context = try Self.context(recorder, Store.self)
        try await context.stop()
        try await ending("the run") { try await context.run(handlingSignals: false) }
        #expect(recorder.all == [])
        // It meant that run alone.
        try await context.start()
        try await context.stop()
        #expect(recorder.all == ["started Store", "stopped Store"])
    }

    @Test("A run and a stop at the same time end in either order")
    func stoppedAtOnce() async throws {
        for _ in 0..<50 {
            let context = try Self.context(recorder, Store.self, Worker.self)
            let run = Task { try await context.run(handlingSignals: false) }
            let stop = Task { try await context.stop() }
            try await ending("the run") { try await run.value }
            try await stop.value
        }
    }

    final class Late: IOCComponent, Stoppable, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var later: Provider<Latest>
        func stop() async throws { _ = try later() }
    }
    final class Latest: IOCComponent, Stoppable {
        static var traits: [ComponentTrait] { [.lazy] }
        func stop() async throws {}
    }
    final class Ending: IOCComponent, IOCService {
        func run() async throws {
            do {
                try await untilCancelled()
            } catch {
                _ = try ApplicationContext.current.component(Late.self)
                throw error
            }
        }
    }

    @Test("Components that are created while a context stops are stopped as well")
    func createdWhileStopping() async throws {
        let context = try Self.context(recorder, Ending.self, Late.self, Latest.self)
        let run = Task { try await context.run(handlingSignals: false) }
        try await untilReady(context)
        try await context.stop()
        try await ending("the run") { try await run.value }
        #expect(Set(recorder.all) == ["stopped Late", "stopped Latest"])
    }

    @Test("A service's return ends the run: the others are cancelled, and all stop in reverse")
    func serviceReturns() async throws {
        let context = try Self.context(recorder, Store.self, Worker.self, Finisher.self)
        try await context.run(handlingSignals: false)
        #expect(recorder.all == ["started Store", "stopped Worker", "stopped Store"])
    }

    @Test("A service's failure ends the run and is its error")
    func serviceFails() async throws {
        let context = try Self.context(recorder, Store.self, Worker.self, Failing.self)
        let error = await #expect(throws: IOCError.self) { try await context.run(handlingSignals: false) }
        #expect(error?.faults.map(\.code) == [.serviceFailed])
        #expect(error?.cause is LifecycleTestError)
        #expect(recorder.all.last == "stopped Store")
    }

    @Test("A CancellationError of a service that was not cancelled is a failure")
    func giddy() async throws {
        let context = try Self.context(recorder, Giddy.self)
        let error = await #expect(throws: IOCError.self) { try await context.run(handlingSignals: false) }
        #expect(error?.code == .serviceFailed)
    }

    @Test("Cancelling the run's task, and stopping the context, end the run", arguments: [true, false])
    func ended(byCancellation: Bool) async throws {
        let context = try Self.context(recorder, Store.self, Worker.self)
        let worker = try context.component(Worker.self)
        let run = Task { try await context.run(handlingSignals: false) }
        await worker.isRunning.wait()
        let second = await #expect(throws: IOCError.self) { try await context.run(handlingSignals: false) }
        #expect(second?.code == .contextRunning)
        if byCancellation { run.cancel() } else { try await context.stop() }
        try await run.value
        #expect(recorder.all == ["started Store", "stopped Worker", "stopped Store"])
    }

    @Test("A run in a task that is cancelled already starts and ends")
    func cancelledBefore() async throws {
        for _ in 0..<20 {
            let context = try Self.context(recorder, Store.self, Waiting.self)
            let run = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await context.run(handlingSignals: false)
            }
            try await run.value
        }
    }

    @Test("A service that blocks its thread is abandoned by name, and the rest still stops")
    func stubborn() async throws {
        let context = try Self.context(recorder, limit: .seconds(5), Store.self, Stubborn.self)
        let stubborn = try context.component(Stubborn.self)
        defer { stubborn.semaphore.signal() }
        let run = Task { try await context.run(handlingSignals: false) }
        await stubborn.isRunning.wait()
        run.cancel()
        let error = await #expect(throws: IOCError.self) { try await run.value }
        #expect(error?.faults.map(\.code) == [.serviceTimeout])
        #expect(recorder.all.last == "stopped Store")
    }

    @Test("The run returns in time, however many threads its services block")
    func blocking() async throws {
        var configuration = ContextConfiguration()
        let names = (0..<300).map { "blocking\($0)" }
        for name in names {
            configuration.components[name] = ContextConfiguration.ComponentEntry(
                className: String(reflecting: Blocking.self))
        }
        configuration.stopTimeout = .milliseconds(1)
        let context = try ApplicationContext(configuration)
        let services = try names.map { try context.component(named: $0, as: Blocking.self) }
        defer { for service in services { service.release() } }
        let run = Task { try await context.run(handlingSignals: false) }
        for service in services { await service.isRunning.wait() }
        // A service that is cancelled before it is ready is reported differently.
        try await untilReady(context)
        run.cancel()
        let error = await #expect(throws: IOCError.self) { try await run.value }
        // A hundred are reported one by one.
        #expect(error?.faults.map(\.code) == Array(repeating: .serviceTimeout, count: 101))
        #expect(error?.faults.last?.headline == "service-timeout: there are 200 more of these")
    }

    @Test("The child tasks of a service, a start and a stop run side by side")
    func gathering() async throws {
        let context = try Self.context(recorder, Gathering.self)
        try await context.run(handlingSignals: false)
        #expect(recorder.all == ["started Gathering", "stopped Gathering"])
    }

    @Test("A service that has run and stopped is freed with its context")
    func freed() async throws {
        func run() async throws -> Latch {
            let context = try Self.context(recorder, Store.self, Mortal.self, Grave.self)
            try await context.run(handlingSignals: false)
            return try context.component(Grave.self).hasDied
        }
        try await run().wait()
    }

    @Test("A context is a service itself")
    func isService() throws {
        let context = try Self.context(recorder, Store.self)
        #expect(context as Any is any IOCService)
    }

    @Test("SIGTERM ends the run, and everything has stopped, as often as one runs", .promptly)
    func signalled() async {
        await #expect(processExitsWith: .success) {
            let recorder = LifecycleRecorder()
            for _ in 0..<3 {
                let context = try Self.context(recorder, Store.self, Terminator.self)
                try await context.run()
            }
            #expect(recorder.all == Array(repeating: ["started Store", "stopped Store"], count: 3).flatMap { $0 })
        }
    }

    @Test("SIGINT during the start rolls back, and the run returns", .promptly)
    func signalledDuringStart() async {
        await #expect(processExitsWith: .success) {
            let recorder = LifecycleRecorder()
            let context = try Self.context(recorder, Store.self, EarlyTerminator.self)
            try await context.run()
            #expect(recorder.all == ["started Store", "stopped Store"])
        }
    }

    @Test("SIGTERM and SIGINT end every run of the process", .promptly, arguments: [SIGTERM, SIGINT])
    func severalRuns(number: Int32) async {
        await #expect(processExitsWith: .success) { [number] in
            let contexts = try (1...3).map { _ in try Self.context(LifecycleRecorder(), Store.self, Worker.self) }
            let runs = contexts.map { context in Task { try await context.run() } }
            for context in contexts { try await context.component(Worker.self).isRunning.wait() }
            kill(getpid(), number)
            for run in runs { try await run.value }
        }
    }

    @Test("SIGHUP reloads every run that reloads, and no other", .promptly)
    func severalHangUps() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let names = [String(reflecting: Store.self), String(reflecting: Worker.self)]
            let file = try folder.write("run.json", #"{ "classes": ["\#(names[0])", "\#(names[1])"] }"#)
            let contexts = try (0..<3).map { _ in try ApplicationContext(contentsOf: file) }
            let reloaded = LifecycleRecorder()
            let runs = contexts.enumerated().map { number, context in
                Task {
                    if number == 1 { return try await context.run() }
                    try await context.run { result in
                        reloaded.note((try? result.get()) == nil ? "\(number) failed" : "\(number) reloaded")
                    }
                }
            }
            for context in contexts { try await context.component(Worker.self).isRunning.wait() }
            kill(getpid(), SIGHUP)
            try await until("the second reload") { reloaded.all.count >= 2 }
            #expect(Set(reloaded.all) == ["0 reloaded", "2 reloaded"])
            kill(getpid(), SIGTERM)
            for run in runs { try await run.value }
        }
    }

    final class Doubling: IOCComponent, IOCService, Stoppable {
        func run() async throws {
            kill(getpid(), SIGTERM)
            kill(getpid(), SIGINT)
            try await untilCancelled()
        }
        func stop() async throws { try await Task.sleep(for: .milliseconds(50)) }
    }

    @Test("A second signal right after the first does not end the process", .promptly)
    func repeatedSignal() async {
        await #expect(processExitsWith: .success) {
            let recorder = LifecycleRecorder()
            try await Self.context(recorder, Doubling.self).run()
            #expect(recorder.all == ["stopped Doubling"])
        }
    }

    @Test("A second signal while stopping ends the process at once, with a message and 128 + its number", .promptly)
    func secondSignal() async throws {
        let result = await #expect(processExitsWith: .exitCode(143), observing: [\.standardErrorContent]) {
            let context = try Self.context(LifecycleRecorder(), Hanging.self)
            try await context.run()
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("ioc: SIGTERM came while stopping; the process ends at once without waiting for "))
        #expect(text.contains("Hanging"))
    }

    @Test("After the run a signal ends the process, as it does by default", .promptly)
    func afterRun() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            let context = try Self.context(LifecycleRecorder(), Store.self, Terminator.self)
            try await context.run()
            kill(getpid(), SIGTERM)
            await Latch().wait()
        }
    }
}
