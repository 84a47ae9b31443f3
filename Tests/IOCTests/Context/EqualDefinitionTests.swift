import IOC
import IOCBase
import IOCManagement
import Testing

@Suite("Contexts of equal definitions are independent of each other")
struct EqualDefinitionTests {
    protocol Gateway: AnyObject, Sendable {}
    protocol Extra: AnyObject, Sendable {}
    final class Stripe: IOCComponent, Gateway {}
    final class Invoice: IOCComponent, Gateway, Extra {
        static var traits: [ComponentTrait] { [.fallback, .order(3)] }
    }
    final class Night: IOCComponent, Extra {
        static var traits: [ComponentTrait] { [.profile("night")] }
    }
    final class Shop: IOCComponent, @unchecked Sendable {
        @Autowired var gateway: any Gateway
        @Autowired var all: [any Gateway]
        @Autowired var extra: (any Extra)?
        @Autowired var account: Account
    }
    final class Account: IOCComponent, @unchecked Sendable {
        @Autowired var shop: Provider<Shop>
    }
    final class Left: IOCComponent, @unchecked Sendable {
        @Autowired var right: Right
    }
    final class Right: IOCComponent, @unchecked Sendable {
        @Autowired var left: Left
    }
    final class Fitting: Assembly {
        let spare = Define(.prototype) { _ in Stripe() }
    }

    private static func names(_ classes: String...) -> [String] {
        classes.map { "IOCTests.EqualDefinitionTests.\($0)" }
    }

    /// What a configuration of these classes can say, one thing at a time.
    private static let configurations: [(name: String, configuration: ContextConfiguration)] = {
        let plain = ContextConfiguration(classes: names("Stripe", "Invoice", "Night", "Shop", "Account"))
        var all = [("plain", plain)]
        func add(_ name: String, _ change: (inout ContextConfiguration) -> Void) {
            var other = plain
            change(&other)
            all.append((name, other))
        }
        typealias Entry = ContextConfiguration.ComponentEntry
        add("a binding") { $0.bindings = ["IOCTests.EqualDefinitionTests.Gateway": "Invoice"] }
        add("another binding") { $0.bindings = ["IOCTests.EqualDefinitionTests.Gateway": "Stripe"] }
        add("a binding to an unknown name") { $0.bindings = ["IOCTests.EqualDefinitionTests.Gateway": "Absent"] }
        add("a profile") { $0.profiles = ["night"] }
        add("without a class") { $0.classes.remove(at: 0) }
        add("without the wanted class") { $0.classes.removeLast() }
        add("a circle") { $0.classes += names("Left", "Right") }
        add("a forbidden circle") {
            $0.classes += names("Left", "Right")
            $0.cycles = .forbid
        }
        add("a primary") { $0.components = ["Invoice": Entry(isPrimary: true)] }
        add("two primaries") { $0.components = ["Invoice": Entry(isPrimary: true), "Stripe": Entry(isPrimary: true)] }
        add("no fallback") { $0.components = ["Invoice": Entry(isFallback: false)] }
        add("an order") { $0.components = ["Invoice": Entry(order: -3)] }
        add("a scope") { $0.components = ["Stripe": Entry(scope: .prototype)] }
        add("a lazy one") { $0.components = ["Stripe": Entry(isLazy: true)] }
        add("a request's") { $0.components = ["Account": Entry(scope: .request)] }
        add("what starts before") { $0.components = ["Stripe": Entry(dependsOn: ["Invoice"])] }
        add("what starts before, unknown") { $0.components = ["Stripe": Entry(dependsOn: ["Absent"])] }
        add("a name") { $0.components = ["first": Entry(className: "Stripe")] }
        add("a name of two") {
            $0.components = ["first": Entry(className: "Stripe"), "second": Entry(className: "Stripe")]
        }
        add("an assembly") { $0.assemblies = ["Fitting"] }
        return all
    }()

