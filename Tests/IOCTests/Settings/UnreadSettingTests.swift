import IOC
import IOCManagement
import Testing

@Suite("Settings that nothing reads")
struct UnreadSettingTests {
    struct Database: Decodable, Sendable {
        var host: String
        var pool: Int?
    }
    final class Reader: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
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

    private func configuration(strict: Bool = false, _ more: String = "") throws -> ContextConfiguration {
        let path = try folder.write(
            "a.json",
            """
            { "classes": ["\(String(reflecting: Reader.self))"], "strict": \(strict),
              "settings": {
                "server": { "port": 80, "prot": 81 },
                "database": { "host": "${used}", "pol": 5 },
                "tags": ["a"], "used": "x" },
              "components": { "Reader": { "settings": { "own": 1, "onw": 2 } } \(more) } }
            """)
        return try ContextConfiguration(contentsOf: path, environment: [:])
    }

    @Test("The report lists them with place and suggestion")
    func notices() throws {
        let context = try ApplicationContext(configuration())
        let notices = context.report.notices.filter { $0.code == .settingUnread }
        let reported = notices.map { "\($0.headline) | \($0.location ?? "") | \($0.suggestion ?? "")" }
        #expect(
            reported.map { $0.replacing(folder.path, with: "~") } == [
                "setting-unread: nothing reads the setting 'server.prot' | ~/a.json:3:29 (settings.server.prot) | ",
                "setting-unread: nothing reads the setting 'database.pol' | ~/a.json:4:38 (settings.database.pol) | database.pool",
                "setting-unread: nothing reads the setting 'components.Reader.settings.onw' | "
                    + "~/a.json:6:55 (components.Reader.settings.onw) | ",
            ])
        _ = try context.setting("server.prot", as: Int.self)
        #expect(context.report.notices.filter { $0.code == .settingUnread }.count == 2)
    }

    @Component(.profile("night"))
    final class NightStore {
        @Value("night.path") var path = "here"
    }

    @Test("A setting that only a component reads which is out is no fault with \"strict\"; a misspelt one is")
    func absentReader() throws {
        func configuration(_ key: String, profiles: [String] = []) throws -> ContextConfiguration {
            let path = try folder.write(
                "night.json",
                """
                { "classes": ["\(String(reflecting: NightStore.self))", "SettingBystander"], "strict": true,
                  "settings": { "night": { "\(key)": "there" } } }
                """)
            return try ContextConfiguration(contentsOf: path, profiles: profiles, environment: [:])
        }
        let context = try ApplicationContext(configuration("path"))
        let notice = try #require(context.report.notices.first { $0.code == .settingOfAbsent })
        #expect(notice.headline.contains("only NightStore reads night.path, and it is out: "))
        #expect(notice.location?.contains("night.json:2:") == true)
        let night = try ApplicationContext(configuration("path", profiles: ["night"]))
        #expect(!night.report.notices.contains { $0.code == .settingOfAbsent })
        for profiles in [["night"], []] {
            let error = try bootError(configuration("paht", profiles: profiles))
            #expect(error.faults.map(\.code) == [.settingUnread] && error.faults[0].suggestion == "night.path")
        }
    }

    @Test("A list of which an element was read counts as read")
    func elements() throws {
        let path = try folder.write(
            "b.json",
            #"{ "classes": ["SettingBystander"], "settings": { "hosts": ["a", "b"], "ports": [1], "own": "${ports[0]}" } }"#
        )
        let context = try ApplicationContext(ContextConfiguration(contentsOf: path, environment: [:]))
        #expect(context.report.notices.filter { $0.code == .settingUnread }.count == 3)
        #expect(try context.setting("hosts[1]", as: String.self) == "b")
        #expect(try context.setting("own", as: Int.self) == 1)
        #expect(context.report.notices.filter { $0.code == .settingUnread }.isEmpty)
    }

    @Test("Settings of code, the environment and arguments may stay unread")
    func onlyFiles() throws {
        let context = try ApplicationContext(
            .reading(settings: ["a": 1], environment: ["B": "1"], arguments: ["--c=1"], overrides: ["d": 1]))
        #expect(context.report.notices.isEmpty)
    }

    /// A file, and that of a profile beside it, from which nothing is read.
    private func layered(_ file: String, _ profile: String) throws -> ContextConfiguration {
        let path = try folder.write(
            "layered.json", #"{ "classes": ["SettingBystander"], "strict": true, "settings": \#(file) }"#)
        _ = try folder.write("layered-cluster.json", #"{ "settings": \#(profile) }"#)
        return try ContextConfiguration(contentsOf: path, profiles: ["cluster"], environment: [:])
    }

    @Test(
        "A null that removes another file's value is never reported as unread",
        arguments: [
            (#"{ "a": { "b": 1 } }"#, #"{ "a": { "b": null } }"#), (#"{ "a": { "b": 1, "c": 2 } }"#, #"{ "a": null }"#),
            (#"{ "a.b": 1 }"#, #"{ "a.b": null }"#),
        ])
    func takenAway(file: String, profile: String) throws {
        let context = try ApplicationContext(layered(file, profile))
        #expect(context.report.notices.isEmpty)
        #expect(try context.setting("a.b", as: Int?.self) == nil)
    }

    @Test(
        "A null that removes nothing is reported, because its key may be misspelt, and so is a value after a null",
        arguments: [
            (#"{}"#, #"{ "a": { "b": null } }"#), (#"{ "a": { "c": null } }"#, #"{ "a": { "b": null, "c": null } }"#),
            (#"{ "a": { "b": null } }"#, #"{ "a": { "b": 1 } }"#),
        ])
    func takesNothingAway(file: String, profile: String) throws {
        let error = try bootError(layered(file, profile))
        #expect(error.faults.map(\.code) == [.settingUnread])
        #expect(error.faults.first?.headline.contains("'a.b'") == true)
    }

    @Test("In strict mode they are faults")
    func strict() throws {
        let error = try bootError(configuration(strict: true))
        #expect(error.faults.map(\.code) == Array(repeating: .settingUnread, count: 3))
        let configuration = try configuration().with { $0.failsOnUnreadSettings = true }
        #expect(try bootError(configuration).faults.count == 3)
    }

    @Test("In strict mode they stay notices while a class that may read them was never created")
    func strictWithLazy() throws {
        let configuration = try configuration(strict: true).with {
            $0.classes.append(String(reflecting: LazyReader.self))
        }
        let context = try ApplicationContext(configuration)
        #expect(context.report.notices.filter { $0.code == .settingUnread }.count == 3)
        _ = try context.component(LazyReader.self)
        #expect(context.report.notices.filter { $0.code == .settingUnread }.count == 2)
    }

    final class Numbers: Assembly {
        let number = Define<Int>(.lazySingleton) { _ in 1 }
    }
    final class Protocols: Assembly {
        let anything = Define<any Sendable>(.lazySingleton) { _ in 1 }
    }

    @Test("A value that was never created reads nothing; what an instance of a protocol reads is unknown")
    func strictWithValue() throws {
        let strict = try configuration(strict: true)
        func boot(_ assembly: any Assembly.Type) throws -> ApplicationContext {
            try ApplicationContext(strict.with { $0.assemblies = [String(reflecting: assembly)] })
        }
        let error = try #require(throws: IOCError.self) { try boot(Numbers.self) }
        #expect(error.faults.map(\.code) == Array(repeating: .settingUnread, count: 3))
        #expect(try boot(Protocols.self).report.notices.filter { $0.code == .settingUnread }.count == 3)
    }

    final class Conditional: IOCComponent {
        static var traits: [ComponentTrait] { [.when(setting: "on")] }
    }
    final class Left: IOCComponent {
        static var traits: [ComponentTrait] { [.when(setting: "off")] }
    }
    final class Mailer: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("mail.host") var host: String
    }

    /// What is read by a condition that holds, by one that does not, and by a setting.
    private func read(in folder: TemporaryFolder, strict: Bool = true, _ more: String = "") throws
        -> ContextConfiguration
    {
        let classes = [Conditional.self, Left.self, Mailer.self].map { "\"\(String(reflecting: $0))\"" }
        let path = try folder.write(
            "read.json",
            """
            { "classes": [\(classes.joined(separator: ", "))], "strict": \(strict),
              "settings": { "on": true, "off": false, "mail": { "host": "x" } \(more) } }
            """)
        return try ContextConfiguration(contentsOf: path, environment: [:])
    }

    final class Elsewhere: IOCComponent {
        static var traits: [ComponentTrait] { [.profile("none"), .when(setting: "elsewhere")] }
    }
    final class Twice: IOCComponent {
        static var traits: [ComponentTrait] { [.when(setting: "off"), .when(setting: "second")] }
    }

    @Test("A setting that only a condition asks for is read, whatever else leaves its component out")
    func conditions() throws {
        let configuration = try read(in: folder, #", "elsewhere": 1, "second": 2"#).with {
            $0.classes += [String(reflecting: Elsewhere.self), String(reflecting: Twice.self)]
        }
        #expect(try ApplicationContext(configuration).report.notices.allSatisfy { $0.code != .settingUnread })
    }

    private static let patches: [@Sendable (inout ContextPatch) -> Void] = [
        { $0.replace(Conditional.self) { Conditional() } }, { $0.wrap(Conditional.self) { $0 } },
        { $0.replace(Mailer.self) { Mailer() } }, { $0.wrap(Mailer.self) { $0 } },
        { $0.replace(named: String(reflecting: Mailer.self)) { Mailer() } },
    ]

    @Test(
        "In strict mode what a condition read is read in a context that replaces or wraps too",
        arguments: patches.indices)
    func patched(number: Int) throws {
        var patch = ContextPatch()
        Self.patches[number](&patch)
        let booted = try ApplicationContext(read(in: folder), patch: patch)
        #expect(booted.report.notices.allSatisfy { $0.code != .settingUnread || number == 2 || number == 4 })
        let context = try ApplicationContext(read(in: folder))
        let derived = try context.patched { $0 = patch }
        #expect(derived.report.notices.allSatisfy { $0.code != .settingUnread })
        #expect(try derived.patched { $0 = patch }.report.notices.allSatisfy { $0.code != .settingUnread })
    }

    @Test("In strict mode, unread settings are faults in a context that wraps, too")
    func patchedUnread() throws {
        let configuration = try read(in: folder, #", "none": 1"#)
        var patch = ContextPatch()
        patch.wrap(Mailer.self) { $0 }
        let error = try #require(throws: IOCError.self) { try ApplicationContext(configuration, patch: patch) }
        #expect(error.faults.map(\.code) == [.settingUnread])
    }

    @Test("Reads of a context count for contexts derived from it, and not the other way round")
    func derivedLater() throws {
        let context = try ApplicationContext(read(in: folder, strict: false, #", "a": 1, "b": 2"#))
        let derived = try context.patched { $0.wrap(Mailer.self) { $0 } }
        func unread(_ context: ApplicationContext) -> Int {
            context.report.notices.filter { $0.code == .settingUnread }.count
        }
        #expect(unread(derived) == 2)
        _ = try context.setting("a", as: Int.self)
        #expect(unread(derived) == 1)
        _ = try derived.setting("b", as: Int.self)
        #expect(unread(derived) == 0)
        #expect(unread(context) == 1)
    }

    @Test("A key that was read as a secret is one in a derived context")
    func derivedSecret() throws {
        let context = try ApplicationContext(read(in: folder, strict: false, #", "a": "s3cret""#))
        let derived = try context.patched { $0.wrap(Mailer.self) { $0 } }
        _ = try context.setting("a", as: Secret<String>.self)
        #expect(!derived.report.json.contains("s3cret"))
    }

    @Test("A child that reads its parent's setting has read it")
    func child() throws {
        let parent = try ApplicationContext(configuration())
        let child = try ApplicationContext(.reading(), parent: parent)
        _ = try child.setting("server.prot", as: Int.self)
        #expect(parent.report.notices.filter { $0.code == .settingUnread }.count == 2)
    }

    @Test("An unread setting suggests a key that was asked for in vain, and never one that is given")
    func suggestions() throws {
        func notices(_ given: String, _ change: (inout ContextConfiguration) -> Void = { _ in }) throws -> [String] {
            let path = try folder.write(
                "misspelt.json",
                "{ \"classes\": [\"SettingBystander\"], \"settings\": { \"prot\": 1, \"tiem\": 2, \(given) } }")
            var configuration = try ContextConfiguration(contentsOf: path, environment: [:])
            change(&configuration)
            let context = try ApplicationContext(configuration)
            for key in ["port", "time", "seen"] { _ = try context.setting(key, as: Int?.self) }
            return context.report.notices.map { "\($0.settingKey ?? "") \($0.suggestion ?? "-")" }
        }
        #expect(try notices(#""seen": 3"#) == ["prot port", "tiem time"])
        #expect(try notices(#""seen": 3, "port": 4, "time": 5"#) == ["prot -", "tiem -"])
        #expect(try notices(#""seen": 3"#) { $0.overrides = ["port": 4, "time": 5] } == ["prot -", "tiem -"])
    }

    final class Sized: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Value("size") var size: Int
    }

    @Test("A component's own values count as read if the component has read them")
    func ownValues() throws {
        let path = try folder.write(
            "own.json",
            """
            { "classes": ["\(String(reflecting: Sized.self))"],
              "components": { "Sized": { "settings": { "size": 1, "rest": 2 } } } }
            """)
        let context = try ApplicationContext(ContextConfiguration(contentsOf: path, environment: [:]))
        #expect(try context.component(Sized.self).size == 1)
        #expect(context.report.notices.map(\.settingKey) == ["components.Sized.settings.rest"])
    }
}
