import IOC
import IOCBase
import IOCManagement
import Testing

@Suite("Contexts of equal definitions are independent of each other")
struct EqualDefinitionTests {
    protocol Gateway: AnyObject, Sendable {}
    protocol Extra: AnyObject, Sendable {}
    final class Stripe: IOCComponent, Gateway {}
    @Component(.fallback, .order(3)) final class Invoice: Gateway, Extra {}
    @Component(.profile("night")) final class Night: Extra {}
    final class Shop: IOCComponent, @unchecked Sendable {
        @Autowired var gateway: any Gateway
        @Autowired var all: [any Gateway]
        @Autowired var extra: (any Extra)?
        @Autowired var account: Account
    }
    final class Account: IOCComponent, @unchecked Sendable { @Autowired var shop: Provider<Shop> }
    final class Fitting: Assembly {
        let spare = Define(.prototype) { _ in Stripe() }
    }

    private static let gateway = "IOCTests.EqualDefinitionTests.Gateway"

    /// What a configuration of the same classes can say, one thing at a time.
    private static let changes: [(name: String, change: @Sendable (inout ContextConfiguration) -> Void)] = [
        ("nothing", { _ in }), ("a binding", { $0.bindings = [gateway: "Invoice"] }),
        ("another binding", { $0.bindings = [gateway: "Stripe"] }),
        ("a binding to an unknown name", { $0.bindings = [gateway: "Absent"] }),
        ("a profile", { $0.profiles = ["night"] }), ("without a class", { $0.classes.removeFirst() }),
        ("without a needed class", { $0.classes.removeLast() }),
        ("a circle", { $0.classes += ["IOCTests.Hen", "IOCTests.Egg"] }),
        (
            "a forbidden circle",
            {
                $0.classes += ["IOCTests.Hen", "IOCTests.Egg"]
                $0.cycles = .forbid
            }
        ),
        ("a primary", { $0.components = ["Invoice": .init(isPrimary: true)] }),
        ("two primaries", { $0.components = ["Invoice": .init(isPrimary: true), "Stripe": .init(isPrimary: true)] }),
        ("no fallback", { $0.components = ["Invoice": .init(isFallback: false)] }),
        ("an order", { $0.components = ["Invoice": .init(order: -3)] }),
        ("a scope", { $0.components = ["Stripe": .init(scope: .prototype)] }),
        ("a lazy one", { $0.components = ["Stripe": .init(isLazy: true)] }),
        ("a request's", { $0.components = ["Account": .init(scope: .request)] }),
        ("what starts before", { $0.components = ["Stripe": .init(dependsOn: ["Invoice"])] }),
        ("a name", { $0.components = ["first": .init(className: "Stripe")] }),
        (
            "a name of two",
            { $0.components = ["first": .init(className: "Stripe"), "second": .init(className: "Stripe")] }
        ),
        ("an assembly", { $0.assemblies = ["Fitting"] }),
    ]

    private static func configuration(_ types: any ManagedComponent.Type...) -> ContextConfiguration {
        ContextConfiguration(classes: types.map { String(reflecting: $0) })
    }

    /// The faults of a context, or its report and the values of its properties.
    private static func outcome(_ configuration: ContextConfiguration, parent: ApplicationContext? = nil) -> String {
        do {
            let context = try ApplicationContext(configuration, parent: parent)
            var reported = [context.graph.json, context.report.json]
            if let shop = try? context.component(Shop.self) {
                reported.append("\(type(of: shop.gateway)) \(shop.all.map { type(of: $0) }) \(shop.extra == nil)")
                reported.append("\(try shop.account.shop() === shop)")
            }
            return reported.joined(separator: "\n")
        } catch {
            return "\(error)"
        }
    }

    @Test("A context does not depend on contexts that were booted before")
    func neighbors() throws {
        let plain = Self.configuration(Stripe.self, Invoice.self, Night.self, Shop.self, Account.self)
        let configurations = Self.changes.map { plain.with($0.change) }
        let alone = configurations.map { configuration in
            _ = Self.outcome(Self.configuration(Stripe.self))
            return Self.outcome(configuration)
        }
        #expect(Set(alone).count == alone.count, "each says something else")
        let shops = try (0..<3).map { _ in try ApplicationContext(plain).component(Shop.self) }
        #expect(Set(shops.map { ObjectIdentifier($0) }).count == 3)
        // Each stride gives every configuration another predecessor.
        for stride in [1, 3, 7, 19] {
            for step in configurations.indices {
                let index = step * stride % configurations.count
                #expect(Self.outcome(configurations[index]) == alone[index], "\(Self.changes[index].name), \(stride)")
            }
        }
    }

    @Test("Components of a parent and a context's own are not confused")
    func parents() throws {
        let missing = Self.configuration(Stripe.self, Shop.self)
        let parent = try boot(Account.self, Shop.self, Stripe.self)
        let (alone, below) = (Self.outcome(missing), Self.outcome(missing, parent: parent))
        #expect(alone.contains("Account") && below != alone)
        #expect(Self.outcome(missing) == alone && Self.outcome(missing, parent: parent) == below)
    }

    // MARK: Traits

    /// Traits are code, and may say something else in another context.
    class Elder: IOCComponent, Gateway, @unchecked Sendable {
        static let said = Guarded<[ComponentTrait]>([])
        class var traits: [ComponentTrait] { said.withLock { $0 } }
        required init() {}
    }
    final class Younger: Elder, @unchecked Sendable {}

    @Test("The traits of a class, which a subclass may inherit, are read for each context")
    func traits() throws {
        func names(_ traits: [ComponentTrait]) throws -> [String] {
            Elder.said.withLock { $0 = traits }
            return try boot(Elder.self, Younger.self, Stripe.self).components((any Gateway).self).map {
                "\(type(of: $0))"
            } + boot(Elder.self, Stripe.self).graph.components.map { String($0.name.split(separator: ".").last ?? "") }
        }
        for _ in 0..<2 {
            #expect(try names([]) == ["Elder", "Stripe", "Younger", "Elder", "Stripe"])
            #expect(try names([.named("z")]) == ["Stripe", "Younger", "Elder", "Stripe", "z"])
            #expect(try names([.order(2)]) == ["Stripe", "Elder", "Younger", "Elder", "Stripe"])
            #expect(try names([.profile("night")]) == ["Stripe", "Stripe"])
        }
    }
}
