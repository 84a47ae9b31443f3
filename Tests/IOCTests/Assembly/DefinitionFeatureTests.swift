import IOC
import IOCBase
import Testing

@Suite("Features of definitions")
struct DefinitionFeatureTests {
    final class Log: Sendable {
        let lines = Guarded<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }
    class Animal: @unchecked Sendable {
        var keeper = ""
        var log: [String] = []
    }
    final class Dog: Animal, @unchecked Sendable {}
    final class Factory: Sendable {
        func make(_ name: String) -> Dog { Dog() }
    }
    protocol Gateway: AnyObject, Sendable {}
    final class Stripe: Gateway {}
    final class Invoice: Gateway {}
    struct Boom: Error {}

    // MARK: Hooks

    final class Hooked: Assembly {
        let inner = Definition { (_: Hooked) in Animal() }
            .willInject { $0.log.append("will 1") }
            .willInject { $0.log.append("will 2") }
            .inject { animal, _ in animal.log.append("inject 1") }
            .inject { animal, _ in animal.log.append("inject 2") }
            .didInject { $0.log.append("did 1") }
            .didInject { $0.log.append("did 2") }
            .didBuildGraph { $0.log.append("graph 1") }
            .didBuildGraph { $0.log.append("graph 2") }
        let outer = Definition { (hooked: Hooked) in Animal() }
            .inject { animal, hooked in animal.log += try hooked.inner().log }
            .didBuildGraph { $0.log.append("outer graph") }
        let fails = Definition { (_: Hooked) in Animal() }.inject { _, _ in throw Boom() }
    }

    @Test("Hooks and injections run in order; the graph's when the outermost call ends")
    func hooks() throws {
        let hooked = try Hooked.activated()
        let injected = ["will 1", "will 2", "inject 1", "inject 2", "did 1", "did 2"]
        #expect(try hooked.inner().log == injected + ["graph 1", "graph 2"])
        #expect(try hooked.outer().log == injected + ["outer graph"])
    }

    @Test("An injection that throws keeps the error as the cause, with the definition's own line")
    func throwing() throws {
        let hooked = try Hooked.activated()
        let error = try #require(throws: IOCError.self) { try hooked.fails() }
        #expect(error.code == .componentFailed)
        #expect(error.cause is Boom)
        #expect(error.faults[0].location?.contains("DefinitionFeatureTests.swift:") == true)
    }

    // MARK: Aliases, values, factories, parents

    final class Zoo: Assembly {
        let creature = AbstractDefinition(Animal.self, in: Zoo.self, scope: .lazySingleton)
            .willInject { $0.log.append("creature will") }
            .inject { animal, _ in animal.log.append("creature") }
        let animal = AbstractDefinition(Animal.self, in: Zoo.self).parent(\.creature) { $0 }
            .inject { animal, zoo in animal.keeper = try zoo.keeper() }
            .didInject { $0.log.append("animal did") }
        let dog = Definition { (_: Zoo) in Dog() }.parent(\.animal) { $0 }
            .inject { dog, _ in dog.log.append("dog") }
        let freeDog = Definition(.prototype) { (_: Zoo) in Dog() }.parent(\.animal) { $0 }
        let puppy = Definition { (_: Zoo) in Dog() }.parent(\.dog) { $0 }
        let keeper: Definition<Zoo, String> = .value("Ann")
        let alias = Definition { (zoo: Zoo) in try zoo.dog() }
        let factory = Definition(.singleton) { (_: Zoo) in Factory() }
        let made = Definition(.prototype) { (zoo: Zoo) in try zoo.factory().make("Rex") }
        let pack = Definition(.prototype) { (zoo: Zoo) -> [Dog] in [try zoo.dog(), Dog(), try zoo.made()] }
    }

    @Test("Three levels of definitions: parents first, and the child's own word wins")
    func parents() throws {
        let zoo = try Zoo.activated()
        let dog = try zoo.dog()
        #expect(dog.log == ["creature will", "creature", "dog", "animal did"])
        #expect(dog.keeper == "Ann")
        #expect(try zoo.dog() === dog)
        #expect(try zoo.freeDog() !== zoo.freeDog())
        #expect(try zoo.puppy().log == ["creature will", "creature", "dog", "animal did"])
    }

