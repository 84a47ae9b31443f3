import IOC
import IOCCheck
import IOCModel
import IOCSource
import TestSupport
import Testing

/// What a check says of one file's worth of program.
private func checked(_ source: String, _ change: (inout ContextConfiguration) -> Void = { _ in }) throws -> CheckResult
{
    let scratch = try Scratch()
    try scratch.write("Sources/Shop/Shop.swift", "import IOC\n" + source)
    var configuration = ContextConfiguration(prefixes: ["Main"], assemblies: ["Shop.Kit"])
    change(&configuration)
    return try check([("Shop", scratch.path + "/Sources/Shop")]).run(configuration, profiles: [])
}

extension CheckResult {
    fileprivate var codes: [String] { faults.map(\.code.rawValue) }

    /// The names of the components that a property leads to.
    fileprivate func targets(of property: String) -> [String] {
        let edge = zip(points.joined(), wiring.edges.joined()).first { $0.0.property == property }?.1
        return edge?.targets.map { definitions[$0].name } ?? []
    }
}

@Suite("What assemblies define")
struct AssemblyCheckTests {
    private static let parts = """
        protocol Clock: Sendable {}
        final class Quartz: Clock {}
        struct Sundial: Clock {}
        class Animal: @unchecked Sendable {}
        final class Dog: Animal, @unchecked Sendable {}
        final class Box<Item: Sendable>: Sendable { init(_ item: Item) {} }

        """

    @Test("A definition that leaves the assembly's type out is read as one that says it")
    func define() throws {
        let result = try checked(
            Self.parts + """
                final class Kit: Assembly {
                    let clock: Define<any Clock> = Define { _ in makeClock() }
                    let limit = Define.value(10)
                    let name = Define<String>.value("x")
                    let dog = Define(.prototype) { _ in Dog() }
                    let twin = Define { kit in try kit.dog() }
                    let session: Define<Dog, Int> = Define { kit, user in Dog() }
                }
                final class Main: IOCComponent, @unchecked Sendable {
                    @Autowired var limit: Int
                    @Autowired var name: String
                    @Autowired var clock: any Clock
                    @Autowired var dogs: [Dog]
                }
                """)
        #expect(result.targets(of: "limit") == ["Shop.Kit.limit"])
        #expect(result.targets(of: "name") == ["Shop.Kit.name"])
        #expect(result.targets(of: "clock") == ["Shop.Kit.clock"])
        #expect(result.targets(of: "dogs") == ["Shop.Kit.dog", "Shop.Kit.twin"])
        #expect(result.codes == [])
        #expect(result.definitions.first { $0.name == "Shop.Kit.dog" }?.scope == .prototype)
    }

    @Test(
        "A definition promises what its closure, its type or the definition it returns says",
        arguments: [
            ("Definition { (_: Kit) in Quartz() }", "Quartz"),
            ("Definition(.prototype) { (_: Kit) in Quartz() }.didInject { _ in }.traits(.primary)", "Quartz"),
            ("Definition { (_: Kit) in Quartz() as any Clock }", "any Clock"),
            ("Definition { (_: Kit) -> any Clock in Quartz() }", "any Clock"),
            ("Definition(make: { (_: Kit) throws -> Quartz in Quartz() })", "Quartz"),
            (
                "Definition { (_: Kit) in\n        print(\"return of the clock\")\n        return Quartz()\n    }",
                "Quartz"
            ),
            ("Definition { (kit: Kit) in try kit.dial() }", "Sundial"),
            ("Definition { (kit: Kit) in try kit.side().far() }", "Quartz"),
            ("Definition { (_: Kit) in Box<Quartz>(Quartz()) }", "Box<Quartz>"),
            ("IOC.Definition { (_: Shop.Kit) in Shop.Quartz.init() }", "Quartz"),
        ])
    func promises(definition: String, wanted: String) throws {
        let source =
            Self.parts + """
                final class Side: Assembly {
                    let kit = Collaborator(Kit.self)
                    let far = Definition { (_: Side) in Quartz() }.traits(.fallback)
                }
                final class Kit: Assembly {
                    let side = Collaborator(Side.self)
                    let dial = Definition { (_: Kit) in Sundial() }
                    let one = \(definition)
                }
                final class Main: IOCComponent, @unchecked Sendable { @Autowired("one") var asked: \(wanted) }
                """
        let result = try checked(source)
        #expect(result.codes == [])
        #expect(result.notes.map(\.message) == [])
        #expect(result.targets(of: "asked") == ["Shop.Kit.one"])
    }

