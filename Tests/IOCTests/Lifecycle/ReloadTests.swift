import Foundation
import IOC
import IOCBase
import IOCManagement
import Testing

@Suite("Reloading", .timeLimit(.minutes(30)))
struct ReloadTests {
    /// What happened, by a name that a configuration gives, as the components of two contexts have nothing else in common.
    final class Diary: Sendable {
        private static let all = Guarded<[String: Diary]>([:])
        private let kept = Guarded<[String]>([])
        static func named(_ name: String) -> Diary {
            all.withLock { all in
                let diary = all[name] ?? Diary()
                all[name] = diary
                return diary
            }
        }
        func write(_ line: String) { kept.withLock { $0.append(line) } }
        var lines: [String] { kept.withLock { $0 } }
        /// Lets go on what is held.
        let release = Latch()
    }

    final class Database: IOCComponent, Startable, Stoppable, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.named("database")] }
        @Value("diary") var diary: String
        @Value("version") var version: String
        @Value("start", default: "well") var beginning: String
        func start() async throws {
            Diary.named(diary).write("database \(version) starts")
            switch beginning {
            case "fails": throw Failure()
            case "waits": try await Task.sleep(for: .seconds(3600))
            case "is held": await Diary.named(diary).release.wait()
            default: return
            }
        }
        func stop() { Diary.named(diary).write("database \(version) stops") }
    }
    struct Failure: Error {}

    final class Server: IOCComponent, Startable, Stoppable, IOCService, TakesOverAtReload, @unchecked Sendable {
        // Sound: wrappers synchronize themselves, the rest is under the mutex.
        static var traits: [ComponentTrait] { [.named("server")] }
        @Autowired var database: Database
        @Value("end", default: "well") var ending: String
        let socket = Guarded<Int?>(nil)
        private var diary: Diary { Diary.named(database.diary) }
        func takeOver(from predecessor: Server) {
            let inherited = predecessor.socket.withLock { $0 }
            socket.withLock { $0 = inherited }
        }
        func start() {
            let inherited = socket.withLock { socket in
                defer { socket = socket ?? Int.random(in: 1...(.max)) }
                return socket
            }
            diary.write("server \(database.version) \(inherited == nil ? "binds" : "takes over")")
        }
        func run() async throws {
            diary.write("server \(database.version) serves")
            defer { diary.write("server \(database.version) served") }
            try await Task.sleep(for: .seconds(3600))
        }
        func stop() async throws {
            diary.write("server \(database.version) stops")
            if ending.hasPrefix("is held") { await diary.release.wait() }
            if ending.hasSuffix("fails") { throw Failure() }
        }
    }

    let folder: TemporaryFolder
    let name = UUID().uuidString
    var diary: Diary { .named(name) }

    init() throws { folder = try TemporaryFolder() }

    @discardableResult
    func write(_ version: Int, _ more: String = "") throws -> String {
        let classes = [Database.self, Server.self].map { "\"\(String(reflecting: $0))\"" }.joined(separator: ", ")
        return try folder.write(
            "a.json",
            """
            { "classes": [\(classes)], "timeouts": { "start": "30m", "stop": "30m" },
              "settings": { "diary": "\(name)", "version": "\(version)" \(more) } }
            """)
    }

    func context() throws -> ApplicationContext {
        try ApplicationContext(contentsOf: write(1), environment: [:])
    }

    private func version(_ context: ApplicationContext) throws -> String {
        try context.component(Database.self).version
    }

    @Test("A context that was not started is replaced without starting anything")
    func idle() async throws {
        let context = try context()
        try write(2)
        let next = try await context.reloading()
        #expect(try version(next) == "2")
        #expect(try version(context) == "1")
        #expect(diary.lines == [])
        // Its holders can still use it.
        try await context.start()
        #expect(diary.lines.contains("database 1 starts"))
        try await context.stop()
    }

    @Test("A context that is asked to reload is replaced though its files say the same")
    func unchanged() async throws {
        let context = try context()
        let next = try await context.reloading()
        #expect(next !== context)
        #expect(try next.component(Database.self) !== context.component(Database.self))
    }

    @Test("Pages answer for the latest context, whichever they were created for")
    func pages() async throws {
        let first = try context()
        let pages = ContextPages(first)
        func shown(_ pages: ContextPages) async -> String? {
            await pages.page(at: "/context/settings", host: "localhost").body.split(separator: "\n")
                .first { $0.hasPrefix("version = ") }.map(String.init)
        }
        #expect(await shown(pages)?.hasPrefix("version = \"1\"") == true)
        try await first.start()
        var latest: [ApplicationContext] = []
        for number in 2...3 {
            try write(number)
            let next = try await first.reloading()
            latest.append(next)
            for pages in [pages, ContextPages(next), ContextPages(first)] {
                #expect(await shown(pages)?.hasPrefix("version = \"\(number)\"") == true)
            }
        }
        try await latest[1].stop()
    }

    @Test("The new context starts and takes over before the old one stops, in order")
    func started() async throws {
        let context = try context()
        try await context.start()
        let socket = try context.component(Server.self).socket.withLock { $0 }
        try write(2)
        let next = try await context.reloading()
        #expect(
            diary.lines == [
                "database 1 starts", "server 1 binds", "database 2 starts", "server 2 takes over", "server 1 stops",
                "database 1 stops",
            ])
        #expect(try next.component(Server.self).socket.withLock { $0 } == socket)
        try await next.stop()
        #expect(diary.lines.suffix(2) == ["server 2 stops", "database 2 stops"])
        await #expect(throws: IOCError.self) { try await next.reloading() }
    }

    @Test(
        "A faulty file changes nothing and is reported",
        arguments: [
            ("{", IOCError.Code.fileMalformed), ("{}", .configurationEmpty), (#"{"classes": ["None"]}"#, .classUnknown),
            (#"{"prefixes": ["IOCTests.ReloadTests.Database"]}"#, .settingMissing), (nil, .fileMissing),
        ] as [(String?, IOCError.Code)])
    func faulty(text: String?, code: IOCError.Code) async throws {
        let context = try context()
        try await context.start()
        let before = diary.lines
        if let text {
            try folder.write("a.json", text)
        } else {
            try FileManager.default.removeItem(atPath: folder.path + "/a.json")
        }
        let error = await #expect(throws: IOCError.self) { try await context.reloading() }
        #expect(error?.code == code)
        #expect(diary.lines == before)
        try write(3)
        let next = try await ending("the reload after one that failed") { try await context.reloading() }
        #expect(try version(next) == "3")
        try await next.stop()
    }

    @Test("A failed start at a reload is rolled back and reported, and the old context continues")
    func failingStart() async throws {
        let context = try context()
        try await context.start()
        try write(2, #", "start": "fails""#)
        let error = await #expect(throws: IOCError.self) { try await context.reloading() }
        #expect(error?.code == .startFailed)
        #expect(diary.lines == ["database 1 starts", "server 1 binds", "database 2 starts"])
        try await context.stop()
    }

    @Test("The closure that changes the configuration runs again at each reload")
    func codeChanges() async throws {
        let runs = Guarded(0)
        let context = try ApplicationContext(contentsOf: write(1), environment: [:]) { configuration in
            runs.withLock { $0 += 1 }
            guard case .object(var members) = configuration.settings else { return }
            members["added"] = 1
            configuration.settings = .object(members)
            configuration.overrides["over"] = "ridden"
            configuration.classes.append(String(reflecting: SettingBystander.self))
        }
        for number in 2...3 {
            try write(number, #", "fromFile": true"#)
            let next = try await context.reloading()
            #expect(try version(next) == "\(number)")
            #expect(try next.setting("added") == 1)
            #expect(try next.setting("over") == "ridden")
            #expect(try next.setting("fromFile") == true)
            _ = try next.component(SettingBystander.self)
            #expect(runs.withLock { $0 } == number)
        }
    }

    @Test("If the closure fails at a reload, its error is thrown and the context continues")
    func failingChange() async throws {
        let fails = Guarded(false)
        let context = try ApplicationContext(contentsOf: write(1), environment: [:]) { _ in
            if fails.withLock({ $0 }) { throw Failure() }
        }
        try write(2)
        fails.withLock { $0 = true }
        await #expect(throws: Failure.self) { try await context.reloading() }
        #expect(try version(context) == "1")
        fails.withLock { $0 = false }
        #expect(try await version(context.reloading()) == "2")
    }

    @Test("Work in the replaced context continues with its own components")
    func inFlight() async throws {
        let context = try context()
        try await context.start()
        try write(2)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        async let old = ApplicationContext.withCurrent(context) {
            begin.finish()
            for await _ in released {}
            return try ApplicationContext.current.component(Database.self).version
        }
        for await _ in begun {}
        let next = try await context.reloading()
        release.finish()
        #expect(try await old == "1")
        #expect(try version(next) == "2")
        try await next.stop()
    }

    @Test("Reloads at once come one after another, and each replaces the latest")
    func atOnce() async throws {
        let context = try context()
        try await context.start()
        try write(2)
        let contexts = try await withThrowingTaskGroup(of: ApplicationContext.self) { group in
            for _ in 0..<8 { group.addTask { try await context.reloading() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(contexts.map(ObjectIdentifier.init)).count == 8)
        let starts = diary.lines.filter { $0.hasPrefix("server") && !$0.hasSuffix("stops") }.count
        let stops = diary.lines.filter { $0.hasPrefix("server") && $0.hasSuffix("stops") }.count
        #expect(starts == 9 && stops == 8)
        let latest = try await context.reloading()
        try await latest.stop()
        #expect(diary.lines.filter { $0.hasPrefix("database") && $0.hasSuffix("starts") }.count == 10)
        #expect(diary.lines.filter { $0.hasPrefix("database") && $0.hasSuffix("stops") }.count == 10)
    }

    @Test("If the context is stopped while its replacement starts, the replacement is stopped")
    func stoppedDuringReload() async throws {
        let context = try context()
        try await context.start()
        try write(2, #", "start": "is held""#)
        let reload = Task { try await context.reloading() }
        try await until { diary.lines.contains("database 2 starts") }
        try await ending("the stop") { try await context.stop() }
        diary.release.open()
        let error = await #expect(throws: IOCError.self) { try await ending("the reload") { try await reload.value } }
        #expect(error?.code == .contextStopped)
        #expect(
            diary.lines == [
                "database 1 starts", "server 1 binds", "database 2 starts", "server 1 stops", "database 1 stops",
                "server 2 takes over", "server 2 stops", "database 2 stops",
            ])
    }

    @Test("A reload that is called off changes nothing")
    func cancelled() async throws {
        let context = try context()
        try await context.start()
        try write(2, #", "start": "waits""#)
        let reload = Task { try await context.reloading() }
        try await until { diary.lines.contains("database 2 starts") }
        reload.cancel()
        await #expect(throws: CancellationError.self) { try await reload.value }
        #expect(!diary.lines.contains("database 1 stops"))
        try await context.stop()
    }

    @Test("Stop failures of the replaced context go to its observers, and the new context runs")
    func failingStop() async throws {
        final class Ear: ContextObserver {
            let failed = Guarded<[String]>([])
            func handle(_ event: ContextEvent) {
                if event.kind == .failed { failed.withLock { $0.append(event.component) } }
            }
        }
        let ear = Ear()
        let context = try ApplicationContext(contentsOf: write(1, #", "end": "fails""#), environment: [:]) {
            $0.observers = [ear]
        }
        try await context.start()
        try write(2)
        let next = try await context.reloading()
        #expect(ear.failed.withLock { $0 } == ["server"])
        try await next.stop()
        #expect(ear.failed.withLock { $0 } == ["server"])
    }

    @Test("The replaced context is freed once it is released, while the run continues")
    func freed() async throws {
        var first: ApplicationContext? = try context()
        try await first?.start()
        weak let database = try first?.component(Database.self)
        try write(2)
        let next = try await first?.reloading()
        #expect(database != nil)
        first = nil
        #expect(database == nil)
        try await next?.stop()
    }

    @Test("A context of a patch or of a configuration made in code says that it can't be reloaded, and how it could be")
    func reloadUnavailable() async throws {
        let patched = try context().patched { $0.wrap(Database.self) { $0 } }
        let value = try ApplicationContext(ContextConfiguration(contentsOf: write(1), environment: [:]))
        for context in [patched, value] {
            let error = await #expect(throws: IOCError.self) { try await context.reloading() }
            #expect(error?.code == .reloadUnavailable)
            #expect(error?.description.contains("ApplicationContext(contentsOf:)") == true)
        }
    }

    func until(_ condition: () -> Bool) async throws {
        try await IOCTests.until("a line of \(diary.lines)", condition)
    }

    // MARK: Taking over

    final class Heir: IOCComponent, TakesOverAtReload, @unchecked Sendable {
        let inherited = Guarded(0)
        func takeOver(from predecessor: Heir) {
            let before = predecessor.inherited.withLock { $0 }
            inherited.withLock { $0 = before + 1 }
        }
    }

    @Test("A component that only takes over, and has no start, takes over at a reload")
    func onlySuccessor() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("shop.json", #"{ "classes": ["\#(String(reflecting: Heir.self))"] }"#)
        let context = try ApplicationContext(contentsOf: file)
        try await context.start()
        let next = try await context.reloading()
        #expect(try next.component(Heir.self).inherited.withLock { $0 } == 1)
        try await next.stop()
    }
}
