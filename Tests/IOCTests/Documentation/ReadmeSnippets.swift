// swift-format-ignore-file
import IOC

// What the README shows, compiled. `ReadmeTests` checks that every block stands here line by line.

private protocol PaymentGateway: Sendable {}
private protocol Sink: Sendable {}
private protocol Plugin: Sendable {}
private final class StripeGateway: IOCComponent, PaymentGateway {}
private class OrderMapper: IOCComponent, @unchecked Sendable { required init() {} }
private final class FakeMapper: OrderMapper, @unchecked Sendable {}
private final class Cache: IOCComponent {}
private final class Job: IOCComponent {}

private final class SGMapper: IOCComponent {}

private final class SGService: IOCComponent, @unchecked Sendable {
    @Autowired var mapper: SGMapper
}

private final class OrderService: IOCComponent, @unchecked Sendable {
    @Autowired var mapper: OrderMapper              // by class
    @Autowired var gateway: any PaymentGateway      // by protocol
    @Autowired("audit") var log: any Sink           // by name
    @Autowired var cache: Cache?                    // nil where there is none
    @Autowired var plugins: [any Plugin]            // all, by order and then by name
    @Autowired var sinks: [String: any Sink]        // all, by component name
    @Autowired var job: Provider<Job>               // asked for on each call: try job()
}

private struct DatabaseSettings: Decodable, Sendable {}

private final class Server: IOCComponent, @unchecked Sendable {
    @Value("server.port") var port = 8080
    @Value("server.timeout") var timeout: Duration
    @Value("database") var database: DatabaseSettings
}

extension StripeGateway {
    static var traits: [ComponentTrait] { [.named("stripe"), .primary, .scope(.prototype), .profile("production")] }
}

private func start() throws {
    let context = try ApplicationContext(contentsOf: "config/applicationContext.json")
    let service = try context.component(SGService.self)
    print("\(type(of: service)) -> \(type(of: service.mapper))")  // SGService -> SGMapper
}

private func test() {
    let service = OrderService()
    service.mapper = FakeMapper()
}

private func configureInCode() throws {
    let context = try ApplicationContext(Configuration(prefixes: ["SG"]))
    _ = context
}

private func ask(_ context: ApplicationContext, _ handler: AnyObject) throws {
    let service = try context.component(SGService.self)                  // by class or protocol
    let same = try context.component(ofClass: "SGService")               // by the class's name
    let stripe = try context.component(named: "stripe", as: (any PaymentGateway).self)
    let plugins = try context.components((any Plugin).self)              // all
    try context.inject(into: handler)                                    // an object that somebody else made
    let child = try ApplicationContext(Configuration(prefixes: ["Request"]), parent: context)
    print(context.graph.tree)
    print(context.report)
    _ = (service, same, stripe, plugins, child)
}

private final class BookStore: IOCComponent, Startable, Stoppable {
    func start() async throws { /* connect, migrate */ }
    func stop() async throws { /* disconnect */ }
}

private final class BookServer: IOCComponent, IOCService, @unchecked Sendable {
    @Autowired var store: BookStore
    @Value("server.port") var port = 8080
    func run() async throws { /* serve until the task is cancelled */ }
}

private func serve() async throws {
    let timings = StartupTimings()
    var configuration = try Configuration(contentsOf: "config/applicationContext.json", arguments: CommandLine.arguments)
    configuration.observers = [timings]
    let context = try ApplicationContext(configuration)
    try await context.run()
}