    @Test("A definition is found by what its protocol refines, as the running program does")
    func refined() throws {
        let result = try checked(
            Self.parts + """
                protocol Ticking: Clock, Hashable {}
                protocol Source<Item>: Clock { associatedtype Item }
                protocol Kept: Animal, Clock {}
                final class Kit: Assembly {
                    let ticking: Define<any Ticking> = Define { _ in make() }
                    let source: Define<any Source<Int>> = Define { _ in make() }
                    let kept: Define<any Kept> = Define { _ in make() }
                    let error: Define<any LocalizedError> = Define { _ in make() }
                    let both: Define<any Source<String> & Ticking> = Define { _ in make() }
                }
                final class Main: IOCComponent, @unchecked Sendable {
                    @Autowired var clocks: [any Clock]
                    @Autowired var animal: Animal
                    @Autowired var error: any Error
                    @Autowired var ticking: [any Clock & Ticking]
                    @Autowired var dog: Dog?
                    @Autowired("ticking") var named: any Clock
                }
                """)
        let all = ["both", "kept", "source", "ticking"].map { "Shop.Kit.\($0)" }
        #expect(result.targets(of: "clocks") == all)
        #expect(result.targets(of: "animal") == ["Shop.Kit.kept"])
        #expect(result.targets(of: "error") == ["Shop.Kit.error"])
        #expect(result.targets(of: "ticking") == ["Shop.Kit.both", "Shop.Kit.ticking"])
        #expect(result.targets(of: "dog") == [])
        #expect(result.targets(of: "named") == ["Shop.Kit.ticking"])
        #expect(result.codes == [])
    }

    @Test("A declared type says what a definition promises, whatever its closure does")
    func declared() throws {
        let result = try checked(
            Self.parts + """
                final class Kit: Assembly {
                    let clock: Definition<Kit, any Clock> = Definition { _ in makeClock() }
                    let limit: Definition<Kit, Int> = .value(10)
                    let chosen: Definition<Kit, any Clock> = .option("clock", .when("a") { try $0.clock() })
                    let session: Definition<Kit, Dog, Int> = Definition(.prototype) { kit, user in Dog() }
                }
                final class Main: IOCComponent, @unchecked Sendable {
                    @Autowired var limit: Int
                    @Autowired var clocks: [any Clock]
                    @Autowired var dog: Dog?
                    @Autowired("session") var session: Dog
                }
                """
        ) { $0.properties = ["clock": "a"] }
        #expect(result.targets(of: "limit") == ["Shop.Kit.limit"])
        #expect(result.targets(of: "clocks") == ["Shop.Kit.chosen", "Shop.Kit.clock"])
        #expect(result.targets(of: "dog") == [])
        #expect(result.codes == ["arguments-needed"])
        #expect(result.definitions.first { $0.name == "Shop.Kit.limit" }?.scope == .singleton)
    }

    @Test("Scope, name and marks are the definition's own, or its parents'")
    func scopes() throws {
        let result = try checked(
            Self.parts + """
                final class Kit: Assembly {
                    let root = AbstractDefinition(Animal.self, in: Kit.self, scope: .singleton)
                    let animal = AbstractDefinition(Animal.self, in: Kit.self).parent(\\.root) { $0 }
                    let dog = Definition { (_: Kit) in Dog() }.parent(\\.animal) { $0 }.traits(.named("rex"), .order(4))
                    let puppy = Definition(.prototype) { (_: Kit) in Dog() }.parent(definition: \\.dog) { $0 }
                }
                final class Main: IOCComponent, @unchecked Sendable { @Autowired("rex") var pet: Animal }
                """)
        #expect(result.codes == [])
        let dog = try #require(result.definitions.first { $0.name == "rex" })
        #expect(dog.scope == .singleton && dog.order == 4 && dog.typeName == "Shop.Dog")
        #expect(result.definitions.first { $0.name == "Shop.Kit.puppy" }?.scope == .prototype)
        #expect(result.targets(of: "pet") == ["rex"])
    }

    @Test("Wrapped properties of what an assembly makes are injection points too")
    func points() throws {
        let result = try checked(
            """
            final class Engine: @unchecked Sendable { @Autowired var fuel: Fuel }
            final class Fuel {}
            final class Kit: Assembly { let engine = Definition { (_: Kit) in Engine() } }
            final class Main: IOCComponent {}
            """)
        #expect(result.codes == ["dependency-missing"])
        #expect(result.errors.first?.description.contains("Shop.swift:2:58: error: dependency-missing") == true)
    }

