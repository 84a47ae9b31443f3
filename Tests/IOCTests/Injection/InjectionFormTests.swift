import IOC
import Testing

@Suite("Every form of @Autowired")
struct InjectionFormTests {
    protocol Gateway: AnyObject, Sendable {}
    protocol Sink: AnyObject, Sendable {}
    protocol Absent: Sendable {}

    final class Stripe: IOCComponent, Gateway {}
    @Component("audit", .order(2)) final class AuditSink: Sink {}
    @Component("access", .order(1)) final class AccessSink: Sink {}
    @Component("error", .order(1)) final class ErrorSink: Sink {}

    final class Service: IOCComponent, @unchecked Sendable {
        @Autowired var leaf: Leaf
        @Autowired var gateway: any Gateway
        @Autowired("audit") var log: any Sink
        @Autowired("access") var named: AccessSink
        @Autowired var cache: (any Absent)?
        @Autowired var present: Leaf?
        @Autowired var sinks: [any Sink]
        @Autowired var byName: [String: any Sink]
        @Autowired var none: [any Absent]
        @Autowired var job: Provider<Ticket>
        @Autowired var noJob: Provider<any Absent>?
        @Autowired var later: Provider<[any Sink]>
        @Autowired var each: [Provider<any Sink>]
        @Autowired var eachByName: [String: Provider<any Sink>]
        @Autowired var maybe: Provider<[any Sink]>?
    }

    private let context: ApplicationContext
    private let service: Service

    init() throws {
        context = try boot(
            Service.self, Leaf.self, Stripe.self, AuditSink.self, AccessSink.self, ErrorSink.self, Ticket.self)
        service = try context.component()
    }

    @Test("A property gets the component of its class, of its protocol or of its name, and an optional may be nil")
    func one() throws {
        #expect(try service.leaf === context.component(Leaf.self) && service.present === service.leaf)
        #expect(try service.gateway === context.component(Stripe.self))
        #expect(service.log is AuditSink && service.named === service.byName["access"])
        #expect(service.cache == nil)
    }

    @Test("An array holds all components by order and then by name, and a dictionary by name; none is an empty array")
    func collections() throws {
        #expect(service.sinks.map { "\(type(of: $0))" } == ["AccessSink", "ErrorSink", "AuditSink"])
        #expect(Set(service.byName.keys) == ["audit", "access", "error"] && service.none.isEmpty)
    }

    @Test("A provider creates a new prototype on each call, and is nil if nothing fits an optional one")
    func provider() throws {
        #expect(try service.job() !== service.job())
        #expect(service.noJob == nil)
    }

    @Test("A provider of a list, a list of providers and providers by name give the same components")
    func nested() throws {
        #expect(try areSame(service.later(), service.sinks))
        #expect(try areSame(service.each.map { try $0() }, service.sinks))
        #expect(try service.eachByName.mapValues { try $0() }.allSatisfy { service.byName[$0.key] === $0.value })
        #expect(try service.eachByName.count == 3 && service.maybe?().count == 3)
    }

    final class Empty: IOCComponent, @unchecked Sendable {
        @Autowired var later: Provider<[any Absent]>
        @Autowired var each: [Provider<any Absent>]
        @Autowired var byName: [String: Provider<any Absent>]
    }

    @Test("Nested forms are empty if nothing fits")
    func empty() throws {
        let context = try boot(Empty.self)
        let empty = try context.component(Empty.self)
        #expect(try empty.later().isEmpty && empty.each.isEmpty && empty.byName.isEmpty)
    }

    final class Lists: IOCComponent, @unchecked Sendable { @Autowired var parts: [[any Gateway]] }
    final class Optionals: IOCComponent, @unchecked Sendable { @Autowired var parts: [(any Gateway)?] }
    final class Numbers: IOCComponent, @unchecked Sendable { @Autowired var ports: [Int] }

    @Test(
        "A form that means nothing is a fault, never an empty list",
        arguments: [Lists.self, Optionals.self, Numbers.self] as [any IOCComponent.Type])
    func meaningless(_ type: any IOCComponent.Type) throws {
        #expect(try bootError(ContextConfiguration(type, Stripe.self)).code == .shapeMeaningless)
    }

    final class Keeper: IOCComponent, @unchecked Sendable { @Autowired var parts: [any Gateway] }
    final class Passing: IOCComponent, @unchecked Sendable { @Autowired var stripe: Stripe }
    final class Holder: IOCComponent, @unchecked Sendable { @Autowired var passing: Passing }

    // A prototype passes on what its class shows before there is an instance.
    @Test("A list of which one is a request's is captive at boot, and so is what a prototype passes on")
    func captives() throws {
        #expect(
            try bootError(ContextConfiguration(.request, [Stripe.self], and: [Keeper.self])).code == .dependencyCaptive)
        let error = try bootError(
            ContextConfiguration(.request, [Stripe.self], and: [Holder.self, Passing.self]).with {
                $0.components[String(reflecting: Passing.self)] = .init(scope: .prototype)
            })
        #expect(error.code == .dependencyCaptive)
        #expect(error.faults[0].path.map { $0.split(separator: ".").last } == ["Holder", "Passing", "Stripe"])
    }

    // MARK: A component's own context

    @Component final class Dispatcher {
        @Autowired var context: ApplicationContext
        @Autowired var maybe: ApplicationContext?
        let called = Autowired<ApplicationContext>()
    }

    @Test("A component's own context is given in every form, and is the child's for a child's component")
    func ownContext() throws {
        let parent = try boot(Leaf.self)
        let child = try ApplicationContext(ContextConfiguration(Dispatcher.self, Ticket.self), parent: parent)
        let dispatcher = try child.component(Dispatcher.self)
        for context in [dispatcher.context, try #require(dispatcher.maybe), dispatcher.called()] {
            #expect(try context.component(Leaf.self) === parent.component(Leaf.self))
            #expect(try context.component(Ticket.self) !== context.component(Ticket.self))
        }
        #expect(code { _ = try parent.component(Ticket.self) } == .dependencyMissing)
    }

    @Test("A component's own context does not keep the context open, and throws when that has ended")
    func ownContextEnds() throws {
        var context: ApplicationContext? = try boot(Dispatcher.self)
        weak let dispatcher = try context?.component(Dispatcher.self)
        let handle = try #require(dispatcher?.context)
        context = nil
        #expect(dispatcher == nil)
        #expect(code { _ = try handle.component(Dispatcher.self) } == .contextEnded)
    }
}
