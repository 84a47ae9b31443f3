import IOC
import Testing

@Suite("Names and bindings")
struct NameTests {
    @Component("same") final class One {}
    @Component("same") final class Two {}
    class Base: IOCComponent, @unchecked Sendable {
        class var traits: [ComponentTrait] { [.named("base"), .primary, .order(7)] }
        required init() {}
    }
    final class Derived: Base, @unchecked Sendable {}
    final class Restated: Base, @unchecked Sendable {
        override class var traits: [ComponentTrait] { [.named("base"), .primary, .order(7)] }
    }
    protocol Sink: Sendable {}
    final class Console: IOCComponent, Sink {}
    @Component("Plain") final class Titled: Sink {}
    final class Plain: IOCComponent, Sink {}
    enum Other {
        final class Console: IOCComponent {}
    }

    private static let prefix = "IOCTests.NameTests."

    // MARK: Names

    @Test("An entry means the component that was given its name before one whose class is called so")
    func givenNameFirst() throws {
        let context = try ApplicationContext(
            ContextConfiguration(Titled.self, Plain.self).with { $0.components["Plain"] = .init(isPrimary: true) })
        #expect(try context.component((any Sink).self) is Titled)
    }

    @Test("Components of one name are a fault for each name, also if a subclass states its superclass's name")
    func repeated() throws {
        let error = try bootError(ContextConfiguration(One.self, Two.self, Base.self, Restated.self))
        #expect(error.faults.map(\.code) == [.nameRepeated, .nameRepeated])
        #expect(error.faults.map(\.candidates.count) == [2, 2])
        for type in ["One", "Two"] { #expect(error.description.contains("class \(Self.prefix)\(type)")) }
    }

    @Component("") final class Blank {}
    final class Blanks: Assembly {
        let one = Definition(.singleton) { (_: Blanks) in 1 }.traits(.named("  "))
    }

    @Test("An empty name is a fault, in a trait, a definition and an entry")
    func blank() throws {
        var configuration = ContextConfiguration(Blank.self)
        #expect(try bootError(configuration).faults.map(\.code) == [.nameBlank])
        configuration.components[""] = .init(className: "\(Self.prefix)One")
        configuration.assemblies = ["\(Self.prefix)Blanks"]
        let several = try bootError(configuration).faults.filter { $0.code == .nameBlank }
        #expect(several.count == 3 && Set(several.map(\.headline)).count == 3)
    }

    @Test(
        "A subclass inherits its superclass's order, but keeps a name and a primary mark only if it states them itself")
    func inheritedTraits() throws {
        let restated = try boot(Restated.self, Derived.self)
        #expect(try restated.component(named: "base") === restated.component(Restated.self))
        #expect(try restated.component(Base.self) is Restated)
        let inherited = try boot(Base.self, Derived.self)
        #expect(try inherited.component(Base.self) === inherited.component(named: "base"))
        #expect(try inherited.component(Derived.self) === inherited.component(named: "Derived"))
        let later = try boot(Derived.self, Console.self).components((any IOCComponent).self)
        #expect(later.map { $0 is Derived } == [false, true])
    }

    @Test("A component is found by its given name, its qualified name, and a simple name that only it has")
    func lookups() throws {
        let context = try boot(Base.self, Console.self, Other.Console.self, Plain.self)
        #expect(try context.component(named: "Plain") === context.component(Plain.self))
        #expect(try context.component(named: "\(Self.prefix)Console") === context.component(Console.self))
        func fault(_ name: String) throws -> IOCError.Fault {
            try #require(throws: IOCError.self) { try context.component(named: name, as: Console.self) }.faults[0]
        }
        #expect(try fault("Console").code == .nameAmbiguous)
        #expect(try fault("Console").candidates == ["Console", "Other.Console"].map { Self.prefix + $0 })
        #expect(
            try fault("Consol").code == .qualifierUnknown && fault("Consol").suggestion?.hasSuffix("Console") == true)
        // A name of another type.
        #expect(try fault("base").code == .qualifierUnknown)
    }

    enum North {
        final class Namesake: IOCComponent {}
    }
    enum South {
        final class Namesake: IOCComponent {}
    }
    final class Idle: IOCComponent {}
    final class Bare: Sendable {}
    final class Bares: Assembly {
        let plain: Define<Bare> = Define(.singleton) { _ in Bare() }
        let first: Define<Idle> = Define(.singleton) { _ in Idle() }
        let second: Define<Idle> = Define(.singleton) { _ in Idle() }.traits(.primary)
    }

