import IOC
import IOCTesting
import Testing

@Suite("A context that can't be created")
struct ContextFailureTests {
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

    struct Refused: Error {}

    @Test(
        "An error of the overrides is an issue, and the test does not run", .expectingIssue("Refused"),
        .applicationContext(.shop) { _ in throw Refused() })
    func throwingOverrides() { Issue.record("the test ran without its context") }

    @Test(
        "A setting that does not convert is an issue, and the test does not run",
        .expectingIssue("setting-conversion", "ledger.currency"),
        .applicationContext(.shop) { $0.set("ledger.currency", to: ["a": 1]) })
    func badProperty() { Issue.record("the test ran without its context") }

    final class Stubborn: IOCComponent, Startable, Stoppable {
        struct Refusal: Error {}
        func start() async throws {}
        func stop() async throws { throw Refusal() }
    }

    @Test(
        "A stop that fails is an issue at the test's own place", .expectingIssue("stop-failed", "Refusal"),
        .applicationContext(.of(Stubborn.self), starting: true))
    func failingStop() throws {
        _ = try ApplicationContext.current.component(Stubborn.self)
    }

    final class Reluctant: IOCComponent, Startable {
        struct Refusal: Error {}
        func start() async throws { throw Refusal() }
    }

    @Test(
        "A component that does not start is an issue, and the test does not run",
        .expectingIssue("start-failed", "Refusal"),
        .applicationContext(.of(Reluctant.self), starting: true))
    func failingStart() { Issue.record("the test ran without its context") }
}
