import IOC
import IOCTesting
import Testing

@Suite("A context that can't be created")
struct ContextFailureTests {
    struct Refused: Error {}
    final class Stubborn: IOCComponent, Startable, Stoppable {
        func start() async throws {}
        func stop() async throws { throw Refused() }
    }
    final class Reluctant: IOCComponent, Startable {
        func start() async throws { throw Refused() }
    }

    @Test(
        "A context that can't be created is an issue at the test's own place, with every fault, and the test does not run",
        .expectingIssue("dependency-missing", "Ledger.clock", "Ledger.mailer", "2 faults"),
        .applicationContext(.of(Ledger.self)))
    func faults() { Issue.record("the test ran without its context") }

    @Test(
        "A missing file is an issue, and the test does not run", .expectingIssue("file-missing", "nowhere.json"),
        .applicationContext(contentsOf: "nowhere.json"))
    func noFile() { Issue.record("the test ran without its context") }

    @Test(
        "An error of the code that reads the configuration is an issue, and the test does not run",
        .expectingIssue("file-missing", "nowhere.json"),
        .applicationContext(try ContextConfiguration(contentsOf: "nowhere.json")))
    func throwingConfiguration() { Issue.record("the test ran without its context") }

    @Test(
        "A trait without a configuration to refine is an issue, and the test does not run",
        .expectingIssue("there is no configuration to refine", "fix"),
        .applicationContext { $0.set("a", to: 1) })
    func noConfiguration() { Issue.record("the test ran without its context") }

    @Test(
        "An error of the overrides is an issue, and the test does not run", .expectingIssue("Refused"),
        .applicationContext(.shop) { _ in throw Refused() })
    func throwingOverrides() { Issue.record("the test ran without its context") }

    @Test(
        "A setting of a test that nothing reads is an issue with the setting that was meant",
        .expectingIssue("'ledger.currency'?", atTest: false),
        .applicationContext(.shop) { $0.set("ledger.curency", to: "x") })
    func misspeltSetting() throws {
        #expect(try ApplicationContext.current.component(Ledger.self).currency == "EUR")
    }

    static let misspelt = {
        var configuration = ContextConfiguration.of(ReplacementTests.Nightly.self)
        configuration.profiles = ["nihgt"]
        return configuration
    }()

    @Test(
        "A profile of the configuration that nothing mentions is an issue, and the test does not run",
        .expectingIssue("profile-unknown", "did you mean 'night'"), .applicationContext(misspelt))
    func configured() { Issue.record("the test ran without its context") }

    @Test(
        "A component that does not start is an issue, and the test does not run",
        .expectingIssue("start-failed", "Refused"), .applicationContext(.of(Reluctant.self), starting: true))
    func failingStart() { Issue.record("the test ran without its context") }

    @Test(
        "A stop that fails is an issue at the test's own place", .expectingIssue("stop-failed", "Refused"),
        .applicationContext(.of(Stubborn.self), starting: true))
    func failingStop() throws {
        _ = try ApplicationContext.current.component(Stubborn.self)
    }
}
