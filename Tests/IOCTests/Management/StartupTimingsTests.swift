import IOC
import IOCManagement
import Testing

@Suite("Start-up timings")
struct StartupTimingsTests {
    final class Quick: IOCComponent {}
    final class Starting: IOCComponent, Startable {
        func start() async throws {}
    }

    @Test("Each component that is created, injected or started gets a line")
    func table() async throws {
        let timings = StartupTimings()
        let context = try ApplicationContext(
            ContextConfiguration(Quick.self, Starting.self).with { $0.observers = [timings] })
        try await context.start()
        try await context.stop()
        let entries = timings.entries.sorted { $0.component < $1.component }
        #expect(entries.map { $0.component.split(separator: ".").last } == ["Quick", "Starting"])
        #expect(entries.map { $0.made != nil } == [true, true])
        #expect(entries.map { $0.started != nil } == [false, true])
        #expect("\(timings)".split(separator: "\n").count == 4)
    }

    @Test("The slowest is first, times of one name are added, and the last line has the sum")
    func order() {
        let timings = StartupTimings()
        timings.handle(ContextEvent(.made, component: "slow", duration: .milliseconds(2)))
        timings.handle(ContextEvent(.made, component: "slow", duration: .microseconds(500)))
        timings.handle(ContextEvent(.started, component: "slow", duration: .seconds(1)))
        timings.handle(ContextEvent(.injected, component: "b", duration: .microseconds(7)))
        timings.handle(ContextEvent(.injected, component: "a", duration: .microseconds(7)))
        timings.handle(ContextEvent(.stopped, component: "c", duration: .seconds(9)))
        #expect(
            "\(timings)" == """
                component   made  injected   started  ready     total
                slow       2.500            1000.000         1002.500
                a                    0.007                      0.007
                b                    0.007                      0.007
                3 in all   2.500     0.014  1000.000  0.000  1002.514
                """)
    }

    @Test("A service's wait until it is ready counts")
    func ready() async throws {
        let timings = StartupTimings()
        let context = try ApplicationContext(
            ContextConfiguration(Schema.self, Pool.self).with { $0.observers = [timings] })
        try await context.start()
        try await context.stop()
        #expect(timings.entries.contains { $0.ready != nil })
    }

    @Component final class Driver { init() async { for _ in 0..<10 { await Task.yield() } } }

    @Test("The time of an initializer that is awaited counts")
    func awaited() async throws {
        let timings = StartupTimings()
        let context = try ApplicationContext(ContextConfiguration(Driver.self).with { $0.observers = [timings] })
        #expect(timings.entries.isEmpty)
        try await context.start()
        #expect(timings.entries.map { $0.made != nil } == [true])
        try await context.stop()
    }

    final class Pool: IOCComponent, IOCService, Startable {
        func start() {}
        func run() async throws { try await untilCancelled() }
    }
    final class Schema: IOCComponent, Startable, @unchecked Sendable {
        // Sound: the wrapper synchronizes itself.
        @Autowired var pool: Pool
        func start() {}
    }

    @Test("Names show no hidden characters, and no duration is too long to be shown")
    func hostile() {
        let timings = StartupTimings()
        timings.handle(ContextEvent(.made, component: "a\u{1B}[2J\u{202E}", duration: .seconds(1_000_000_000_000_000)))
        timings.handle(ContextEvent(.made, component: "b", duration: .seconds(-5)))
        let table = "\(timings)"
        #expect(table.contains("a\\u{1B}[2J\\u{202E}") && table.contains("1000000000000000000"), "\(table)")
        #expect(!table.unicodeScalars.contains("\u{1B}"))
    }
}
