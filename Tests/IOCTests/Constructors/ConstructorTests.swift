import IOC
import Testing

@Suite("Dependencies that are passed to an initializer")
struct ConstructorTests {
    protocol Sink: Sendable { var name: String { get } }
    final class Console: IOCComponent, Sink {
        var name: String { "console" }
        static var traits: [ComponentTrait] { ["console", .primary] }
    }
    final class Audit: IOCComponent, Sink {
        var name: String { "audit" }
        static var traits: [ComponentTrait] { ["audit"] }
    }
    final class Mapper: IOCComponent {}
    final class Missing: IOCComponent {}
    final class Job: IOCComponent { static var traits: [ComponentTrait] { [.scope(.prototype)] } }

    final class Order: ConstructedComponent {
        let mapper: Mapper
        let sink: any Sink
        let audit: any Sink
        let missing: Missing?
        let sinks: [any Sink]
        let byName: [String: any Sink]
        let job: Provider<Job>
        let context: ApplicationContext
        let limit: Int
        let title: String

        init(
            mapper: Mapper, sink: any Sink, audit: any Sink, missing: Missing?, sinks: [any Sink],
            byName: [String: any Sink], job: Provider<Job>, context: ApplicationContext, limit: Int, title: String
        ) {
            (self.mapper, self.sink, self.audit, self.missing) = (mapper, sink, audit, missing)
            (self.sinks, self.byName, self.job, self.context) = (sinks, byName, job, context)
            (self.limit, self.title) = (limit, title)
        }

        static var constructor: Constructor {
            Constructor(
                Parameter<Mapper>("mapper"), Parameter<any Sink>("sink"), Parameter<any Sink>("audit", named: "audit"),
                Parameter<Missing?>("missing"), Parameter<[any Sink]>("sinks"),
                Parameter<[String: any Sink]>("byName"), Parameter<Provider<Job>>("job"),
                Parameter<ApplicationContext>("context"),
                Parameter<Int>("limit", setting: "order.limit", default: 100),
                Parameter<String>("title", setting: "order.title")
            ) {
                try Order(
                    mapper: $0[0], sink: $0[1], audit: $0[2], missing: $0[3], sinks: $0[4], byName: $0[5], job: $0[6],
                    context: $0[7], limit: $0[8], title: $0[9])
            }
        }
    }

    @Test("An initializer is passed whatever a property can ask for")
    func everyShape() throws {
        let context = try ApplicationContext(
            ContextConfiguration(
                components: [Order.self, Mapper.self, Console.self, Audit.self, Job.self],
                settings: ["order": ["title": "Desk"]]))
        let order = try context.component(Order.self)
        #expect(order.mapper === (try context.component(Mapper.self)))
        #expect(order.sink.name == "console")
        #expect(order.audit.name == "audit")
        #expect(order.missing == nil)
        #expect(order.sinks.map(\.name) == ["audit", "console"])
        #expect(order.byName.keys.sorted() == ["audit", "console"])
        let first = try order.job()
        #expect(try order.job() !== first)
        #expect(try order.context.component(Order.self) === order)
        #expect(order.limit == 100)
        #expect(order.title == "Desk")
    }

    struct Controller: ConstructedComponent {
        let mapper: Mapper
        let number: Int
        static var constructor: Constructor {
            Constructor(Parameter<Mapper>("mapper"), Parameter<Int>("number", setting: "number", default: 1)) {
                try Controller(mapper: $0[0], number: $0[1])
            }
        }
    }
    struct PerCall: ConstructedComponent {
        let job: Job
        static var constructor: Constructor { Constructor(Parameter<Job>("job")) { try PerCall(job: $0[0]) } }
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
    }
    struct Tagged: ConstructedComponent, Sink {
        let mapper: Mapper
        var name: String { "tagged" }
        static var constructor: Constructor { Constructor(Parameter<Mapper>("mapper")) { try Tagged(mapper: $0[0]) } }
    }
    enum Mode: ConstructedComponent {
        case fast, slow
        init(isFast: Bool) { self = isFast ? .fast : .slow }
        static var constructor: Constructor {
            Constructor(Parameter<Bool>("isFast", setting: "fast", default: true)) { try Mode(isFast: $0[0]) }
        }
    }
    actor Ledger: ConstructedComponent {
        let mapper: Mapper
        init(mapper: Mapper) { self.mapper = mapper }
        static var constructor: Constructor { Constructor(Parameter<Mapper>("mapper")) { try Ledger(mapper: $0[0]) } }
    }
    final class Reader: IOCComponent, @unchecked Sendable {
        @Autowired var controller: Controller
        @Autowired var mode: Mode
        @Autowired var ledger: Ledger
    }