    @Test("What only the compiler knows of an assembly is left alone, and said so")
    func unknown() throws {
        let result = try checked(
            Self.parts + """
                final class Kit: Assembly {
                    let odd = Definition { (kit: Kit) in make(kit) }
                    let helper = define()
                    let size = 3
                    let plain = Dog()
                }
                final class Main: IOCComponent, @unchecked Sendable {
                    @Autowired var clock: any Clock
                    @Autowired("nobody") var dog: Dog
                }
                """)
        #expect(result.codes == [])
        let notes = result.notes.map(\.message)
        #expect(notes.contains("what Kit.odd makes can't be told: a declared type would say it"))
        #expect(notes.contains("whether Kit.helper is a definition can't be told: its type is not written"))
        #expect(notes.contains { $0.hasSuffix("left alone, as Kit.helper may be a definition of anything") })
        #expect(!notes.contains { $0.contains("Kit.size") || $0.contains("Kit.plain") })
    }

    @Test("A post-processor of definitions can't be injected, and what it may change is left alone")
    func processors() throws {
        let result = try checked(
            Self.parts + """
                final class Kit: Assembly { let dog = Definition { (_: Kit) in Dog() } }
                final class Main: IOCComponent, DefinitionPostProcessor, @unchecked Sendable {
                    @Autowired var clock: any Clock
                }
                """)
        #expect(result.codes == ["processor-needs-injection"])
        #expect(result.notes.contains { $0.message.hasSuffix("left alone, as Shop.Main may change every definition") })
    }

    @Test("A name that nobody has is certain although a definition's type is not")
    func certainNames() throws {
        let result = try checked(
            Self.parts + """
                final class Kit: Assembly { let odd = Definition { (kit: Kit) in make(kit) } }
                final class Main: IOCComponent, @unchecked Sendable {
                    @Autowired var clock: any Clock
                    @Autowired("odd") var named: any Clock
                    @Autowired("nobody") var dog: Dog
                }
                """)
        #expect(result.codes == ["qualifier-unknown"])
        #expect(result.notes.contains { $0.message.hasSuffix("whether Shop.Kit.odd is any Shop.Clock can't be told") })
    }

    @Test("A parent's scope is read in the assembly it stands in")
    func parentElsewhere() throws {
        let result = try checked(
            Self.parts + """
                class Base: Assembly, @unchecked Sendable {
                    let side = Collaborator(Side.self)
                    let early = AbstractDefinition(Animal.self, in: Base.self, scope: .lazySingleton)
                    required init() {}
                }
                final class Side: Assembly {
                    let kit = Collaborator(Kit.self)
                    let animal = AbstractDefinition(Animal.self, in: Side.self, scope: .prototype)
                    let puppy: Define<Dog, Int> = Define(.singleton) { _, age in Dog() }
                }
                final class Kit: Base, @unchecked Sendable {
                    let dog = Definition { (_: Kit) in Dog() }.parent(\\.animal, of: \\.side) { $0 }
                    let late = Definition { (_: Kit) in Dog() }.parent(\\.early) { $0 }
                    let grown = Definition { (_: Kit) in Dog() }
                        .parent(definition: \\.puppy, of: \\.side, arguments: { _ in 7 }) { $0 }
                }
                final class Main: IOCComponent {}
                """)
        #expect(result.codes == [])
        let scopes = ["dog", "late", "grown"].map { key in
            result.definitions.first { $0.name == "Shop.Kit.\(key)" }?.scope
        }
        #expect(scopes == [.prototype, .lazySingleton, .singleton])
    }

    @Test("Parents in a circle, and one name for two definitions, are faults")
    func faults() throws {
        let result = try checked(
            Self.parts + """
                typealias Abstract = AbstractDefinition<Kit, Animal>
                final class Kit: Assembly {
                    let one: Abstract = AbstractDefinition(Animal.self, in: Kit.self).parent(\\.two) { $0 }
                    let two: Abstract = AbstractDefinition(Animal.self, in: Kit.self).parent(\\.one) { $0 }
                    let dog = Definition { (_: Kit) in Dog() }.parent(\\.one) { $0 }
                    let left = Definition { (_: Kit) in Quartz() }.traits(.named("twin"))
                    let right = Definition { (_: Kit) in Quartz() }.traits(.named("twin"))
                }
                final class Main: IOCComponent {}
                """)
        #expect(result.codes.sorted() == ["abstract-parent-cycle", "name-repeated"])
        #expect(result.errors.contains { $0.description.contains("Shop.swift:12:9: error: abstract-parent-cycle") })
    }

