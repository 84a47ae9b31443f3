import IOC
import IOCBase
import TestSupport
import Testing

enum ProgramParts {
    @Component final class Server: IOCService {
        @Value("server.port") var port = 80
        func run() async throws {}
    }
    @Component(.profile("test")) final class Double {}
    @Component(.profile("!offline")) final class Net {}
    @Component final class Tariff {
        @Value("tariff.perKilo") var perKilo = 3
    }
    @Component(.profile("night")) final class NightShift {
        @Value("shift.hours") var hours = 8
    }
    @Component final class Unmakeable { func didInject() throws { throw SampleError() } }
    @Component final class Unstartable: Startable { func start() async throws { throw SampleError() } }
    @Component final class Failing: IOCService { func run() async throws { throw SampleError() } }
    @Component(.scope(.prototype)) final class Idle: Startable { func start() {} }
}

struct Shop: ContainerProgram {
    static var profiles: [String] { ["night"] }
}

/// Runs a program with a file of some classes of `ProgramParts`.
func shopOutcome(
    _ arguments: [String], _ classes: [String] = ["Server", "Double", "Net"], more: String = "",
    program: any ContainerProgram = Shop(), notify: @escaping (String) -> Void = { _ in }
) async throws -> ProgramOutcome {
    let folder = try TemporaryFolder()
    let names = classes.map { "\"IOCTests.ProgramParts.\($0)\"" }.joined(separator: ", ")
    let file = try folder.write("shop.json", "{ \"classes\": [\(names)]\(more) }")
    try folder.write("shop-dev.json", "{}")
    let all = arguments.contains { $0.hasPrefix("--config") } ? arguments : ["--config", file] + arguments
    return await programOutcome(program, all, notify: notify)
}

@Suite("A container program")
struct ProgramTests {
    @Test("A program runs until its services end, and prints notices only, each once")
    func plain() async throws {
        let printed = Guarded<[String]>([])
        func lines(_ classes: [String], more: String = "") async throws -> [String] {
            printed.withLock { $0 = [] }
            let outcome = try await shopOutcome([], classes, more: more) { line in printed.withLock { $0.append(line) }
            }
            #expect(outcome == ProgramOutcome())
            return printed.withLock { $0 }
        }
        #expect(try await lines(["Server"]) == [])
        let settings = #"{ "tariff": { "perKillo": 4 }, "shift": { "hours": 9 }, "other": 1 }"#
        let unread = try await lines(["Server", "Tariff", "NightShift"], more: ", \"settings\": \(settings)").sorted()
        #expect(unread.count == 2)
        #expect(unread.first?.hasPrefix("Shop: notice: setting-unread: nothing reads the setting 'other'") == true)
        #expect(unread.last?.hasSuffix("(settings.tariff.perKillo)): did you mean 'tariff.perKilo'?") == true)
        let others = try await lines(
            ["Server"], more: #", "prefixes": ["IOCTests.ProgramParts.Idle"], "exclude": ["IOCTests.Nothing"]"#
        ).sorted()
        #expect(others.count == 2)
        #expect(others.first?.hasPrefix("Shop: notice: component-never-started: ") == true)
        #expect(others.last?.hasPrefix("Shop: notice: prefix-without-match: 'IOCTests.Nothing' excludes") == true)
    }

    @Test("A check starts nothing, and prints notices of settings, as text and as JSON")
    func check() async throws {
        let outcome = try await shopOutcome(["--check"], ["Server", "Unstartable", "Failing", "Unmakeable"])
        #expect(outcome.code == 0)
        #expect(outcome.text.contains("4 components"))
        let more = #", "settings": { "tariff": { "perKillo": 4 }, "shift": { "hours": 9 } }"#
        let text = try await shopOutcome(["--check"], ["Tariff", "NightShift"], more: more).text
        #expect(text.contains("did you mean 'tariff.perKilo'?"))
        #expect(text.contains("setting-of-absent: only NightShift reads shift.hours, and it is out: "))
        let json = try await shopOutcome(["--check", "--format=json"], ["Tariff", "NightShift"], more: more).text
        #expect(json.contains("did you mean 'tariff.perKilo'?") && json.contains("\"in\" : false"))
        #expect(json.contains("\"key\" : \"tariff.perKillo\""))
    }

    @Test("A faulty check as JSON prints its faults as JSON")
    func faultyCheck() async throws {
        let outcome = try await shopOutcome(["--check", "--format=json"], ["Missing"])
        #expect(outcome.code == 78 && outcome.error == nil)
        #expect(outcome.text.contains("\"class-unknown\""))
    }

    @Test("A program prints its graph", arguments: ["tree", "json"])
    func graph(format: String) async throws {
        let outcome = try await shopOutcome(["--graph=\(format)"])
        #expect(outcome.code == 0)
        #expect(outcome.text.contains("ProgramParts.Server"))
        #expect(outcome.text.hasPrefix("{") == (format == "json"))
    }

