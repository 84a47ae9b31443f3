import IOC
import Testing

private enum Profiled {
    final class Plain: IOCComponent {}
    final class Production: IOCComponent {
        static var traits: [ComponentTrait] { [.profile("production")] }
    }
    final class Online: IOCComponent {
        static var traits: [ComponentTrait] { [.profile("!offline")] }
    }
    final class Clocks: Assembly {
        let clock = Definition(.singleton) { (_: Clocks) in 7 }.traits(.profile("clocked"))
    }
}

@Suite("The names of active profiles")
struct ProfileNameTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func configuration(_ profiles: String..., strict: Bool = false) -> ContextConfiguration {
        ContextConfiguration(
            classes: ["Plain", "Production", "Online"].map { "IOCTests.Profiled.\($0)" },
            profiles: profiles, failsOnUnreadSettings: strict
        ).with { $0.environment = [:] }
    }

    private func reported(_ configuration: ContextConfiguration) throws -> [IOCError.Fault] {
        try ApplicationContext(configuration).report.notices.filter { $0.code == .profileUnknown }
    }

    @Test("An unused profile is a notice with a suggestion")
    func notice() throws {
        let fault = try #require(try reported(configuration("prodction", "production")).first)
        #expect(fault.headline == "profile-unknown: no component, entry or file asks for the profile 'prodction'")
        #expect(fault.location == "ContextConfiguration.profiles[0] in code")
        #expect(fault.suggestion == "production")
        #expect(fault.description.contains("   fix         use one of: "))
    }

    @Test("A profile that code activates in a file's context and that nothing mentions is a fault")
    func inCode() throws {
        let file = try folder.write("a.json", #"{"classes": ["IOCTests.Profiled.Production"]}"#)
        let calls: [(Int, () throws -> ApplicationContext)] = [
            (0, { try ApplicationContext(contentsOf: file, profiles: ["prodution"], environment: [:]) }),
            (0, { try ApplicationContext(contentsOf: file, environment: [:]) { $0.profiles.append("prodution") } }),
        ]
        for (index, boot) in calls {
            let error = try #require(throws: IOCError.self) { try boot() }
            #expect(error.faults.map(\.code) == [.profileUnknown])
            #expect(error.faults[0].suggestion == "production")
            #expect(error.faults[0].location == "ContextConfiguration.profiles[\(index)] in code")
        }
        _ = try ApplicationContext(contentsOf: file, profiles: ["production"], environment: [:])
        _ = try ApplicationContext(contentsOf: file, profiles: ["mine"], environment: [:]) {
            $0.knownProfiles = ["mine"]
        }
        let named = try ApplicationContext(contentsOf: file, environment: ["IOC_PROFILES": "prodution"])
        #expect(named.report.notices.map(\.code).contains(.profileUnknown))
    }

    @Test("A list in the environment that names none is reported", arguments: [",,,", " ", " , "])
    func blankList(text: String) throws {
        let blank = configuration().with { $0.environment = ["IOC_PROFILES": text] }
        let fault = try #require(try reported(blank).first)
        #expect(
            fault.headline == "profile-unknown: IOC_PROFILES is '\(text)', which names no profile")
        #expect(fault.location == "the environment variable IOC_PROFILES")
        let strict = configuration(strict: true).with { $0.environment = ["IOC_PROFILES": text] }
        #expect(try bootError(strict).code == .profileUnknown)
        #expect(try reported(configuration().with { $0.environment = ["IOC_PROFILES": ""] }).isEmpty)
    }

    @Test("With strict it is an error, with everything else that is wrong")
    func strict() throws {
        let error = try bootError(configuration("prodction", strict: true).with { $0.classes.append("Absent") })
        #expect(error.faults.map(\.code) == [.profileUnknown, .classUnknown])
        let nothing = ContextConfiguration(profiles: ["prodction", "offlien"], failsOnUnreadSettings: true)
            .with { $0.environment = [:] }
        #expect(try bootError(nothing).faults.map(\.code) == [.profileUnknown, .profileUnknown, .configurationEmpty])
        #expect(try reported(configuration("production", "offline", strict: true)).isEmpty)
        // An entry that is faulty itself mentions profiles all the same.
        let faulty = configuration("night", "day", "dusk", strict: true).with {
            $0.components = [
                "a": .init(className: "Absent", profiles: ["night"]),
                "b": .init(className: "Absent", profiles: ["!day"]),
                "c": .init(className: "Absent", profiles: ["dusk"]),
            ]
        }
        #expect(try bootError(faulty).faults.map(\.code) == [.classUnknown, .classUnknown, .classUnknown])
    }

    @Test("Its place in the file, in what it imports, or in the environment is reported")
    func places() throws {
        try folder.write("b.json", "{\n  \"profiles\": [\"prduction\"]\n}")
        let file = try folder.write(
            "a.json",
            """
            {"imports": ["b.json"], "classes": ["IOCTests.Profiled.Production"],
             "profiles": ["produktion"]}
            """)
        let configuration = try ContextConfiguration(
            contentsOf: file, profiles: ["given"], environment: ["IOC_PROFILES": "productoin,production"])
        #expect(
            try reported(configuration).map { $0.location?.replacing(folder.path, with: "~") } == [
                "~/a.json:2:15 (profiles[0])", "~/b.json:2:16 (profiles[0])",
                "ContextConfiguration.profiles[2] in code", "the environment variable IOC_PROFILES",
            ])
    }

    @Test("An entry, a file, a definition, another class of the program and the code mention profiles")
    func mentioned() throws {
        try folder.write("a-staged.json", "{}")
        let file = try folder.write("a.json", #"{"classes": ["SettingBystander"], "strict": true}"#)
        #expect(try reported(ContextConfiguration(contentsOf: file, profiles: ["staged"], environment: [:])).isEmpty)
        let inEntry = configuration("night", "day", "dusk", "dawn", strict: true).with {
            $0.components = [
                "Plain": .init(profiles: ["!night"]), "Production": .init(profiles: ["day", "!dusk"]),
                "Online": .init(profiles: ["dawn"]),
            ]
        }
        #expect(try reported(inEntry).isEmpty)
        #expect(try reported(configuration("batch", strict: true).with { $0.knownProfiles = ["batch"] }).isEmpty)
        #expect(
            try reported(
                ContextConfiguration(
                    classes: ["SettingBystander"], profiles: ["production"], failsOnUnreadSettings: true)
            )
            .isEmpty)
        #expect(
            try reported(
                ContextConfiguration(
                    assemblies: ["IOCTests.Profiled.Clocks"], profiles: ["clocked"], failsOnUnreadSettings: true)
            ).isEmpty)
    }
}