    /// The faults of a context, and the values of its properties.
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
    func pairs() throws {
        let unrelated = ContextConfiguration(classes: Self.names("Stripe"))
        let alone = Self.configurations.map { _, configuration in
            _ = Self.outcome(unrelated)
            return Self.outcome(configuration)
        }
        #expect(Set(alone).count == alone.count, "each says something else")
        for (name, first) in Self.configurations {
            for (index, (other, second)) in Self.configurations.enumerated() {
                _ = Self.outcome(first)
                #expect(Self.outcome(second) == alone[index], "\(other) after \(name)")
            }
        }
    }

    @Test("Components of a parent and a context's own are not confused")
    func parents() throws {
        let missing = ContextConfiguration(classes: Self.names("Stripe", "Shop"))
        let parent = try ApplicationContext(ContextConfiguration(classes: Self.names("Account", "Shop", "Stripe")))
        let alone = Self.outcome(missing)
        #expect(alone.contains("Account"))
        let below = Self.outcome(missing, parent: parent)
        #expect(below != alone)
        #expect(Self.outcome(missing) == alone)
        #expect(Self.outcome(missing, parent: parent) == below)
    }

    @Test("Contexts of equal definitions have instances of their own")
    func instances() throws {
        let configuration = Self.configurations[0].configuration
        let contexts = try (0..<3).map { _ in try ApplicationContext(configuration) }
        let shops = try contexts.map { try $0.component(Shop.self) }
        #expect(Set(shops.map { ObjectIdentifier($0) }).count == 3)
        #expect(Set(shops.map { ObjectIdentifier($0.gateway) }).count == 3)
        #expect(Set(shops.map { ObjectIdentifier($0.account) }).count == 3)
    }

    // MARK: Traits

    /// Traits are code, and may say something else in another context.
    final class Moody: IOCComponent, Gateway {
        static let said = Guarded<[ComponentTrait]>([])
        static var traits: [ComponentTrait] { said.withLock { $0 } }
    }

    class Elder: IOCComponent, @unchecked Sendable {
        static let said = Guarded<[ComponentTrait]>([])
        class var traits: [ComponentTrait] { said.withLock { $0 } }
        required init() {}
    }

    final class Younger: Elder, @unchecked Sendable {}

    @Test("The traits of a class are read for each context")
    func traits() throws {
        let configuration = ContextConfiguration(classes: Self.names("Moody", "Stripe"))
        func winner(_ traits: [ComponentTrait]) throws -> String {
            Moody.said.withLock { $0 = traits }
            do {
                let context = try ApplicationContext(configuration)
                let names = context.graph.components.map(\.name).sorted().joined(separator: " ")
                return "\(type(of: try context.component((any Gateway).self))) of \(names)"
                    .replacing("IOCTests.EqualDefinitionTests.", with: "")
            } catch let error as IOCError {
                return error.code.rawValue
            }
        }
        for _ in 0..<2 {
            #expect(try winner([]) == "dependency-ambiguous")
            #expect(try winner([.primary]) == "Moody of Moody Stripe")
            #expect(try winner([.fallback]) == "Stripe of Moody Stripe")
            #expect(try winner([.primary, .named("mood")]) == "Moody of Stripe mood")
            #expect(try winner([.profile("night")]) == "Stripe of Stripe")
        }
    }

    @Test("A subclass inherits the traits that its superclass has in each context")
    func inheritedTraits() throws {
        let configuration = ContextConfiguration(classes: Self.names("Elder", "Younger"))
        func names(_ traits: [ComponentTrait]) throws -> [String] {
            Elder.said.withLock { $0 = traits }
            return try ApplicationContext(configuration).graph.components.map(\.name).sorted()
                .map { $0.replacing("IOCTests.EqualDefinitionTests.", with: "") }
        }
        for _ in 0..<2 {
            #expect(try names([]) == ["Elder", "Younger"])
            #expect(try names([.named("elder")]) == ["Younger", "elder"])
            #expect(try names([.named("senior"), .order(2)]) == ["Younger", "senior"])
        }
    }
}
