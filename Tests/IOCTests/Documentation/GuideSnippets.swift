// swift-format-ignore-file
import FoundationEssentials
import IOC
import IOCManagement
import Observation
import Synchronization
import Testing

// What the README and the pages of the guide show, compiled, and run where it does something. `DocumentationTests` looks whether
// every block of every page stands in one of the files like this one, line by line.

private protocol PaymentGateway: Sendable {}
private protocol Sink: Sendable {}
private protocol Plugin: Sendable {}
private protocol Payments: Sendable {}

@Component
private class OrderMapper {
    required init() {}
    func save() {}
}
@Component
private final class FakeMapper: OrderMapper {}
private final class OrderDesk: ConstructedComponent {
    let mapper: OrderMapper
    let limit: Int

    init(mapper: OrderMapper, limit: Int) {
        self.mapper = mapper
        self.limit = limit
    }

    static var constructor: Constructor {
        Constructor(Parameter<OrderMapper>("mapper"), Parameter<Int>("limit", setting: "orders.limit", default: 100)) {
            try OrderDesk(mapper: $0[0], limit: $0[1])
        }
    }
}

@Component
private final class Cache {}
@Component(.scope(.prototype))
private final class Job { func run() throws {} }
@Component("audit")
private final class AuditSink: Sink {}
@Component
private final class VisitPlugin: Plugin {}

// MARK: README

@Component
private final class SGMapper {}

@Component
private final class SGService {
    @Autowired var mapper: SGMapper
}

@Component
private struct SGReport {
    let service: SGService
    @Injected(setting: "report.lines", default: 100) let lines: Int
}

private func start() throws {
    let context = try ApplicationContext(contentsOf: "config/applicationContext.json")
    let service = try context.component(SGService.self)
    print("\(type(of: service)) -> \(type(of: service.mapper))")  // SGService -> SGMapper
}

// MARK: Inject what a class needs

@Component
private final class OrderService {
    @Autowired var mapper: OrderMapper              // by class
    @Autowired var gateway: any PaymentGateway      // by protocol
    @Autowired("audit") var log: any Sink           // by name
    @Autowired var cache: Cache?                    // nil where there is none
    @Autowired var plugins: [any Plugin]            // all, by order and then by name
    @Autowired var sinks: [String: any Sink]        // all, by component name
    @Autowired var job: Provider<Job>               // asked for on each call
    @Autowired var context: ApplicationContext      // the context itself
}

private func save(_ service: OrderService) throws {
    let mapper = try service.$mapper.get()
    mapper.save()
}

private func runTwice(_ service: OrderService) throws {
    try service.job().run()
    try service.job().run()
}

@Component
private final class PriceList {
    @Autowired var mapper: OrderMapper
    let prices = Mutex<[String: Int]>([:])

    func didInject() throws {
        prices.withLock { $0 = ["tea": 3] }
    }
}

private func testByHand() {
    let service = OrderService()
    service.mapper = FakeMapper()
}

// MARK: Properties or initializers

@Component
private final class InvoiceDesk {
    let mapper: OrderMapper                                      // by class
    let gateway: any PaymentGateway                              // by protocol
    @Injected("audit") let log: any Sink                         // by name
    @Injected(setting: "invoice.limit", default: 100) let limit: Int
    let cache: Cache?                                            // nil where there is none
    let plugins: [any Plugin]                                    // all, by order and then by name
    let job: Provider<Job>                                       // asked for on each call
    private let count = Mutex(0)                                 // has a value: its own affair
}

@Component("journal")
private actor Journal {
    private let title: String
    private let log: any Sink

    init(
        @Named(setting: "journal.title") title: String = "Journal",
        @Named("audit") log: any Sink
    ) {
        self.title = title
        self.log = log
    }
}

@Component
private struct InvoiceController {
    let desk: InvoiceDesk
}

// MARK: Declare components

@Component("stripe", .primary, .scope(.prototype), .profile("production"))
private final class StripeGateway: PaymentGateway {}

private final class ShopComponentsAssembly: Assembly {
    let orderDesk: Define<OrderDesk> = .component()
    let stripeGateway: Define<StripeGateway> = .component()
}