    @Test("Structures, enumerations and actors are components")
    func values() throws {
        let context = try boot(
            Controller.self, PerCall.self, Tagged.self, Mode.self, Ledger.self, Mapper.self, Job.self, Reader.self)
        let mapper = try context.component(Mapper.self)
        #expect(try context.component(Controller.self).mapper === mapper)
        let call = try context.component(PerCall.self)
        #expect(try context.component(PerCall.self).job !== call.job)
        #expect(try context.component((any Sink).self).name == "tagged")
        let reader = try context.component(Reader.self)
        #expect(reader.controller.mapper === mapper)
        guard case .fast = reader.mode else {
            Issue.record("the mode is not the default")
            return
        }
        #expect(reader.ledger.mapper === mapper)
    }

    @Test("A structure is found by a prefix")
    func prefix() throws {
        let context = try ApplicationContext(
            ContextConfiguration(
                prefixes: ["IOCTests.ConstructorTests.Tagged", "IOCTests.ConstructorTests.Mapper"]))
        #expect(try context.component(Tagged.self).name == "tagged")
    }

    // MARK: What is wrong

    final class LazyOrder: ConstructedComponent {
        init(missing: Missing, limit: Int) {}
        static var constructor: Constructor {
            Constructor(
                Parameter<Missing>("missing", line: 4711),
                Parameter<Int>("limit", setting: "order.limit", line: 4712)
            ) { try LazyOrder(missing: $0[0], limit: $0[1]) }
        }
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
    }

    @Test("What a prototype's initializer lacks is told at boot, each with its parameter and its line")
    func missing() throws {
        let error = try #require(throws: IOCError.self) { try boot(LazyOrder.self) }
        #expect(error.faults.map(\.code) == [.dependencyMissing, .settingMissing])
        #expect(error.faults.map(\.injectionPoint) == ["LazyOrder.init(missing:)", "LazyOrder.init(limit:)"])
        #expect(error.description.contains("ConstructorTests.swift:4711"))
        #expect(error.description.contains("ConstructorTests.swift:4712"))
    }

    final class Hen: ConstructedComponent {
        init(egg: Egg) {}
        static var constructor: Constructor { Constructor(Parameter<Egg>("egg")) { try Hen(egg: $0[0]) } }
    }
    final class Egg: ConstructedComponent {
        init(hens: [Hen]) {}
        static var constructor: Constructor { Constructor(Parameter<[Hen]>("hens")) { try Egg(hens: $0[0]) } }
    }
    final class Myself: ConstructedComponent {
        init(other: Myself?) {}
        static var constructor: Constructor { Constructor(Parameter<Myself?>("other")) { try Myself(other: $0[0]) } }
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
    }

    @Test("A circle of initializers is a fault at boot, with the circle and where it may be broken")
    func circle() throws {
        let error = try #require(throws: IOCError.self) { try boot(Hen.self, Egg.self) }
        #expect(error.faults.map(\.code) == [.constructionCycle])
        for part in ["Hen", "Egg", "egg", "hens", "Provider", "@Autowired"] {
            #expect(error.description.contains(part), "\(part) is not in \(error)")
        }
        let own = try #require(throws: IOCError.self) { try boot(Myself.self) }
        #expect(own.faults.map(\.code) == [.constructionCycle])
    }

    final class Parent: ConstructedComponent, @unchecked Sendable {
        let child: Child
        init(child: Child) { self.child = child }
        static var constructor: Constructor { Constructor(Parameter<Child>("child")) { try Parent(child: $0[0]) } }
    }
    final class Child: IOCComponent, @unchecked Sendable {
        @Autowired var parent: Parent
        private(set) weak var seen: Parent?
        private(set) var hasSeen = false
        func didInject() throws {
            let parent = self.parent
            seen = parent
            hasSeen = parent === seen
        }
    }

    @Test(
        "A circle of an initializer and a property works from both ends, also where the property is read while it is made",
        arguments: [Scope.singleton, .lazySingleton])
    func mixedCircle(_ scope: Scope) throws {
        for parentFirst in [true, false] {
            weak var witness: Parent?
            do {
                let context = try ApplicationContext(
                    ContextConfiguration(components: [Parent.self, Child.self]).with { configuration in
                        configuration.components = [
                            "Parent": .init(scope: scope), "Child": .init(scope: scope),
                        ]
                    })
                let child: Child
                let parent: Parent
                if parentFirst {
                    parent = try context.component(Parent.self)
                    child = parent.child
                } else {
                    child = try context.component(Child.self)
                    parent = child.parent
                }
                witness = parent
                #expect(child.hasSeen)
                #expect(child.parent === parent)
                #expect(parent.child === child)
                #expect(child.seen === parent)
            }
            #expect(witness == nil)
        }
    }

    // MARK: Scopes and ends

