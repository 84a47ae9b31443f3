import IOC
import IOCBase
import IOCTesting
import Testing

@Suite("The check that every definition resolves")
struct EveryDefinitionTests {
    struct Reason: Error {}
    final class Broken: IOCComponent {
        static var traits: [ComponentTrait] { [.lazy, .named("broken")] }
        func didInject() throws { throw Reason() }
    }
    final class NeedsBroken: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.named("needs")] }
        @Autowired var broken: Broken
    }
    final class Misnamed: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype), .named("misnamed")] }
        @Autowired("klock") var clock: any Clock
        @Autowired("maler") var mailer: any Mailer
    }
    final class Letters: Assembly {
        let letter = Definition(.prototype) { (_: Letters, text: String) in text }
        let first = Definition(.prototype) { (letters: Letters) in [try letters.letter("a")] }
    }
    final class Journal: IOCComponent {
        let ends = Guarded(0)
        let isFull = Guarded(false)
    }
    final class PerRequest: IOCComponent, Stoppable, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var journal: Journal
        func stop() async throws {
            journal.ends.withLock { $0 += 1 }
            if journal.isFull.withLock(\.self) { throw Reason() }
        }
    }
    enum East { final class Gate: IOCComponent {} }
    enum West { final class Gate: IOCComponent {} }

    @Test("The check resolves all scopes, and passes over definitions with arguments")
    func everything() async throws {
        var configuration = ContextConfiguration.of(SystemClock.self, PostMailer.self, Journal.self, PerRequest.self)
        configuration.assemblies = [String(reflecting: Letters.self)]
        let suite = "IOCTestingTests.EveryDefinitionTests"
        #expect(
            await expectEveryDefinitionResolves(in: configuration) == [
                "\(suite).Journal", "\(suite).Letters.first", "\(suite).PerRequest", "IOCTestingTests.SystemClock",
                "mailer",
            ])
    }

    /// The issues that a check records at its own place.
    private func issues(_ check: () async -> [String]) async -> [String] {
        let texts = Guarded<[String]>([])
        await withKnownIssue {
            _ = await check()
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined() + (issue.error.map { "\($0)" } ?? "")
            texts.withLock { $0.append(text) }
            return issue.sourceLocation?.fileID == #fileID
        }
        return texts.withLock { $0 }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let configuration: ContextConfiguration
        let exceptions: Set<String>
        /// The texts of each issue.
        let issues: [[String]]

        init(
            _ description: String, _ configuration: ContextConfiguration, except: Set<String> = [], _ issues: [[String]]
        ) {
            (testDescription, self.configuration) = (description, configuration)
            (exceptions, self.issues) = (except, issues)
        }
    }

    static let cases = [
        Case(
            "a lazy component that fails, once", .of(Broken.self, NeedsBroken.self),
            [["'broken' does not resolve", "Reason"]]),
        Case(
            "every fault of a prototype", .of(SystemClock.self, PostMailer.self, Misnamed.self),
            [["'misnamed' does not resolve", "klock"], ["'misnamed' does not resolve", "maler"]]),
        Case(
            "every fault of a configuration that does not boot", .of(Ledger.self),
            [["dependency-missing", "clock"], ["dependency-missing", "mailer"]]),
        Case(
            "exceptions that name no definition", .shop, except: ["brocken", "SystemClok", "mailer"],
            [
                ["no definition is named 'SystemClok'", "did you mean 'SystemClock'?"],
                ["no definition is named 'brocken'"],
            ]),
        Case(
            "an exception that names several definitions", .of(West.Gate.self, East.Gate.self), except: ["Gate"],
            [
                [
                    "several definitions are named 'Gate': IOCTestingTests.EveryDefinitionTests.East.Gate, "
                        + "IOCTestingTests.EveryDefinitionTests.West.Gate"
                ]
            ]),
    ]

    @Test("The check reports each reason once", arguments: cases)
    func faults(test: Case) async {
        let reported = await issues {
            await expectEveryDefinitionResolves(in: test.configuration, except: test.exceptions)
        }
        #expect(reported.count == test.issues.count)
        for texts in test.issues { #expect(reported.contains { texts.allSatisfy($0.contains) }, "\(reported)") }
    }

    @Test(
        "An exception may be a simple name, or the end of a qualified one",
        arguments: ["Gate", "West.Gate", "IOCTestingTests.EveryDefinitionTests.West.Gate"])
    func exceptions(name: String) async {
        #expect(
            await expectEveryDefinitionResolves(in: .of(Broken.self, West.Gate.self), except: ["broken", name])
                .isEmpty)
    }

    @Test("The check applies overrides, and reports their error without resolving anything")
    func overrides() async {
        let names = await expectEveryDefinitionResolves(in: .of(Station.self, Satellite.self)) {
            $0.replace((any Dish).self) { FakeDish() }
        }
        #expect(names.count == 2)
        let reported = await issues {
            let names = await expectEveryDefinitionResolves(in: .shop) { _ in throw Reason() }
            #expect(names.isEmpty)
            return names
        }
        #expect(reported == ["Reason()"])
    }

    @Test("The check stops what it has created in the request scope, and reports a stop that fails")
    func stopped() async throws {
        let context = try ApplicationContext(.of(PerRequest.self, Journal.self))
        let journal = try context.component(Journal.self)
        #expect(await expectEveryDefinitionResolves(in: context).count == 2)
        #expect(journal.ends.withLock(\.self) == 1)
        journal.isFull.withLock { $0 = true }
        let reported = await issues { await expectEveryDefinitionResolves(in: context) }
        #expect(reported.count == 1 && reported[0].contains("stop-failed"))
    }

    @Test("The check can use a test's own context", .applicationContext(.shop))
    func current() async throws {
        #expect(try await expectEveryDefinitionResolves(in: .current).count == 3)
    }
}