private final class PayPalGateway: IOCComponent, PaymentGateway, @unchecked Sendable {
    static var traits: [ComponentTrait] { [.named("paypal"), .fallback] }
    @Autowired var mapper: OrderMapper
}

@Component(.scope(.request))
private final class Basket {
    let items = Mutex<[String]>([])
}

@Component
private final class BasketController {
    @Autowired var basket: Provider<Basket>

    func add(_ item: String) throws -> Int {
        try basket().items.withLock { items in
            items.append(item)
            return items.count
        }
    }
}

private func handle(_ item: String, with controller: BasketController) async throws -> Int {
    try await withRequestScope { try controller.add(item) }
}

@Component(.when(setting: "payments.provider", equals: "stripe"))
private final class StripePayments: Payments {}

@Component(.when(setting: "payments.fraudCheck"))
private final class FraudCheck {}

@Component(.whenMissing((any Payments).self))
private final class CashPayments: Payments {}

// MARK: Choose the classes

private func readTheFile() throws {
    let context = try ApplicationContext(contentsOf: "config/applicationContext.json")
    print(context.report)
}

private func sayItInCode() throws {
    let small = try ApplicationContext(ContextConfiguration(prefixes: ["SG"]))
    let exact = try ApplicationContext(ContextConfiguration(components: [SGMapper.self, SGService.self]))

    let changed = try ApplicationContext(contentsOf: "config/applicationContext.json") { configuration in
        configuration.profiles.append("production")
        configuration.bindings["Shop.PaymentGateway"] = "stripe"
    }
    print(small.report, exact.report, changed.report)
}

// MARK: Use a context

private func ask(_ context: ApplicationContext, _ handler: AnyObject) throws {
    // By class or protocol, by the class's name, and by the component's.
    let service = try context.component(SGService.self)
    let same = try context.component(ofClass: "SGService")
    let stripe = try context.component(named: "stripe", as: (any PaymentGateway).self)
    let plugins = try context.components((any Plugin).self)
    // An object that somebody else made.
    try context.inject(into: handler)
    print(service, same, stripe, plugins)
}

private final class Handler: @unchecked Sendable {
    // Sound: the only state is wrapped.
    @Autowired var service: SGService
}

private func answer(in context: ApplicationContext) -> SGService {
    ApplicationContext.withCurrent(context) { Handler().service }
}

private func visit(_ context: ApplicationContext) throws -> Int {
    let child = try ApplicationContext(ContextConfiguration(prefixes: ["Visit"]), parent: context)
    return try child.components((any Plugin).self).count
}

private func look(at context: ApplicationContext) throws {
    print(context.graph.tree)       // the components, each with what it needs
    print(context.report)           // size, conditions, notices, properties
    try context.graph.html.write(toFile: "graph.html")
}

private extension String {
    func write(toFile path: String) throws { try write(toFile: path, atomically: true, encoding: .utf8) }
}

// MARK: Start, run, stop

@Component
private final class Database: Startable, Stoppable {
    func start() async throws { /* connect, migrate */ }
    func stop() async throws { /* disconnect */ }
}

@Component
private final class WebServer: IOCService {
    @Autowired var database: Database
    func run() async throws { /* serve until the task is cancelled */ }
}

private func serve() async throws {
    let context = try ApplicationContext(contentsOf: "config/applicationContext.json")
    try await context.run()
}

// MARK: Assemblies

private final class NetworkAssembly: Assembly {}
private final class SystemClock: Sendable {}
private final class Ledger: Sendable {
    let clock: SystemClock
    init(clock: SystemClock) { self.clock = clock }
}
private final class Session: Sendable {
    let user: Int
    private let state = Mutex<(ledger: Ledger?, isOpen: Bool)>((nil, false))
    var ledger: Ledger? {
        get { state.withLock { $0.ledger } }
        set { state.withLock { $0.ledger = newValue } }
    }
    var isOpen: Bool { state.withLock { $0.isOpen } }
    init(user: Int) { self.user = user }
    func open() { state.withLock { $0.isOpen = true } }
}

