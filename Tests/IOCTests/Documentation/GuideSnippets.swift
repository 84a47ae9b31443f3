// swift-format-ignore-file
import FoundationEssentials
import IOC
import IOCManagement
import Observation
import Synchronization
import Testing

// What the pages of the guide show, compiled, and run where it does something. `DocumentationTests` checks that every block of
// every page is in one of the files like this one, line by line.

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
@Component
private final class Cache {}
@Component(.scope(.prototype))
private final class Job { func run() throws {} }
@Component("audit")
private final class AuditSink: Sink {}
@Component
private final class VisitPlugin: Plugin {}

// MARK: Components of several pages

@Component
private final class SGMapper {}

@Component
private final class SGService {
    @Autowired var mapper: SGMapper
}

// MARK: Inject what a class needs

@Component
private final class InvoiceDesk {
    let mapper: OrderMapper               // by class
    let gateway: any PaymentGateway       // by protocol
    @Injected("audit") let log: any Sink  // by name
    let cache: Cache?                     // nil if there is none
    let plugins: [any Plugin]             // all, by order and then by name
    let sinks: [String: any Sink]         // all, by component name
    let job: Provider<Job>                // looked up on each call
    let context: ApplicationContext       // the context itself
    @Injected(setting: "invoice.limit", default: 100) let limit: Int
    private let count = Mutex(0)          // has a value, so it isn't injected
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
private final class OrderService {
    @Autowired var mapper: OrderMapper
    @Autowired("audit") var log: any Sink
    @Autowired var plugins: [any Plugin]
    @Autowired var job: Provider<Job>
    @Value("orders.limit") var limit = 100
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

@Component
private struct InvoiceReport {
    let mapper: OrderMapper
}

private func createByHand() {
    let report = InvoiceReport(mapper: OrderMapper())
    let service = OrderService()
    service.mapper = FakeMapper()
    print(report, service)
}

// MARK: Components in a library package

private enum LibraryPage {
public protocol Mailer: Sendable {
    func send(_ text: String) async throws
}

@Component(.fallback)
final class LogMailer: Mailer {
    @Injected(setting: "mailer.sender", default: "office@example.com") let sender: String
    func send(_ text: String) async throws { print("\(sender): \(text)") }
}

@Component("smtp", .when(setting: "mailer.host"))
final class SMTPMailer: Mailer {
    @Injected(setting: "mailer.host") let host: String
    func send(_ text: String) async throws { /* connect to the host */ }
}
}

// MARK: Names, scopes, profiles and conditions

@Component("stripe", .primary, .scope(.prototype), .profile("production"))
private final class StripeGateway: PaymentGateway {}

private final class PayPalGateway: IOCComponent, PaymentGateway {
    static var traits: [ComponentTrait] { [.named("paypal"), .fallback] }
    let mapper = Autowired<OrderMapper>()
}

@Component(.when(setting: "payments.provider", equals: "stripe"))
private final class StripePayments: Payments {}

@Component(.when(setting: "payments.fraudCheck"))
private final class FraudCheck {}

@Component(.whenMissing((any Payments).self))
private final class CashPayments: Payments {}

// MARK: The configuration file

private func bootForProduction() throws -> ApplicationContext {
    try ApplicationContext(contentsOf: "config/applicationContext.json") { $0.profiles.append("production") }
}

// MARK: Use a context

private func ask(_ context: ApplicationContext, _ handler: AnyObject) throws {
    let service = try context.component(SGService.self)
    let same = try context.component(ofClass: "SGService")
    let stripe = try context.component(named: "stripe", as: (any PaymentGateway).self)
    let plugins = try context.components((any Plugin).self)
    try context.inject(into: handler)
    print(service, same, stripe, plugins)
}

private final class Handler: Sendable {
    let service = Autowired<SGService>()
}

private func answer(in context: ApplicationContext) -> SGService {
    ApplicationContext.withCurrent(context) { Handler().service() }
}

// MARK: Start, run, stop

@Component
private final class Database: Startable, Stoppable {
    func start() async throws { /* connect, migrate */ }
    func stop() async throws { /* disconnect */ }
}

@Component
private final class WebServer: IOCService {
    let database: Database
    func run() async throws { /* serve until the task is cancelled */ }
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

// MARK: Write a program

@Component
private final class BookStore: Startable, Stoppable {
    func start() async throws { /* connect, migrate */ }
    func stop() async throws { /* disconnect */ }
}

@Component
private final class BookServer: IOCService {
    let store: BookStore
    @Injected(setting: "server.port", default: 8080) let port: Int

