import IOC
import IOCManagement
import Testing

@Suite("Start-up timings")
struct StartupTimingsTests {
    @Test("Each component that is created, awaited, injected, started or ready gets its times in one line")
    func table() async throws {
        let timings = StartupTimings()
        let types: [any ManagedComponent.Type] = [Disk.self, HeardService.self, User.self, Pool.self]
        let context = try ApplicationContext(ContextConfiguration.parts(of: types).with { $0.observers = [timings] })
        #expect(!timings.entries.contains { $0.component.hasSuffix("Pool") })
        try await context.start()
        try await context.stop()
        let entries = timings.entries.sorted { $0.component < $1.component }
        let names = entries.map { String($0.component.split(separator: ".").last ?? "") }
        #expect(names == ["Disk", "HeardService", "PartLog", "Pool", "User"])
        #expect(entries.allSatisfy { $0.made != nil && $0.injected != nil })
        #expect(entries.map { $0.started != nil } == [true, false, false, false, true])
        #expect(entries.map { $0.ready != nil } == [false, true, false, false, false])
        #expect("\(timings)".split(separator: "\n").count == 7)
    }
    final class User: Part, IOCComponent, @unchecked Sendable {
        @Autowired var service: HeardService
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
