import Dispatch
import FoundationEssentials
// Its standard input is a variable, which is only read here.
@preconcurrency import Glibc
import IOC
import IOCBase
import TestSupport
import Testing

enum ProgramParts {
    @Component final class Server: IOCService {
        @Value("server.port") var port = 80
        func run() async throws {}
    }
    @Component(.scope(.prototype)) final class Draft {
        @Value("server.port") var port = 80
    }
    @Component(.scope(.request)) final class Visit {
        @Value("visit.hours") var hours = 2
        @Autowired var draft: Draft
    }
    @Component(.scope(.request)) final class Hasty {
        @Value("visit.hours") var hours = 2
        @Autowired var visit: Visit
        init() { _ = visit.hours }
    }
    final class Kit: Assembly {
        let shelf = Definition(.lazySingleton) { (_: Kit) in Shelf() }
    }
    final class Shelf: @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("shelf.width") var width = 3
    }
    @Component final class Tariff {
        @Value("tariff.perKilo") var perKilo = 3
    }
    @Component(.profile("night")) final class NightShift {
        @Value("shift.hours") var hours = 8
    }
    @Component final class Migrator {
        @Injected(setting: "migrate", default: false) let migrates: Bool
        @Injected(setting: "migration.folder") let folder: String?
        @Value("migration.wait") var wait = 5
        @Value("migration.key") var key: Secret<String>
        @Value("migration.dry") var isDry: Bool
    }
    @Component(.profile("test")) final class Double {}
    @Component(.profile("!offline")) final class Net {}
    @Component final class Unstartable: Startable {
        struct Down: Error {}
        func start() async throws { throw Down() }
    }
    @Component final class Failing: IOCService {
        struct Broken: Error {}
        func run() async throws { throw Broken() }
    }
    @Component final class Vault {
        @Value("vault.pin") var pin: Secret<String>
        @Value("vault.password") var password: String
    }
    @Component final class Unmakeable {
        struct Nothing: Error {}
        func didInject() throws { throw Nothing() }
    }
}

struct Shop: ContainerProgram {
    static var profiles: [String] { ["night"] }
}

/// A program that ends itself once it is ready.
private struct Brief: ContainerProgram {
    static var profiles: [String] { ["test"] }

    static func file(_ classes: String) throws -> String {
        let path = "/tmp/ioc-brief-\(getpid()).json"
        try Data("{ \"classes\": \(classes) }".utf8).write(to: URL(filePath: path))
        return path
    }

    @Component final class Server: IOCService {
        func ready() async throws {
            Task.detached {
                try await Task.sleep(for: .milliseconds(300))
                kill(getpid(), SIGTERM)
            }
        }
        func run() async throws { try await untilCancelled() }
    }
    @Component final class Idle: Startable {
        func start() async throws {
            Task.detached {
                try await Task.sleep(for: .milliseconds(300))
                kill(getpid(), SIGTERM)
            }
        }
    }
}

@Suite("A container program")
struct ProgramTests {
    func run(
        _ arguments: String..., classes: [String] = ["Server", "Double", "Net"], more: String = "",
        program: any ContainerProgram = Shop()
    ) async throws -> ProgramOutcome {
        try await run(arguments, classes: classes, more: more, program: program)
    }

    func run(
        _ arguments: [String], classes: [String], more: String = "", program: any ContainerProgram = Shop()
    ) async throws -> ProgramOutcome {
        let folder = try TemporaryFolder()
        let names = classes.map { "\"IOCTests.ProgramParts.\($0)\"" }.joined(separator: ", ")
        let file = try folder.write("shop.json", "{ \"classes\": [\(names)]\(more) }")
        try folder.write("shop-dev.json", "{}")
        let all = arguments.contains { $0.hasPrefix("--config") } ? arguments : ["--config", file] + arguments
        return await programOutcome(program, all)
    }

    @Test("Runs until its services end, and says nothing")
    func plain() async throws {
        #expect(try await run() == ProgramOutcome())
    }