    @Test("An alias returns what another definition made, injected once")
    func alias() throws {
        let zoo = try Zoo.activated()
        #expect(try zoo.alias() === zoo.dog())
        #expect(try zoo.dog().log.filter { $0 == "creature" }.count == 1)
    }

    final class Note: IOCComponent {
        @TaskLocal static var log = Log()
        let number: Int
        init() { number = 0 }
        init(number: Int) { self.number = number }
        func didInject() { Self.log.add("\(number)") }
    }
    final class Notes: Assembly {
        let blank = Definition(.prototype) { (_: Notes) in Note(number: 1) }
        let copy = Definition(.prototype) { (notes: Notes) in Note(number: try notes.blank().number + 1) }
        let alias = Definition(.prototype) { (notes: Notes) in try notes.blank() }
    }

    @Test("The hooks of an instance are called once, also through an alias")
    func hooksOnce() throws {
        let notes = try Notes.activated()
        for _ in 1...100 {
            let log = Log()
            let numbers = try Note.$log.withValue(log) { [try notes.copy().number, try notes.alias().number] }
            #expect(numbers == [2, 1])
            #expect(log.all == ["1", "2", "1"])
        }
    }

    @Test("Values, factories and collections that mix both are definitions")
    func values() throws {
        let zoo = try Zoo.activated()
        #expect(try zoo.keeper() == "Ann")
        #expect(try zoo.made() !== zoo.made())
        #expect(try zoo.pack().count == 3)
        #expect(try zoo.pack()[0] === zoo.dog())
    }

    final class Circle: Assembly {
        let a: AbstractDefinition<Circle, Animal> = AbstractDefinition(Animal.self, in: Circle.self).parent(\.b) { $0 }
        let b: AbstractDefinition<Circle, Animal> = AbstractDefinition(Animal.self, in: Circle.self).parent(\.a) { $0 }
        let dog = Definition { (_: Circle) in Dog() }.parent(\.a) { $0 }
    }

    @Test("A definition that is its own parent is an error")
    func parentCircle() throws {
        let error = try #require(throws: IOCError.self) { try Circle.activated() }
        #expect(error.code == .parentElsewhere)
    }

    // MARK: Conditions

    struct Checkout: Sendable {
        let gateway: any Gateway
    }
    final class Payments: Assembly {
        let stripe: Define<any Gateway> = Define(.singleton) { _ in Stripe() }
            .traits(.when(setting: "gateway", equals: "card"))
        let invoice: Define<any Gateway> = Define(.singleton) { _ in Invoice() }
            .traits(.when(setting: "gateway", equals: 7))
        let checkout = Define { payments in Checkout(gateway: try payments.context.component()) }
    }
    final class Shop: Assembly {
        let payments = Collaborator(Payments.self)
        let free: Define<any Gateway> = Define(.singleton) { _ in Invoice() }
            .traits(.whenMissing((any Gateway).self))
    }

    private func configuration(_ gateway: SettingValue?) -> ContextConfiguration {
        ContextConfiguration(settings: gateway.map { ["gateway": $0] } ?? [:])
    }

    @Test("Of several definitions with conditions, the one whose condition holds is found by its type")
    func conditions() throws {
        let card = try Payments.activated(configuration: configuration("card"))
        #expect(try card.checkout().gateway is Stripe)
        #expect(try card.stripe() is Stripe)
        let seven = try Payments.activated(configuration: configuration(7))
        #expect(try seven.checkout().gateway is Invoice)
        let shop = try Shop.activated(configuration: configuration(nil))
        #expect(try shop.payments().checkout().gateway is Invoice)
        #expect(try shop.free() === shop.context.component((any Gateway).self))
    }

    @Test("A call of a definition that a condition leaves out names the definition and the reason")
    func leftOut() throws {
        let payments = try Payments.activated(configuration: configuration("card"))
        let error = try #require(throws: IOCError.self) { try payments.invoice() }
        #expect(error.code == .conditionNotMet)
        #expect("\(error)".contains("Payments.invoice was called"))
        #expect("\(error)".contains("gateway"))
        #expect("\(error)".contains("DefinitionFeatureTests.swift:"))
    }

