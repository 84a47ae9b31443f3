// swift-format-ignore-file
import IOC

// What the README shows, compiled. `ReadmeTests` checks that every block stands here line by line.

private protocol PaymentGateway: Sendable {}
private protocol Sink: Sendable {}
private protocol Plugin: Sendable {}
@Component("stripe", .primary, .scope(.prototype), .profile("production"))
private final class StripeGateway: PaymentGateway {}

private final class PayPalGateway: IOCComponent, PaymentGateway, @unchecked Sendable {
    static var traits: [ComponentTrait] { [.named("paypal"), .fallback] }
    @Autowired var mapper: OrderMapper
}

@Component
private class OrderMapper { required init() {} }
@Component
private final class FakeMapper: OrderMapper {}
@Component
private final class Cache {}
@Component
private final class Job {}

@Component
private final class SGMapper {}

@Component
private final class SGService {
    @Autowired var mapper: SGMapper
}

@Component
private final class OrderService {
    @Autowired var mapper: OrderMapper              // by class
    @Autowired var gateway: any PaymentGateway      // by protocol
    @Autowired("audit") var log: any Sink           // by name
    @Autowired var cache: Cache?                    // nil where there is none
    @Autowired var plugins: [any Plugin]            // all, by order and then by name
    @Autowired var sinks: [String: any Sink]        // all, by component name
    @Autowired var job: Provider<Job>               // asked for on each call: try job()
}

private struct DatabaseSettings: Decodable, Sendable {}

@Component
private final class Server {
    @Value("server.port") var port = 8080
    @Value("server.timeout") var timeout: Duration
    @Value("database") var database: DatabaseSettings
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
    let context = try ApplicationContext(ContextConfiguration(prefixes: ["SG"]))
    _ = context
}

private func ask(_ context: ApplicationContext, _ handler: AnyObject) throws {
    let service = try context.component(SGService.self)                  // by class or protocol
    let same = try context.component(ofClass: "SGService")               // by the class's name
    let stripe = try context.component(named: "stripe", as: (any PaymentGateway).self)
    let plugins = try context.components((any Plugin).self)              // all
    try context.inject(into: handler)                                    // an object that somebody else made
    let child = try ApplicationContext(ContextConfiguration(prefixes: ["Request"]), parent: context)
    print(context.graph.tree)
    print(context.report)
    _ = (service, same, stripe, plugins, child)
}

@Component
private final class BookStore: Startable, Stoppable {
    func start() async throws { /* connect, migrate */ }
    func stop() async throws { /* disconnect */ }
}

@Component
private final class BookServer: IOCService {
    @Autowired var store: BookStore
    @Value("server.port") var port = 8080
    func run() async throws { /* serve until the task is cancelled */ }
}

private struct TimedShop: ContainerProgram {
    let timings = StartupTimings()
    func configure(_ configuration: inout ContextConfiguration) throws { configuration.observers = [timings] }
    func run(_ context: ApplicationContext) async throws {
        try await context.run()
        print(timings)
    }
}
