import IOC
import Testing

@Suite("Conditions")
struct ConditionTests {
    protocol Store: Sendable {}
    @Component(.profile("production")) final class RealStore: Store {}
    @Component(.profile("!production")) final class TestStore: Store {}
    @Component(.when(setting: "payments.enabled", equals: true)) final class Payments {}
    @Component(.when(setting: "one", equals: 1), .when(setting: "two", equals: 1)) final class Both {}
    @Component(.whenMissing((any Store).self)) final class MemoryStore: Store {}
    @Component(.whenMissing((any Store).self)) final class OtherStore: Store {}
    @Component(.whenMissing((any Store).self, ancestors: false)) final class OwnStore: Store {}

    /// The simple names of the components that a configuration includes besides `Leaf`.
    private func included(_ configuration: ContextConfiguration, parent: ApplicationContext? = nil) throws -> [String] {
        let context = try ApplicationContext(
            configuration.with { $0.classes.append("IOCTests.Leaf") }, parent: parent)
        return context.graph.components.map { String($0.name.split(separator: ".").last ?? "") }
            .filter { $0 != "Leaf" }.sorted()
    }

    // MARK: Profiles and settings

    @Test("A profile lets one component in and its negation the other")
    func profiles() throws {
        let configuration = ContextConfiguration(RealStore.self, TestStore.self)
        #expect(try included(configuration.with { $0.profiles = ["production"] }) == ["RealStore"])
        #expect(try included(configuration) == ["TestStore"])
    }

    @Test("A component with several settings is in if all have their values")
    func severalSettings() throws {
        func names(_ settings: SettingValue) throws -> [String] {
            try included(ContextConfiguration(Both.self).with { $0.settings = settings })
        }
        for said in [["one": 1], ["two": 1], ["one": 1, "two": 2], ["one": 2, "two": 1]] as [SettingValue] {
            #expect(try names(said) == [])
        }
        #expect(try names(["one": 1, "two": 1]) == ["Both"])
    }

    @Component(.when(setting: "flag", equals: "true")) final class Text {}
    @Component(.when(setting: "flag", equals: true)) final class Flag {}
    @Component(.when(setting: "flag", equals: 1)) final class Count {}
    @Component(.when(setting: "flag", equals: 1.0)) final class Fraction {}
    @Component(.when(setting: "flag")) final class Some {}

    /// Values with the conditions that they fulfill.
    static let values: [(SettingValue, [String])] = [
        (true, ["Flag", "Some", "Text"]), (1, ["Count", "Flag", "Fraction", "Some"]),
        (1.0, ["Count", "Fraction", "Some"]), (0, ["Some"]), (0.0, ["Some"]), (false, []), ("no", []), ("No", []),
        ("OFF", []), ("False", []), ("", []), ("yes", ["Flag", "Some"]), ("x", ["Some"]),
        ("true", ["Flag", "Some", "Text"]), (" ", ["Some"]),
    ]

