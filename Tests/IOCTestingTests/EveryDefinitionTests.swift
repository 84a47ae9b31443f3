import IOC
import IOCBase
import IOCTesting
import Testing

@Suite("The check that every definition resolves")
struct EveryDefinitionTests {
    final class Broken: IOCComponent {
        struct Reason: Error {}
        static var traits: [ComponentTrait] { [.lazy, .named("broken")] }
        func didInject() throws { throw Reason() }
    }
    final class Misnamed: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype), .named("misnamed")] }
        @Autowired("clocc") var clock: any Clock
    }
    final class TwiceMisnamed: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype), .named("twice")] }
        @Autowired("klock") var clock: any Clock
        @Autowired("maler") var mailer: any Mailer
    }
    final class PerRequest: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.request)] }
    }
    final class NeedsBroken: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.named("needs")] }
        @Autowired var broken: Broken
    }
    final class Letters: Assembly {
        let letter = Definition(.prototype) { (_: Letters, text: String) in Letter(text) }
        let first = Definition(.prototype) { (letters: Letters) in [try letters.letter("a")] }
    }
    final class Letter: Sendable {
        let text: String
        init(_ text: String) { self.text = text }
    }

    @Test("The check resolves all scopes, and passes over definitions with arguments")
    func everything() async throws {
        var configuration = ContextConfiguration.of(SystemClock.self, PostMailer.self, Ledger.self, PerRequest.self)
        configuration.assemblies = [String(reflecting: Letters.self)]
        let names = await expectEveryDefinitionResolves(in: configuration)
        #expect(
            names == [
                "IOCTestingTests.EveryDefinitionTests.Letters.first", "IOCTestingTests.EveryDefinitionTests.PerRequest",
                "IOCTestingTests.Ledger", "IOCTestingTests.SystemClock", "mailer",
            ])
    }

    /// The issues that a check records, with the line they stand at.
    private func issues(_ check: () async -> Void) async -> [String] {
        let texts = Guarded<[String]>([])
        await withKnownIssue {
            await check()
        } matching: { issue in
            texts.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
            return issue.sourceLocation?.fileID == #fileID
        }
        return texts.withLock { $0 }
    }

    @Test("The check reports lazy components and prototypes that can't be created, each reason once")
    func lazyFaults() async throws {
        let reported = await issues {
            await expectEveryDefinitionResolves(
                in: .of(SystemClock.self, Broken.self, Misnamed.self, NeedsBroken.self))
        }
        #expect(reported.count == 2)
        #expect(reported.contains { $0.contains("'broken' does not resolve") && $0.contains("Reason") })
        #expect(reported.contains { $0.contains("'misnamed' does not resolve") && $0.contains("clocc") })
    }

    @Test("The check reports every fault of a definition that can't be created")
    func severalFaults() async throws {
        let reported = await issues {
            await expectEveryDefinitionResolves(in: .of(SystemClock.self, PostMailer.self, TwiceMisnamed.self))
        }
        #expect(reported.count == 2 && reported.allSatisfy { $0.contains("'twice' does not resolve") })
        #expect(["klock", "maler"].allSatisfy { name in reported.contains { $0.contains(name) } })
    }

    @Test("The check reports every fault of a configuration that does not boot")
    func bootFaults() async {
        let reported = await issues { await expectEveryDefinitionResolves(in: .of(Ledger.self)) }
        #expect(reported.count == 2)
        #expect(reported.allSatisfy { $0.contains("dependency-missing") })
    }

    @Test("The check skips the exceptions, and reports exceptions that name no definition")
    func exceptions() async {
        #expect(await expectEveryDefinitionResolves(in: .of(Broken.self), except: ["broken"]).isEmpty)
        let reported = await issues { await expectEveryDefinitionResolves(in: .shop, except: ["brocken"]) }
        #expect(reported.count == 1 && reported[0].contains("no definition is named 'brocken'"))
        let both = await issues {
            await expectEveryDefinitionResolves(in: .shop, except: ["brocken", "SystemClok", "mailer"])
        }
        #expect(both.count == 2)
        #expect(["'brocken'", "'SystemClok'"].allSatisfy { name in both.contains { $0.contains(name) } })
    }

    @Test("An exception may be a simple name, or the end of a qualified one")
    func simpleNames() async {
        let configuration = ContextConfiguration.of(SystemClock.self, PerRequest.self)
        #expect(
            await expectEveryDefinitionResolves(in: configuration, except: ["PerRequest"]) == [
                "IOCTestingTests.SystemClock"
            ])
        #expect(
            await expectEveryDefinitionResolves(
                in: configuration, except: ["EveryDefinitionTests.PerRequest", "SystemClock"]
            )
            .isEmpty)
        #expect(
            await issues { await expectEveryDefinitionResolves(in: configuration, except: ["SystemClok"]) }.first?
                .hasSuffix("did you mean 'SystemClock'?") == true)
    }

    @Test("The check applies overrides")
    func overrides() async {
        let names = await expectEveryDefinitionResolves(in: .of(Station.self, Satellite.self)) {
            $0.replace((any Dish).self) { FakeDish() }
        }
        #expect(names.count == 2)
    }

    @Test("The check reports the error of the overrides, and then resolves nothing")
    func failingOverrides() async {
        await withKnownIssue {
            #expect(await expectEveryDefinitionResolves(in: .shop) { _ in throw Broken.Reason() }.isEmpty)
        } matching: { issue in
            issue.error is Broken.Reason && issue.sourceLocation?.fileID == #fileID
        }
    }

    final class Transaction: IOCComponent, Stoppable, @unchecked Sendable {
        // Sound: the only state is wrapped.
        static var traits: [ComponentTrait] { [.scope(.request)] }
        @Autowired var journal: Journal
        func stop() async throws { try journal.end() }
    }
    final class Journal: IOCComponent {
        struct Full: Error {}
        let ends = Guarded(0)
        let isFull = Guarded(false)
        func end() throws {
            ends.withLock { $0 += 1 }
            if isFull.withLock(\.self) { throw Full() }
        }
    }

    @Test("The check stops what it has created in the request scope, and reports a stop that fails")
    func stoppedAsynchronously() async throws {
        let context = try ApplicationContext(.of(Transaction.self, Journal.self))
        let journal = try context.component(Journal.self)
        #expect(await expectEveryDefinitionResolves(in: context).count == 2)
        #expect(journal.ends.withLock(\.self) == 1)
        #expect(await expectEveryDefinitionResolves(in: .of(Transaction.self, Journal.self)).count == 2)
        journal.isFull.withLock { $0 = true }
        await withKnownIssue {
            await expectEveryDefinitionResolves(in: context)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("stop-failed") } && issue.sourceLocation?.fileID == #fileID
        }
    }

    @Test("The check can use a test's own context", .applicationContext(.shop))
    func current() async throws {
        #expect(try await expectEveryDefinitionResolves(in: .current).count == 3)
    }
}
