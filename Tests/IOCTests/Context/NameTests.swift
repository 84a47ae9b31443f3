import Foundation
import IOC
import Synchronization
import Testing

@Suite("Names and bindings")
struct NameTests {
    final class One: IOCComponent {
        static var traits: [ComponentTrait] { [.named("same")] }
    }
    final class Two: IOCComponent {
        static var traits: [ComponentTrait] { [.named("same")] }
    }
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
    enum Other {
        final class Console: IOCComponent {}
    }

    final class Titled: IOCComponent, Sink {
        static var traits: [ComponentTrait] { [.named("Plain")] }
    }
    final class Plain: IOCComponent, Sink {}

    @Test("An entry means the component that was given its name before one whose class is called so")
    func givenNameFirst() throws {
        var configuration = ContextConfiguration(Titled.self, Plain.self)
        configuration.components["Plain"] = .init()
        configuration.components["Plain"]?.isPrimary = true
        #expect(try ApplicationContext(configuration).component((any Sink).self) is Titled)
    }

    @Test("Two components of one name are a fault that names both origins")
    func duplicate() throws {
        let error = try bootError(ContextConfiguration(One.self, Two.self))
        #expect(error.code == .nameRepeated)
        #expect(error.description.contains("class IOCTests.NameTests.One"))
        #expect(error.description.contains("class IOCTests.NameTests.Two"))
        let several = try bootError(ContextConfiguration(One.self, Two.self, Base.self, Restated.self))
        #expect(several.faults.map(\.code) == [.nameRepeated, .nameRepeated])
        #expect(several.faults.map(\.candidates.count) == [2, 2])
    }

    final class Blank: IOCComponent {
        static var traits: [ComponentTrait] { [.named("")] }
    }
    final class Blanks: Assembly {
        let one = Definition(.singleton) { (_: Blanks) in 1 }.traits(.named("  "))
    }