    @Test("A value of a file, of the environment and of an argument fulfill the same conditions", arguments: values)
    func everySource(value: SettingValue, expected: [String]) throws {
        let text = if case .string(let text) = value { text } else { value.description }
        let plain = ContextConfiguration(Text.self, Flag.self, Count.self, Fraction.self, Some.self)
        let sources: [(inout ContextConfiguration) -> Void] = [
            { $0.settings = ["flag": value] }, { $0.settings = ["flag": .string(text)] },
            { $0.environment = ["FLAG": text] }, { $0.arguments = ["--flag=\(text)"] },
            { $0.settings = ["flag": "${other}", "other": value] },
        ]
        for source in sources { #expect(try included(plain.with { source(&$0) }) == expected) }
        #expect(try included(plain) == [])
    }

    // MARK: Missing types

    protocol Second: Sendable {}
    final class PlainStore: IOCComponent, Store {}
    final class PlainSecond: IOCComponent, Second {}
    @Component(.whenMissing((any Store).self), .whenMissing((any Second).self)) final class Either {}
    @Component(.whenMissing((any Store).self)) final class StoreAndSecond: Store, Second {}
    @Component(.whenMissing((any Second).self)) final class AloneSecond: Second {}
    @Component(.whenMissing((any Second).self)) final class ZSecond: Second {}
    // Each is only for the case that the next one is missing, once in the order of the names and once against it.
    @Component(.whenMissing((any Store).self)) final class C {}
    @Component(.whenMissing(C.self)) final class B {}
    @Component(.whenMissing(B.self)) final class A {}
    @Component(.whenMissing((any Store).self)) final class X {}
    @Component(.whenMissing(X.self)) final class Y {}
    @Component(.whenMissing(Y.self)) final class Z {}

    /// Components with those that are included.
    static let missing: [([any ManagedComponent.Type], [String])] = [
        ([MemoryStore.self, PlainStore.self], ["PlainStore"]), ([OtherStore.self, MemoryStore.self], ["MemoryStore"]),
        ([Either.self], ["Either"]), ([Either.self, PlainStore.self], ["PlainStore"]),
        ([Either.self, PlainSecond.self], ["PlainSecond"]),
        // A default for one of two protocols that another default provides is decided after that.
        ([AloneSecond.self, StoreAndSecond.self], ["StoreAndSecond"]),
        ([ZSecond.self, StoreAndSecond.self], ["StoreAndSecond"]),
        // A chain is decided from its end.
        ([A.self, B.self, C.self], ["A", "C"]), ([PlainStore.self, A.self, B.self, C.self], ["B", "PlainStore"]),
        ([X.self, Y.self, Z.self], ["X", "Z"]), ([PlainStore.self, X.self, Y.self, Z.self], ["PlainStore", "Y"]),
    ]

    @Test(
        "A default is in if nothing else provides any of its types, decided after what could provide them",
        arguments: missing)
    func whenMissing(types: [any ManagedComponent.Type], expected: [String]) throws {
        #expect(try included(ContextConfiguration(components: types)) == expected)
    }

    @Test("A default is out if an ancestor provides the type, unless ancestors don't count")
    func ancestors() throws {
        let top = try boot(PlainStore.self, PlainSecond.self)
        let middle = try ApplicationContext(ContextConfiguration(PartLog.self), parent: top)
        for parent in [top, middle] {
            #expect(try included(ContextConfiguration(MemoryStore.self, Either.self), parent: parent) == [])
            #expect(try included(ContextConfiguration(OwnStore.self), parent: parent) == ["OwnStore"])
        }
        #expect(try included(ContextConfiguration(MemoryStore.self), parent: boot(PartLog.self)) == ["MemoryStore"])
    }

    @Test("A file says conditions too, by the type's name or the component's, and replaces those of the class")
    func file() throws {
        let folder = try TemporaryFolder()
        let parent = try boot(PlainStore.self)
        let prefix = "IOCTests.ConditionTests."
        for (wanted, ancestors) in [("Store", true), ("PlainStore", true), ("Store", false), ("PlainStore", false)] {
            let path = try folder.write(
                "child.json",
                """
                { "components": {
                    "memory": { "class": "\(prefix)MemoryStore",
                                "whenMissing": { "type": "\(prefix)\(wanted)", "ancestors": \(ancestors) } },
                    "real": { "class": "\(prefix)RealStore", "profiles": ["!day"] } } }
                """)
            let expected = ancestors || wanted == "Store" ? ["real"] : ["memory", "real"]
            #expect(try included(ContextConfiguration(contentsOf: path), parent: parent) == expected)
        }
    }

    protocol Day: Sendable {}
    protocol Night: Sendable {}
    @Component(.whenMissing((any Night).self)) final class Sun: Day {}
    @Component(.whenMissing((any Day).self)) final class Moon: Night {}

    @Test("A circle of conditions is a fault")
    func circle() throws {
        let configuration = ContextConfiguration(Sun.self, Moon.self)
        #expect(try bootError(configuration).faults.map(\.code) == [.conditionCycle])
        #expect(code { _ = try ApplicationContext.check(configuration) } == .conditionCycle)
        #expect(try included(ContextConfiguration(Sun.self)) == ["Sun"])
    }

    // MARK: Reports

    @Component(
        .profile("production"), .when(setting: "flag"), .when(setting: "mode", equals: "fast"),
        .whenMissing((any Day).self), .whenMissing((any Second).self))
    final class Several {}
    @Component(.profile("day & !production")) final class Expression {}
    @Component(.when(setting: "admin.password", equals: "hunter2")) final class Guarding {}

    /// The decisions of a context about component classes, as `Name: reason`, or `Name in: reason`.
    private func decisions(
        _ types: [any ManagedComponent.Type], parent: ApplicationContext? = nil,
        _ change: (inout ContextConfiguration) -> Void = { _ in }
    ) throws -> [String] {
        let configuration = ContextConfiguration(components: types + [Leaf.self]).with(change)
        let report = try ApplicationContext(configuration, parent: parent).report
        #expect(report.notices.map(\.code) == report.conditions.filter { !$0.isIn }.map { _ in .conditionNotMet })
        return report.conditions.map {
            "\($0.component.split(separator: ".").last ?? "")\($0.isIn ? " in" : ""): \($0.reason)"
        }
    }

    @Test("The report has each decision with what was found and where, and all conditions of an included component")
    func report() throws {
        let types: [any ManagedComponent.Type] = [
            RealStore.self, TestStore.self, Payments.self, MemoryStore.self, Several.self, Expression.self,
            Guarding.self,
        ]
        #expect(
            try decisions(types) {
                $0.profiles = ["production"]
                $0.settings = ["flag": true, "mode": "fast", "admin": ["password": "hunter2"]]
            } == [
                "Expression: its profile is 'day & !production', and active: production"
                    + "; a profile is one name or '!name', and of several traits one must hold",
                "Guarding in: the setting admin.password is <secret>",
                "MemoryStore: IOCTests.ConditionTests.RealStore is there already",
                "Payments: the setting payments.enabled is not true: it is not set",
                "RealStore in: the profile 'production' is active",
                "Several in: the profile 'production' is active, the setting flag is set, the setting mode is \"fast\", "
                    + "nothing else provides Day or Second",
                "TestStore: its profile is '!production', and active: production",
            ])
    }

