// swift-format-ignore-file
import IOC
import Synchronization
import Testing

// What the page about requests shows, compiled and run. `DocumentationTests` checks that every block is here, line by line.

private struct Request: Sendable { var id: String }

private struct Response: Sendable {
    typealias Writer = @Sendable (String) async throws -> Void
    var body: @Sendable (Writer) async throws -> Void
    init(_ body: @escaping @Sendable (Writer) async throws -> Void) { self.body = body }
}

@Component(.scope(.request))
private final class Visit: Stoppable {
    let id = Mutex("")
    func stop() async throws { /* commit, or return what was borrowed */ }
}

@Component
private final class Orders {
    let visit: Provider<Visit>
    func owner() throws -> String { try visit().id.withLock { $0 } }
}

@Component
private final class RequestMiddleware {
    let visit: Provider<Visit>

    func respond(to request: Request, _ next: @Sendable (Request) async throws -> Response) async throws -> Response {
        try await withRequestScope {
            try visit().id.withLock { $0 = request.id }
            return try await next(request)
        }
    }
}

private func download(_ visit: Provider<Visit>) throws -> Response {
    let scope = try RequestScope.hold()
    return Response { writer in
        try await scope.run { try await writer(visit().id.withLock { $0 }) }
        try await scope.end()
    }
}

private func remember(_ visit: Provider<Visit>) throws -> Task<String, any Error> {
    let scope = try RequestScope.hold()
    return Task {
        let id = try await scope.run { try visit().id.withLock { $0 } }
        try await scope.end()
        return id
    }
}

@Suite("The examples of the page about requests")
struct RequestSnippets {
    private func context() throws -> ApplicationContext {
        try ApplicationContext(ContextConfiguration(components: [Visit.self, Orders.self, RequestMiddleware.self]))
    }

@Test func anOwnerIsTheVisitor() async throws {
    let context = try ApplicationContext(ContextConfiguration(components: [Visit.self, Orders.self]))
    try await withRequestScope {
        try context.component(Visit.self).id.withLock { $0 = "42" }
        #expect(try context.component(Orders.self).owner() == "42")
    }
}

    @Test("The middleware gives each request its own, and a streamed body still has it")
    func streamed() async throws {
        let context = try context()
        let middleware = try context.component(RequestMiddleware.self)
        let written = Mutex<[String]>([])
        for id in ["1", "2"] {
            let response = try await middleware.respond(to: Request(id: id)) { _ in try download(middleware.visit) }
            try await response.body { line in written.withLock { $0.append(line) } }
        }
        #expect(written.withLock { $0 } == ["1", "2"])
        #expect(throws: IOCError.self) { try context.component(Visit.self) }
    }

    @Test("Continued work keeps the request's instance, and a detached task without a handle has none")
    func background() async throws {
        let context = try context()
        let middleware = try context.component(RequestMiddleware.self)
        let work = Mutex<Task<String, any Error>?>(nil)
        _ = try await middleware.respond(to: Request(id: "7")) { _ in
            let task = try remember(middleware.visit)
            work.withLock { $0 = task }
            return Response { _ in }
        }
        #expect(try await work.withLock { $0 }?.value == "7")
        try await withRequestScope {
            let outside = await Task.detached { (try? context.component(Visit.self)) == nil }.value
            #expect(outside)
        }
    }
}