private final class CoreAssembly: Assembly {
    let network = Collaborator(NetworkAssembly.self)
    let clock = Define(.singleton) { _ in SystemClock() }
    let ledger = Define { core in Ledger(clock: try core.clock()) }
    let session: Define<Session, Int> = Define(.prototype) { core, user in Session(user: user) }
        .inject { session, core in session.ledger = try core.ledger() }
        .didInject { $0.open() }
}

private func openSession() throws -> Session {
    let core = try CoreAssembly.activated()
    return try core.session(42)
}

@Component(.scope(.request))
private final class VisitReport {
    static let sent = Mutex(0)
    func send() async throws { Self.sent.withLock { $0 += 1 } }
}

private func sendLater(_ report: Provider<VisitReport>) throws -> Task<Void, any Error> {
    let scope = try RequestScope.hold()              // inside withRequestScope
    return Task {
        try await scope.run { try await report().send() }
        try await scope.end()                        // stops, once nobody else holds it
    }
}

// MARK: Write a program

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

private struct ImportBooks: ContainerProgram {
    func run(_ context: ApplicationContext) async throws {
        try await context.start()
        let store = try context.component(BookStore.self)
        print("imported into \(store)")
        try await context.stop()
    }
}

// MARK: Health and management pages

@Component
private final class MailQueue {
    let mails = Mutex(0)
    var waiting: Int { mails.withLock { $0 } }
}

@Component
private final class QueueHealth: HealthReporting {
    @Autowired var queue: MailQueue

    var subject: String { "queue" }

    func health() async throws -> String {
        let waiting = queue.waiting
        guard waiting < 1_000 else { throw Unwell(description: "\(waiting) mails are waiting") }
        return "up, \(waiting) waiting"
    }
}

private struct Unwell: Error, CustomStringConvertible {
    let description: String
}

private func manage(
    _ path: String, host: String?, of context: ApplicationContext
) async -> (status: Int, type: String, body: String) {
    let page = await ContextPages(context).page(at: path, host: host)
    return (page.status, page.type, page.body)
}

// MARK: Apps, models and Xcode

@MainActor
@Observable
private final class CartModel: IOCComponent {
    @ObservationIgnored @Autowired var prices: PriceService
    private(set) var items: [String] = []
    var total: Int { items.map(prices.price).reduce(0, +) }

    nonisolated init() {}

    func add(_ item: String) { items.append(item) }
}

@Component
private final class PriceService {
    func price(of item: String) -> Int { item.count }
}

@MainActor
private func show(_ context: ApplicationContext) throws -> String {
    let cart = try context.component(CartModel.self)
    cart.add("tea")
    return "\(cart.items.count) items, \(cart.total)"
}

// MARK: Settings

private enum Motto: String, Decodable, Sendable { case fast, sound }

private struct DatabaseSettings: Decodable, Sendable, ValidatedSetting {
    var url: URL
    var smallest: Int
    var largest: Int

    func validate() throws {
        guard smallest <= largest else { throw SettingsError(description: "smallest is more than largest") }
    }
}

private struct SettingsError: Error, CustomStringConvertible {
    let description: String
}

@Component
private final class Server {
    @Value("server.port") var port = 8080
    @Value("server.timeout") var timeout: Duration
    @Value("server.motd") var motd: String?
    @Value("database") var database: DatabaseSettings
    @Value("payments.apiKey") var apiKey: Secret<String>
}

// MARK: Run

@Suite("The guide's examples")
struct GuideTests {
    @Test("Every shape of property is filled")
    func shapes() throws {
        let context = try ApplicationContext(
            ContextConfiguration(components: [
                OrderService.self, OrderMapper.self, PayPalGateway.self, AuditSink.self, VisitPlugin.self, Job.self,
                PriceList.self,
            ]))
        let service = try context.component(OrderService.self)
        #expect(service.gateway is PayPalGateway)
        #expect(service.cache == nil)
        #expect(service.plugins.count == 1)
        #expect(service.sinks.keys.sorted() == ["audit"])
        #expect(service.context === context || service.context.graph == context.graph)
        try save(service)
        try runTwice(service)
        #expect(try context.component(PriceList.self).prices.withLock { $0 } == ["tea": 3])
        testByHand()
    }

