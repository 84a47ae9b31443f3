import IOC
import Testing

/// One world a mistake: what a newcomer writes, and what the container answers.
private enum Mistakes {
    enum PlainClass {
        final class Mapper: Sendable {}
        @Component final class Service { @Autowired var mapper: Mapper }
        static let line = #line - 1
    }
    enum Unlisted {
        @Component final class Mapper {}
        @Component final class Service { @Autowired var mapper: Mapper }
        static let line = #line - 1
    }
    enum NoProtocol {
        protocol Gateway: Sendable {}
        @Component final class Service { @Autowired var gateway: any Gateway }
        static let line = #line - 1
    }
    enum Two {
        protocol Gateway: Sendable {}
        @Component final class First: Gateway {}
        @Component final class Second: Gateway {}
        @Component final class Service { @Autowired var gateway: any Gateway }
        static let line = #line - 1
    }
    enum Misnamed {
        @Component("mistakes-stripe") final class Stripe {}
        @Component final class Service { @Autowired("mistakes-strip") var stripe: Stripe }
        static let line = #line - 1
    }
    enum Circle {
        @Component final class Hen { @Autowired var egg: Egg }
        @Component final class Egg { @Autowired var hen: Hen }
        static let line = #line - 1
    }
    enum Property {
        @Component final class Server { @Value("mistakes.port") var port: Int }
        static let line = #line - 1
    }
    enum Requested {
        @Component(.scope(.request)) final class User {}
        @Component final class Service { @Autowired var user: User }
        static let line = #line - 1
    }
    enum Failing {
        struct Down: Error {}
        @Component final class Database { func didInject() throws { throw Down() } }
    }
    enum Bound {
        protocol Gateway: Sendable {}
        @Component("mistakes-paypal") final class PayPal: Gateway {}
        @Component final class Service { @Autowired var gateway: any Gateway }
    }
    enum Throwing {
        struct Down: Error {}
        static let line = #line + 1
        @Component final class Pool {
            init() throws { throw Down() }
        }
    }
    enum Constant {
        static let line = #line + 1
        @Component final class Server { let host: String }
    }
    enum WrongType {
        @Component final class Mapper {}
        @Component("mistakes-visa") final class Visa {}
        @Component final class Service { @Autowired("mistakes-visa") var mapper: Mapper }
        static let line = #line - 1
    }
    enum TwoPrimary {
        protocol Gateway: Sendable {}
        @Component(.primary) final class First: Gateway {}
        @Component(.primary) final class Second: Gateway {}
        @Component final class Service { @Autowired var gateway: any Gateway }
        static let line = #line - 1
    }
    enum SameName {
        @Component("mistakes-till") final class First {}
        @Component("mistakes-till") final class Second {}
    }
    enum Initializers {
        static let line = #line + 2
        @Component final class Hen { let egg: Egg }
        @Component final class Egg { let hen: Hen }
    }
    enum Asynchronous {
        @Component(.scope(.prototype)) final class Client { init() async {} }
    }
    enum Connecting {
        @Component final class Client { init() async {} }
    }
    enum Unreachable {
        static let line = #line + 1
        @Component final class Client { init() async throws { throw Throwing.Down() } }
    }
    enum Retried {
        @Component(.retry(attempts: 0)) final class Broker: Startable { func start() async throws {} }
    }
    enum StartCircle {
        static let line = #line + 1
        @Component("mistakes-a", .dependsOn("mistakes-b")) final class First {}
        @Component("mistakes-b", .dependsOn("mistakes-a")) final class Second {}
    }
    enum Generic {
        class Box<Item>: IOCComponent, @unchecked Sendable { required init() {} }
    }
    enum Called {
        final class Session: Sendable {}
        final class Kit: Assembly {
            let session = Definition(.prototype) { (_: Kit, user: Int) in Session() }
        }
    }
    enum Waiting {
        static let line = #line + 1
        @Component("mistakes-shop", .dependsOn("mistakes-databse")) final class Shop {}
        @Component("mistakes-database") final class Database {}
    }
}