    @Test("A misspelt setting with a default in code is printed once, with the one that was meant")
    func unreadSetting() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            "shop.json",
            """
            { "classes": ["IOCTests.ProgramParts.Server", "IOCTests.ProgramParts.Tariff",
                "IOCTests.ProgramParts.NightShift"],
              "settings": { "tariff": { "perKillo": 4 }, "shift": { "hours": 9 }, "other": 1 } }
            """)
        let printed = Guarded<[String]>([])
        let outcome = await programOutcome(
            Shop(), ["--config", file], notify: { line in printed.withLock { $0.append(line) } })
        #expect(outcome == ProgramOutcome())
        let lines = printed.withLock { $0 }.sorted()
        #expect(
            lines.map { $0.replacing(folder.path, with: "~") } == [
                "Shop: notice: setting-unread: nothing reads the setting 'other' (~/shop.json:3:71 (settings.other))",
                "Shop: notice: setting-unread: nothing reads the setting 'tariff.perKillo' "
                    + "(~/shop.json:3:29 (settings.tariff.perKillo)): did you mean 'tariff.perKilo'?",
            ])
        let check = try await run("--config", file, "--check").text
        #expect(check.contains("did you mean 'tariff.perKilo'?"))
        #expect(check.contains("setting-of-absent: only NightShift reads shift.hours, and it is out: "))
        let json = try await run("--config", file, "--check", "--format", "json").text
        #expect(json.contains("did you mean 'tariff.perKilo'?"))
        #expect(json.contains("\"in\" : false") && json.contains("\"key\" : \"tariff.perKillo\""))
    }

    @Test("Checks without starting anything")
    func check() async throws {
        let outcome = try await run("--check", classes: ["Server", "Unstartable"])
        #expect(outcome.code == 0)
        #expect(outcome.text.contains("2 components"))
    }

    @Test("Prints its graph", arguments: ["tree", "json"])
    func graph(format: String) async throws {
        let outcome = try await run("--graph=\(format)")
        #expect(outcome.code == 0)
        #expect(outcome.text.contains("ProgramParts.Server"))
    }

    @Test("It names the command that draws its graph in other formats", arguments: ["dot", "mermaid", "html"])
    func drawnGraph(format: String) async throws {
        let outcome = try await run("--graph=\(format)")
        #expect(outcome.code == 78)
        #expect(outcome.error?.contains("swift package draw-graph --format \(format)") == true)
        #expect(outcome.error?.contains("IOCManagement") == true)
    }

    @Test(
        "Refuses an option that only has a meaning beside another one",
        arguments: [
            (["--why-not", "Net"], "'--why-not' has no meaning without --explain"),
            (["--format", "json"], "'--format' has no meaning without --explain or --check"),
            (["--graph=json", "--format=json"], "'--format' has no meaning"),
            (["--check", "--why-not=Net"], "'--why-not' has no meaning"),
        ])
    func alone(arguments: [String], says: String) async throws {
        let outcome = try await run(arguments, classes: ["Server"])
        #expect(outcome.code == 78 && outcome.text.isEmpty)
        #expect(outcome.error?.contains(says) == true, "\(outcome.error ?? "")")
    }

    @Test("A file that the argument names and that is missing has the argument as its place")
    func missingFile() async throws {
        for path in ["nope.json", "/nowhere/nope.json"] {
            let outcome = try await run("--config", path)
            let error = try #require(outcome.error)
            #expect(error.contains("there is no file at \(path), which the argument --config names"), "\(error)")
            #expect(error.contains("correct the path"), "\(error)")
            #expect(!error.contains("optional:"), "\(error)")
        }
    }

    @Test(
        "A missing file gets the name of one that is there and nearly the same",
        arguments: [
            ("aplicationContext.json", "applicationContext.json"),
            ("applicationContext.plist", "applicationContext.json"),
            ("shopp.json", "shop.plist"),
        ])
    func nearFile(name: String, meant: String) async throws {
        let folder = try TemporaryFolder()
        for file in ["applicationContext.json", "shop.plist", "notes.txt"] { _ = try folder.write(file, "{}") }
        let error = try #require(try await run("--config", "\(folder.path)/\(name)").error)
        #expect(error.contains("did you mean '\(meant)'?"), "\(error)")
        let importing = try folder.write("main.json", "{ \"imports\": [\"\(name)\"] }")
        #expect(try #require(try await run("--config", importing).error).contains("did you mean '\(meant)'?"))
    }

    @Test("An unknown profile has the argument as its place if the argument names it")
    func profilePlace() async throws {
        let error = try #require(try await run("--profile", "tset").error)
        #expect(error.contains("the argument --profile") && !error.contains("in code"), "\(error)")
        struct Own: ContainerProgram {
            func configure(_ configuration: inout ContextConfiguration) throws { configuration.profiles.append("tset") }
        }
        let own = try #require(try await run("--profile", "test", program: Own()).error)
        #expect(own.contains("in code") && !own.contains("the argument --profile"), "\(own)")
    }

    @Test("A setting at the top level of the file is reported with the key to put it under")
    func misplacedSetting() async throws {
        let error = try #require(try await run("--check", more: #", "server.port": 81"#).error)
        #expect(error.contains("the key 'server.port' is a setting outside of \"settings\""), "\(error)")
        #expect(error.contains(#""settings": { "server.port": … }"#), "\(error)")
    }

    @Test("A program that is ready says so in one line, with its components, profiles and services", .promptly)
    func readyLine() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let file = try Brief.file("[\"IOCTests.Brief.Server\"]")
            exit(await programExitCode(Brief(), ["--config", file, "--profile", "test"]))
        }
        let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
            .filter { $0.hasPrefix("Brief: ") }
        #expect(lines.count == 1)
        let line = try #require(lines.first)
        #expect(line.hasPrefix("Brief: ready after 0."), "\(line)")
        #expect(line.contains(" s; 1 component; profiles test; runs IOCTests.Brief.Server until SIGTERM"), "\(line)")
    }

    @Test("A program without a service says that there is nothing to run", .promptly)
    func nothingToRun() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            exit(await programExitCode(Brief(), ["--config", try Brief.file("[\"IOCTests.Brief.Idle\"]")]))
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("nothing to run, because no component is an IOCService; it waits for SIGTERM"), "\(text)")
    }

    @Test("With --quiet a program that is ready says nothing", .promptly)
    func quiet() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let file = try Brief.file("[\"IOCTests.Brief.Server\"]")
            exit(await programExitCode(Brief(), ["--quiet", "--config", file]))
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!text.contains("Brief: "), "\(text)")
    }

    @Test("Explains a component or a setting, and reports an unknown subject")
    func explain() async throws {
        let component = try await run("--explain", "Server", "--server.port=8081")
        #expect(component.code == 0)
        #expect(component.text.contains("ProgramParts.Server is a component of the scope singleton"))
        #expect(component.text.contains("\"classes\" names it"))
        let setting = try await run("--explain=server.port", "--server.port=8081")
        #expect(setting.text.contains("\"8081\"") && setting.text.contains("argument"))
        #expect(try await run("--explain", "Double").text.contains("is out"))
        let unknown = try await run("--explain", "Servre")
        #expect(unknown.code == 78)
        #expect(unknown.error?.contains("subject-unknown") == true)
    }

    @Test("Explains as JSON where that is asked for, and refuses other formats")
    func explainAsJSON() async throws {
        let setting = try await run("--explain", "server.port", "--format=json", "--server.port=8081")
        #expect(setting.code == 0)
        #expect(setting.text.contains("\"kind\" : \"setting\""))
        let text = try await run("--format", "text", "--explain", "server.port", "--server.port=8081")
        #expect(text.text.hasPrefix("the setting server.port"))
        let wrong = try await run("--explain", "server.port", "--format", "jsno")
        #expect(wrong.code == 78)
        #expect(wrong.error?.contains("did you mean 'json'") == true)
    }

    @Test("Explains a property by the key that it reads, if an instance shows it")
    func explainReading() async throws {
        let reading = try await run("--explain", "Server.port", "--server.port=8081")
        #expect(reading.text.contains("ProgramParts.Server.port reads the setting server.port"))
        #expect(reading.text.contains("8081"))
        let byDefault = try await run("--explain", "Server.port")
        #expect(byDefault.text.contains("its default"))
        let draft = try await run("--explain", "Draft.port", "--server.port=8081", classes: ["Draft"])
        #expect(draft.text.contains("ProgramParts.Draft.port reads the setting server.port"))
        #expect(draft.text.contains("8081") && draft.text.contains("ProgramTests.swift:"))
        let parts = ["Visit", "Draft", "Hasty"]
        let visit = try await run("--explain", "Visit.hours", classes: parts)
        #expect(visit.text.contains("ProgramParts.Visit.hours reads the setting visit.hours"))
        #expect(visit.text.contains("its default"))
        let point = try await run("--explain", "Visit.draft", classes: parts)
        #expect(point.text.contains("ProgramTests.swift:"))
        // Its `init()` would read what only a request has.
        let hasty = try await run("--explain", "Hasty.hours", classes: parts)
        #expect(hasty.code == 0 && hasty.text.contains("visit.hours"))
        let shelf = try await run(
            "--explain", "shelf.width", classes: [], more: ", \"assemblies\": [\"IOCTests.ProgramParts.Kit\"]")
        #expect(shelf.code == 0 && shelf.text.contains("only an instance shows"))
    }

    @Test(
        "Exit codes distinguish configurations, starts and the program's own code",
        arguments: [("Missing", 78), ("Unstartable", 69), ("Failing", 70), ("Unmakeable", 70)] as [(String, Int32)])
    func codes(_ name: String, _ code: Int32) async throws {
        #expect(try await run(classes: [name]).code == code)
    }

    @Test("An error has the exit code for a program with its own main")
    func exitCode() async throws {
        for (name, code) in [("Missing", 78), ("Unstartable", 69), ("Failing", 70), ("Unmakeable", 70)]
            as [(String, Int32)]
        {
            let error = await #expect(throws: IOCError.self) {
                try await ApplicationContext(ContextConfiguration(classes: ["IOCTests.ProgramParts.\(name)"])).run()
            }
            #expect(error?.exitCode == code)
        }
    }

    @Test("Changes its configuration, and does its own work")
    func custom() async throws {
        struct Own: ContainerProgram {
            static let port = Guarded(0)
            func configure(_ configuration: inout ContextConfiguration) throws {
                configuration.overrides["server.port"] = 7
            }
            func run(_ context: ApplicationContext) async throws {
                Self.port.withLock { [port = try context.component(ProgramParts.Server.self).port] in $0 = port }
            }
        }
        #expect(try await run(program: Own()).code == 0)
        #expect(Own.port.withLock { $0 } == 7)
    }

    @Test("A reload of a program reads its file and changes the configuration again")
    func configuredAgain() async throws {
        struct Own: ContainerProgram {
            static let runs = Guarded(0)
            static let ports = Guarded<[Int]>([])
            func configure(_ configuration: inout ContextConfiguration) throws {
                let number = Self.runs.withLock { runs in
                    runs += 1
                    return runs
                }
                configuration.overrides["server.port"] = .int(number)
            }
            func run(_ context: ApplicationContext) async throws {
                for context in [context, try await context.reloading()] {
                    let port = try context.component(ProgramParts.Server.self).port
                    Self.ports.withLock { $0.append(port) }
                }
            }
        }
        #expect(try await run(program: Own()).error == nil)
        #expect(Own.ports.withLock { $0 } == [1, 2])
    }

    @Test("Profiles that it makes known are known, beside those of its type")
    func knownProfiles() async throws {
        struct Own: ContainerProgram {
            static var profiles: [String] { ["night"] }
            func configure(_ configuration: inout ContextConfiguration) throws {
                configuration.knownProfiles.append("holiday")
            }
        }
        for profile in ["holiday", "night"] {
            #expect(try await run("--profile", profile, "--check", program: Own()).error == nil)
        }
        #expect(try await run("--profile", "holidya", "--check", program: Own()).code == 78)
    }

    struct Audited: ContainerProgram {
        static var profiles: [String] { ["audit"] }
    }
    struct Unaudited: ContainerProgram {}

    @Test("A profile that the program declares is accepted")
    func programProfiles() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("shop.json", "{ \"classes\": [\"\(String(reflecting: DXIn.self))\"] }")
        func code(_ program: any ContainerProgram) async -> Int32 {
            let arguments = ["--config", file, "--profile", "audit", "--check"]
            return await programOutcome(program, arguments).code
        }
        #expect(await code(Audited()) == 0)
        #expect(await code(Unaudited()) == 78)
    }
}
