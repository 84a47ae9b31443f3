import Foundation
import IOC
import IOCBase
import Testing

extension ReloadTests {
    private func running(_ context: ApplicationContext) async throws -> Task<Void, any Error> {
        let run = Task { try await context.run(handlingSignals: false) }
        try await diary.until("server 1 serves")
        return run
    }

    @Test("A run that ends while its replacement starts stops both contexts before it returns")
    func runEndsDuringStart() async throws {
        let context = try context()
        let run = try await running(context)
        try write(2, #", "start": "waits""#)
        let reload = Task { try await context.reloading() }
        try await diary.until("database 2 starts")
        run.cancel()
        try await ending("the run") { try await run.value }
        let lines = [
            "database 1 starts", "server 1 binds", "server 1 serves", "database 2 starts", "server 1 served",
            "server 1 stops", "database 1 stops",
        ]
        #expect(diary.lines == lines)
        await #expect(throws: (any Error).self) { try await reload.value }
        #expect(diary.lines == lines)
    }

    @Test(
        "A run that ends while the replaced context stops stops the new one beside it, and waits for and reports both",
        arguments: [false, true])
    func runEndsDuringStop(fails: Bool) async throws {
        let context = try context(#", "end": "is held\#(fails ? " and fails" : "")""#)
        let run = try await running(context)
        try write(2, fails ? #", "end": "fails""# : "")
        let reload = Task { try await context.reloading() }
        try await diary.until("server 2 serves")
        try await diary.until("server 1 stops")
        run.cancel()
        try await diary.until("database 2 stops")
        #expect(!diary.lines.contains("database 1 stops"))
        diary.release.open()
        let result = try await ending("the run") { await run.result }
        if fails {
            let error = #expect(throws: IOCError.self) { try result.get() }
            #expect(error?.codes == [.stopFailed, .stopFailed])
        } else {
            try result.get()
        }
        let lines = diary.lines
        for version in [1, 2] {
            for line in ["server \(version) served", "server \(version) stops", "database \(version) stops"] {
                #expect(lines.filter { $0 == line }.count == 1, "\(line): \(lines)")
            }
        }
        #expect(lines.last == "database 1 stops")
        _ = await reload.result
        #expect(diary.lines == lines)
    }

    /// A component whose second instance is created only once a test lets it.
    final class Slow: IOCComponent, Startable, @unchecked Sendable {
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
        let context = try ApplicationContext(contentsOf: write(1, "", [Slow.self]), environment: [:])
        let run = Task { try await context.run(handlingSignals: false) }
        try await diary.until("slow 1 starts")
        try write(2, "", [Slow.self])
        let reload = Task { try await context.reloading() }
        try await diary.until("slow 2 is created")
        run.cancel()
        try await ending("the run") { try await run.value }
        diary.release.open()
        let error = await #expect(throws: IOCError.self) { try await reload.value }
        #expect(error?.code == .contextStopped)
        #expect(!diary.lines.contains("slow 2 starts"))
    }
}