    @Test("A class's name finds the only component of that class, in the context or its parent")
    func classNames() throws {
        let parent = try boot(North.Namesake.self, South.Namesake.self, Idle.self)
        let child = try ApplicationContext(ContextConfiguration(Idle.self), parent: parent)
        #expect(try child.component(ofClass: "North.Namesake") is North.Namesake)
        let (own, above) = (try child.component(ofClass: "Idle"), try parent.component(ofClass: "Idle"))
        #expect(own as AnyObject !== above as AnyObject)
        #expect(code { _ = try child.component(ofClass: "Namesake") } == .classAmbiguous)
        let bares = try Bares.activated()
        let context = try bares.context
        #expect(try context.component(ofClass: "Idle") as AnyObject === bares.second())
        #expect(code { _ = try context.component(ofClass: "Bare") } == .protocolMismatch)
    }

    // MARK: Bindings

    protocol Source: Sendable {}
    final class Tape: IOCComponent, Source {}
    final class Reel: IOCComponent, Source {}
    final class Asking: IOCComponent, @unchecked Sendable {
        @Autowired var sink: any Sink
        @Autowired var source: any Source
    }

    @Test(
        "Every faulty binding is reported with a suggestion, without faults that follow from it",
        arguments: [
            (["Sinc": "Console", "Sorce": "Tape"], .bindingTypeUnknown),
            (["Sink": "Consle", "Source": "Taep"], .bindingTargetUnknown),
            (["Sink": "same", "Source": "same"], .bindingTargetDoesNotFit),
            (["Sink": "Console", "Source": "Tape"], nil),
        ] as [([String: String], IOCError.Code?)])
    func bindings(bindings: [String: String], code: IOCError.Code?) throws {
        let configuration = ContextConfiguration(
            Console.self, Titled.self, Tape.self, Reel.self, Asking.self, One.self
        ).with { $0.bindings = Dictionary(uniqueKeysWithValues: bindings.map { (Self.prefix + $0, $1) }) }
        guard let code else {
            let context = try ApplicationContext(configuration)
            let asking = try context.component(Asking.self)
            #expect(asking.sink is Console && asking.source is Tape)
            return
        }
        let error = try bootError(configuration)
        #expect(error.faults.map(\.code) == [code, code], "\(error)")
        #expect(code == .bindingTargetDoesNotFit || error.faults.allSatisfy { $0.suggestion != nil })
    }

    @Test("A protocol in an extension of another module's type is known by its simple name")
    func protocolInExtension() throws {
        func codes(_ type: String) throws -> [IOCError.Code] {
            try bootError(ContextConfiguration(Console.self).with { $0.bindings = [type: "Console"] }).faults.map(
                \.code)
        }
        #expect(try codes("NamedInExtension") == [.bindingTargetDoesNotFit])
        #expect(try codes("NamedInExtensio") == [.bindingTypeUnknown])
    }

    // MARK: Names to start after

    @Test("Every unknown name to start after is reported, and every cycle of such names")
    func dependsOn() throws {
        let said: [(name: String, type: Any.Type, after: [String])] = [
            ("a", Console.self, ["nope", "b", "nay"]), ("b", One.self, ["none"]), ("c", Titled.self, ["b", "d"]),
            ("d", Plain.self, ["a", "c"]), ("e", Derived.self, ["f"]), ("f", Two.self, ["a", "b", "e"]),
        ]
        let entries = said.map { name, type, after in
            (name, ContextConfiguration.ComponentEntry(className: String(reflecting: type), dependsOn: after))
        }
        let faults = try bootError(ContextConfiguration(components: Dictionary(uniqueKeysWithValues: entries))).faults
        #expect(faults.count { $0.code == .dependsOnCycle } == 2 && faults.count == 5)
        for name in ["nope", "nay", "none"] {
            #expect(faults.count { $0.code == .dependsOnUnknown && $0.headline.contains("'\(name)'") } == 1)
        }
    }

    @Component(.lazy, .dependsOn("nope")) final class Waiting { static let line = #line }
    @Component(.dependsOn("Chained")) final class Chained { static let line = #line }
    final class Assembled: Assembly {
        static let line = #line + 1
        let one = Definition(.singleton) { (_: Assembled) in Leaf() }.traits(.dependsOn("nope"))
    }

    @Test("A fault of a name to start after has the line of the trait")
    func dependsOnLine() throws {
        func location(_ configuration: ContextConfiguration) throws -> String? {
            try bootError(configuration).faults[0].location
        }
        #expect(try location(ContextConfiguration(Waiting.self)) == "IOCTests/NameTests.swift:\(Waiting.line)")
        #expect(try location(ContextConfiguration(Chained.self)) == "IOCTests/NameTests.swift:\(Chained.line)")
        let assembled = ContextConfiguration(assemblies: ["\(Self.prefix)Assembled"])
        #expect(try location(assembled) == "IOCTests/NameTests.swift:\(Assembled.line)")
    }
}

extension ContextConfiguration {
    protocol NamedInExtension: AnyObject {
        func first()
        func second()
    }
}