/// With the mistakes in files and arguments, and those that the macro reports, these are the fifty that a newcomer makes.
@Suite("Mistakes in components, and what is said of them")
struct MistakeTests {
    struct Mistake: Sendable, CustomTestStringConvertible {
        var name: String
        var configuration: ContextConfiguration
        /// Where the message points.
        var place: String
        /// What it says to do, and what was probably meant.
        var remedy: [String]
        var testDescription: String { name }

        init(_ name: String, _ configuration: ContextConfiguration, at place: String, _ remedy: String...) {
            self.name = name
            self.configuration = configuration
            self.place = place
            self.remedy = remedy
        }
    }

    /// The place of a line of this file, as the first one that a message points at.
    private static func file(_ line: Int) -> String { "at          IOCTests/MistakeTests.swift:\(line)\n" }

    private static func all(_ name: String, _ change: (inout ContextConfiguration) -> Void = { _ in })
        -> ContextConfiguration
    {
        var configuration = ContextConfiguration(prefixes: ["IOCTests.Mistakes.\(name)."])
        change(&configuration)
        return configuration
    }

    static let wiring: [Mistake] = [
        Mistake(
            "A class that is no component", all("PlainClass"), at: file(Mistakes.PlainClass.line),
            "put @Component on IOCTests.Mistakes.PlainClass.Mapper"),
        Mistake(
            "A component that no prefix names", ContextConfiguration(components: [Mistakes.Unlisted.Service.self]),
            at: file(Mistakes.Unlisted.line),
            "add \"IOCTests.Mistakes.Unlisted.Mapper\" to \"classes\""),
        Mistake(
            "A protocol without a component", all("NoProtocol"), at: file(Mistakes.NoProtocol.line),
            "declare a component that conforms to"),
        Mistake("Two candidates", all("Two"), at: file(Mistakes.Two.line), "mark one .primary"),
        Mistake(
            "A misspelt name", all("Misnamed"), at: file(Mistakes.Misnamed.line), "did you mean 'mistakes-stripe'?"),
        Mistake(
            "A forbidden circle", all("Circle") { $0.cycles = .forbid }, at: file(Mistakes.Circle.line),
            "take one edge out, or make it a Provider that is called later"),
        Mistake(
            "A name of a component of another type", all("WrongType"), at: file(Mistakes.WrongType.line),
            "'mistakes-visa' is of type IOCTests.Mistakes.WrongType.Visa",
            "name a component of type IOCTests.Mistakes.WrongType.Mapper"),
        Mistake(
            "Two primary candidates", all("TwoPrimary"), at: file(Mistakes.TwoPrimary.line),
            "leave .primary on one of them"),
        Mistake(
            "Two components of one name", all("SameName"), at: "Mistakes.SameName.First",
            "several components are called 'mistakes-till'", "give one of them another name with .named(…)"),
        Mistake(
            "Initializers that need each other", all("Initializers"), at: file(Mistakes.Initializers.line),
            "break the cycle at one of them", "be a Provider, or a property with @Autowired"),
        Mistake(
            "An initializer that throws", all("Throwing"),
            at: "cause       Down()\n   \(file(Mistakes.Throwing.line))",
            "component-failed: IOCTests.Mistakes.Throwing.Pool failed in its initializer"),
        Mistake(
            "An async initializer of a prototype", all("Asynchronous"), at: "Asynchronous.Client",
            "make it a singleton, or make the initializer synchronous and wait in start()"),
        Mistake(
            "A retry without an attempt", all("Retried"), at: "Retried.Broker", "use at least one attempt"),
        Mistake(
            "Components that wait for each other's start", all("StartCircle"), at: file(Mistakes.StartCircle.line),
            "take one of the \"dependsOn\" out"),
        Mistake(
            "A constant that is a setting", all("Constant"), at: file(Mistakes.Constant.line),
            "if it is a setting, write @Injected(setting: \"…\") let host: String"),
    ]

