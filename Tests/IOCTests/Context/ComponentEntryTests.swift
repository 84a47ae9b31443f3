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

    // MARK: Entries of classes with traits

    private static let prefix = "IOCTests.ComponentEntryTests."

    final class Lazy: IOCComponent {
        static var traits: [ComponentTrait] { [.lazy] }
    }

    private func isMadeAtBoot(_ entry: String) throws -> Bool {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            "c.json", #"{ "components": { "a": { "class": "\#(Self.prefix)Lazy"\#(entry) } } }"#)
        let listener = ObserverTests.Listener()
        var configuration = try ContextConfiguration(contentsOf: file)
        configuration.observers = [listener]
        return try withExtendedLifetime(ApplicationContext(configuration)) { listener.lines.contains("made a") }
    }

    @Test("Only a file's scope or `lazy` makes a lazy class eager")
    func lazyClass() throws {
        #expect(try !isMadeAtBoot(""))
        #expect(try !isMadeAtBoot(#", "order": 3"#))
        #expect(try isMadeAtBoot(#", "scope": "singleton""#))
        #expect(try isMadeAtBoot(#", "lazy": false"#))
        #expect(try !isMadeAtBoot(#", "scope": "singleton", "lazy": true"#))
        #expect(try !isMadeAtBoot(#", "scope": "lazySingleton""#))
        #expect(try !isMadeAtBoot(#", "lazy": true"#))
    }

    protocol Cache: AnyObject, Sendable {}
    protocol Store: AnyObject, Sendable {}
    final class Redis: IOCComponent, Cache {}
    final class Disk: IOCComponent, Store {}
    final class Fallback: IOCComponent {
        static var traits: [ComponentTrait] { [.whenMissing((any Cache).self)] }
    }

    private func hasFallback(_ entry: String, _ classes: String) throws -> Bool {
        let folder = try TemporaryFolder()
        let names = classes.split(separator: " ").map { "\"\(Self.prefix)\($0)\"" }.joined(separator: ", ")
        let context = try ApplicationContext(
            contentsOf: folder.write(
                "c.json",
                """
                { "classes": [\(names)], "components": { "f": { "class": "\(Self.prefix)Fallback"\(entry) } } }
                """))
        return try !context.components(Fallback.self).isEmpty
    }

    @Test("A file's `whenMissing` replaces that of the class")
    func whenMissing() throws {
        let other = #", "whenMissing": "\#(Self.prefix)Store""#
        #expect(try hasFallback("", "Disk"))
        #expect(try !hasFallback("", "Redis"))
        #expect(try hasFallback(other, "Redis"))
        #expect(try !hasFallback(other, "Disk"))
    }

    @Test("Entries with `whenMissing` are decided in the order of their names")
    func order() throws {
        let folder = try TemporaryFolder()
        let context = try ApplicationContext(
            contentsOf: folder.write(
                "c.json",
                """
                { "components": {
                    "b": { "class": "\(Self.prefix)Redis", "whenMissing": "\(Self.prefix)Store" },
                    "c": { "class": "\(Self.prefix)Redis" },
                    "a": { "class": "\(Self.prefix)Redis", "whenMissing": "\(Self.prefix)Store" } } }
                """))
        #expect(context.graph.components.map(\.name) == ["a", "b", "c"])
    }
}
