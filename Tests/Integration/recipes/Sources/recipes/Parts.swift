import Foundation
import Hummingbird
import IOC
import Logging
import ServiceLifecycle
import Synchronization
import Tracing

/// A database that has to be open during each request.
@Component
final class Database: Startable, Stoppable {
    private let isOpen = Atomic(false)

    func start() async throws {
        try await Task.sleep(for: .milliseconds(300))
        isOpen.store(true, ordering: .releasing)
    }

    func stop() { isOpen.store(false, ordering: .releasing) }

    var state: String { isOpen.load(ordering: .acquiring) ? "open" : "closed" }
}

@Component
final class Greeter {
    let database: Database
    let shop: ShopDatabase

    func greet(_ name: String) async throws -> String {
        Work.begun.add(1, ordering: .relaxed)
        let before = database.state
        _ = try await shop.client.query("SELECT title FROM books")
        if name == "slow" { try await Task.sleep(for: .milliseconds(300)) }
        _ = try await shop.client.query("SELECT title FROM books")
        return "\(before) \(database.state)"
    }
}

/// Two services of a group. One depends on the other, and they conform to none of the container's protocols.
@Component
final class Consumer: Service {
    let server: GroupedServer
    func run() async { try? await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(3600)) } }
}

@Component
final class GroupedServer: Service {
    let web: Web
    func run() async throws { try await web.application().run() }
}

/// Knows nothing of its own logger.
@Component
final class Talker: Startable {
    func start() { print("logger: \(Logger.current.label)") }
}

func startTraced(_ context: ApplicationContext) async throws {
    try await withSpan("start") { _ in try await context.start() }
}

/// Ends the process with the code of an error.
func endingWell(_ serve: () async throws -> Void) async {
    do {
        try await serve()
    } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        exit((error as? IOCError)?.exitCode ?? 70)
    }
}