    static let configuration: [Mistake] = [
        Mistake(
            "A setting that no source has", all("Property"), at: file(Mistakes.Property.line),
            "set 'mistakes.port' under \"settings\", or MISTAKES_PORT in the environment, or give it a default"),
        Mistake(
            "A variable of another type", all("Property") { $0.environment = ["MISTAKES_PORT": "many"] },
            at: file(Mistakes.Property.line),
            "\"many\", from the environment variable MISTAKES_PORT", "give 'mistakes.port' a whole number"),
        Mistake(
            "A placeholder that no source has",
            all("Property") { $0.settings = ["mistakes": ["port": "${mistakes.prot}"]] }, at: "mistakes.prot",
            "set it, give it a default as in ${mistakes.prot:value}"),
        Mistake(
            "A setting of another type", all("Property") { $0.settings = ["mistakes": ["port": "many"]] },
            at: file(Mistakes.Property.line),
            "give 'mistakes.port' a whole number"),
        Mistake(
            "A request's component kept for ever", all("Requested"), at: file(Mistakes.Requested.line),
            "declare the property as a Provider"),
        Mistake("A component that fails", all("Failing"), at: "Failing.Database", "see the cause"),
        Mistake(
            "A dangling binding", all("Bound") { $0.bindings = ["IOCTests.Mistakes.Bound.Gateway": "absent-at-all"] },
            at: "ContextConfiguration.bindings.", "mistakes-paypal: is of type IOCTests.Mistakes.Bound.Gateway"),
        Mistake(
            "A binding of no protocol",
            all("Bound") { $0.bindings = ["IOCTests.Mistakes.Bound.Gatewey": "mistakes-paypal"] },
            at: "ContextConfiguration.bindings.", "did you mean 'IOCTests.Mistakes.Bound.Gateway'?"),
        Mistake(
            "A binding to a component of another type",
            all("Bound") { $0.bindings = ["IOCTests.Mistakes.Bound.Gateway": "IOCTests.Mistakes.Bound.Service"] },
            at: "ContextConfiguration.bindings.", "bind it to a component of type IOCTests.Mistakes.Bound.Gateway"),
        Mistake(
            "A configuration that names nothing", ContextConfiguration(), at: "ContextConfiguration",
            "add \"prefixes\" or \"classes\""),
        Mistake(
            "A listed class that is no component",
            ContextConfiguration(classes: ["IOCTests.Mistakes.PlainClass.Mapper"]),
            at: "ContextConfiguration.classes[0]", "put @Component on IOCTests.Mistakes.PlainClass.Mapper"),
        Mistake(
            "A listed class that is generic", ContextConfiguration(classes: ["IOCTests.Mistakes.Generic.Box"]),
            at: "ContextConfiguration.classes[0]", "fixes its parameters"),
        Mistake(
            "A listed class of a module that is not linked", ContextConfiguration(classes: ["Kassenbuch.Ledger"]),
            at: "ContextConfiguration.classes[0]", "add 'Kassenbuch' to the target's dependencies"),
        Mistake(
            "An assembly that does not exist", all("Called") { $0.assemblies = ["IOCTests.Mistakes.Called.Kitt"] },
            at: "ContextConfiguration.assemblies[0]", "did you mean 'IOCTests.Mistakes.Called.Kit'?"),
        Mistake(
            "A prefix that matches nothing", ContextConfiguration(prefixes: ["IOCTests.Mistaks.Bound."]),
            at: "ContextConfiguration.prefixes[0]", "did you mean 'IOCTests.Mistakes.Bound.'?"),
        Mistake(
            "A class that does not exist", ContextConfiguration(classes: ["IOCTests.Mistakes.Bound.PayPall"]),
            at: "ContextConfiguration.classes[0]", "did you mean 'IOCTests.Mistakes.Bound.PayPal'?"),
        Mistake(
            "A start that waits for an unknown name", all("Waiting"), at: file(Mistakes.Waiting.line),
            "did you mean 'mistakes-database'?"),
    ]

