import IOC
import IOCManagement
import Testing

@Suite("Conditions")
struct ConditionTests {
    protocol Store: Sendable {}
    final class RealStore: IOCComponent, Store {
        static var traits: [ComponentTrait] { [.profile("production")] }
    }
    final class TestStore: IOCComponent, Store {
        static var traits: [ComponentTrait] { [.profile("!production")] }
    }
    final class Payments: IOCComponent {
        static var traits: [ComponentTrait] { [.when(setting: "payments.enabled", equals: true)] }
    }
    final class Metrics: IOCComponent {
        static var traits: [ComponentTrait] { [.when(setting: "metrics")] }
    }
    final class Both: IOCComponent {
        static var traits: [ComponentTrait] { [.when(setting: "one", equals: 1), .when(setting: "two", equals: 1)] }
    }
    final class MemoryStore: IOCComponent, Store {
        static var traits: [ComponentTrait] { [.whenMissing((any Store).self)] }
    }
    final class OtherMemoryStore: IOCComponent, Store {
        static var traits: [ComponentTrait] { [.whenMissing((any Store).self)] }
    }

    func names(_ configuration: ContextConfiguration) throws -> [String] {
        try ApplicationContext(configuration).graph.components.map { String($0.name.split(separator: ".").last ?? "") }
    }

    @Test("A profile lets one in and its negation the other")
    func profiles() throws {
        let configuration = ContextConfiguration(RealStore.self, TestStore.self)
        #expect(try names(configuration.with { $0.profiles = ["production"] }) == ["RealStore"])
        #expect(try names(configuration) == ["TestStore"])
    }

    @Test("A property lets one in by its value, or by being there")
    func properties() throws {
        let configuration = ContextConfiguration(Payments.self, Metrics.self, TestStore.self)
        #expect(try names(configuration) == ["TestStore"])
        let enabled = configuration.with { $0.settings = ["payments": ["enabled": true], "metrics": "on"] }
        #expect(try names(enabled) == ["Metrics", "Payments", "TestStore"])
        let disabled = configuration.with { $0.settings = ["payments": ["enabled": false], "metrics": false] }
        #expect(try names(disabled) == ["TestStore"])
        let both = ContextConfiguration(Both.self, TestStore.self)
        for said in [["one": 1], ["two": 1], ["one": 1, "two": 2], ["one": 2, "two": 1]] as [SettingValue] {
            #expect(try names(both.with { $0.settings = said }) == ["TestStore"])
        }
        #expect(try names(both.with { $0.settings = ["one": 1, "two": 1] }) == ["Both", "TestStore"])
    }

    final class Text: IOCComponent {
        static var traits: [ComponentTrait] { [.when(setting: "flag", equals: "true")] }
    }
    final class Flag: IOCComponent {
        static var traits: [ComponentTrait] { [.when(setting: "flag", equals: true)] }
    }
    final class Count: IOCComponent {
        static var traits: [ComponentTrait] { [.when(setting: "flag", equals: 1)] }
    }
    final class Fraction: IOCComponent {
        static var traits: [ComponentTrait] { [.when(setting: "flag", equals: 1.0)] }
    }
    final class Some: IOCComponent {
        static var traits: [ComponentTrait] { [.when(setting: "flag")] }
    }

    /// Values with the conditions they fulfil.
    static let sources: [(SettingValue, [String])] = [
        (true, ["Flag", "Some", "Text"]), (1, ["Count", "Flag", "Fraction", "Some"]),
        (1.0, ["Count", "Fraction", "Some"]),
        (0, ["Some"]), (0.0, ["Some"]), (false, []), ("no", []), ("No", []), ("OFF", []), ("False", []), ("", []),
        ("yes", ["Flag", "Some"]), ("x", ["Some"]), ("true", ["Flag", "Some", "Text"]), (" ", ["Some"]),
    ]

    @Test("A value of a file, of the environment and of an argument fulfil the same conditions", arguments: sources)
    func everySource(value: SettingValue, expected: [String]) throws {
        let text = if case .string(let text) = value { text } else { value.description }
        let plain = ContextConfiguration(Text.self, Flag.self, Count.self, Fraction.self, Some.self, TestStore.self)
        let sources: [(inout ContextConfiguration) -> Void] = [
            { $0.settings = ["flag": value] }, { $0.settings = ["flag": .string(text)] },
            { $0.environment = ["FLAG": text] }, { $0.arguments = ["--flag=\(text)"] },
            { $0.settings = ["flag": "${other}", "other": value] },
        ]
        for source in sources {
            #expect(try names(plain.with { source(&$0) }) == (expected + ["TestStore"]).sorted())
        }
    }