    @Test("An assembly that a file names twice defines everything twice; a collaborator is there once")
    func compositions() throws {
        let source = """
            class Base: Assembly { required init() {} }
            final class Kit: Base, @unchecked Sendable {
                let side = Collaborator(Side.self)
                let again: Collaborator<Side> = Collaborator(Side.self)
                let word: Definition<Kit, String> = .value("a")
            }
            final class Side: Assembly {
                let kit = Collaborator(Base.self)
                let number: Definition<Side, Int> = .value(1)
                let foreign: Definition<Kit, Int> = .value(2)
            }
            final class Main: IOCComponent {}
            """
        let once = try checked(source)
        #expect(once.codes == [])
        #expect(once.definitions.map(\.name) == ["Shop.Kit.word", "Shop.Main", "Shop.Side.number"])
        let twice = try checked(source) { $0.assemblies = ["Kit", "Shop.Kit"] }
        #expect(twice.codes == ["name-repeated"])
    }

    @Test("An optional or an Any is a definition where its value is one, and is left alone where nobody knows")
    func optionals() throws {
        let result = try checked(
            Self.parts + """
                final class Kit: Assembly {
                    let number: Define<Int>? = Define(.singleton) { _ in 1 }
                    let dog: Optional<Define<Dog>> = nil
                    let any: Any = Definition(.singleton) { (_: Kit) in Sundial() }
                    let sendable: any Sendable = Definition<Kit, String>.value("x")
                    let side: Collaborator<Side>? = Collaborator(Side.self)
                    let none: Any? = nil
                    let text: Any = "text"
                }
                final class Side: Assembly { let flag: Define<Bool>? = .value(true) }
                final class Main: IOCComponent, @unchecked Sendable {
                    @Autowired var number: Int
                    @Autowired var sundial: Sundial
                    @Autowired var text: String
                    @Autowired var flag: Bool
                    @Autowired var dog: Dog?
                }
                """)
        #expect(result.codes == [])
        #expect(
            result.definitions.map(\.name) == [
                "Shop.Kit.any", "Shop.Kit.number", "Shop.Kit.sendable", "Shop.Main", "Shop.Side.flag",
            ])
        let open = try checked(
            """
            final class Kit: Assembly {
                let number: Define<Int>?
                var other: Any? = nil
                init() { number = nil }
            }
            final class Main: IOCComponent, @unchecked Sendable { @Autowired var number: Int }
            """)
        #expect(open.codes == [])
        #expect(open.notes.contains { $0.message.contains("whether Kit.number is there can't be told") })
        #expect(open.notes.contains { $0.message.contains("whether Kit.other is a definition can't be told") })
    }

    @Test("Definitions that are lazy, or stand inside another value, are faults as at boot")
    func notStored() throws {
        let result = try checked(
            """
            final class Kit: Assembly {
                let written: [Define<Int>] = [Define { _ in 1 }]
                let unwritten = [Definition { (_: Kit) in 1 }]
                let table: [String: [Define<Int>]]? = nil
                let pair: (Int, Define<Int>) = (1, Define { _ in 1 })
                let sides = ["a": Collaborator(Kit.self)]
                lazy var late = Define { _ in 1 }
                lazy var lateList: [Define<Int>] = []
                let names = ["a", "b"]
                lazy var text = "late"
            }
            final class Main: IOCComponent {}
            """)
        #expect(result.codes == Array(repeating: "definition-not-stored", count: 7))
        let messages = result.errors.map(\.message)
        for key in ["written", "unwritten", "table", "pair", "sides"] {
            #expect(messages.contains { $0.contains("Shop.Kit.\(key) holds definitions or collaborators inside") })
        }
        for key in ["late", "lateList"] {
            #expect(messages.contains { $0.contains("Shop.Kit.\(key) is a 'lazy var'") })
        }
    }

    @Test("A missing type names the assembly that defines it and is not listed")
    func unlisted() throws {
        let result = try checked(
            Self.parts + """
                final class Kit: Assembly { let word: Define<String> = .value("a") }
                final class Other: Assembly { let clock: Define<any Clock> = Define { _ in Quartz() } }
                final class Main: IOCComponent, @unchecked Sendable { @Autowired var clock: any Clock }
                """)
        #expect(result.codes == ["dependency-missing"])
        let fault = try #require(result.faults.first)
        #expect(fault.nearMisses.first?.name == "Shop.Other.clock")
        #expect(
            fault.nearMisses.first?.reason == "is defined by the assembly Shop.Other, which is not listed")
        #expect(fault.remedy == "add \"Shop.Other\" to \"assemblies\", or make the property optional")
    }

    @Test("A name that an assembly and other classes have means the assembly")
    func namesakes() throws {
        let kit = "final class Kit: Assembly { let word: Definition<Kit, String> = .value(\"x\") }\n"
        let source = "enum Left { \(kit) }\nenum Right { final class Kit {} }\nfinal class Main: IOCComponent {}\n"
        let found = try checked(source) { $0.assemblies = ["Kit"] }
        #expect(found.codes == [] && found.definitions.map(\.name) == ["Shop.Left.Kit.word", "Shop.Main"])
        let twice = try checked(source + "enum Third { \(kit) }") { $0.assemblies = ["Kit"] }
        #expect(twice.codes == ["class-ambiguous"])
        #expect(twice.faults.first.map { "\($0)".contains("Right.Kit") } == false)
        let open = try checked(source + "enum Third { final class Kit: Unseen {} }") { $0.assemblies = ["Kit"] }
        #expect(open.codes == [] && open.notes.contains { $0.code == "class-ambiguous" })
    }

    @Test("A collaborator that two subclasses could be is told, unless its own class is named too")
    func ambiguousCollaborator() throws {
        let source = """
            class Base: Assembly, @unchecked Sendable { required init() {}; let n = Definition(.singleton) { (_: Base) in 1 } }
            final class Left: Base, @unchecked Sendable { required init() {} }
            final class Right: Base, @unchecked Sendable { required init() {} }
            final class Kit: Assembly { let base = Collaborator(Base.self) }
            final class Main: IOCComponent {}
            """
        let found = try checked(source) { $0.assemblies = ["Kit", "Left", "Right"] }
        #expect(found.codes.filter { $0 != "name-repeated" } == ["collaborator-ambiguous"])
        let fault = try #require(found.faults.first { $0.code == .collaboratorAmbiguous })
        #expect(fault.headline.contains("Shop.Left and Shop.Right could each be the collaborator Shop.Base"))
        #expect(fault.remedy.contains("in \"assemblies\""))
        #expect(found.errors.contains { $0.location?.line == 5 })
        #expect(try checked(source) { $0.assemblies = ["Kit", "Left"] }.codes == [])
        let exact = try checked(source) { $0.assemblies = ["Kit", "Base", "Left", "Right"] }
        #expect(!exact.codes.contains("collaborator-ambiguous"))
    }

    @Test("A definition that two collaborators replace is told, and so is one that is made too late")
    func replacedTwice() throws {
        let source = """
            final class Core: Assembly {
                let one: Definition<Core, Int> = .value(1)
                let two: Definition<Core, String> = .option("none", .when("a") { _ in "a" })
            }
            final class Side: Assembly { let core = Collaborator(Core.self).replace(\\.one) { _ in 2 } }
            final class Kit: Assembly {
                let core = Collaborator(Core.self).replace(\\.two) { _ in "b" }.replace(\\.one) { _ in 3 }
                let side = Collaborator(Side.self)
                lazy var late = Definition(.singleton) { (_: Kit) in 2.5 }
            }
            final class Main: IOCComponent {}
            """
        let found = try checked(source)
        #expect(found.codes.sorted() == ["definition-not-stored", "definition-replaced-twice"])
        let headlines = found.faults.map(\.headline)
        #expect(headlines.contains { $0.contains("Shop.Core.one is replaced") })
        #expect(headlines.contains { $0.contains("Shop.Kit.late is a 'lazy var'") })
        #expect(!found.definitions.contains { $0.name == "Shop.Kit.late" })
        let conditional = source.replacing("    lazy var", with: "#if FLAG\n    lazy var").replacing(
            "2.5 }", with: "2.5 }\n#endif")
        let open = try checked(conditional)
        #expect(open.codes == ["definition-replaced-twice"])
        #expect(open.notes.contains { $0.code == "definition-not-stored" })
    }
}
