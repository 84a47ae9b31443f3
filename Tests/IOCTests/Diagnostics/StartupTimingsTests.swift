import IOC
import Testing

@Suite("Start-up timings")
struct StartupTimingsTests {
    final class Quick: IOCComponent {}
    final class Starting: IOCComponent, Startable {
        func start() async throws {}
    }

    @Test("Each component that is made, injected or started gets a line")
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
        #expect("\(timings)".split(separator: "\n").count == 6)
    }

    @Test("The slowest comes first, times of one name add up, and the last line sums all")
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

                critical path: slow, 1000.000 ms
                * slow |████████████████████████████████████████| 1000.000
                """)
    }

    @Test("A picture shows who was at work when, and marks those that the others waited for")
    func picture() {
        let (timings, begin) = (StartupTimings(), ContinuousClock.now)
        func tell(_ kind: ContextEvent.Kind, _ name: String, _ from: Int, _ to: Int, after: String? = nil) {
            timings.handle(
                ContextEvent(
                    kind, component: name, duration: .milliseconds(to - from), after: after,
                    end: begin + .milliseconds(to)))
        }
        tell(.started, "cache", 0, 10)
        tell(.started, "pool", 0, 10)
        tell(.ready, "pool", 10, 20)
        tell(.started, "schema", 20, 40, after: "pool")
        tell(.started, "mail", 10, 20, after: "cache")
        #expect(timings.criticalPath == ["pool", "schema"])
        #expect(
            "\(timings)".hasSuffix(
                """


                critical path: pool -> schema, 40.000 ms
                  cache  |██████████                              | 10.000
                * pool   |████████████████████                    | 20.000
                  mail   |          ██████████                    | 10.000
                * schema |                    ████████████████████| 20.000
                """))
    }

    @Test("Of those that begin or end together the first by name counts, and bars end at the nearest column")
    func together() {
        let (timings, begin) = (StartupTimings(), ContinuousClock.now)
        func tell(_ name: String, _ from: Int, _ to: Int, after: String? = nil) {
            timings.handle(
                ContextEvent(
                    .started, component: name, duration: .milliseconds(to - from), after: after,
                    end: begin + .milliseconds(to)))
        }
        tell("d", 0, 5)
        tell("b", 0, 20)
        tell("c", 0, 4)
        tell("a", 0, 11)
        tell("other", 20, 30, after: "b")
        tell("late", 11, 30, after: "a")
        #expect(timings.criticalPath == ["a", "late"])
        #expect(
            "\(timings)".hasSuffix(
                """


                critical path: a -> late, 30.000 ms
                * a     |███████████████                         | 11.000
                  b     |███████████████████████████             | 20.000
                  c     |█████                                   | 4.000
                  d     |███████                                 | 5.000
                * late  |               █████████████████████████| 19.000
                  other |                           █████████████| 10.000
                """))
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

    @Test("The critical path of a context goes through the services that its components have waited for")
    func criticalPath() async throws {
        let timings = StartupTimings()
        let context = try ApplicationContext(
            ContextConfiguration(Schema.self, Pool.self).with { $0.observers = [timings] })
        try await context.start()
        try await context.stop()
        #expect(timings.criticalPath.compactMap { $0.split(separator: ".").last } == ["Pool", "Schema"])
        #expect(timings.entries.contains { $0.ready != nil })
    }
}