    @Test("The reason against a component says what the setting is and where, or which context provides its type")
    func reasons() throws {
        #expect(
            try decisions([Text.self, Some.self]) { $0.settings = ["flag": "no"] } == [
                #"Some: the setting flag is off: it is "no" (ContextConfiguration.settings.flag in code)"#,
                #"Text: the setting flag is not "true": it is "no" (ContextConfiguration.settings.flag in code)"#,
            ])
        #expect(
            try decisions([Text.self, Some.self]) { $0.environment = ["FLAG": ""] } == [
                "Some: the setting flag is empty (the environment variable FLAG)",
                #"Text: the setting flag is not "true": it is empty (the environment variable FLAG)"#,
            ])
        #expect(
            try decisions([Text.self, Some.self]) == [
                "Some: the setting flag is not set", #"Text: the setting flag is not "true": it is not set"#,
            ])
        #expect(
            try decisions([MemoryStore.self], parent: boot(PlainStore.self)) == [
                "MemoryStore: IOCTests.ConditionTests.PlainStore is there already, in a parent context"
            ])
    }

    @Test("A class that is excluded, or that a condition leaves out, is reported with the reason, also as a near miss")
    func nearMisses() throws {
        let context = try ApplicationContext(
            ContextConfiguration(prefixes: ["IOCTests.ConditionTests.P"], exclude: ["IOCTests.ConditionTests.PlainS"]))
        let excluded = "excluded by 'IOCTests.ConditionTests.PlainS'"
        #expect(
            context.report.conditions.map(\.reason) == [
                "the setting payments.enabled is not true: it is not set", excluded, excluded,
            ])
        #expect(context.report.conditions[1].description.hasSuffix("(ContextConfiguration.exclude[0] in code)"))
        let error = try #require(throws: IOCError.self) { try context.component(Payments.self) }
        #expect(error.faults[0].nearMisses.map(\.reason) == ["the setting payments.enabled is not true: it is not set"])
    }
}
