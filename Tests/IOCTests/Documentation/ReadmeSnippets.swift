// swift-format-ignore-file
import FoundationEssentials
import IOC
import IOCTesting
import Testing

// What the README shows, compiled, and run. `DocumentationTests` checks that every block is here, line by line.

private protocol Clock: Sendable {
    var hour: Int { get }
}

@Component
private final class NoonClock: Clock {
    var hour: Int { 12 }
}

@Component
private final class Greeter {
    let clock: any Clock
    @Injected(setting: "greeting.evening", default: "Good evening") let evening: String

    func greet(_ name: String) -> String {
        clock.hour < 18 ? "Hello, \(name)!" : "\(evening), \(name)!"
    }
}

private func boot() throws {
    let context = try ApplicationContext(contentsOf: "config/applicationContext.json")
    let greeter = try context.component(Greeter.self)
    print(greeter)
}

@Component
private final class WebServer: IOCService {
    let greeter: Greeter
    @Injected(setting: "server.port", default: 8080) let port: Int

    func run() async throws { /* serve until the task is cancelled */ }
}

// Compiled only, because the file is that of another program.
@Suite(.disabled("the file is that of another program"))
private struct OtherProgram {
struct LateClock: Clock {
    let hour = 22
}

@Suite(.applicationContext(contentsOf: "config/applicationContext.json"))
struct GreeterTests {
    @Autowired var greeter: Greeter

    @Test(.applicationContext { $0.replace((any Clock).self) { LateClock() } })
    func greetsLate() {
        #expect(greeter.greet("Ada") == "Good night, Ada!")
    }
}
}

@Suite("The README's example")
struct ReadmeTests {
    @Test("The greeter gets its clock and its setting")
    func greets() throws {
        var configuration = ContextConfiguration(components: [NoonClock.self, Greeter.self])
        configuration.settings = ["greeting": ["evening": "Good night"]]
        let greeter = try ApplicationContext(configuration).component(Greeter.self)
        #expect(greeter.greet("Ada") == "Hello, Ada!")
        #expect(greeter.evening == "Good night")
    }
}
