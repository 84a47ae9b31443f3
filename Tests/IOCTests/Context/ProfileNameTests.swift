import IOC
import Testing

private enum Profiled {
    final class Plain: IOCComponent {}
    @Component(.profile("production")) final class Production {}
    @Component(.profile("!offline")) final class Online {}
    final class Clocks: Assembly {
        let clock = Definition(.singleton) { (_: Clocks) in 7 }.traits(.profile("clocked"))
    }
}

@Suite("The names of active profiles")
struct ProfileNameTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func configuration(
        _ profiles: String..., strict: Bool = false, environment: [String: String] = [:]
    ) -> ContextConfiguration {
        ContextConfiguration(
            classes: ["Plain", "Production", "Online"].map { "IOCTests.Profiled.\($0)" },
            profiles: profiles, failsOnUnreadSettings: strict
        ).with { $0.environment = environment }
    }

    private func reported(_ configuration: ContextConfiguration) throws -> [IOCError.Fault] {
        try ApplicationContext(configuration).report.notices.filter { $0.code == .profileUnknown }
    }

    @Test("A profile that nothing mentions is a notice with its place in the code, a file or the environment")
    func notices() throws {
        let inCode = try reported(configuration("prodction", "production"))
        #expect(inCode.map(\.location) == ["ContextConfiguration.profiles[0] in code"])
        #expect(inCode.map(\.suggestion) == ["production"])
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

    @Test("A profile that code activates in a file's context and that nothing mentions is a fault")
    func inCode() throws {
        let file = try folder.write("a.json", #"{"classes": ["IOCTests.Profiled.Production"]}"#)
        for boot in [
            { try ApplicationContext(contentsOf: file, profiles: ["prodution"], environment: [:]) },
            { try ApplicationContext(contentsOf: file, environment: [:]) { $0.profiles.append("prodution") } },
        ] {
            let error = try #require(throws: IOCError.self) { try boot() }
            #expect(error.faults.map(\.code) == [.profileUnknown])
            #expect(error.faults[0].location == "ContextConfiguration.profiles[0] in code")
        }
        _ = try ApplicationContext(contentsOf: file, profiles: ["mine"], environment: [:]) {
            $0.knownProfiles = ["mine"]
        }
        let named = try ApplicationContext(contentsOf: file, environment: ["IOC_PROFILES": "prodution"])
        #expect(named.report.notices.map(\.code).contains(.profileUnknown))
    }

    @Test("A list in the environment that names no profile is reported", arguments: [",,,", " ", " , "])
    func blankList(text: String) throws {
        let environment = ["IOC_PROFILES": text]
        let fault = try #require(try reported(configuration(environment: environment)).first)
        #expect(fault.headline == "profile-unknown: IOC_PROFILES is '\(text)', which names no profile")
        #expect(fault.location == "the environment variable IOC_PROFILES")
        #expect(try bootError(configuration(strict: true, environment: environment)).code == .profileUnknown)
        #expect(try reported(configuration(environment: ["IOC_PROFILES": ""])).isEmpty)
    }

    @Test("A strict configuration reports unknown profiles as faults, with everything else that is wrong")
    func strict() throws {
        let error = try bootError(configuration("prodction", strict: true).with { $0.classes.append("Absent") })
        #expect(error.faults.map(\.code) == [.profileUnknown, .classUnknown])
        let nothing = ContextConfiguration(profiles: ["prodction", "offlien"], failsOnUnreadSettings: true)
        #expect(try bootError(nothing).faults.map(\.code) == [.profileUnknown, .profileUnknown, .configurationEmpty])
        // An entry that is faulty itself mentions profiles all the same.
        let faulty = configuration("night", "day", strict: true).with {
            $0.components = [
                "a": .init(className: "Absent", profiles: ["night"]),
                "b": .init(className: "Absent", profiles: ["!day"]),
            ]
        }
        #expect(try bootError(faulty).faults.map(\.code) == [.classUnknown, .classUnknown])
    }

    @Test("A trait, an entry, a file, a definition, another class of the program and the code mention profiles")
    func mentioned() throws {
        try folder.write("a-staged.json", "{}")
        let file = try folder.write("a.json", #"{"classes": ["IOCTests.Leaf"], "strict": true}"#)
        let sound = [
            configuration("production", "offline", strict: true),
            configuration("night", "day", "dusk", strict: true).with {
                $0.components = [
                    "Plain": .init(profiles: ["!night"]), "Production": .init(profiles: ["day", "!dusk"]),
                ]
            },
            configuration("batch", strict: true).with { $0.knownProfiles = ["batch"] },
            try ContextConfiguration(contentsOf: file, profiles: ["staged"], environment: [:]),
            ContextConfiguration(classes: ["IOCTests.Leaf"], profiles: ["production"], failsOnUnreadSettings: true),
            ContextConfiguration(
                assemblies: ["IOCTests.Profiled.Clocks"], profiles: ["clocked"], failsOnUnreadSettings: true),
        ]
        for configuration in sound { #expect(try reported(configuration).isEmpty) }
    }
}