    @Test("Where no condition holds, a reference by type says which definitions are out")
    func noneHolds() throws {
        let payments = try Payments.activated(configuration: configuration("cash"))
        let error = try #require(throws: IOCError.self) { try payments.checkout() }
        #expect(error.code == .dependencyMissing)
        for part in ["Payments.stripe", "Payments.invoice", "gateway"] {
            #expect("\(error)".contains(part), "\(error)")
        }
    }

    final class Replacing: Assembly {
        let payments = Collaborator(Payments.self).replace(\.stripe) { _ in Invoice() }
    }

    @Test("A definition that is replaced keeps its condition")
    func replaced() throws {
        let replacing = try Replacing.activated(configuration: configuration("card"))
        #expect(try replacing.payments().stripe() is Invoice)
        let other = try Replacing.activated(configuration: configuration("cash"))
        #expect(throws: IOCError.self) { try other.payments().stripe() }
    }

    // MARK: What is being built

    final class Child: @unchecked Sendable {
        var parent: Parent?
    }
    final class Parent: @unchecked Sendable {
        var child: Child?
    }
    final class Building: Assembly {
        let parent = Definition(.prototype) { (_: Building) in Parent() }
            .inject { parent, building in parent.child = try building.child() }
        let child = Definition(.prototype) { (_: Building) in Child() }
            .inject { child, building in
                child.parent = try building.building(Parent.self)
                let named: Parent = try building.building(named: "parent")
                precondition(named === child.parent)
            }
    }

    @Test("The object being built can be asked for by type and by key")
    func building() throws {
        let assembly = try Building.activated()
        let parent = try assembly.parent()
        #expect(parent.child?.parent === parent)
        let error = try #require(throws: IOCError.self) { try assembly.building(Parent.self) }
        #expect(error.code == .instanceNotBeingBuilt)
    }

    // MARK: Everything finds everything

    final class Service: IOCComponent, @unchecked Sendable {
        @Autowired var gateway: any Gateway
        @Autowired var all: [any Gateway]
        @Autowired var number: Int
        @Autowired("invoice") var invoice: any Gateway
    }
    final class Mixed: Assembly {
        let stripe = Definition(.singleton) { (_: Mixed) in Stripe() }.traits(.primary)
        let invoice = Definition(.singleton) { (_: Mixed) -> any Gateway in Invoice() }
        let number: Definition<Mixed, Int> = .value(3)
        let wrapped = Definition(.prototype) { (_: Mixed) in Wrapped() }
        let needsComponent = Definition(.lazySingleton) { (mixed: Mixed) in
            "\(try mixed.context.component(Service.self).number)"
        }.traits(.named("viaComponent"))
    }
    final class Wrapped: @unchecked Sendable {
        @Autowired var service: Service
    }

    @Test("@Autowired finds definitions, and definitions can look up annotated components")
    func everything() throws {
        let mixed = try Mixed.activated(configuration: ContextConfiguration(Service.self))
        let service = try mixed.context.component(Service.self)
        #expect(service.gateway is Stripe)
        #expect(service.all.count == 2)
        #expect(service.number == 3)
        #expect(service.invoice is Invoice)
        #expect(try mixed.wrapped().service === service)
        #expect(try mixed.needsComponent() == "3")
    }

    final class Twice: Assembly {
        let stripe = Definition(.singleton) { (_: Twice) in Stripe() }.traits(.primary).traits(.named("by card"))
        let invoice = Definition(.singleton) { (_: Twice) in Invoice() }
    }

    @Test("Traits that are added one after the other all hold")
    func traits() throws {
        let context = try Twice.activated().context
        #expect(try context.component((any Gateway).self) is Stripe)
        #expect(try context.component(named: "by card", as: (any Gateway).self) is Stripe)
    }

