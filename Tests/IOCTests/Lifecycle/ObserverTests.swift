import IOC
import IOCBase
import Testing

@Suite("Observers of a context: Lifecycle", .timeLimit(.minutes(30)))
struct ObserverTests {
    final class Listener: ContextObserver {
        private let events = Guarded<[ContextEvent]>([])
        var all: [ContextEvent] { events.withLock { $0 } }
        var lines: [String] { all.map { "\($0.kind) \($0.component.split(separator: ".").last ?? "")" } }
        func handle(_ event: ContextEvent) { events.withLock { $0.append(event) } }
    }
    final class Engine: IOCComponent, Startable, Stoppable {
        func start() async throws {}
        func stop() async throws {}
    }
    final class Car: IOCComponent, @unchecked Sendable {
        @Autowired var engine: Engine
    }

    /// Components that observe; the second one uses what it was injected with for each event.
    final class Recorder: IOCComponent, ContextObserver {
        private let listener = Listener()
        var lines: [String] { listener.lines }
        func handle(_ event: ContextEvent) { listener.handle(event) }
    }
    final class Reporter: IOCComponent, ContextObserver, @unchecked Sendable {
        @Autowired var recorder: Recorder
        func handle(_ event: ContextEvent) { recorder.handle(event) }
    }
    /// Makes a component at the first event.
    final class Curious: IOCComponent, ContextObserver, @unchecked Sendable {
        @Autowired var late: Provider<Late>
        private let listener = Listener()
        private let hasAsked = OnceFlag()
        var lines: [String] { listener.lines }
        func handle(_ event: ContextEvent) {
            listener.handle(event)
            if hasAsked.set() { _ = try? late() }
        }
    }
    final class Late: IOCComponent {
        static var traits: [ComponentTrait] { [.lazy] }
    }

    let listener = Listener()

    func configuration(_ types: any IOCComponent.Type...) -> ContextConfiguration {
        ContextConfiguration(classes: types.map { String(reflecting: $0) }, observers: [listener])
    }

    @Test("A component is created, injected, started and stopped, each with the time it took")
    func events() async throws {
        let context = try ApplicationContext(configuration(Engine.self, Car.self))
        try await context.start()
        try await context.stop()
        let lines = ["made Engine", "injected Engine", "made Car", "injected Car", "started Engine", "stopped Engine"]
        #expect(listener.lines == lines)
        #expect(listener.all.allSatisfy { $0.duration >= .zero && $0.error == nil })
    }

    @Test("A failing component is reported with its error")
    func failure() throws {
        #expect(throws: IOCError.self) { try ApplicationContext(configuration(Broken.self)) }
        #expect(listener.lines == ["made Broken", "failed Broken"])
        #expect(listener.all.last?.error?.cause is SampleError)
        #expect(try #require(listener.all.last).description.contains("Broken failed ("))
    }

    @Test("An observer gets the events of every prototype, of a class and of a definition")
    func prototypes() throws {
        let context = try ApplicationContext(
            ContextConfiguration(components: [Ticket.self]).with { $0.observers = [listener] })
        let office = try Office.activated(configuration: ContextConfiguration().with { $0.observers = [listener] })
        for _ in 0..<2 { _ = try context.component(Ticket.self) }
        for _ in 0..<2 { _ = try office.form() }
        let expected = ["made Ticket", "injected Ticket", "made form", "injected form"]
        #expect(listener.lines == [0, 1, 0, 1, 2, 3, 2, 3].map { expected[$0] })
    }
    final class Office: Assembly {
        final class Form: Sendable {}
        let form = Definition(.prototype) { (_: Office) in Form() }
    }

    // MARK: Components that observe

    @Test("A component that observes hears everything from the first event on, in order, as long as its context lives")
    func component() async throws {
        var context: ApplicationContext? = try ApplicationContext(
            configuration(Recorder.self, Engine.self, Car.self))
        try await context?.start()
        try await context?.stop()
        weak let recorder = try context?.component(Recorder.self)
        let lines = try #require(recorder?.lines)
        #expect(lines == listener.lines)
        #expect(lines.contains("made Recorder") && lines.contains("injected Recorder"))
        #expect(lines.suffix(2) == ["started Engine", "stopped Engine"])
        context = nil
        #expect(recorder == nil)
    }

    @Test("A component that observes gets the events of its own context only, without a configured observer, too")
    func contexts() throws {
        let parent = try boot(Recorder.self, Engine.self)
        let recorder = try parent.component(Recorder.self)
        let lines = ["made Engine", "injected Engine", "made Recorder", "injected Recorder"]
        #expect(recorder.lines.sorted() == lines.sorted())
        let child = try ApplicationContext(ContextConfiguration(Car.self), parent: parent)
        let patched = try parent.patched { $0.replace(Engine.self) { Engine() } }
        #expect(try patched.component(Recorder.self).lines.contains("made Engine"))
        #expect(recorder.lines.sorted() == lines.sorted())
        withExtendedLifetime(child) {}
    }

    @Test("A component that observes can use what it was injected with from its first event on")
    func injectedComponent() throws {
        let context = try ApplicationContext(configuration(Reporter.self, Recorder.self, Engine.self))
        let lines = try context.component(Recorder.self).lines
        // Both hear everything, and one passes it on to the other.
        #expect(lines.filter { $0 == "made Engine" }.count == 2)
    }

    @Test("A component that observes hears what it missed before what happens meanwhile")
    func missedFirst() throws {
        let context = try ApplicationContext(configuration(Curious.self, Late.self, Engine.self))
        let curious = try context.component(Curious.self)
        #expect(curious.lines == listener.lines)
        #expect(curious.lines.contains("made Late") && curious.lines.first == "made Curious")
    }