    final class Visit: ConstructedComponent {
        let mapper: Mapper
        let job: Provider<Visit>
        init(mapper: Mapper, job: Provider<Visit>) {
            self.mapper = mapper
            self.job = job
        }
        static var constructor: Constructor {
            Constructor(Parameter<Mapper>("mapper"), Parameter<Provider<Visit>>("job")) {
                try Visit(mapper: $0[0], job: $0[1])
            }
        }
        static var traits: [ComponentTrait] { [.scope(.request)] }
    }
    final class Keeper: ConstructedComponent {
        init(visit: Visit) {}
        static var constructor: Constructor { Constructor(Parameter<Visit>("visit")) { try Keeper(visit: $0[0]) } }
    }

    @Test("A request component's provider gives what its own request shares")
    func request() throws {
        let context = try boot(Visit.self, Mapper.self)
        try withRequestScope {
            let visit = try context.component(Visit.self)
            let again = try visit.job()
            #expect(again === visit)
        }
    }

    @Test("A singleton that is passed something shorter-lived is a captive at boot, with the parameter")
    func captive() throws {
        let error = try #require(throws: IOCError.self) { try boot(Visit.self, Mapper.self, Keeper.self) }
        #expect(error.faults.map(\.code) == [.dependencyCaptive])
        #expect(error.faults.first?.injectionPoint == "Keeper.init(visit:)")
    }

    struct Broken: Error {}
    final class Failing: ConstructedComponent {
        init(mapper: Mapper) throws { throw Broken() }
        static var constructor: Constructor { Constructor(Parameter<Mapper>("mapper")) { try Failing(mapper: $0[0]) } }
    }

    @Test("What an initializer throws is the component's failure")
    func failing() throws {
        let error = try #require(throws: IOCError.self) { try boot(Failing.self, Mapper.self) }
        #expect(error.faults.map(\.code) == [.componentFailed])
        #expect(error.faults.first?.cause is Broken)
    }

    final class Hooked: ConstructedComponent, @unchecked Sendable {
        let mapper: Mapper
        @Autowired var late: Mapper
        private(set) var calls: [String] = []
        init(mapper: Mapper) { self.mapper = mapper }
        static var constructor: Constructor { Constructor(Parameter<Mapper>("mapper")) { try Hooked(mapper: $0[0]) } }
        func willInject() { calls.append("will") }
        func didInject() throws { calls.append(late === mapper ? "did" : "other") }
    }

    @Test("Parameters and wrapped properties work together, and the hooks are called")
    func both() throws {
        #expect(try boot(Hooked.self, Mapper.self).component(Hooked.self).calls == ["will", "did"])
    }

    class Base: ConstructedComponent, @unchecked Sendable {
        let mapper: Mapper
        required init(mapper: Mapper) { self.mapper = mapper }
        class var constructor: Constructor {
            Constructor(Parameter<Mapper>("mapper")) { try self.init(mapper: $0[0]) }
        }
    }
    final class Derived: Base, @unchecked Sendable {}

    @Test("A subclass is made by the initializer that it inherits")
    func subclass() throws {
        let context = try boot(Derived.self, Mapper.self)
        #expect(type(of: try context.component(Base.self)) == Derived.self)
    }

    class Fixed: ConstructedComponent, @unchecked Sendable {
        init(mapper: Mapper) {}
        class var constructor: Constructor { Constructor(Parameter<Mapper>("mapper")) { try Fixed(mapper: $0[0]) } }
    }
    final class Other: Fixed, @unchecked Sendable {}

    @Test("A constructor that makes another class than its own is a fault at boot")
    func otherClass() throws {
        let error = try #require(throws: IOCError.self) { try boot(Other.self, Mapper.self) }
        #expect(error.faults.map(\.code) == [.constructorMismatch])
        #expect(error.description.contains("Fixed"))
        #expect(error.description.contains("Other"))
    }

    final class Odd: ConstructedComponent {
        static var traits: [ComponentTrait] { [.lazy] }
        static var constructor: Constructor { Constructor(Parameter<Mapper>("mapper")) { try Order2(mapper: $0[0]) } }
    }

    @Test("A definition that returns another class is an error")
    func otherFamily() throws {
        let error = try #require(throws: IOCError.self) { try boot(Odd.self, Mapper.self) }
        #expect(error.faults.map(\.code) == [.constructorMismatch])
    }

    @Test("A replacement needs nothing of what the initializer asks for")
    func replacement() throws {
        let context = try boot(Keeper2.self, Order2.self, Mapper.self)
        let patched = try context.patched { $0.replace(Order2.self) { Order2(name: "fake") } }
        #expect(try patched.component(Keeper2.self).order.name == "fake")
    }

    final class Order2: ConstructedComponent {
        let name: String
        init(name: String) { self.name = name }
        init(mapper: Mapper) { name = "real" }
        static var constructor: Constructor { Constructor(Parameter<Mapper>("mapper")) { try Order2(mapper: $0[0]) } }
    }
    final class Keeper2: ConstructedComponent {
        let order: Order2
        init(order: Order2) { self.order = order }
        static var constructor: Constructor { Constructor(Parameter<Order2>("order")) { try Keeper2(order: $0[0]) } }
    }
}