    @Test("Each request has a basket of its own")
    func baskets() async throws {
        let context = try ApplicationContext(
            ContextConfiguration(components: [Basket.self, BasketController.self]))
        let controller = try context.component(BasketController.self)
        #expect(try await handle("tea", with: controller) == 1)
        #expect(try await handle("milk", with: controller) == 1)
    }

    @Test(
        "Conditions let components in by setting, and by what is missing",
        arguments: [
            (["payments": ["provider": "stripe", "fraudCheck": true]], "StripePayments", true),
            (["payments": ["provider": "cash", "fraudCheck": false]], "CashPayments", false),
        ] as [(SettingValue, String, Bool)])
    func conditions(settings: SettingValue, payments: String, checksFraud: Bool) throws {
        var configuration = ContextConfiguration(components: [
            StripePayments.self, FraudCheck.self, CashPayments.self,
        ])
        configuration.settings = settings
        let context = try ApplicationContext(configuration)
        #expect("\(type(of: try context.component((any Payments).self)))" == payments)
        #expect(((try? context.component(FraudCheck.self)) != nil) == checksFraud)
    }

    @Test("A context is asked, made current, given a child and looked at")
    func contexts() throws {
        var configuration = ContextConfiguration(components: [
            SGMapper.self, SGService.self, StripeGateway.self, OrderMapper.self,
        ])
        configuration.profiles = ["production"]
        let context = try ApplicationContext(configuration)
        #expect(try answer(in: context) === context.component(SGService.self))
        let handler = Handler()
        #expect(throws: Never.self) { try context.inject(into: handler) }
        #expect(try handler.service === context.component(SGService.self))
        #expect(try context.component(named: "stripe", as: (any PaymentGateway).self) is StripeGateway)
    }

    @Test("An assembly makes a session whose parts it knows")
    func assembly() throws {
        let session = try openSession()
        #expect(session.user == 42)
        #expect(session.isOpen)
        #expect(session.ledger != nil)
    }

    @Component
    fileprivate final class Sender { @Autowired var report: Provider<VisitReport> }

    @Test("Work that goes on after a request holds its scope")
    func later() async throws {
        let context = try ApplicationContext(ContextConfiguration(components: [VisitReport.self, Sender.self]))
        let sender = try context.component(Sender.self)
        let work = try await withRequestScope { try sendLater(sender.report) }
        try await work.value
        #expect(VisitReport.sent.withLock { $0 } == 1)
    }

    @Test("A reporter that throws makes the program unwell")
    func health() async throws {
        let configuration = ContextConfiguration(components: [MailQueue.self, QueueHealth.self])
        let well = await manage("/health", host: "localhost", of: try ApplicationContext(configuration))
        #expect(well.status == 200)
        #expect(well.body.contains("up, 0 waiting"))
        // An answer holds for a second in its context.
        let context = try ApplicationContext(configuration)
        try context.component(MailQueue.self).mails.withLock { $0 = 1_204 }
        let unwell = await manage("/health", host: "localhost", of: context)
        #expect(unwell.status == 503)
        #expect(unwell.body.contains("1204 mails are waiting"))
    }

    @Test("An observable model of the main actor is a component")
    @MainActor
    func models() throws {
        let context = try ApplicationContext(ContextConfiguration(components: [CartModel.self, PriceService.self]))
        let changes = Mutex(0)
        let cart = try context.component(CartModel.self)
        withObservationTracking { _ = cart.items } onChange: { changes.withLock { $0 += 1 } }
        #expect(try show(context) == "1 items, 3")
        #expect(changes.withLock { $0 } == 1)
    }

    @Test("Settings that check themselves refuse what does not go together")
    func settings() throws {
        var configuration = ContextConfiguration(components: [Server.self])
        configuration.settings = [
            "server": ["timeout": "30s"], "payments": ["apiKey": "k"],
            "database": ["url": "https://db.example.com", "smallest": 1, "largest": 0],
        ]
        let error = #expect(throws: IOCError.self) { try ApplicationContext(configuration) }
        #expect(error?.description.contains("smallest is more than largest") == true)
        configuration.overrides = ["database.largest": 5]
        let server = try ApplicationContext(configuration).component(Server.self)
        #expect(server.database.largest == 5)
        #expect(server.timeout == .seconds(30))
    }
}