    private struct Ear: ContextObserver {
        let name: String
        let heard: LifecycleRecorder
        func handle(_ event: ContextEvent) { heard.note("\(name) \(event.kind) \(event.component)") }
    }

    @Test("Every observer gets all events, configured observers in their order")
    func several() async throws {
        let heard = LifecycleRecorder()
        let names = ["first", "second", "third"]
        var configuration = self.configuration(Recorder.self, Engine.self)
        configuration.observers = names.map { Ear(name: $0, heard: heard) }
        let context = try ApplicationContext(configuration)
        try await context.start()
        try await context.stop()
        let events = heard.all.filter { $0.hasPrefix("third ") }.map { $0.dropFirst("third ".count) }
        #expect(events.count == 6)
        #expect(heard.all == events.flatMap { event in names.map { "\($0) \(event)" } })
        #expect(try context.component(Recorder.self).lines.count == 6)
    }

    final class Inspector: IOCComponent, InstancePostProcessor {
        let names = Guarded<Set<String>>([])
        func process(_ instance: Any, named name: String) throws -> Any {
            names.withLock { _ = $0.insert("\(name.split(separator: ".").last ?? "")") }
            return instance
        }
    }

    @Test("A component that observes is post-processed like any other, and hears of the processor that was there first")
    func processed() throws {
        let context = try ApplicationContext(configuration(Recorder.self, Inspector.self, Engine.self))
        #expect(try context.component(Inspector.self).names.withLock { $0 } == ["Recorder", "Engine"])
        let lines = try context.component(Recorder.self).lines
        #expect(lines.contains("injected Inspector") && lines == listener.lines)
    }

    // MARK: Around what is awaited

    /// Surrounds every call: notes it and sets a task-local value, as a span or a logger is set. It may mistake one kind of call.
    struct Surrounding: ContextObserver {
        @TaskLocal static var names: [String] = []
        enum Mistake: CaseIterable { case notCalled, calledTwice, swallowed }
        let name: String
        var recorder = LifecycleRecorder()
        var mistake: (call: String, kind: Mistake)?

        func handle(_ event: ContextEvent) {}
        private func span(_ call: String, _ body: @Sendable () async throws -> Void) async throws {
            recorder.note("(\(call) \(name)")
            defer { recorder.note("\(call) \(name))") }
            try await Self.$names.withValue(Self.names + [name]) {
                switch mistake.flatMap({ $0.call == call ? $0.kind : nil }) {
                case nil: try await body()
                case .notCalled: break
                case .calledTwice:
                    try await body()
                    try? await body()
                case .swallowed: try? await body()
                }
            }
        }
        func creating(_ component: String, _ create: @Sendable () async throws -> Void) async throws {
            try await span("create", create)
        }
        func starting(_ component: String, _ start: @Sendable () async throws -> Void) async throws {
            try await span("start", start)
        }
        func readying(_ component: String, _ ready: @Sendable () async throws -> Void) async throws {
            try await span("ready", ready)
        }
        func running(_ component: String, _ run: @Sendable () async throws -> Void) async throws {
            try await span("run", run)
        }
        func stopping(_ component: String, _ stop: @Sendable () async throws -> Void) async throws {
            try await span("stop", stop)
        }
    }
    static let calls = ["create", "start", "ready", "run", "stop"]

    @Component final class Traced: Startable, Stoppable, IOCService {
        let log: PartLog
        let failing: String
        let mayEnd = Latch()
        init(log: PartLog, @Named(setting: "failing") failing: String = "") async throws {
            (self.log, self.failing) = (log, failing)
            try note("create")
        }
        private func note(_ call: String) throws {
            log.note("\(call): \(Surrounding.names.joined(separator: " "))")
            if call == failing { throw SampleError() }
        }
        func start() async throws { try note("start") }
        func ready() async throws {
            defer { mayEnd.open() }
            try note("ready")
        }
        func run() async throws {
            await withTaskCancellationHandler {
                await mayEnd.wait()
            } onCancel: {
                mayEnd.open()
            }
            // A child has it, too.
            async let child: Void = note("run")
            try await child
        }
        func stop() async throws { try note("stop") }
    }

    @Test("Observers surround everything that is awaited with task-local values, the first one outermost")
    func surrounding() async throws {
        let recorder = LifecycleRecorder()
        let configuration = ContextConfiguration.parts(Traced.self).with {
            $0.observers = ["outer", "inner"].map { Surrounding(name: $0, recorder: recorder) }
        }
        let context = try ApplicationContext(configuration)
        try await Surrounding.$names.withValue(["root"]) { try await context.run(handlingSignals: false) }
        #expect(try Set(context.lines) == Set(Self.calls.map { "\($0): root outer inner" }))
        for call in Self.calls {
            let lines = ["(\(call) outer", "(\(call) inner", "\(call) inner)", "\(call) outer)"]
            #expect(recorder.all.filter(lines.contains) == lines)
        }
    }

    @Test(
        "An observer that doesn't call the code once is a failure of the call; if it swallows an error, that is one",
        arguments: calls, Surrounding.Mistake.allCases)
    func mistaken(call: String, mistake: Surrounding.Mistake) async throws {
        let configuration = ContextConfiguration.parts(Traced.self).with {
            $0.observers = [Surrounding(name: "a", mistake: (call, mistake))]
            if mistake == .swallowed { $0.overrides = ["failing": .string(call)] }
        }
        let context = try ApplicationContext(configuration)
        let error = try await #require(throws: IOCError.self) { try await context.run(handlingSignals: false) }
        let text = mistake == .swallowed ? "the sample fails" : "an observer has to call it once"
        #expect(error.description.contains(text), "\(error)")
        #expect(try context.lines.filter { $0.hasPrefix(call) }.count == (mistake == .notCalled ? 0 : 1))
    }
}
