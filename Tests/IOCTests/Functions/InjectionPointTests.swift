import IOC
import Testing

/// Prototypes that know what they are created for.
@Suite("The point that a prototype is created for")
struct InjectionPointTests {
    struct Logger: Sendable, Equatable {
        let label: String
        var point = ""
        var type = ""
    }
    enum Server {
        @Provides(.scope(.prototype)) static func logger(_ point: InjectionPoint) -> Logger {
            Logger(label: point.component, point: point.property, type: "\(point.type)")
        }
        @Provides("table") static func table(logger: Logger) -> [String] { [logger.label] }
    }
    @Component("desk") final class Desk {
        let logger: Logger
        let maybe: Logger?
        let all: [Logger]
        let later: Provider<Logger>
        let cart: Provider<Cart>
        @Autowired var read: Logger
    }
    @Component("cart", .scope(.prototype)) final class Cart { let logger: Logger }
    @Component("awaited") final class Awaited {
        let logger: Logger
        init(logger: Logger) async { self.logger = logger }
    }
    @Component("classed", .scope(.prototype)) struct Classed {
        let label: String
        init(point: InjectionPoint?) { label = point?.component ?? "nil" }
    }
    @Component("classes") final class Classes { let classed: Classed }

    private static let name = String(reflecting: InjectionPointTests.self)
    private static func boot(_ classes: String...) throws -> ApplicationContext {
        try ApplicationContext(
            ContextConfiguration(prefixes: ["\(name).Server."], classes: classes.map { "\(name).\($0)" }))
    }

    @Test("It is the component, and the property or parameter, that gets the instance, in every form")
    func points() async throws {
        let context = try Self.boot("Desk", "Cart", "Awaited", "Classed", "Classes")
        let desk = try context.component(Desk.self)
        #expect(desk.logger == Logger(label: "desk", point: "logger", type: "Logger"))
        #expect(desk.maybe == Logger(label: "desk", point: "maybe", type: "Optional<Logger>"))
        #expect(desk.all == [Logger(label: "desk", point: "all", type: "Array<Logger>")])
        #expect(desk.read == Logger(label: "desk", point: "read", type: "Logger"))
        #expect(try desk.later().label == "desk" && desk.cart().logger.label == "cart")
        #expect(try context.component(named: "table", as: [String].self) == ["table"])
        #expect(try context.component(Classes.self).classed.label == "classes")
        try await context.start()
        #expect(try context.component(Awaited.self).logger.label == "awaited")
        try await context.stop()
    }

    @Test("A lookup of a program gets the prototype's own name, and the graph shows no dependency")
    func lookup() throws {
        let context = try Self.boot()
        #expect(
            try context.component(Logger.self)
                == Logger(label: "\(Self.name).Server.logger", point: "", type: "Logger"))
        #expect(context.graph.components.first { $0.name.hasSuffix(".logger") }?.dependencies.isEmpty == true)
    }

    final class Core: Assembly {
        let logger: Define<Logger, InjectionPoint> = Define(.prototype) { _, point in Logger(label: point.component) }
        let desk: Define<[Int: Logger]> = Define(.singleton) { core in [1: try core.context.component(Logger.self)] }
        let named = Define(.prototype) { (_: Core, name: String, point: InjectionPoint) in
            Named(name: name, component: point.component)
        }
    }
    struct Named: Equatable { let name, component: String }
    @Component("user") final class User { let logger: Logger }

    @Test("The closure of a definition may take it, too, also when it is called with it")
    func definition() throws {
        let core = try Core.activated(configuration: ContextConfiguration(User.self))
        #expect(try core.context.component(User.self).logger.label == "user")
        #expect(try core.desk()[1]?.label.hasSuffix("Core.desk") == true)
        let point = InjectionPoint(component: "x", type: Int.self)
        #expect(try core.logger(point).label == "x" && core.named("a", point) == Named(name: "a", component: "x"))
        #expect(faultCodes { try core.context.component(Named.self) } == [.dependencyMissing])
    }

    enum Shared { @Provides static func logger(_ point: InjectionPoint) -> Logger { Logger(label: "") } }
    final class SharedCore: Assembly {
        let logger = Define(.singleton) { (_: SharedCore, point: InjectionPoint) in Logger(label: point.component) }
    }
    @Component final class ByProperty { @Autowired var point: InjectionPoint }
    @Component(.scope(.prototype)) final class PrototypeByProperty { @Autowired var point: InjectionPoint }

    @Test(
        "A shared component can't take it, and no property can: a fault of boot and check",
        arguments: [
            ContextConfiguration(prefixes: ["\(name).Shared."]), ContextConfiguration(ByProperty.self),
            ContextConfiguration(PrototypeByProperty.self), ContextConfiguration(assemblies: ["\(name).SharedCore"]),
        ])
    func shared(configuration: ContextConfiguration) throws {
        let error = try bootError(configuration)
        #expect(error.faults.map(\.code) == [.injectionPointShared])
        #expect(faultCodes { try ApplicationContext.check(configuration) } == [.injectionPointShared])
    }
}
