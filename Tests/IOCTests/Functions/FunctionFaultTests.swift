import IOC
import Testing

@Suite("Mistakes in functions that provide components")
struct FunctionFaultTests {
    final class Made: Sendable {}
    final class Log: Sendable {}
    protocol Sink: Sendable {}
    @Component final class Asker { let made: Made }
    @Component final class Both {}

    enum Twice {
        @Provides static func first() -> Made { Made() }
        @Provides static func second() -> Made { Made() }
    }
    enum Same { @Provides static func both() -> Both { Both() } }
    @Component final class BothAsker { let both: Both }
    enum Lacking { @Provides static func made(log: Log, @Named("x") sink: any Sink) -> Made { Made() } }
    enum Settings { @Provides static func port(@Named(setting: "f.port") port: Int) -> Made { Made() } }
    enum Circle {
        @Provides static func made(log: Log) -> Made { Made() }
        @Provides static func log(made: Made) -> Log { Log() }
    }
    enum Awaited { @Provides(.scope(.prototype)) static func made() async -> Made { Made() } }
    enum Lists {
        @Provides static func all() -> [Made] { [] }
        @Provides static func asker(list: [Made]) -> Log { Log() }
    }
    enum Away { @Provides(.profile("other")) static func made() -> Made { Made() } }
    enum Waiting { @Provides(.dependsOn("nothing")) static func made() -> Made { Made() } }
    enum Throwing { @Provides static func now() throws(SampleError) -> Int { throw SampleError() } }

    private static let name = String(reflecting: FunctionFaultTests.self)

    struct Mistake: Sendable, CustomTestStringConvertible {
        let world: String
        let classes: [String]
        let codes: [IOCError.Code]
        /// Parts of the message that only functions have.
        let says: [String]
        var testDescription: String { world }

        init(_ world: String, _ classes: String..., codes: IOCError.Code..., says: String...) {
            (self.world, self.classes, self.codes, self.says) = (world, classes, codes, says)
        }
    }

    static let mistakes = [
        Mistake(
            "Twice", "Asker", codes: .dependencyAmbiguous,
            says: "(IOCTests/FunctionFaultTests.swift:13)", "(IOCTests/FunctionFaultTests.swift:14)"),
        Mistake(
            "Same", "Both", "BothAsker", codes: .dependencyAmbiguous, says: "(IOCTests/FunctionFaultTests.swift:16)"),
        Mistake(
            "Lacking", codes: .dependencyMissing, .qualifierUnknown,
            says: "Lacking.made(log:) needs", "Lacking.made(sink:) needs", "IOCTests/FunctionFaultTests.swift:18"),
        Mistake("Settings", codes: .settingMissing, says: "FunctionFaultTests.Settings.port(port:)"),
        Mistake("Circle", codes: .constructionCycle),
        Mistake("Awaited", codes: .asyncNeedsSingleton, says: "has an async function and the scope 'prototype'"),
        Mistake("Lists", codes: .shapeMeaningless, says: "write one definition for each element"),
        Mistake(
            "Away", "Asker", codes: .dependencyMissing,
            says: "Away.made: its profile is 'other'", "Twice.first: no prefix or class list names it"),
        Mistake("Waiting", codes: .dependsOnUnknown, says: "IOCTests/FunctionFaultTests.swift:"),
    ]

    @Test("Each is reported by a boot and by a check, with the function and its line", arguments: mistakes)
    func reported(_ mistake: Mistake) throws {
        let configuration = ContextConfiguration(
            prefixes: ["\(Self.name).\(mistake.world)."], classes: mistake.classes.map { "\(Self.name).\($0)" })
        let checked = try #require(throws: IOCError.self) { try ApplicationContext.check(configuration) }
        let error = try bootError(configuration)
        #expect(checked.description == error.description)
        #expect(error.faults.map(\.code) == mistake.codes)
        for part in mistake.says { #expect(error.description.contains(part), "\(error)") }
        #expect(mistake.world != "Circle" || !error.description.contains("initializer"), "\(error)")
    }

    @Test("The error of a function is the cause of a fault at the function's line")
    func throwing() throws {
        let error = try bootError(ContextConfiguration(prefixes: ["\(Self.name).Throwing."]))
        #expect(error.faults.map(\.code) == [.componentFailed])
        #expect(error.cause is SampleError)
        #expect(error.description.contains("FunctionFaultTests.Throwing.now failed in its function"), "\(error)")
        #expect(error.faults[0].location?.hasPrefix("IOCTests/FunctionFaultTests.swift:") == true)
    }

    @Test("A function's misspelled name is corrected")
    func misspelled() throws {
        let error = try bootError(ContextConfiguration(classes: ["\(Self.name).Twice.frst"]))
        #expect(error.faults.first?.suggestion == "\(Self.name).Twice.first")
    }

    enum Whole {
        final class Made: Sendable {}
        final class Plain: Sendable {}
        @Provides static func made() -> Made { Made() }
    }

    @Test("A plain class under a prefix is no mistake, whether a function creates it or nothing does")
    func plain() throws {
        let context = try ApplicationContext(ContextConfiguration(prefixes: ["\(Self.name).Whole."]))
        #expect(context.report.notices.filter { $0.description.contains("Whole.") }.isEmpty)
    }
}