    @Test("Introspection lists name, type, scope, origin and the dependencies seen")
    func introspection() throws {
        let zoo = try Zoo.activated()
        _ = try zoo.dog()
        let dog = try #require(try zoo.context.graph.components.first { $0.name.hasSuffix("Zoo.dog") })
        #expect(dog.typeName == "IOCTests.DefinitionFeatureTests.Dog")
        #expect(dog.scope == .lazySingleton)
        #expect(dog.origin.contains("DefinitionFeatureTests.swift:"))
        #expect(dog.dependencies.map(\.targets) == [["IOCTests.DefinitionFeatureTests.Zoo.keeper"]])
    }

    class Plant: @unchecked Sendable { required init() {} }
    class Tree: Plant, @unchecked Sendable {}
    final class Oak: Tree, IOCComponent, @unchecked Sendable {
        // Sound: the test that uses it runs on one thread.
        var injections = 0
        func didInject() { injections += 1 }
    }
    final class Forest: Assembly {
        let oak = Definition(.singleton) { (_: Forest) in Oak() }
        let tree = Definition(.prototype) { (forest: Forest) -> Tree in try forest.oak() }
        let plant = Definition(.prototype) { (forest: Forest) -> Plant in try forest.oak() }
    }

    @Test("The hooks of an instance are called once if its alias promises a superclass")
    func hooksOfSuperclass() throws {
        let forest = try Forest.activated()
        let oak = try forest.oak()
        #expect(try forest.tree() === oak && forest.plant() === oak)
        #expect(oak.injections == 1)
    }

    // MARK: Steps

    private static let log = Guarded<[String]>([])
    final class Stepped: Sendable {}
    final class Steps: Assembly {
        let will: Define<Stepped> = Define(.prototype) { _ in Stepped() }
            .willInject { _ in log.withLock { $0.append("will") } }
        let inject: Define<Stepped> = Define(.prototype) { _ in Stepped() }
            .inject { (_: Stepped, _: Steps) in log.withLock { $0.append("inject") } }
        let did: Define<Stepped> = Define(.prototype) { _ in Stepped() }
            .didInject { _ in log.withLock { $0.append("did") } }
        let built: Define<Stepped> = Define(.prototype) { _ in Stepped() }
            .didBuildGraph { _ in log.withLock { $0.append("built") } }
    }

    @Test("Each kind of step runs by itself, for each instance")
    func steps() throws {
        let steps = try Steps.activated()
        for _ in 0..<2 {
            for step in [steps.will, steps.inject, steps.did, steps.built] { _ = try step() }
        }
        let once = ["will", "inject", "did", "built"]
        #expect(Self.log.withLock { $0 } == once + once)
    }

    final class Counted: IOCComponent, @unchecked Sendable {
        // Sound: written while it is made, on one thread.
        var calls: [String] = []
        func willInject() { calls.append("will") }
        func didInject() { calls.append("did") }
    }
    final class Either: Assembly, @unchecked Sendable {
        // Sound: written by the test alone.
        var isFresh = false
        let one: Define<Counted> = Define(.singleton) { _ in Counted() }
        let fresh: Define<Counted> = Define(.prototype) { _ in Counted() }
        let either: Define<Counted> = Define(.prototype) { own in own.isFresh ? Counted() : try own.one() }
    }

    @Test("An alias runs no hooks of its target again, and a new instance gets its own")
    func aliases() throws {
        let either = try Either.activated()
        let one = try either.one()
        for isFresh in [false, true, true, false, false, true] {
            either.isFresh = isFresh
            let found = try either.either()
            #expect((found === one) == !isFresh)
            #expect(found.calls == ["will", "did"])
            #expect(try either.fresh().calls == ["will", "did"])
        }
    }

    final class Plain: @unchecked Sendable {
        // Sound: written while it is created, on one thread.
        var isInjected = false
    }
    final class Makers: Assembly {
        let hooked = Define(.prototype) { _ in Counted() }.inject { hooked, _ in hooked.calls.append("inject") }
        let plain = Define(.prototype) { _ in Plain() }.inject { plain, _ in plain.isInjected = true }
    }

    @Test("A component that a definition creates has its hooks called, before and after the injection")
    func hooksOfDefinitions() throws {
        let makers = try Makers.activated()
        for _ in 0..<3 {
            #expect(try makers.hooked().calls == ["will", "inject", "did"])
            #expect(try makers.plain().isInjected)
        }
    }
}
