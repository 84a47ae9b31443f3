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
    enum Waiting {
        static let line = #line + 1
        @Component("mistakes-shop", .dependsOn("mistakes-databse")) final class Shop {}
        @Component("mistakes-database") final class Database {}
    }
}

@Suite("Fifteen mistakes and what is said of them")
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

    static let mistakes: [Mistake] = [
        Mistake(
            "A class that is no component", all("PlainClass"), at: file(Mistakes.PlainClass.line),
            "put @Component on IOCTests.Mistakes.PlainClass.Mapper"),
        Mistake(
            "A component that no prefix names", ContextConfiguration(components: [Mistakes.Unlisted.Service.self]),
            at: file(Mistakes.Unlisted.line),
            "let IOCTests.Mistakes.Unlisted.Mapper in"),
        Mistake(
            "A protocol without a component", all("NoProtocol"), at: file(Mistakes.NoProtocol.line),
            "declare a component that conforms to"),
        Mistake("Two candidates", all("Two"), at: file(Mistakes.Two.line), "mark one .primary"),
        Mistake(
            "A misspelt name", all("Misnamed"), at: file(Mistakes.Misnamed.line), "did you mean 'mistakes-stripe'?"),
        Mistake(
            "A forbidden circle", all("Circle") { $0.cycles = .forbid }, at: file(Mistakes.Circle.line),
            "take one edge out, or make it a Provider that is called later"),
        Mistake("A setting that nobody gives", all("Property"), at: file(Mistakes.Property.line), "mistakes.port"),
        Mistake(
            "A property of another type", all("Property") { $0.settings = ["mistakes": ["port": "many"]] },
            at: file(Mistakes.Property.line),
            "many"),
        Mistake(
            "A request's component kept for ever", all("Requested"), at: file(Mistakes.Requested.line),
            "declare the property as a Provider"),
        Mistake("A component that fails", all("Failing"), at: "Failing.Database", "see the cause"),
        Mistake(
            "A binding to nobody", all("Bound") { $0.bindings = ["IOCTests.Mistakes.Bound.Gateway": "nobody-at-all"] },
            at: "ContextConfiguration.bindings.", "mistakes-paypal: is a IOCTests.Mistakes.Bound.Gateway"),
        Mistake(
            "A binding of no protocol",
            all("Bound") { $0.bindings = ["IOCTests.Mistakes.Bound.Gatewey": "mistakes-paypal"] },
            at: "ContextConfiguration.bindings.", "did you mean 'IOCTests.Mistakes.Bound.Gateway'?"),
        Mistake(
            "A prefix that matches nothing", ContextConfiguration(prefixes: ["IOCTests.Mistaks.Bound."]),
            at: "ContextConfiguration.prefixes[0]", "did you mean 'IOCTests.Mistakes.Bound.'?"),
        Mistake(
            "A class that does not exist", ContextConfiguration(classes: ["IOCTests.Mistakes.Bound.PayPall"]),
            at: "ContextConfiguration.classes[0]", "did you mean 'IOCTests.Mistakes.Bound.PayPal'?"),
        Mistake(
            "A start that waits for nobody", all("Waiting"), at: file(Mistakes.Waiting.line),
            "did you mean 'mistakes-database'?"),
    ]

    @Test("A mistake is reported with its place and its remedy", arguments: mistakes)
    func told(_ mistake: Mistake) throws {
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
