import IOC
import Testing

@Suite("Every form of @Autowired")
struct InjectionFormTests {
    protocol Gateway: AnyObject, Sendable {}
    protocol Sink: Sendable {}
    protocol Absent: Sendable {}

    final class Mapper: IOCComponent {}
    final class Stripe: IOCComponent, Gateway {}

    final class AuditSink: IOCComponent, Sink {
        static var traits: [ComponentTrait] { [.named("audit"), .order(2)] }
    }
    final class AccessSink: IOCComponent, Sink {
        static var traits: [ComponentTrait] { [.named("access"), .order(1)] }
    }
    final class ErrorSink: IOCComponent, Sink {
        static var traits: [ComponentTrait] { [.named("error"), .order(1)] }
    }
    final class Job: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
    }

    final class Service: IOCComponent, @unchecked Sendable {
        @Autowired var mapper: Mapper
        @Autowired var gateway: any Gateway
        @Autowired("audit") var log: any Sink
        @Autowired var cache: (any Absent)?
        @Autowired var present: Mapper?
        @Autowired var sinks: [any Sink]
        @Autowired var byName: [String: any Sink]
        @Autowired var none: [any Absent]
        @Autowired var job: Provider<Job>
        @Autowired var maybe: Provider<any Absent>?
        @Autowired("access") var named: AccessSink
    }

    let context: ApplicationContext
    let service: Service

    init() throws {
        context = try boot(
            Service.self, Mapper.self, Stripe.self, AuditSink.self, AccessSink.self, ErrorSink.self, Job.self)
        service = try context.component()
    }

    @Test("A property of a class gets the component of that class")
    func byClass() throws {
        #expect(try service.mapper === context.component(Mapper.self))
    }

    @Test("A property of a protocol gets the component that conforms")
    func byProtocol() throws {
        #expect(try service.gateway === context.component(Stripe.self))
    }

    @Test("A name picks one of several")
    func byName() throws {
        #expect(service.log is AuditSink)
        #expect(service.named === service.byName["access"] as? AccessSink)
    }

    @Test("An optional is nil where nothing fits, and the component where one does")
    func optional() throws {
        #expect(service.cache == nil)
        #expect(service.present === service.mapper)
    }

    @Test("An array holds all, by order and then by name; none is an empty array")
    func array() throws {
        #expect(service.sinks.map { "\(type(of: $0))" } == ["AccessSink", "ErrorSink", "AuditSink"])
        #expect(service.none.isEmpty)
    }

    @Test("A dictionary holds all by component name")
    func dictionary() throws {
        #expect(Set(service.byName.keys) == ["audit", "access", "error"])
    }

    @Test("A provider makes a new prototype on each call, and is nil where nothing fits an optional one")
    func provider() throws {
        #expect(try service.job() !== service.job())
        #expect(service.maybe == nil)
    }

    @Test("A wrapped property is empty after boot and filled by one read")
    func filledOnFirstRead() throws {
        #expect(!service.$mapper.isFilled)
        _ = service.mapper
        #expect(service.$mapper.isFilled)
    }

    @Test("The projected value reads with try")
    func projected() throws {
        #expect(try service.$mapper.get() === service.mapper)
    }
}
