import IOC
import Testing

@Suite("Components the file declares")
struct ComponentEntryTests {
    protocol Gateway: AnyObject, Sendable {}
    final class Stripe: IOCComponent, Gateway {
        static var traits: [ComponentTrait] { [.named("fromTrait"), .order(5)] }
    }
    final class Invoice: IOCComponent, Gateway {}
    final class Shop: IOCComponent, @unchecked Sendable {
        @Autowired var gateway: any Gateway
        @Autowired var all: [any Gateway]
        @Autowired("second") var named: Stripe
    }

    func boot(_ file: String) throws -> ApplicationContext {
        let folder = try TemporaryFolder()
        return try ApplicationContext(contentsOf: folder.write("context.json", file))
    }

    @Test("An entry with a class takes the place of the class's own registration, once or under several names")
    func entries() throws {
        let context = try boot(
            """
            { "prefixes": ["IOCTests.ComponentEntryTests."],
              "components": {
                "first": { "class": "IOCTests.ComponentEntryTests.Stripe", "primary": true, "order": 2 },
                "second": { "class": "IOCTests.ComponentEntryTests.Stripe", "order": 1 } } }
            """)
        let shop = try context.component(Shop.self)
        #expect(try shop.gateway === context.component(named: "first", as: Stripe.self))
        #expect(try shop.named === context.component(named: "second", as: Stripe.self))
        #expect(
            shop.all.map { $0 === shop.gateway ? "first" : $0 === shop.named ? "second" : "invoice" } == [
                "invoice", "second", "first",
            ])
    }

    @Test("An entry without a class changes the component of its name")
    func overlay() throws {
        let context = try boot(
            """
            { "prefixes": ["IOCTests.ComponentEntryTests."],
              "components": { "Invoice": { "primary": true },
                              "second": { "class": "IOCTests.ComponentEntryTests.Stripe" } } }
            """)
        let invoice = try #require(context.graph.components.first { $0.name.hasSuffix("Invoice") })
        #expect(invoice.origin.contains("context.json:2:"))
        #expect(try context.component(Shop.self).gateway is Invoice)
    }

    @Test("A binding in the file says which component wins for a protocol")
    func binding() throws {
        let context = try boot(
            """
            { "classes": ["IOCTests.ComponentEntryTests.Invoice"],
              "components": { "second": { "class": "IOCTests.ComponentEntryTests.Stripe", "primary": true } },
              "bindings": { "IOCTests.ComponentEntryTests.Gateway": "Invoice" } }
            """)
        #expect(try context.component((any Gateway).self) is Invoice)
    }

    @Test("An unknown class or component in an entry is a fault at its line, with a suggestion")
    func unknown() throws {
        let error = try #require(throws: IOCError.self) {
            try boot(
                """
                { "components": {
                    "a": { "class": "IOCTests.ComponentEntryTests.Strpe" },
                    "Invoce": { "primary": true } } }
                """)
        }
        #expect(error.faults.map(\.code) == [.classUnknown, .classUnknown])
        #expect(error.description.contains("context.json:2:"))
        #expect(error.description.contains("context.json:3:"))
        #expect(error.description.contains("did you mean 'IOCTests.ComponentEntryTests.Stripe'?"))
    }
}
