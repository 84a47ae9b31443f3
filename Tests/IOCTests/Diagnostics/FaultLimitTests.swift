import IOC
import Testing

@Suite("Faults by the hundreds", .timeLimit(.minutes(30)))
struct FaultLimitTests {
    private static let count = 500

    /// Names that are too short to be near those of the program's classes.
    private static func names(_ prefix: String) -> [String] { (0..<count).map { "IOCTests.\(prefix)\($0)" } }

    struct Case: Sendable, CustomTestStringConvertible {
        let code: IOCError.Code
        let configuration: ContextConfiguration
        var testDescription: String { code.rawValue }
    }

    static let cases: [Case] = [
        Case(code: .classUnknown, configuration: ContextConfiguration(classes: names("X"))),
        Case(code: .assemblyUnknown, configuration: ContextConfiguration(assemblies: names("X"))),
        Case(
            code: .classUnknown,
            configuration: ContextConfiguration(
                components: Dictionary(uniqueKeysWithValues: names("X").map { ($0, .init(order: 1)) }))),
        Case(
            code: .bindingTypeUnknown,
            configuration: ContextConfiguration(
                classes: ["SettingBystander"],
                bindings: Dictionary(uniqueKeysWithValues: names("Y").map { ($0, "x") }))),
        Case(
            code: .dependsOnUnknown,
            configuration: ContextConfiguration(
                components: ["SettingBystander": .init(className: "SettingBystander", dependsOn: names("x"))])),
        Case(
            code: .profileUnknown,
            configuration: ContextConfiguration(
                classes: ["SettingBystander"], profiles: names("y"), failsOnUnreadSettings: true)),
    ]

    @Test("A hundred of each code are reported, with the number of the rest", arguments: cases)
    func many(_ example: Case) throws {
        let configuration = example.configuration.with { $0.environment = [:] }
        let error = try #require(throws: IOCError.self) { try ApplicationContext(configuration) }
        #expect(error.faults.map(\.code) == Array(repeating: example.code, count: 101))
        #expect(error.faults.last?.headline == "\(example.code): there are \(Self.count - 100) more of these")
    }

    @Test("A hundred faults with their hints make no endless text")
    func text() throws {
        let error = try #require(throws: IOCError.self) { try ApplicationContext(Self.cases[0].configuration) }
        #expect("\(error)".utf8.count < 1 << 19)
    }

    @Test("Notices, too")
    func notices() throws {
        let configuration = ContextConfiguration(
            prefixes: ["IOCTests.SettingBystander"], exclude: Self.names("X"))
        let notices = try ApplicationContext(configuration).report.notices
        #expect(notices.filter { $0.code == .prefixWithoutMatch }.count == 101)
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
