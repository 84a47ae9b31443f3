import IOC
import IOCManagement
import Testing

@Suite("Settings that nothing reads")
struct UnreadSettingTests {
    struct Database: Decodable, Sendable {
        var host: String
        var pool: Int?
    }
    @Component final class Reader {
        @Value("server.port") var port: Int
        @Value("database") var database: Database
        @Value("tags") var tags: [String]
        @Value("own") var own: Int?
    }
    final class LazyReader: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.lazy] }
        @Value("server.prot") var port: Int
    }

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func unread(_ context: ApplicationContext) -> [String] {
        context.notices(.settingUnread).map { "\($0.settingKey ?? "") \($0.suggestion ?? "-")" }
    }

    /// A file with three settings that nothing reads.
    private func configuration(strict: Bool = false) throws -> ContextConfiguration {
        try folder.configuration(
            """
            { "server": { "port": 80, "prot": 81 }, "database": { "host": "${used}", "pol": 5 },
              "tags": ["a"], "used": "x" }
            """, of: [Reader.self],
            "\"strict\": \(strict), \"components\": { \"Reader\": { \"settings\": { \"own\": 1, \"onw\": 2 } } },")
    }

    @Test("Unread settings are listed with place and suggestion until they are read, by a child too")
    func notices() throws {
        let context = try ApplicationContext(configuration())
        let all = ["components.Reader.settings.onw -", "server.prot -", "database.pol database.pool"]
        #expect(unread(context) == all)
        #expect(
            context.notices(.settingUnread).map {
                $0.location?.replacing(folder.path, with: "~").split(separator: " ")[0]
            }
                == ["~/a.json:1:123", "~/a.json:2:39", "~/a.json:2:86"])
        let child = try ApplicationContext(.reading(), parent: context)
        _ = try child.setting("server.prot", as: Int.self)
        #expect(unread(context) == [all[0], all[2]])
    }

    @Component(.profile("night"))
    final class NightPath {
        @Value("night.path") var path = "here"
        @Value("night.hours") var hours = ["monday": 1]
    }

    @Test("A setting that only a component reads which is out is no fault with \"strict\"; a misspelt one is")
    func absentReader() throws {
        func configuration(_ key: String, profiles: [String] = []) throws -> ContextConfiguration {
            try folder.configuration(
                "{ \"night\": { \"\(key)\": \"there\", \"hours\": { \"sunday\": 2 } } }",
                of: [NightPath.self, SettingBystander.self],
                "\"strict\": true, \"profiles\": [\(profiles.map { "\"\($0)\"" }.joined())],")
        }
        let context = try ApplicationContext(configuration("path"))
        let notices = context.notices(.settingOfAbsent)
        #expect(notices.map(\.settingKey) == ["night.path", "night.hours.sunday"])
        #expect(notices[0].headline.contains("only NightPath reads night.path, and it is out: "))
        #expect(notices[0].location?.contains("a.json:2:") == true)
        #expect(try ApplicationContext(configuration("path", profiles: ["night"])).notices(.settingOfAbsent).isEmpty)
        for profiles in [["night"], []] {
            let error = try bootError(configuration("paht", profiles: profiles))
            #expect(error.faults.map(\.code) == [.settingUnread] && error.faults[0].suggestion == "night.path")
        }
    }

    @Test("A list of which an element was read counts as read")
    func elements() throws {
        let context = try ApplicationContext(
            folder.configuration(#"{ "hosts": ["a", "b"], "ports": [1], "own": "${ports[0]}" }"#))
        #expect(unread(context).count == 3)
        #expect(try context.setting("hosts[1]", as: String.self) == "b")
        #expect(try context.setting("own", as: Int.self) == 1)
        #expect(unread(context).isEmpty)
    }

    @Test("Settings of code, the environment and arguments may stay unread")
    func onlyFiles() throws {
        let context = try ApplicationContext(
            .reading(settings: ["a": 1], environment: ["B": "1"], arguments: ["--c=1"], overrides: ["d": 1]))
        #expect(context.report.notices.isEmpty)
    }

    @Test(
        "A null that removes another file's value is never reported as unread; any other null and a value after it are",
        arguments: [
            (#"{ "a": { "b": 1 } }"#, #"{ "a": { "b": null } }"#, true),
            (#"{ "a": { "b": 1, "c": 2 } }"#, #"{ "a": null }"#, true), (#"{ "a.b": 1 }"#, #"{ "a.b": null }"#, true),
            (#"{}"#, #"{ "a": { "b": null } }"#, false),
            (#"{ "a": { "c": null } }"#, #"{ "a": { "b": null, "c": null } }"#, false),
            (#"{ "a": { "b": null } }"#, #"{ "a": { "b": 1 } }"#, false),
        ])
    func nulls(file: String, profile: String, removes: Bool) throws {
        let configuration = try folder.configuration(file, "\"strict\": true,", profile: profile)
        if removes {
            let context = try ApplicationContext(configuration)
            #expect(context.report.notices.isEmpty && context.outcome("a.b", as: Int?.self) == "nil")
        } else {
            let error = try bootError(configuration)
            #expect(error.faults.map(\.code) == [.settingUnread] && error.faults[0].settingKey == "a.b")
        }
    }

    @Test("Unread settings are faults of a strict file, and notices while a class that may read them was never created")
    func strict() throws {
        for strict in try [configuration(strict: true), configuration().with { $0.failsOnUnreadSettings = true }] {
            #expect(try bootError(strict).faults.map(\.code) == Array(repeating: .settingUnread, count: 3))
            let context = try ApplicationContext(strict.with { $0.classes.append(String(reflecting: LazyReader.self)) })
            #expect(unread(context).count == 3)
            _ = try context.component(LazyReader.self)
            #expect(unread(context).count == 2)
        }
    }

    // MARK: Instances that may read more

    protocol Gate: Sendable {}
    final class Plain: Gate {}
    final class Reading: Gate, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("late.size") var size = 1
    }
    protocol Row<Cell>: Sendable {
        associatedtype Cell
    }
    final class Numbers: Row { typealias Cell = Int }
    final class LateGate: Assembly { let part: Define<any Gate> = Define(.prototype) { _ in Plain() } }
    final class EarlyGate: Assembly { let part: Define<any Gate> = Define(.singleton) { _ in Plain() } }
    final class LazyGate: Assembly { let part: Define<any Gate> = Define(.lazySingleton) { _ in Plain() } }
    final class LateRow: Assembly { let part: Define<any Row<Int>> = Define(.prototype) { _ in Numbers() } }
    final class LateNumber: Assembly { let part: Define<Int> = Define(.prototype) { _ in 1 } }
    final class LazyNumber: Assembly { let part: Define<Int> = Define(.lazySingleton) { _ in 1 } }
    final class LatePlain: Assembly { let part: Define<Plain> = Define(.prototype) { _ in Plain() } }
    final class LateReading: Assembly { let part: Define<Reading> = Define(.prototype) { _ in Reading() } }
    final class EarlyReading: Assembly { let part: Define<Reading> = Define(.singleton) { _ in Reading() } }

    @Test(
        "Unread settings are faults of a strict file unless an instance that was not created yet may read them",
        arguments: [
            (LateGate.self, true), (LazyGate.self, true), (LateRow.self, true), (EarlyGate.self, false),
            (LateNumber.self, false), (LazyNumber.self, false), (LatePlain.self, false), (LateReading.self, true),
            (EarlyReading.self, false),
        ] as [(any Assembly.Type, Bool)])
    func late(assembly: any Assembly.Type, mayRead: Bool) throws {
        for isStrict in [true, false] {
            let configuration = try folder.configuration(
                #"{ "absent": 1 }"#, of: [],
                "\"assemblies\": [\"\(String(reflecting: assembly))\"], \"strict\": \(isStrict),")
            if isStrict, !mayRead {
                #expect(try bootError(configuration).faults.map(\.code) == [.settingUnread])
            } else {
                #expect(try unread(ApplicationContext(configuration)) == ["absent -"])
            }
        }
    }

    // MARK: Conditions and patches

    @Component(.when(setting: "on")) final class Conditional {}
    @Component(.when(setting: "off"), .when(setting: "second")) final class Left {}
    @Component(.profile("none"), .when(setting: "elsewhere")) final class Elsewhere {}
    @Component final class Mailer { @Value("mail.host") var host: String }

    /// Settings that a condition that holds, conditions that do not, and a property read.
    private func read(strict: Bool = true, _ more: String = "") throws -> ContextConfiguration {
        try folder.configuration(
            #"{ "on": true, "off": false, "second": 2, "elsewhere": 1, "mail": { "host": "x" } \#(more) }"#,
            of: [Conditional.self, Left.self, Elsewhere.self, Mailer.self], "\"strict\": \(strict),")
    }

    private static let patches: [@Sendable (inout ContextPatch) -> Void] = [
        { $0.replace(Conditional.self) { Conditional() } }, { $0.wrap(Conditional.self) { $0 } },
        { $0.replace(Mailer.self) { Mailer() } }, { $0.wrap(Mailer.self) { $0 } },
        { $0.replace(named: String(reflecting: Mailer.self)) { Mailer() } },
    ]

    @Test(
        "A setting that a condition read counts as read in a context that replaces or wraps, too",
        arguments: patches.indices)
    func patched(number: Int) throws {
        var patch = ContextPatch()
        Self.patches[number](&patch)
        #expect(try unread(ApplicationContext(read(), patch: patch)).isEmpty || number == 2 || number == 4)
        let derived = try ApplicationContext(read()).patched { $0 = patch }
        #expect(unread(derived).isEmpty)
        #expect(try unread(derived.patched { $0 = patch }).isEmpty)
        guard number == 3 else { return }
        let error = try #require(throws: IOCError.self) {
            try ApplicationContext(read(strict: true, #", "none": 1"#), patch: patch)
        }
        #expect(error.faults.map(\.code) == [.settingUnread])
    }

    @Test("Reads of a context count for contexts derived from it, and not the other way round, as do secrets")
    func derivedLater() throws {
        let context = try ApplicationContext(read(strict: false, #", "a": "s3cret", "b": 2"#))
        let derived = try context.patched { $0.wrap(Mailer.self) { $0 } }
        #expect(unread(derived).count == 2)
        _ = try context.setting("a", as: Secret<String>.self)
        #expect(unread(derived) == ["b -"] && !derived.report.json.contains("s3cret"))
        _ = try derived.setting("b", as: Int.self)
        #expect(unread(derived).isEmpty && unread(context) == ["b -"])
    }

    @Test(
        "An unread setting suggests a key that was asked for in vain, and never one that is given",
        arguments: [
            ("", [:], ["prot port", "tiem time"]), (#", "port": 4, "time": 5"#, [:], ["prot -", "tiem -"]),
            ("", ["port": 4, "time": 5], ["prot -", "tiem -"]),
        ] as [(String, [String: SettingValue], [String])])
    func suggestions(given: String, overrides: [String: SettingValue], notices: [String]) throws {
        let configuration = try folder.configuration("{ \"prot\": 1, \"tiem\": 2, \"seen\": 3\(given) }")
        let context = try ApplicationContext(configuration.with { $0.overrides = overrides })
        for key in ["port", "time", "seen"] { _ = try context.setting(key, as: Int?.self) }
        #expect(unread(context) == notices)
    }
}
