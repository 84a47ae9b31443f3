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

    @Test("It is the component, and the property or parameter, that gets the instance, whatever asks")
    func points() async throws {
        let context = try Self.boot("Desk", "Cart", "Awaited", "Classed", "Classes")
        let desk = try context.component(Desk.self)
        #expect(desk.logger == Logger(label: "desk", point: "logger", type: "Logger"))
        #expect(desk.maybe == Logger(label: "desk", point: "maybe", type: "Optional<Logger>"))
        #expect(desk.all == [Logger(label: "desk", point: "all", type: "Array<Logger>")])
        #expect(try desk.later().label == "desk")
        #expect(desk.read == Logger(label: "desk", point: "read", type: "Logger"))
        #expect(try desk.cart().logger.label == "cart")
        #expect(try context.component(named: "table", as: [String].self) == ["table"])
        #expect(try context.component(Classes.self).classed.label == "classes")
        try await context.start()
        #expect(try context.component(Awaited.self).logger.label == "awaited")
        try await context.stop()
    }

    @Test("A lookup that no component makes gets the prototype's own name")
    func lookup() throws {
        let logger = try Self.boot().component(Logger.self)
        #expect(logger == Logger(label: "\(Self.name).Server.logger", point: "", type: "Logger"))
    }

    @Test("The graph shows no dependency for it")
    func graph() throws {
        let logger = try Self.boot().graph.components.first { $0.name.hasSuffix(".logger") }
        #expect(logger?.dependencies.isEmpty == true)
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
        #expect(try core.logger(point).label == "x")
        #expect(try core.named("a", point) == Named(name: "a", component: "x"))
        #expect(throws: IOCError.self) { try core.context.component(Named.self) }
    }

    enum Shared { @Provides static func logger(_ point: InjectionPoint) -> Logger { Logger(label: "") } }
    final class SharedCore: Assembly {
        let logger = Define(.singleton) { (_: SharedCore, point: InjectionPoint) in Logger(label: point.component) }
    }
    @Component final class ByProperty { @Autowired var point: InjectionPoint }
    @Component(.scope(.prototype)) final class PrototypeByProperty { @Autowired var point: InjectionPoint }

    @Test("What is shared can't take it, and no property can: a fault of boot and check with a place and a remedy")
    func shared() throws {
        let configuration = ContextConfiguration(prefixes: ["\(Self.name).Shared."])
        let error = try bootError(configuration)
        #expect(error.faults.map(\.code) == [.injectionPointShared])
        #expect(
            error.description.contains("Shared.logger asks for an InjectionPoint and has the scope 'singleton'"),
            "\(error)")
        #expect(error.faults[0].location?.hasPrefix("IOCTests/InjectionPointTests.swift:") == true)
        #expect(error.faults[0].remedy.contains(".scope(.prototype)"))
        #expect(throws: IOCError.self) { try ApplicationContext.check(configuration) }
        let defined = try #require(throws: IOCError.self) { try SharedCore.activated() }
        #expect(defined.faults.map(\.code) == [.injectionPointShared])
        #expect(defined.faults[0].location?.hasPrefix("IOCTests/InjectionPointTests.swift:") == true)
        for type in [ByProperty.self, PrototypeByProperty.self] as [any ManagedComponent.Type] {
            #expect(try bootError(ContextConfiguration(type)).faults.map(\.code) == [.injectionPointShared])
        }
    }
}