    @Test("A mistake is reported with its place and its remedy", arguments: wiring + configuration)
    func reported(_ mistake: Mistake) throws {
        let error = try #require(throws: IOCError.self) { try ApplicationContext(mistake.configuration) }
        let text = error.description
        #expect(text.contains(mistake.place), "\(text)")
        for remedy in mistake.remedy { #expect(text.contains(remedy), "\(text)") }
    }

    @Test("A request's component asked for outside of one names withRequestScope")
    func outside() throws {
        let context = try ApplicationContext(ContextConfiguration(components: [Mistakes.Requested.User.self]))
        let error = try #require(throws: IOCError.self) { try context.component(Mistakes.Requested.User.self) }
        #expect(error.description.contains("withRequestScope"), "\(error)")
    }

    @Test("A component that nothing provides, asked for by type, names what to do")
    func unprovided() throws {
        let context = try ApplicationContext(Self.all("Property") { $0.settings = ["mistakes": ["port": 1]] })
        let error = try #require(throws: IOCError.self) {
            try context.component((any Mistakes.NoProtocol.Gateway).self)
        }
        #expect(error.description.contains("declare a component that conforms to"), "\(error)")
    }

    @Test("A component that is created at the start, asked for before it, names start()")
    func beforeStart() throws {
        let context = try ApplicationContext(Self.all("Connecting"))
        let error = try #require(throws: IOCError.self) { try context.component(Mistakes.Connecting.Client.self) }
        #expect(
            error.description.contains("start the context first; in a test, write .applicationContext("), "\(error)")
    }

    @Test("An async initializer that throws is reported with its line, and what it threw comes first")
    func throwingAtStart() async throws {
        let context = try ApplicationContext(Self.all("Unreachable"))
        let error = try await #require(throws: IOCError.self) { try await context.start() }
        let first = "cause       Down()\n   \(Self.file(Mistakes.Unreachable.line))"
        #expect(error.description.contains(first), "\(error)")
    }

    @Test("A definition with arguments, asked for without them, names the call")
    func withoutArguments() throws {
        let context = try ApplicationContext(
            ContextConfiguration(assemblies: ["IOCTests.Mistakes.Called.Kit"]))
        let error = try #require(throws: IOCError.self) { try context.component(Mistakes.Called.Session.self) }
        #expect(
            error.description.contains("call IOCTests.Mistakes.Called.Kit.session on its assembly, with the arguments"),
            "\(error)")
    }

    // MARK: Properties that can't be filled

    final class Reader: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Value("reader.size") var size: Int
    }

    /// No component.
    final class Loose: @unchecked Sendable {
        @Value("loose.size") var size: Int
    }

    @Test("A missing setting is reported with its type, and never as a missing component")
    func valueWanted() throws {
        let context = try boot(Reader.self)
        let error = try #require(throws: IOCError.self) { try context.component(Reader.self).$size.get() }
        #expect(error.description.contains("   wanted      Int\n"))
        let loose = try #require(throws: IOCError.self) {
            try ApplicationContext.withCurrent(context) { try Loose().$size.get() }
        }
        #expect(loose.faults[0].settingKey == "loose.size")
        #expect(!loose.description.contains("named 'loose.size'"))
    }

    final class Visit: IOCComponent {
        static var traits: [ComponentTrait] { [.scope(.request)] }
    }
    final class Guest: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Autowired var visit: Visit
    }

    @Test("A property of an inactive scope is reported by its name")
    func inactiveScope() throws {
        let context = try boot(Visit.self, Guest.self)
        let guest = try context.component(Guest.self)
        let error = try #require(throws: IOCError.self) { try guest.$visit.get() }
        #expect(error.code == .scopeInactive)
        #expect(error.faults[0].injectionPoint?.hasSuffix("Guest.visit") == true)
    }

    // MARK: Names that an instance chooses

    final class Watch: IOCComponent {}
    final class Hasty: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var first: Watch
        @Autowired var second: Watch
        @Value("hasty.one") var one: Int
        @Value("hasty.two") var two: Int
        init() {
            _first = Autowired("one")
            _second = Autowired("two")
        }
    }

    @Test("Each wrong name and missing setting of a lazy component is reported with its path")
    func lateNames() throws {
        let context = try boot(Hasty.self, Watch.self)
        let error = try #require(throws: IOCError.self) { try context.component(Hasty.self) }
        let codes: [IOCError.Code] = [.qualifierUnknown, .qualifierUnknown, .settingMissing, .settingMissing]
        #expect(error.faults.map(\.code).sorted { $0.rawValue < $1.rawValue } == codes)
        #expect(error.faults.map(\.path) == Array(repeating: [String(reflecting: Hasty.self)], count: 4))
    }
}
