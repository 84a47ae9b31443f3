import Foundation
import IOC
import IOCBase
import Testing

extension ReloadTests {
    @Test("A run continues with the new context, and ends once with it")
    func run() async throws {
        let context = try context()
        async let ended: Void = context.run(handlingSignals: false)
        try await until { diary.lines.contains("server 1 serves") }
        try write(2)
        var latest = try await context.reloading()
        try await until { diary.lines.contains("server 2 serves") }
        try write(3)
        latest = try await context.reloading()
        try await until { diary.lines.contains("server 3 serves") }
        #expect(diary.lines.contains("database 2 stops"))
        try await latest.stop()
        try await ended
        #expect(diary.lines.suffix(3) == ["server 3 served", "server 3 stops", "database 3 stops"])
        #expect(diary.lines.filter { $0.hasSuffix(" served") }.count == 3)
    }

    @Test("A run that ends while its replacement starts stops both contexts before it returns")
    func runEndsDuringStart() async throws {
        let context = try context()
        let run = Task { try await context.run(handlingSignals: false) }
        try await until { diary.lines.contains("server 1 serves") }
        try write(2, #", "start": "waits""#)
        let reload = Task { try await context.reloading() }
        try await until { diary.lines.contains("database 2 starts") }
        run.cancel()
        try await ending("the run") { try await run.value }
        #expect(
            diary.lines == [
                "database 1 starts", "server 1 binds", "server 1 serves", "database 2 starts", "server 1 served",
                "server 1 stops", "database 1 stops",
            ])
        await #expect(throws: (any Error).self) { try await reload.value }
        #expect(diary.lines.count == 7)
    }

    @Test("A run that ends while the context that was replaced stops stops the new one beside it, and waits for both")
    func runEndsDuringStop() async throws {
        var first: ApplicationContext? = try ApplicationContext(
            contentsOf: write(1, #", "end": "is held""#), environment: [:])
        let run = Task { [context = try #require(first)] in try await context.run(handlingSignals: false) }
        try await until { diary.lines.contains("server 1 serves") }
        try write(2)
        let reload = Task { [context = try #require(first)] in try await context.reloading() }
        first = nil
        try await until { diary.lines.contains("server 2 serves") && diary.lines.contains("server 1 stops") }
        run.cancel()
        try await until { diary.lines.contains("database 2 stops") }
        #expect(!diary.lines.contains("database 1 stops"))
        diary.release.open()
        try await ending("the run") { try await run.value }
        let lines = diary.lines
        for version in [1, 2] {
            for line in ["server \(version) served", "server \(version) stops", "database \(version) stops"] {
                #expect(lines.filter { $0 == line }.count == 1, "\(line): \(lines)")
            }
        }
        _ = await reload.result
        #expect(diary.lines == lines)
    }

    @Test("A run reports the stop failures of the replaced context and of the new one")
    func runStopsBothInVain() async throws {
        let context = try ApplicationContext(contentsOf: write(1, #", "end": "is held and fails""#), environment: [:])
        let run = Task { try await context.run(handlingSignals: false) }
        try await until { diary.lines.contains("server 1 serves") }
        try write(2, #", "end": "fails""#)
        let reload = Task { try await context.reloading() }
        try await until { diary.lines.contains("server 2 serves") && diary.lines.contains("server 1 stops") }
        run.cancel()
        try await until { diary.lines.contains("database 2 stops") }
        diary.release.open()
        let error = await #expect(throws: IOCError.self) { try await ending("the run") { try await run.value } }
        #expect(error?.faults.map(\.code) == [.stopFailed, .stopFailed])
        #expect(diary.lines.last == "database 1 stops")
        _ = await reload.result
    }

    /// A component whose second instance is created only once a test lets it.
    final class Slow: IOCComponent, Startable, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("diary") var diary: String
        @Value("version") var version: String
        func didInject() throws {
            guard version == "2" else { return }
            Diary.named(diary).write("slow \(version) is created")
            while !Diary.named(diary).release.isOpen { usleep(1_000) }
        }
        func start() { Diary.named(diary).write("slow \(version) starts") }
    }

    @Test("A run that ends while its replacement is created does not wait for it, and the replacement does not start")
    func runEndsDuringBoot() async throws {
        func write(_ version: Int) throws -> String {
            try folder.write(
                "slow.json",
                """
                { "classes": ["\(String(reflecting: Slow.self))"],
                  "settings": { "diary": "\(name)", "version": "\(version)" } }
                """)
        }
        let context = try ApplicationContext(contentsOf: write(1), environment: [:])
        let run = Task { try await context.run(handlingSignals: false) }
        try await until { diary.lines.contains("slow 1 starts") }
        _ = try write(2)
        let reload = Task { try await context.reloading() }
        try await until { diary.lines.contains("slow 2 is created") }
        run.cancel()
        try await ending("the run") { try await run.value }
        diary.release.open()
        let error = await #expect(throws: IOCError.self) { try await reload.value }
        #expect(error?.code == .contextStopped)
        #expect(!diary.lines.contains("slow 2 starts"))
    }
}