    @Test("An empty name is a fault, in a trait, a definition and an entry")
    func blank() throws {
        let inTrait = try bootError(ContextConfiguration(Blank.self))
        #expect(inTrait.faults.map(\.code) == [.nameBlank])
        #expect(inTrait.description.contains("Blank"))
        #expect(try bootError(ContextConfiguration(Blank.self, Blank.self)).faults.map(\.code) == [.nameBlank])
        #expect(
            try bootError(ContextConfiguration(assemblies: ["IOCTests.NameTests.Blanks"])).faults.map(\.code) == [
                .nameBlank
            ])
        var configuration = ContextConfiguration()
        configuration.components[""] = .init(className: "IOCTests.NameTests.One")
        #expect(try bootError(configuration).faults.map(\.code) == [.nameBlank])
        configuration.classes = ["IOCTests.NameTests.Blank"]
        configuration.assemblies = ["IOCTests.NameTests.Blanks"]
        let several = try bootError(configuration).faults.filter { $0.code == .nameBlank }
        #expect(several.count == 3 && Set(several.map(\.headline)).count == 3)
    }

    @Test("A subclass that states its superclass's list itself keeps the name and the primary mark")
    func restatedTraits() throws {
        let context = try boot(Restated.self, Derived.self)
        let restated = try context.component(Restated.self)
        #expect(try context.component(named: "base") === restated)
        #expect(try context.component(Base.self) === restated)
        let error = try bootError(ContextConfiguration(Base.self, Restated.self))
        #expect(error.code == .nameRepeated)
    }

    @Test("A subclass inherits its superclass's order, and neither its name nor its primary mark")
    func inheritedTraits() throws {
        let context = try boot(Base.self, Derived.self)
        #expect(try context.component(Base.self) === context.component(named: "base"))
        #expect(try context.component(Derived.self) === context.component(named: "Derived"))
    }

    @Test("A component is found by the name it was given, by its qualified name, and by a unique simple name")
    func lookups() throws {
        let context = try boot(Base.self, Console.self)
        let console = try context.component(Console.self)
        #expect(try context.component(named: "Console") === console)
        #expect(try context.component(named: "IOCTests.NameTests.Console") === console)
        let error = try #require(throws: IOCError.self) { try context.component(named: "Consol", as: Console.self) }
        #expect(error.code == .qualifierUnknown)
        #expect(error.faults[0].suggestion == "Console")
    }

    @Test("A simple name that several components have is an error naming them")
    func ambiguousName() throws {
        let context = try boot(Console.self, Other.Console.self)
        let error = try #require(throws: IOCError.self) { try context.component(named: "Console", as: Console.self) }
        #expect(error.code == .nameAmbiguous)
        #expect(error.faults[0].candidates == ["IOCTests.NameTests.Console", "IOCTests.NameTests.Other.Console"])
    }

    @Test("A name of a component that is no such type is an error")
    func wrongType() throws {
        let context = try boot(Console.self, Base.self)
        let error = try #require(throws: IOCError.self) { try context.component(named: "base", as: Console.self) }
        #expect(error.code == .qualifierUnknown)
    }

    @Test("A binding of an unknown type, or to an unknown name, is a fault with a suggestion")
    func faultyBindings() throws {
        let error = try bootError(
            ContextConfiguration(Console.self).with {
                $0.bindings = ["IOCTests.NameTests.Sinc": "Console", "IOCTests.NameTests.Sink": "Consle"]
            })
        #expect(Set(error.faults.map(\.code)) == [.bindingTypeUnknown, .bindingTargetUnknown])
        #expect(error.faults.allSatisfy { $0.suggestion != nil })
    }

    @Test("A binding to a component that does not fit is a fault")
    func unfittingBinding() throws {
        let error = try bootError(
            ContextConfiguration(Console.self, One.self).with { $0.bindings = ["IOCTests.NameTests.Sink": "same"] })
        #expect(error.code == .bindingTargetDoesNotFit)
    }

    @Test("A protocol in an extension of another module's type is known by its simple name")
    func protocolInExtension() throws {
        for (type, code) in [
            ("NamedInExtension", .bindingTargetDoesNotFit), ("NamedInExtensio", .bindingTypeUnknown),
        ] as [(String, IOCError.Code)] {
            let error = try bootError(ContextConfiguration(Console.self).with { $0.bindings = [type: "Console"] })
            #expect(error.faults.map(\.code) == [code], "\(error)")
        }
    }

    protocol Source: Sendable {}
    final class Tape: IOCComponent, Source {}
    final class Reel: IOCComponent, Source {}
    final class Asking: IOCComponent, @unchecked Sendable {
        @Autowired var sink: any Sink
        @Autowired var source: any Source
    }

    @Test(
        "Every faulty binding is reported, without faults that follow from it",
        arguments: [
            (["Sinc": "Console", "Sorce": "Tape"], .bindingTypeUnknown),
            (["Sink": "Consle", "Source": "Taep"], .bindingTargetUnknown),
            (["Sink": "same", "Source": "same"], .bindingTargetDoesNotFit),
        ] as [([String: String], IOCError.Code)])
    func severalBindings(bindings: [String: String], code: IOCError.Code) throws {
        let all = ContextConfiguration(
            Console.self, Titled.self, Tape.self, Reel.self, Asking.self, One.self)
        let error = try bootError(
            all.with {
                for (type, name) in bindings { $0.bindings["IOCTests.NameTests.\(type)"] = name }
            })
        #expect(error.faults.map(\.code) == [code, code], "\(error)")
        let sound = ["Sink": "Console", "Source": "Tape"]
        let context = try ApplicationContext(
            all.with {
                for (type, name) in sound { $0.bindings["IOCTests.NameTests.\(type)"] = name }
            })
        #expect(try context.component((any Sink).self) is Console && context.component((any Source).self) is Tape)
    }

    @Test("Starting after an unknown name, or after itself, is a fault")
    func dependsOn() throws {
        let unknown = try bootError(
            ContextConfiguration(components: ["a": .init(className: "IOCTests.NameTests.Console", dependsOn: ["nope"])])
        )
        #expect(unknown.code == .dependsOnUnknown)
        let circle = try bootError(
            ContextConfiguration(components: [
                "a": .init(className: "IOCTests.NameTests.Console", dependsOn: ["b"]),
                "b": .init(className: "IOCTests.NameTests.One", dependsOn: ["a"]),
            ]))
        #expect(circle.code == .dependsOnCycle)
    }

    @Test("Every unknown name to start after is reported, and every cycle of such names")
    func dependsOnSeveral() throws {
        let said: [(name: String, type: String, after: [String])] = [
            ("a", "Console", ["nope", "b", "nay"]), ("b", "One", ["none"]), ("c", "Titled", ["b", "d"]),
            ("d", "Plain", ["a", "c"]), ("e", "Derived", ["f"]), ("f", "Two", ["a", "b", "e"]),
        ]
        let entries = said.map { name, type, after in
            (name, ContextConfiguration.ComponentEntry(className: "IOCTests.NameTests.\(type)", dependsOn: after))
        }
        let error = try bootError(ContextConfiguration(components: Dictionary(uniqueKeysWithValues: entries)))
        let reported = error.faults.map { "\($0.code.rawValue) \($0.headline)" }.sorted()
        #expect(
            error.faults.map(\.code.rawValue).sorted() == [
                "depends-on-cycle", "depends-on-cycle", "depends-on-unknown", "depends-on-unknown",
                "depends-on-unknown",
            ])
        for name in ["nope", "nay", "none"] { #expect(reported.contains { $0.contains("'\(name)'") }, "\(reported)") }
    }

    final class Waiting: IOCComponent {
        static var traits: [ComponentTrait] { [.lazy, .dependsOn("nope")] }
    }

    final class Chained: IOCComponent {
        static var traits: [ComponentTrait] { [.dependsOn("Chained")] }
    }

    final class Assembled: Assembly {
        let one = Definition(.singleton) { (_: Assembled) in Console() }.traits(.dependsOn("nope"))
    }

    @Test("An unknown name to start after is reported at the trait's line")
    func dependsOnLine() throws {
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        for (boot, trait) in [
            ({ try bootError(ContextConfiguration(Waiting.self)) }, "[.lazy, .dependsOn(\"nope\")]"),
            ({ try bootError(ContextConfiguration(Chained.self)) }, "[.dependsOn(\"Chained\")]"),
            (
                { try bootError(ContextConfiguration(assemblies: ["IOCTests.NameTests.Assembled"])) },
                ".traits(.dependsOn("
            ),
        ] as [(() throws -> IOCError, String)] {
            let line = try #require(source.firstIndex { $0.contains(trait) }) + 1
            #expect(try boot().description.contains("NameTests.swift:\(line)"))
        }
    }

    // MARK: Class names

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
        let ambiguous = #expect(throws: IOCError.self) { try child.component(ofClass: "Namesake") }
        #expect(ambiguous?.code == .classAmbiguous)
        #expect(ambiguous?.description.contains("North.Namesake") == true)
        let plains = try Bares.activated()
        let context = try plains.context
        #expect(try context.component(ofClass: "Idle") as AnyObject === plains.second())
        let wrong = #expect(throws: IOCError.self) { try context.component(ofClass: "Bare") }
        #expect(wrong?.code == .protocolMismatch)
    }
}

extension ContextConfiguration {
    protocol NamedInExtension: AnyObject {
        func first()
        func second()
    }
}
