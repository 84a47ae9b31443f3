import IOC
import Testing

@Suite("Components the file declares")
struct ComponentEntryTests {
    private static let prefix = "IOCTests.ComponentEntryTests."

    protocol Gateway: AnyObject, Sendable {}
    @Component("fromTrait", .order(5)) final class Stripe: Gateway {}
    final class Invoice: IOCComponent, Gateway {}
    final class Shop: IOCComponent, @unchecked Sendable {
        @Autowired var gateway: any Gateway
        @Autowired var all: [any Gateway]
        @Autowired("second") var named: Stripe
    }

    /// The configuration of a file, in which `@` stands for the beginning of a class's name.
    private func configuration(_ file: String) throws -> ContextConfiguration {
        let folder = try TemporaryFolder()
        let path = try folder.write("context.json", file.replacing("@", with: Self.prefix))
        return try ContextConfiguration(contentsOf: path)
    }

    @Test("An entry with a class takes the place of the class's own registration, once or under several names")
    func entries() throws {
        let context = try ApplicationContext(
            configuration(
                """
                { "classes": ["@Stripe", "@Invoice", "@Shop"],
                  "components": { "first": { "class": "@Stripe", "primary": true, "order": 2 },
                                  "second": { "class": "@Stripe", "order": 1 } } }
                """))
        let shop = try context.component(Shop.self)
        #expect(try shop.gateway === context.component(named: "first", as: Stripe.self))
        #expect(try shop.named === context.component(named: "second", as: Stripe.self))
        let all: [any Gateway] = [try context.component(Invoice.self), shop.named, shop.gateway]
        #expect(areSame(shop.all, all))
    }

    @Test("An entry without a class changes the component of its name, and a binding wins over a primary")
    func overlay() throws {
        let file = """
            { "classes": ["@Invoice", "@Shop"],
              "components": { "Invoice": { "primary": true }, "second": { "class": "@Stripe" } } }
            """
        let context = try ApplicationContext(configuration(file))
        let invoice = try #require(context.graph.components.first { $0.name.hasSuffix("Invoice") })
        #expect(invoice.origin.contains("context.json:2:"))
        #expect(try context.component(Shop.self).gateway is Invoice)
        let bound = try ApplicationContext(
            configuration(file).with { $0.bindings = ["\(Self.prefix)Gateway": "second"] })
        #expect(try bound.component((any Gateway).self) is Stripe)
    }

    @Test("An unknown class or component in an entry is a fault at its line, with a suggestion")
    func unknown() throws {
        let error = try bootError(
            configuration(
                """
                { "components": {
                    "a": { "class": "@Strpe" },
                    "Invoce": { "primary": true } } }
                """))
        #expect(error.faults.map(\.code) == [.classUnknown, .classUnknown])
        #expect(error.faults[0].suggestion == "\(Self.prefix)Stripe")
        for (fault, line) in zip(error.faults, [2, 3]) {
            #expect(fault.location?.contains("context.json:\(line):") == true)
        }
    }

    // MARK: Entries of classes with traits

    @Component(.lazy) final class Idle {}

    @Test(
        "Only a file's scope or `lazy` makes a lazy class eager",
        arguments: [
            ("", false), (#", "order": 3"#, false), (#", "scope": "singleton""#, true), (#", "lazy": false"#, true),
            (#", "scope": "singleton", "lazy": true"#, false), (#", "scope": "lazySingleton""#, false),
            (#", "lazy": true"#, false),
        ])
    func lazyClass(entry: String, isEager: Bool) throws {
        let recorder = MakingRecorder()
        let context = try ApplicationContext(
            configuration(#"{ "components": { "a": { "class": "@Idle"\#(entry) } } }"#).with {
                $0.observers = [recorder]
            })
        #expect(recorder.made == (isEager ? ["a"] : []))
        withExtendedLifetime(context) {}
    }

    protocol Cache: Sendable {}
    protocol Store: Sendable {}
    final class Redis: IOCComponent, Cache {}
    final class Disk: IOCComponent, Store {}
    @Component(.whenMissing((any Cache).self)) final class Fallback {}

    @Test(
        "A file's `whenMissing` replaces that of the class",
        arguments: [("", "Disk", true), ("", "Redis", false), ("Store", "Redis", true), ("Store", "Disk", false)])
    func whenMissing(missing: String, other: String, isIn: Bool) throws {
        let condition = missing.isEmpty ? "" : #", "whenMissing": "@\#(missing)""#
        let context = try ApplicationContext(
            configuration(
                #"{ "classes": ["@\#(other)"], "components": { "f": { "class": "@Fallback"\#(condition) } } }"#))
        #expect(context.graph.components.contains { $0.name == "f" } == isIn)
    }
}
