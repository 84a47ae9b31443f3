import IOC
import IOCBase
import Testing

@Suite("Observers of a context: Lifecycle")
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
    final class Wreck: IOCComponent {
        func didInject() throws { throw LifecycleTestError() }
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
        #expect(throws: IOCError.self) { try ApplicationContext(configuration(Wreck.self)) }
        #expect(listener.lines == ["made Wreck", "failed Wreck"])
        #expect(listener.all.last?.error?.cause is LifecycleTestError)
        #expect(try #require(listener.all.last).description.contains("Wreck failed ("))
    }

    // MARK: Components that observe

    final class Recorder: IOCComponent, ContextObserver {
        private let events = Guarded<[String]>([])
        var lines: [String] { events.withLock { $0 } }
        func handle(_ event: ContextEvent) {
            events.withLock { $0.append("\(event.kind) \(event.component.split(separator: ".").last ?? "")") }
        }
    }
    /// Uses what it was injected with for each event.
    final class Reporter: IOCComponent, ContextObserver, @unchecked Sendable {
        @Autowired var recorder: Recorder
        func handle(_ event: ContextEvent) { recorder.handle(event) }
    }

    @Test("A component that observes hears everything from the first event on, in order")
    func component() async throws {
        let context = try ApplicationContext(configuration(Recorder.self, Engine.self, Car.self))
        try await context.start()
        try await context.stop()
        let recorder: Recorder = try context.component()
        #expect(recorder.lines == listener.lines)
        #expect(recorder.lines.first?.hasPrefix("made ") == true)
        #expect(recorder.lines.contains("made Recorder") && recorder.lines.contains("injected Recorder"))
        #expect(recorder.lines.suffix(2) == ["started Engine", "stopped Engine"])
    }

    @Test("A component that observes gets events without a configured observer")
    func componentAlone() throws {
        let context = try ApplicationContext(
            ContextConfiguration(classes: [Recorder.self, Engine.self].map { String(reflecting: $0) }))
        let lines = try context.component(Recorder.self).lines
        #expect(Set(lines) == ["made Recorder", "injected Recorder", "made Engine", "injected Engine"])
    }

    @Test("A component that observes can use what it was injected with from its first event on")
    func injectedComponent() throws {
        let context = try ApplicationContext(configuration(Reporter.self, Recorder.self, Engine.self))
        let lines = try context.component(Recorder.self).lines
        // Both hear everything, and one passes it on to the other.
        #expect(lines.filter { $0 == "made Engine" }.count == 2)
    }

    /// Keeps what it hears, and makes a component at the first event.
    final class Curious: IOCComponent, ContextObserver, @unchecked Sendable {
        // Sound: wrappers synchronize themselves, the rest is guarded.
        @Autowired var late: Provider<Late>
        private let events = Guarded<[String]>([])
        private let hasAsked = OnceFlag()
        var lines: [String] { events.withLock { $0 } }
        func handle(_ event: ContextEvent) {
            events.withLock { $0.append("\(event.kind) \(event.component.split(separator: ".").last ?? "")") }
            if hasAsked.set() { _ = try? late() }
        }
    }
    final class Late: IOCComponent {
        static var traits: [ComponentTrait] { [.lazy] }
    }

    @Test("A component that observes hears what it missed before what happens meanwhile")
    func missedFirst() throws {
        let context = try ApplicationContext(configuration(Curious.self, Late.self, Engine.self))
        let curious = try context.component(Curious.self)
        #expect(curious.lines == listener.lines)
        #expect(curious.lines.contains("made Late") && curious.lines.first == "made Curious")
    }

    @Test("A component that observes goes with its context")
    func lifetime() throws {
        var context: ApplicationContext? = try ApplicationContext(configuration(Reporter.self, Recorder.self))
        weak let reporter = try context?.component(Reporter.self)
        #expect(reporter != nil)
        context = nil
        #expect(reporter == nil)
    }

    @Test("A patched context has observing components of its own")
    func patched() throws {
        let context = try ApplicationContext(configuration(Recorder.self, Engine.self))
        let before = try context.component(Recorder.self).lines
        let patched = try context.patched { $0.replace(Engine.self) { Engine() } }
        #expect(try context.component(Recorder.self).lines == before)
        #expect(try patched.component(Recorder.self).lines.contains("made Engine"))
    }

    @Test("A child's events are not for its parent's observing components")
    func child() throws {
        let parent = try ApplicationContext(configuration(Recorder.self))
        let child = try ApplicationContext(
            ContextConfiguration(classes: [String(reflecting: Engine.self)]), parent: parent)
        #expect(try !parent.component(Recorder.self).lines.contains("made Engine"))
        withExtendedLifetime(child) {}
    }

    private struct Ear: ContextObserver {
        let name: String
        let heard: LifecycleRecorder
        func handle(_ event: ContextEvent) { heard.note("\(name) \(event.kind) \(event.component)") }
    }

    @Test("Every observer gets all events, configured observers first and in order")
    func several() async throws {
        let heard = LifecycleRecorder()
        let names = ["first", "second", "third"]
        var configuration = self.configuration(Recorder.self, Reporter.self, Engine.self)
        configuration.observers = names.map { Ear(name: $0, heard: heard) }
        let context = try ApplicationContext(configuration)
        try await context.start()
        try await context.stop()
        let lines = heard.all
        let events = lines.filter { $0.hasPrefix("third ") }.map { $0.dropFirst("third ".count) }
        #expect(events.count == 8)
        #expect(lines == events.flatMap { event in names.map { "\($0) \(event)" } })
        // One of the two components passes on to the other what it hears.
        let reported = events.map { "\($0.split(separator: " ")[0]) \($0.split(separator: ".").last ?? "")" }
        #expect(try context.component(Recorder.self).lines.sorted() == (reported + reported).sorted())
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

    enum Span { @TaskLocal static var names: [String] = [] }
    /// Sets a task-local value around every call, as a span or a logger is set.
    struct Surrounding: ContextObserver {
        let recorder: LifecycleRecorder
        func handle(_ event: ContextEvent) {}
        private func span(_ name: String, _ body: @Sendable () async throws -> Void) async throws {
            recorder.note("(\(name)")
            defer { recorder.note("\(name))") }
            try await Span.$names.withValue(Span.names + [name]) { try await body() }
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
    @Component final class Traced: Startable, Stoppable, IOCService {
        static let seen = Guarded<[String: [String]]>([:])
        let key: String
        let mayEnd = Latch()
        init(@Named(setting: "key") key: String) async {
            self.key = key
            note("create")
        }
        private func note(_ call: String) {
            Self.seen.withLock { $0[key, default: []].append("\(call): \(Span.names.joined(separator: " "))") }
        }
        func start() async { note("start") }
        func ready() async {
            note("ready")
            mayEnd.open()
        }
        func run() async {
            note("run")
            await withTaskCancellationHandler {
                await mayEnd.wait()
            } onCancel: {
                mayEnd.open()
            }
            // A child has it, too.
            async let child: Void = note("child")
            await child
        }
        func stop() async { note("stop") }
    }

    @Test("Observers surround everything that is awaited: each call runs inside, with their task-local values")
    func surrounding() async throws {
        let recorder = LifecycleRecorder()
        var configuration = ContextConfiguration(components: [Traced.self])
        configuration.observers = [Surrounding(recorder: recorder), Surrounding(recorder: recorder)]
        configuration.overrides = ["key": "surrounding"]
        let context = try ApplicationContext(configuration)
        try await context.run(handlingSignals: false)
        let seen = Traced.seen.withLock { $0["surrounding"] ?? [] }
        #expect(
            Set(seen) == [
                "create: create create", "start: start start", "ready: ready ready", "run: run run", "child: run run",
                "stop: stop stop",
            ])
        for call in ["create", "start", "ready", "run", "stop"] {
            #expect(recorder.all.filter { $0 == "(\(call)" || $0 == "\(call))" }.count == 4)
        }
    }

    /// Doesn't call the code of one kind of call, or calls it twice.
    struct Careless: ContextObserver {
        let call: String
        let times: Int
        func handle(_ event: ContextEvent) {}
        private func pass(_ name: String, _ body: @Sendable () async throws -> Void) async throws {
            for _ in 0..<(name == call ? times : 1) { try await body() }
        }
        func creating(_ component: String, _ create: @Sendable () async throws -> Void) async throws {
            try await pass("create", create)
        }
        func readying(_ component: String, _ ready: @Sendable () async throws -> Void) async throws {
            try await pass("ready", ready)
        }
        func running(_ component: String, _ run: @Sendable () async throws -> Void) async throws {
            try await pass("run", run)
        }
        func stopping(_ component: String, _ stop: @Sendable () async throws -> Void) async throws {
            try await pass("stop", stop)
        }
    }

    @Test(
        "An observer that doesn't call the code, or calls it twice, is a failure of the call",
        arguments: ["create", "ready", "run", "stop"], [0, 2])
    func careless(call: String, times: Int) async throws {
        var configuration = ContextConfiguration(components: [Traced.self])
        configuration.observers = [Careless(call: call, times: times)]
        configuration.overrides = ["key": .string("\(call) \(times)")]
        let context = try ApplicationContext(configuration)
        let error = await #expect(throws: IOCError.self) { try await context.run(handlingSignals: false) }
        #expect(error?.description.contains("an observer has to call it once") == true, "\(String(describing: error))")
    }

    // MARK: Prototypes

    final class Job: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
    }

    @Test("An observer gets the events of every prototype")
    func laterPrototypes() throws {
        let listener = Listener()
        let context = try ApplicationContext(ContextConfiguration(Job.self).with { $0.observers = [listener] })
        for _ in 0..<3 { _ = try context.component(Job.self) }
        #expect(listener.lines == Array(repeating: ["made Job", "injected Job"], count: 3).flatMap { $0 })
    }

    final class Office: Assembly {
        final class Form: Sendable {}
        let form = Definition(.prototype) { (_: Office) in Form() }
    }

    @Test("An observer gets the events of every instance of a prototype definition")
    func laterForms() throws {
        let listener = Listener()
        let office = try Office.activated(configuration: ContextConfiguration().with { $0.observers = [listener] })
        for _ in 0..<3 { _ = try office.form() }
        #expect(listener.lines == Array(repeating: ["made form", "injected form"], count: 3).flatMap { $0 })
    }
}
