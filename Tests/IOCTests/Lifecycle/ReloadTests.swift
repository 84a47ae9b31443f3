import Foundation
import IOC
import IOCBase
import IOCManagement
import Testing

@Suite("Reloading", .timeLimit(.minutes(30)))
struct ReloadTests {
    struct Failure: Error {}

    final class Database: IOCComponent, Startable, Stoppable, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.named("database")] }
        @Value("diary") var diary: String
        @Value("version") var version: String
        @Value("start", default: "well") var beginning: String
        func start() async throws {
            Diary.named(diary).write("database \(version) starts")
            switch beginning {
            case "fails": throw Failure()
            case "waits": try await untilCancelled()
            case "is held": await Diary.named(diary).release.wait()
            default: return
            }
        }
        func stop() { Diary.named(diary).write("database \(version) stops") }
    }
    final class Server: IOCComponent, Startable, Stoppable, IOCService, TakesOverAtReload, @unchecked Sendable {
        // Sound: wrappers synchronize themselves, the rest is guarded.
        static var traits: [ComponentTrait] { [.named("server")] }
        @Autowired var database: Database
        @Value("end", default: "well") var ending: String
        let socket = Guarded<Int?>(nil)
        private var diary: Diary { Diary.named(database.diary) }
        func takeOver(from predecessor: Server) {
            socket.withLock { [inherited = predecessor.socket.withLock { $0 }] in $0 = inherited }
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
            try await untilCancelled()
        }
        func stop() async throws {
            diary.write("server \(database.version) stops")
            if ending.hasPrefix("is held") { await diary.release.wait() }
            if ending.hasSuffix("fails") { throw Failure() }
        }
    }

    let folder: TemporaryFolder
    var diary: Diary { .named(folder.path) }

    init() throws { folder = try TemporaryFolder() }

    /// Writes the configuration's next version.
    @discardableResult
    func write(
        _ version: Int, _ more: String = "", _ types: [any ManagedComponent.Type] = [Database.self, Server.self]
    ) throws -> String {
        let classes = types.map { "\"\(String(reflecting: $0))\"" }.joined(separator: ", ")
        return try folder.write(
            "a.json",
            """
            { "classes": [\(classes)], "timeouts": { "start": "30m", "stop": "30m" },
              "settings": { "diary": "\(folder.path)", "version": "\(version)" \(more) } }
            """)
    }

    func context(_ more: String = "") throws -> ApplicationContext {
        try ApplicationContext(contentsOf: write(1, more), environment: [:])
    }

    func started() async throws -> ApplicationContext {
        let context = try context()
        try await context.start()
        return context
    }

    func version(_ context: ApplicationContext) throws -> String { try context.component(Database.self).version }

    @Test("A context that was not started is replaced without starting anything, even if its files say the same")
    func idle() async throws {
        let context = try context()
        let same = try await context.reloading()
        #expect(try same.component(Database.self) !== context.component(Database.self))
        try write(2)
        let next = try await context.reloading()
        #expect(try [context, same, next].map(version) == ["1", "1", "2"])
        #expect(diary.lines == [])
        // Its holders can still use it.
        try await context.start()
        #expect(diary.lines.contains("database 1 starts"))
        try await context.stop()
    }

    @Component final class Follower {
        @Value("version", live: true) var version: String
    }

    @Test("A reload keeps the context if only settings differ that live values follow")
    func liveAlone() async throws {
        let context = try ApplicationContext(contentsOf: write(1, "", [Follower.self]), environment: [:])
        let follower = try context.component(Follower.self)
        try write(2, "", [Follower.self])
        #expect(try await context.reloading() === context)
        #expect(follower.version == "2")
    }

    @Test("Pages answer for the latest context, whichever they were created for")
    func pages() async throws {
        let first = try await started()
        let pages = ContextPages(first)
        func shown(_ pages: ContextPages) async -> String? {
            await pages.page(at: "/context/settings", host: "localhost").body.split(separator: "\n")
                .first { $0.hasPrefix("version = ") }.map { String($0.prefix(13)) }
        }
        #expect(await shown(pages) == "version = \"1\"")
        var latest: [ApplicationContext] = []
        for number in 2...3 {
            try write(number)
            let next = try await first.reloading()
            latest.append(next)
            for pages in [pages, ContextPages(next), ContextPages(first)] {
                #expect(await shown(pages) == "version = \"\(number)\"")
            }
        }
        try await latest[1].stop()
    }

    @Test("The new context starts and takes over before the old one stops, in order")
    func order() async throws {
        let context = try await started()
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
        let error = await #expect(throws: IOCError.self) { try await next.reloading() }
        #expect(error?.code == .contextStopped)
    }

    final class Heir: IOCComponent, TakesOverAtReload, @unchecked Sendable {
        let inherited = Guarded(0)
        func takeOver(from predecessor: Heir) {
            inherited.withLock { [before = predecessor.inherited.withLock { $0 }] in $0 = before + 1 }
        }
    }

    @Test("A component that only takes over, and has no start, takes over at a reload")
    func onlySuccessor() async throws {
        let context = try ApplicationContext(contentsOf: write(1, "", [Heir.self]), environment: [:])
        try await context.start()
        let next = try await context.reloading()
        #expect(try next.component(Heir.self).inherited.withLock { $0 } == 1)
        try await next.stop()
    }

    @Test(
        "A faulty file changes nothing and is reported",
        arguments: [
            ("{", IOCError.Code.fileMalformed), ("{}", .configurationEmpty), (#"{"classes": ["None"]}"#, .classUnknown),
            (#"{"prefixes": ["IOCTests.ReloadTests.Database"]}"#, .settingMissing), (nil, .fileMissing),
        ] as [(String?, IOCError.Code)])
    func faulty(text: String?, code: IOCError.Code) async throws {
        let context = try await started()
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

    @Test(
        "If the replacement does not start, or is called off, the old context continues", arguments: ["fails", "waits"])
    func failingStart(how: String) async throws {
        let context = try await started()
        try write(2, #", "start": "\#(how)""#)
        let reload = Task { try await context.reloading() }
        try await diary.until("database 2 starts")
        if how == "waits" { reload.cancel() }
        let error = await #expect(throws: (any Error).self) { try await reload.value }
        #expect(how == "fails" ? (error as? IOCError)?.code == .startFailed : error is CancellationError)
        #expect(diary.lines == ["database 1 starts", "server 1 binds", "database 2 starts"])
        try await context.stop()
    }

    @Test("The closure that changes the configuration runs again at each reload; if it fails, the context continues")
    func codeChanges() async throws {
        let runs = Guarded(0)
        let fails = Guarded(false)
        let context = try ApplicationContext(contentsOf: write(1), environment: [:]) { configuration in
            if fails.withLock({ $0 }) { throw Failure() }
            runs.withLock { $0 += 1 }
            guard case .object(var members) = configuration.settings else { return }
            members["added"] = 1
            configuration.settings = .object(members)
            configuration.overrides["over"] = "ridden"
            configuration.classes.append(String(reflecting: SettingBystander.self))
        }
        for number in 2...3 {
            try write(number, #", "fromFile": true"#)
            fails.withLock { $0 = true }
            await #expect(throws: Failure.self) { try await context.reloading() }
            fails.withLock { $0 = false }
            let next = try await context.reloading()
            #expect(try version(next) == "\(number)")
            #expect(try next.setting("added") == 1)
            #expect(try next.setting("over") == "ridden")
            #expect(try next.setting("fromFile") == true)
            _ = try next.component(SettingBystander.self)
            #expect(runs.withLock { $0 } == number)
        }
    }

    @Test("Work in the replaced context continues with its own components, which are freed with it")
    func inFlight() async throws {
        var context: ApplicationContext? = try await started()
        weak let database = try context?.component(Database.self)
        let (begun, released) = (Latch(), Latch())
        let work = Task { [context = try #require(context)] in
            try await ApplicationContext.withCurrent(context) {
                begun.open()
                await released.wait()
                return try ApplicationContext.current.component(Database.self).version
            }
        }
        await begun.wait()
        try write(2)
        let next = try await context?.reloading()
        context = nil
        released.open()
        #expect(try await work.value == "1")
        try await until("the end of the work") { database == nil }
        try await next?.stop()
    }

    @Test("Reloads at once come one after another, and each replaces the latest")
    func atOnce() async throws {
        let context = try await started()
        try write(2)
        let contexts = try await withThrowingTaskGroup(of: ApplicationContext.self) { group in
            for _ in 0..<4 { group.addTask { try await context.reloading() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(contexts.map(ObjectIdentifier.init)).count == 4)
        func count(_ name: String, stops: Bool) -> Int {
            diary.lines.filter { $0.hasPrefix(name) && $0.hasSuffix("stops") == stops }.count
        }
        #expect(count("server", stops: false) == 5 && count("server", stops: true) == 4)
        let latest = try await context.reloading()
        try await latest.stop()
        #expect(count("database", stops: false) == 6 && count("database", stops: true) == 6)
    }

    @Test("If the context is stopped while its replacement starts, the replacement is stopped")
    func stoppedDuringReload() async throws {
        let context = try await started()
        try write(2, #", "start": "is held""#)
        let reload = Task { try await context.reloading() }
        try await diary.until("database 2 starts")
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

    @Test("Stop failures of the replaced context go to its observers and to the caller, and the new context runs")
    func failingStop() async throws {
        let listener = ObserverTests.Listener()
        let context = try ApplicationContext(contentsOf: write(1, #", "end": "fails""#), environment: [:]) {
            $0.observers = [listener]
        }
        try await context.start()
        try write(2)
        let reported = Guarded<[IOCError]>([])
        let next = try await context.reloading { error in reported.withLock { $0.append(error) } }
        #expect(reported.withLock { $0 }.map(\.codes) == [[.stopFailed]])
        try await next.stop()
        #expect(listener.lines.filter { $0.hasPrefix("failed") } == ["failed server"])
    }

    @Test("A context of a patch or of a configuration made in code says that it can't be reloaded")
    func reloadUnavailable() async throws {
        let patched = try context().patched { $0.wrap(Database.self) { $0 } }
        let value = try ApplicationContext(ContextConfiguration(contentsOf: write(1), environment: [:]))
        for context in [patched, value] {
            let error = await #expect(throws: IOCError.self) { try await context.reloading() }
            #expect(error?.code == .reloadUnavailable)
        }
    }

    // MARK: Refreshing

    private final class Counter: SettingSource {
        let number = Guarded(1)
        let name = "counter"
        func setting(at key: SettingKey, as kind: SettingKind) -> SourcedSetting? {
            key == "version" ? SourcedSetting(.string("\(number.withLock(\.self))"), from: "counter") : nil
        }
    }

    @Test("Refreshing asks the sources again, for live values of the context and of its children")
    func refreshing() async throws {
        let source = Counter()
        let configuration = ContextConfiguration.reading(Follower.self).with { $0.settingSources = [source] }
        let parent = try ApplicationContext(configuration)
        let child = try ApplicationContext(.reading(Follower.self), parent: parent)
        try await parent.start()
        try await child.start()
        source.number.withLock { $0 = 2 }
        #expect(try await parent.refreshing().changed == ["version"])
        #expect(try [parent, child].map { try $0.component(Follower.self).version } == ["2", "2"])
        #expect(try await child.refreshing().changed == [])
        try await child.stop()
        try await parent.stop()
    }
}