    @Test(
        "Exit codes distinguish configurations, starts and the program's own code, also for a main of one's own",
        arguments: [("Missing", 78), ("Unstartable", 69), ("Failing", 70), ("Unmakeable", 70)] as [(String, Int32)])
    func codes(_ name: String, _ code: Int32) async throws {
        #expect(try await shopOutcome([], [name]).code == code)
        let error = await #expect(throws: IOCError.self) {
            try await ApplicationContext(ContextConfiguration(classes: ["IOCTests.ProgramParts.\(name)"])).run()
        }
        #expect(error?.exitCode == code)
    }

    // MARK: Own programs

    @Test("A program changes its configuration, again at a reload, and does its own work")
    func custom() async throws {
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
        #expect(try await shopOutcome([], program: Own()).error == nil)
        #expect(Own.ports.withLock { $0 } == [1, 2])
    }

    @Test(
        "Profiles that a program declares or makes known are known",
        arguments: [("holiday", 0), ("audit", 0), ("holidya", 78)] as [(String, Int32)])
    func knownProfiles(profile: String, code: Int32) async throws {
        struct Own: ContainerProgram {
            static var profiles: [String] { ["audit"] }
            func configure(_ configuration: inout ContextConfiguration) throws {
                configuration.knownProfiles.append("holiday")
            }
        }
        #expect(try await shopOutcome(["--profile", profile, "--check"], program: Own()).code == code)
    }

    @Test("An unknown profile has the argument as its place if the argument names it")
    func profilePlace() async throws {
        let error = try #require(try await shopOutcome(["--profile", "tset"]).error)
        #expect(error.contains("the argument --profile") && !error.contains("in code"), "\(error)")
        struct Own: ContainerProgram {
            func configure(_ configuration: inout ContextConfiguration) throws { configuration.profiles.append("tset") }
        }
        let own = try #require(try await shopOutcome(["--profile", "test"], program: Own()).error)
        #expect(own.contains("in code") && !own.contains("the argument --profile"), "\(own)")
    }

    @Test("The argument --watch makes a program reload when its files change", arguments: [true, false])
    func watch(isWatched: Bool) async throws {
        struct Watched: ContainerProgram {
            func run(_ context: ApplicationContext) {}
        }
        let folder = try TemporaryFolder()
        let file = try folder.write("idle.json", "{ \"classes\": [\"\(String(reflecting: Leaf.self))\"] }")
        let seen = Guarded<ContextConfiguration.ReloadPolicy?>(nil)
        let arguments = ["--config", file] + (isWatched ? ["--watch"] : [])
        let outcome = await programOutcome(Watched(), arguments) { configuration in
            seen.withLock { $0 = configuration.reload }
            return try ApplicationContext(configuration)
        }
        #expect(outcome.code == 0)
        #expect(seen.withLock { $0 } == (isWatched ? .watch : .signal))
    }

    // MARK: Missing files

    @Test(
        "A missing file gets the name of one that is there and nearly the same; an import has its own place",
        arguments: [
            ("aplicationContext.json", "applicationContext.json"),
            ("applicationContext.plist", "applicationContext.json"),
            ("shopp.json", "shop.plist"),
        ])
    func nearFile(name: String, meant: String) async throws {
        let folder = try TemporaryFolder()
        for file in ["applicationContext.json", "shop.plist", "notes.txt"] { _ = try folder.write(file, "{}") }
        let error = try #require(try await shopOutcome(["--config", "\(folder.path)/\(name)"]).error)
        #expect(error.contains("did you mean '\(meant)'?"), "\(error)")
        let main = try folder.write("main.json", "{ \"imports\": [\"\(name)\"] }")
        let imported = try #require(try await shopOutcome(["--config", main]).error)
        #expect(imported.contains("did you mean '\(meant)'?") && imported.contains("main.json:1:"), "\(imported)")
        #expect(!imported.contains("--config"))
    }

    // MARK: Explanations

    static let explanations: [([String], [String], [String])] = [
        (
            ["--explain", "Server"], ["Server"],
            ["Server is a component of the scope singleton", "\"classes\" names it"]
        ),
        (["--explain=server.port", "--server.port=8081"], ["Server"], ["\"8081\"", "argument"]),
        (["--explain", "Double"], ["Double", "Server"], ["is out"]),
        (
            ["--explain", "Server.port"], ["Server"],
            ["ProgramParts.Server.port reads the setting server.port", "its default"]
        ),
        (["--explain", "Server.port", "--server.port=8081"], ["Server"], ["reads the setting server.port", "8081"]),
        (["--explain", "server.port", "--format=json"], ["Server"], ["\"kind\" : \"setting\""]),
        (["--format", "text", "--explain", "server.port"], ["Server"], ["the setting server.port"]),
    ]

    @Test("A program explains a component, a setting and what reads it", arguments: explanations)
    func explain(arguments: [String], classes: [String], expected: [String]) async throws {
        let outcome = try await shopOutcome(arguments, classes)
        #expect(outcome.code == 0)
        for text in expected { #expect(outcome.text.contains(text), "\(outcome)") }
    }
}
