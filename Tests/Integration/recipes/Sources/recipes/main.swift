import Configuration
import Glibc
import Hummingbird
import IOC
import PostgresNIO
import Synchronization
import Tracing

// Runs one recipe of the page, and prints what its clients have seen.

func readSecret() throws {
    let secret = InMemoryProvider(values: [AbsoluteConfigKey(["key"]): ConfigValue(.string("s3cret"), isSecret: true)])
    var configuration = ContextConfiguration(components: [Database.self])
    configuration.settingSources = [ConfigSource(provider: secret)]
    let context = try ApplicationContext(configuration)
    print(
        "secret: \(try context.setting("key", as: String.self) == "s3cret") \((try? context.setting("key", as: Int.self)) == nil)"
    )
    do { _ = try context.setting("key", as: Int.self) } catch { print("shown: \("\(error)".contains("s3cret"))") }
}

/// Sends the first request as early as possible, then has 16 open requests when SIGTERM arrives.
func clients() -> Task<Void, Never> {
    Task {
        var first: String?
        while first == nil {
            first = try? await Network.get("/Ada", port: 8080)
            await Task.yield()
        }
        print("first: \(first ?? "")")
        let slow = (0..<16).map { _ in Task { try await Network.get("/slow", port: 8080) } }
        while Work.begun.load(ordering: .relaxed) < 17 { await Task.yield() }
        kill(getpid(), SIGTERM)
        var answers: [String: Int] = [:]
        for task in slow { answers[(try? await task.value) ?? "lost", default: 0] += 1 }
        print("slow: \(answers)")
    }
}

/// Starts with a trace, and prints each span with its parent.
func trace(_ configuration: ContextConfiguration) async throws {
    var configuration = configuration
    configuration.observers.append(TracingObserver())
    let context = try ApplicationContext(configuration)
    try await startTraced(context)
    try await context.stop()
    for span in RecordedSpan.all { print("span: \(span.operationName) in \(span.parent ?? "none")") }
}

let client = PostgresClientWitness()
let witness = StopWitness()
var configuration = ContextConfiguration(components: [
    Database.self, Greeter.self, Web.self, ShopDatabase.self, Schema.self,
])
configuration.observers = [witness, client]
switch CommandLine.arguments.dropFirst().first {
case "secret": try readSecret()
case "beside":
    let watched = clients()
    await endingWell { try await serveBeside(configuration) }
    await watched.value
case "inside":
    configuration.classes += ["WebServer"]
    let watched = clients()
    await endingWell { try await ApplicationContext(configuration).run() }
    await watched.value
case "group":
    configuration.classes += ["Consumer", "GroupedServer"]
    let watched = clients()
    await endingWell { try await serveAsGroup(configuration) }
    await watched.value
case "traced": try await trace(configuration)
case "logged":
    var logged = ContextConfiguration(components: [Talker.self])
    logged.observers = [ComponentLoggers()]
    let context = try ApplicationContext(logged)
    try await context.start()
    try await context.stop()
case "unwired":
    configuration.classes += ["Absent"]
    await endingWell { try await serveBeside(configuration) }
default: print("which recipe?")
}
print("stopped: \(witness.isStopped)")
print("client: \(client.story)")