    func run() async throws { /* serve until the task is cancelled */ }
}

private struct ImportBooks: ContainerProgram {
    func configure(_ configuration: inout ContextConfiguration) throws { configuration.observers = [StartupTimings()] }

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
    let queue: MailQueue
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

// MARK: Settings

private struct DatabaseSettings: Decodable, Sendable, ValidatedSetting {
    enum Mistake: Error { case smallestAboveLargest }
    var url: URL
    var smallest: Int
    var largest: Int

    func validate() throws {
        guard smallest <= largest else { throw Mistake.smallestAboveLargest }
    }
}

@Component
private final class Server {
    @Injected(setting: "server.port", default: 8080) let port: Int
    @Injected(setting: "server.timeout") let timeout: Duration
    @Injected(setting: "server.motd") let motd: String?
    @Injected(setting: "database") let database: DatabaseSettings
    @Injected(setting: "payments.apiKey") let apiKey: Secret<String>
}

// MARK: Run

@Suite("The guide's examples")
struct GuideTests {
    @Test("Every shape of constant and property is filled")
    func shapes() throws {
        let context = try ApplicationContext(
            ContextConfiguration(components: [
                InvoiceDesk.self, OrderService.self, OrderMapper.self, PayPalGateway.self, AuditSink.self,
                VisitPlugin.self, Job.self, PriceList.self, Journal.self, InvoiceReport.self,
            ]))
        let desk = try context.component(InvoiceDesk.self)
        #expect(desk.gateway is PayPalGateway)
        #expect(desk.cache == nil)
        #expect(desk.plugins.count == 1)
        #expect(desk.sinks.keys.sorted() == ["audit"])
        #expect(desk.context === context || desk.context.graph == context.graph)
        #expect(desk.limit == 100)
        let service = try context.component(OrderService.self)
        #expect(service.plugins.count == 1)
        try save(service)
        try runTwice(service)
        #expect(try context.component(PriceList.self).prices.withLock { $0 } == ["tea": 3])
        createByHand()
    }

    @Test("A library's fallback is used until a setting brings another component in")
    func library() throws {
        var configuration = ContextConfiguration(components: [LibraryPage.LogMailer.self, LibraryPage.SMTPMailer.self])
        #expect(try ApplicationContext(configuration).component((any LibraryPage.Mailer).self) is LibraryPage.LogMailer)
        configuration.settings = ["mailer": ["host": "mail.example.com"]]
        #expect(try ApplicationContext(configuration).component((any LibraryPage.Mailer).self) is LibraryPage.SMTPMailer)
    }

    @Test(
        "Conditions include components by a setting, and by a missing type",
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

    @Test("A context answers lookups, injects an object, and can be the current one")
    func contexts() throws {
        var configuration = ContextConfiguration(components: [
            SGMapper.self, SGService.self, StripeGateway.self, OrderMapper.self,
        ])
        configuration.profiles = ["production"]
        let context = try ApplicationContext(configuration)
        #expect(try answer(in: context) === context.component(SGService.self))
        let handler = Handler()
        #expect(throws: Never.self) { try context.inject(into: handler) }
        #expect(try handler.service() === context.component(SGService.self))
        #expect(try context.component(named: "stripe", as: (any PaymentGateway).self) is StripeGateway)
    }

    @Test("An assembly creates a session with its ledger")
    func assembly() throws {
        let session = try openSession()
        #expect(session.user == 42)
        #expect(session.isOpen)
        #expect(session.ledger != nil)
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
        cart.add("tea")
        #expect(cart.total == 3)
        #expect(changes.withLock { $0 } == 1)
    }

    @Test("A settings type that validates itself rejects values that contradict each other")
    func settings() throws {
        var configuration = ContextConfiguration(components: [Server.self])
        configuration.settings = [
            "server": ["timeout": "30s"], "payments": ["apiKey": "k"],
            "database": ["url": "https://db.example.com", "smallest": 1, "largest": 0],
        ]
        let error = #expect(throws: IOCError.self) { try ApplicationContext(configuration) }
        #expect(error?.description.contains("smallestAboveLargest") == true)
        configuration.overrides = ["database.largest": 5]
        let server = try ApplicationContext(configuration).component(Server.self)
        #expect(server.database.largest == 5)
        #expect(server.timeout == .seconds(30))
    }
}