    @Test("The notice of a condition says what was found, and where")
    func found() throws {
        func reasons(_ change: (inout ContextConfiguration) -> Void) throws -> [String] {
            try ApplicationContext(ContextConfiguration(Text.self, Some.self, TestStore.self).with(change)).report
                .conditions.filter { !$0.isIn }.map(\.reason)
        }
        #expect(
            try reasons { $0.settings = ["flag": "no"] } == [
                #"the setting flag is off: it is "no" (ContextConfiguration.settings.flag in code)"#,
                #"the setting flag is not "true": it is "no" (ContextConfiguration.settings.flag in code)"#,
            ])
        #expect(
            try reasons { $0.environment = ["FLAG": ""] } == [
                "the setting flag is empty (the environment variable FLAG)",
                #"the setting flag is not "true": it is empty (the environment variable FLAG)"#,
            ])
        #expect(
            try reasons { $0.environment = [:] } == [
                "the setting flag is not set", #"the setting flag is not "true": it is not set"#,
            ])
    }

    @Test("Components for a missing type are decided last, in the order of names")
    func whenMissing() throws {
        #expect(try names(ContextConfiguration(MemoryStore.self, TestStore.self)) == ["TestStore"])
        #expect(try names(ContextConfiguration(OtherMemoryStore.self, MemoryStore.self)) == ["MemoryStore"])
    }

    protocol Second: Sendable {}
    final class RealSecond: IOCComponent, Second {}
    final class Either: IOCComponent {
        static var traits: [ComponentTrait] { [.whenMissing((any Store).self), .whenMissing((any Second).self)] }
    }
    final class Several: IOCComponent {
        static var traits: [ComponentTrait] {
            [
                .profile("production"), .when(setting: "metrics"), .when(setting: "mode", equals: "fast"),
                .whenMissing((any Store).self), .whenMissing((any Second).self),
            ]
        }
    }

    @Test("A component for several missing types is left out if any of them is provided")
    func whenSeveralAreMissing() throws {
        #expect(try names(ContextConfiguration(Either.self, TestStore.self)) == ["TestStore"])
        #expect(try names(ContextConfiguration(Either.self, RealSecond.self)) == ["RealSecond"])
        #expect(try names(ContextConfiguration(Either.self, RealSecond.self, TestStore.self)).count == 2)
        #expect(try names(ContextConfiguration(Either.self)) == ["Either"])
        for above in [TestStore.self, RealSecond.self] as [any ManagedComponent.Type] {
            let parent = try boot(above)
            let child = ContextConfiguration(Either.self, SettingBystander.self)
            #expect(
                try ApplicationContext(child, parent: parent).graph.components.map(\.typeName) == [
                    "IOCTests.SettingBystander"
                ])
        }
    }

    @Test("All conditions of an included component are reported, in the order of their kinds")
    func severalReasons() throws {
        let configuration = ContextConfiguration(Several.self, Payments.self).with {
            $0.profiles = ["production"]
            $0.settings = ["metrics": true, "mode": "fast"]
        }
        #expect(
            try ApplicationContext(configuration).report.conditions.map(\.reason) == [
                "the setting payments.enabled is not true: it is not set",
                "the profile 'production' is active, the setting metrics is set, the setting mode is \"fast\", "
                    + "nothing else provides Store or Second",
            ])
    }

    final class OwnStore: IOCComponent, Store {
        static var traits: [ComponentTrait] { [.whenMissing((any Store).self, ancestors: false)] }
    }
    final class Counter: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Autowired var store: any Store
    }

    @Test("A stand-in gives way to what an ancestor provides, unless it asks for its own context alone")
    func whenMissingInAncestors() throws {
        let top = try ApplicationContext(ContextConfiguration(TestStore.self))
        let middle = try ApplicationContext(ContextConfiguration(Payments.self), parent: top)
        for parent in [top, middle] {
            let child = try ApplicationContext(
                ContextConfiguration(MemoryStore.self, Counter.self), parent: parent)
            #expect(child.graph.components.map(\.typeName) == ["IOCTests.ConditionTests.Counter"])
            #expect(try child.component(Counter.self).store is TestStore)
            #expect(
                child.report.conditions.map(\.reason) == [
                    "IOCTests.ConditionTests.TestStore is there already, in a parent context"
                ])
            let own = try ApplicationContext(ContextConfiguration(OwnStore.self, Counter.self), parent: parent)
            #expect(try own.component(Counter.self).store is OwnStore)
        }
        let none = try ApplicationContext(ContextConfiguration(MemoryStore.self), parent: boot(Metrics.self))
        #expect(try none.component((any Store).self) is MemoryStore)
    }

    @Test("The file says whether ancestors count, by the type's name or by the component's", arguments: [true, false])
    func whenMissingInAncestorsOfFiles(ancestors: Bool) throws {
        let folder = try TemporaryFolder()
        let prefix = "IOCTests.ConditionTests."
        let parent = try boot(TestStore.self)
        for wanted in ["Store", "TestStore"] {
            let path = try folder.write(
                "child.json",
                """
                { "components": { "memory": {
                    "class": "\(prefix)MemoryStore",
                    "whenMissing": { "type": "\(prefix)\(wanted)", "ancestors": \(ancestors) } } },
                  "classes": ["\(prefix)Counter"] }
                """)
            let child = try ApplicationContext(contentsOf: path, parent: parent)
            #expect(try child.component(Counter.self).store is MemoryStore == !ancestors)
        }
    }

    @Test("The file says conditions too, and wins")
    func file() throws {
        let configuration = ContextConfiguration(components: [
            "store": .init(className: "IOCTests.ConditionTests.RealStore", profiles: []),
            "memory": .init(
                className: "IOCTests.ConditionTests.MemoryStore", whenMissing: "IOCTests.ConditionTests.Store"),
        ])
        #expect(try names(configuration) == ["store"])
    }

    @Test("The report lists the decisions of conditions with their reasons")
    func report() throws {
        let configuration = ContextConfiguration(
            RealStore.self, TestStore.self, Payments.self, Metrics.self, MemoryStore.self
        ).with {
            $0.profiles = ["production"]
            $0.settings = ["payments": ["enabled": true]]
        }
        let report = try ApplicationContext(configuration).report
        #expect(report.profiles == ["production"])
        #expect(
            report.conditions.map { "\($0.component.split(separator: ".").last ?? "") \($0.isIn): \($0.reason)" } == [
                "MemoryStore false: IOCTests.ConditionTests.RealStore is there already",
                "Metrics false: the setting metrics is not set",
                "Payments true: the setting payments.enabled is true",
                "RealStore true: the profile 'production' is active",
                "TestStore false: its profile is '!production', and active: production",
            ])
        #expect("\(report)".contains("ConditionTests.Payments is in: the setting payments.enabled is true"))
        #expect("\(report)".contains("ConditionTests.Metrics is out: the setting metrics is not set"))
        let missing = try ApplicationContext(ContextConfiguration(MemoryStore.self, TestStore.self)).report
        #expect(missing.conditions.map(\.isIn) == [false, true])
        let alone = try boot(MemoryStore.self).report
        #expect(alone.conditions.map(\.reason) == ["nothing else provides Store"])
    }

    final class Evening: IOCComponent {
        static var traits: [ComponentTrait] { [.profile("day & !production")] }
    }
    final class Morning: IOCComponent {
        static var traits: [ComponentTrait] { [.profile("!day & !production")] }
    }

    @Test("A profile that looks like an expression is remarked on", arguments: [["day"], []])
    func expression(profiles: [String]) throws {
        let configuration = ContextConfiguration(Evening.self, Morning.self, TestStore.self).with {
            $0.profiles = profiles
            $0.knownProfiles = ["day"]
        }
        let report = try ApplicationContext(configuration).report
        let reasons = report.conditions.filter { !$0.component.hasSuffix("TestStore") }
        #expect(reasons.count == 2)
        for decision in reasons { #expect(decision.reason.contains("a profile is one name or '!name'")) }
    }

    final class Guarding: IOCComponent {
        static var traits: [ComponentTrait] { [.when(setting: "admin.password", equals: "hunter2")] }
    }

    @Test("The report masks the value of a secret that a condition asks for")
    func secretCondition() throws {
        let configuration = ContextConfiguration(Guarding.self).with {
            $0.settings = ["admin": ["password": "hunter2"]]
        }
        let report = try ApplicationContext(configuration).report
        #expect(report.conditions.map(\.reason) == ["the setting admin.password is <secret>"])
        #expect(!report.json.contains("hunter2"))
    }

    @Test("A class that the file excludes is reported with the pattern")
    func excluded() throws {
        let configuration = ContextConfiguration(
            prefixes: ["IOCTests.ConditionTests."], exclude: ["IOCTests.ConditionTests.Me"])
        let report = try ApplicationContext(configuration).report
        #expect(
            report.conditions.filter { $0.reason.hasPrefix("excluded") }.map(\.description) == [
                "IOCTests.ConditionTests.MemoryStore is out: excluded by 'IOCTests.ConditionTests.Me' "
                    + "(ContextConfiguration.exclude[0] in code)",
                "IOCTests.ConditionTests.Metrics is out: excluded by 'IOCTests.ConditionTests.Me' "
                    + "(ContextConfiguration.exclude[0] in code)",
            ])
    }

    @Test("A component that is left out is a notice with the reason, and a near miss")
    func reasons() throws {
        let context = try boot(RealStore.self, Payments.self, TestStore.self)
        #expect(context.report.notices.map(\.code) == [.conditionNotMet, .conditionNotMet])
        #expect("\(context.report)".contains("the setting payments.enabled is not true"))
        let error = try #require(throws: IOCError.self) { try context.component(Payments.self) }
        #expect(error.description.contains("near miss   IOCTests.ConditionTests.Payments: the setting"))
    }
}
