import Dispatch
import FoundationEssentials
import IOC
import IOCBase
import IOCManagement
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("The run of a context", .timeLimit(.minutes(30)))
struct RunTests {
    /// Blocks the thread of its `run()` and those of as many children as there are cores.
    final class Blocking: IOCComponent, IOCService {
        let (isRunning, door) = (Latch(), Door())
        func run() async throws {
            isRunning.open()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { group.addTask { self.block() } }
                block()
            }
        }
        private func block() { door.pass() }
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
    private static func running(_ context: ApplicationContext) -> Task<Void, any Error> {
        Task { try await context.run(handlingSignals: false) }
    }

    @Test("A stop that comes before the run is remembered: the run returns at once, and starts nothing")
    func stoppedBefore() async throws {
        let context = try ApplicationContext(.parts(Disk.self))
        try await context.stop()
        try await ending("the run") { try await context.run(handlingSignals: false) }
        #expect(try context.lines == [])
        // It meant that run alone.
        try await context.start()
        try await context.stop()
        #expect(try context.lines == ["start Disk", "stop Disk"])
    }

    @Test("Cancelling the run's task, and stopping the context, end the run", arguments: [true, false])
    func ended(byCancellation: Bool) async throws {
        let context = try ApplicationContext(.parts(Disk.self, HeardService.self))
        let run = Self.running(context)
        try await context.component(HeardService.self).isRunning.wait()
        let second = await #expect(throws: IOCError.self) { try await context.run(handlingSignals: false) }
        #expect(second?.code == .contextRunning)
        if byCancellation { run.cancel() } else { try await context.stop() }
        try await run.value
        #expect(try context.lines == ["start Disk", "stop Disk"])
    }

    @Test("A run in a task that is cancelled already starts and ends")
    func cancelledBefore() async throws {
        let context = try ApplicationContext(.parts(Disk.self, PatientStart.self))
        let run = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await context.run(handlingSignals: false)
        }
        try await ending("the run") { try await run.value }
    }

    // MARK: Services that block

    @Test("The run returns in time, and the rest is stopped, however many threads its services block")
    func blocking() async throws {
        var configuration = ContextConfiguration(Disk.self, PartLog.self)
        let names = (0..<40).map { "blocking\($0)" }
        for name in names { configuration.components[name] = .init(className: String(reflecting: Blocking.self)) }
        configuration.stopTimeout = .milliseconds(1)
        let context = try ApplicationContext(configuration)
        let services = try names.map { try context.component(named: $0, as: Blocking.self) }
        defer { for service in services { service.door.open() } }
        let run = Self.running(context)
        for service in services { await service.isRunning.wait() }
        // A service that is cancelled before it is ready is reported differently.
        try await untilReady(context)
        run.cancel()
        let error = await #expect(throws: IOCError.self) { try await run.value }
        // On a busy machine the disk may be too slow for the short limit as well.
        #expect(error?.codes.filter { $0 == .serviceTimeout }.count == 40)
        try await until("the stop of the disk") { (try? context.lines) == ["start Disk", "stop Disk"] }
    }

    @Test("The child tasks of a service, a start and a stop run side by side")
    func gathering() async throws {
        let context = try boot(Gathering.self)
        try await context.run(handlingSignals: false)
        #expect(await context.health(.ready).stage == "stopped")
    }

    @Test("A service that has run and stopped is freed with its context")
    func freed() async throws {
        var context: ApplicationContext? = try ApplicationContext(.parts(Disk.self, ReturningService.self))
        weak let service = try context?.component(ReturningService.self)
        try await context?.run(handlingSignals: false)
        #expect(service != nil)
        context = nil
        try await until("the release of the service") { service == nil }
    }

    // MARK: Signals

    /// A service, or a start, that sends the process signals.
    final class Signalling: Part, IOCComponent, IOCService, @unchecked Sendable {
        @Autowired var disk: Disk
        @Value("signals") var signals: [Int]
        @Value("in") var place: String
        private func send(_ here: String) async throws {
            guard here == place else { return }
            for signal in signals { kill(getpid(), Int32(signal)) }
            try await untilCancelled()
        }
        override func start() async throws { try await send("start") }
        func run() async throws { try await send("run") }
    }
    /// Sends one when it is ready, and looks whether the context is ready then.
    final class Draining: IOCComponent, IOCService, @unchecked Sendable {
        @Autowired var context: ApplicationContext
        @Autowired var log: PartLog
        private func turns(ready: Bool) async throws {
            while await context.health(.ready).isWell != ready { try await Task.sleep(for: .milliseconds(1)) }
        }
        func run() async throws {
            try await turns(ready: true)
            kill(getpid(), SIGTERM)
            try await turns(ready: false)
            // Continues to serve, because it was not asked to end.
            log.note(Task.isCancelled ? "asked" : "serves")
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

    private static func signalled(_ signals: Int32..., in place: String = "run") async throws {
        var configuration = ContextConfiguration.parts(Disk.self, Signalling.self)
        configuration.overrides = ["signals": .array(signals.map { .int(Int($0)) }), "in": .string(place)]
        let context = try ApplicationContext(configuration)
        try await ending("the run") { try await context.run() }
        let isInStart = place == "start"
        #expect(
            try context.lines
                == (isInStart ? ["start Disk", "stop Disk"] : ["start Disk", "stop Signalling", "stop Disk"]))
    }

    @Test("SIGTERM and SIGINT end a run or its start, drained, as often as one runs", .promptly)
    func signals() async {
        await #expect(processExitsWith: .success) {
            let drained = try ApplicationContext(
                ContextConfiguration.parts(Draining.self).with { $0.drainTimeout = .milliseconds(700) })
            try await drained.run()
            #expect(try drained.lines == ["serves"])
            // The signals of a later run are not the second ones of the first.
            for number in [SIGTERM, SIGINT] { try await Self.signalled(number) }
            try await Self.signalled(SIGINT, in: "start")
            // A second signal right after the first is the same request.
            try await Self.signalled(SIGTERM, SIGINT)
        }
    }

    @Test("SIGHUP reloads every run that reloads, and no other; SIGTERM and SIGINT end every run", .promptly)
    func severalRuns() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let names = [String(reflecting: Disk.self), String(reflecting: HeardService.self), "IOCTests.PartLog"]
            let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
            let file = try folder.write("run.json", "{ \"classes\": [\(list)] }")
            for end in [SIGTERM, SIGINT] {
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
                for context in contexts { try await context.component(HeardService.self).isRunning.wait() }
                kill(getpid(), SIGHUP)
                try await until("the second reload") { reloaded.all.count >= 2 }
                #expect(Set(reloaded.all) == ["0 reloaded", "2 reloaded"])
                kill(getpid(), end)
                for run in runs { try await run.value }
            }
        }
    }

    @Test("A second signal while stopping ends the process at once, with a message and 128 + its number", .promptly)
    func secondSignal() async throws {
        let result = await #expect(processExitsWith: .exitCode(143), observing: [\.standardErrorContent]) {
            try await boot(Hanging.self).run()
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("ioc: SIGTERM came while stopping; the process ends at once without waiting for "))
        #expect(text.contains("Hanging"))
    }

    @Test("After the run a signal ends the process, as it does by default", .promptly)
    func afterRun() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            try await Self.signalled(SIGTERM)
            kill(getpid(), SIGTERM)
            await Latch().wait()
        }
    }
}
