import IOC
import Testing

@Suite("Faults by the hundreds", .timeLimit(.minutes(30)))
struct FaultLimitTests {
    /// Names that are too short to be near those of the program's classes.
    private static func names(_ prefix: String) -> [String] { (0..<150).map { "IOCTests.\(prefix)\($0)" } }

    private static func keyed<Value>(_ prefix: String, _ value: Value) -> [String: Value] {
        Dictionary(uniqueKeysWithValues: names(prefix).map { ($0, value) })
    }

    private static let bystander = "IOCTests.SettingBystander"

    @Test(
        "A hundred of each code are reported, with the number of the rest",
        arguments: [
            (.classUnknown, ContextConfiguration(classes: names("X"))),
            (.assemblyUnknown, ContextConfiguration(assemblies: names("X"))),
            (.classUnknown, ContextConfiguration(components: keyed("X", .init(order: 1)))),
            (.bindingTypeUnknown, ContextConfiguration(classes: [bystander], bindings: keyed("Y", "x"))),
            (
                .dependsOnUnknown,
                ContextConfiguration(components: ["a": .init(className: bystander, dependsOn: names("x"))])
            ),
            (
                .profileUnknown,
                ContextConfiguration(classes: [bystander], profiles: names("y"), failsOnUnreadSettings: true)
            ),
        ] as [(IOCError.Code, ContextConfiguration)])
    func faults(code: IOCError.Code, configuration: ContextConfiguration) throws {
        let error = try bootError(configuration.with { $0.environment = [:] })
        #expect(error.faults.map(\.code) == Array(repeating: code, count: 101))
        #expect(error.faults.last?.headline == "\(code): there are 50 more of these")
        // The hints of one code are enough: each hint about a class looks at every class of the program.
        if code == .assemblyUnknown { #expect("\(error)".utf8.count < 1 << 19) }
    }

    @Test("A hundred notices of each code are reported, and all components that a condition leaves out")
    func notices() throws {
        let night = ContextConfiguration.ComponentEntry(className: Self.bystander, profiles: ["night"])
        let configuration = ContextConfiguration(
            prefixes: [Self.bystander], exclude: Self.names("X"), components: Self.keyed("Z", night))
        let notices = try ApplicationContext(configuration).report.notices
        #expect(notices.count { $0.code == .prefixWithoutMatch } == 101)
        #expect(notices.count { $0.code == .conditionNotMet } == 150)
    }

    @Test("Ten thousand settings that nothing reads are counted")
    func unread() throws {
        let folder = try TemporaryFolder()
        let keys = (0..<10_000).map { "\"k\($0)\":1" }.joined(separator: ",")
        let path = try folder.write("a.json", "{\"classes\": [\"SettingBystander\"], \"settings\": {\(keys)}}")
        let context = try ApplicationContext(ContextConfiguration(contentsOf: path, environment: [:]))
        let notices = context.report.notices
        #expect(notices.count == 101)
        #expect(notices.last?.headline == "setting-unread: there are 9900 more of these")
    }
}
