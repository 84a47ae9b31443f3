import IOC
import Testing

@Suite("Composing assemblies")
struct CompositionTests {
    class Base: Assembly, @unchecked Sendable {
        let text = Define(.singleton) { base in base.own }
        var own: String { "base" }
        required init() {}
    }
    final class Derived: Base, @unchecked Sendable {
        override var own: String { "derived" }
        let number = Define(.singleton) { _ in 7 }
    }
    final class Other: Base, @unchecked Sendable { override var own: String { "other" } }

    class Colors: Assembly, @unchecked Sendable {
        let color = Define(.singleton) { colors in colors.own }
        var own: Character { "b" }
        required init() {}
    }
    final class Reds: Colors, @unchecked Sendable { override var own: Character { "r" } }

    // MARK: Choices of collaborators

    final class Palette: Assembly {
        let reds = Collaborator(Reds.self)
        let base = Collaborator(Base.self)
        let colors = Collaborator(Colors.self)
        let derived = Collaborator(Derived.self)
    }

    @Test("A base and its subclass as collaborators are one assembly, in either order")
    func order() throws {
        let palette = try Palette.activated()
        #expect(try palette.base() === palette.derived() && palette.colors() === palette.reds())
        #expect(try palette.context.components(String.self) == ["derived"])
        #expect(try palette.context.components(Character.self) == ["r"])
    }

    final class Both: Assembly {
        let derived = Collaborator(Derived.self)
        let other = Collaborator(Other.self)
        let base = Collaborator(Base.self)
    }
    final class Shop: Assembly {
        let store = Collaborator(Base.self)
        let name = Define(.singleton) { shop in try shop.store().own.first }
    }

    @Test("Two subclasses are ambiguous as their base, unless one is passed, or one is exactly of the class")
    func subclasses() throws {
        #expect(faultCodes { try Both.activated() }.contains(.collaboratorAmbiguous))
        let derived = Derived()
        let both = try Both.activated(with: [derived])
        #expect(try both.base() === derived)
        #expect(faultCodes { try Shop.activated(with: [Other(), Derived()]) }.contains(.collaboratorAmbiguous))
        #expect(try Shop.activated(with: [Other()]).name() == "o")
        #expect(try Shop.activated(with: [Derived(), Base(), Other()]).name() == "b")
        #expect(!faultCodes { try Shop.activated(with: [Other(), Other()]) }.contains(.collaboratorAmbiguous))
    }

    // MARK: Passed assemblies

    final class Extra: Assembly {
        let extra = Define(.singleton) { _ in "extra" }
    }
    final class Main: Assembly {
        let main = Define(.singleton) { _ in 1 }
    }
    final class Failing: Assembly {
        let extra = Collaborator(Extra.self)
        let number: Define<Int> = Define(.singleton) { _ in throw SampleError() }
    }

    @Test("A passed assembly belongs to each context that it was passed to, and lives with it")
    func passed() throws {
        weak var passed: Extra?
        let main: Main
        do {
            let extra = Extra()
            passed = extra
            main = try Main.activated(with: [extra])
            #expect(try Main.activated(with: [extra]).context.component(String.self) == "extra")
        }
        #expect(try main.context.component(String.self) == "extra")
        #expect(try passed?.extra() == "extra")
    }

    @Test("A failed activation leaves a passed assembly in its context")
    func failedActivation() throws {
        let extra = try Extra.activated()
        #expect(faultCodes { try Failing.activated(with: [extra]) } == [.componentFailed])
        #expect(try extra.extra() == "extra" && extra.context.component(String.self) == "extra")
    }

    // MARK: Definitions in two places

    final class Shared: Assembly {
        static let number = Define<Int>.value(1)
        let number = Shared.number
    }
    final class Lender: Assembly {
        static let number = Define<Int>.value(1)
        let own = Define<Int>.value(0)
        let number = Lender.number
    }
    class Place: Assembly, @unchecked Sendable {
        static let number: Definition<Place, Int> = Definition(.singleton) { _ in 1 }
        let number = Place.number
        required init() {}
    }
    final class Below: Place, @unchecked Sendable {}

    @Test("A definition in two assemblies is an error, also after the end of the first")
    func usedTwice() throws {
        let first = try Shared.activated()
        let error = try #require(throws: IOCError.self) { try Shared.activated() }
        #expect(error.faults.map(\.code) == [.definitionUsedTwice])
        #expect(error.description.contains("CompositionTests.Shared.number and "))
        #expect(try first.number() == 1)
        let place = try Place.activated()
        #expect(faultCodes { try Below.activated() } == [.definitionUsedTwice])
        try place.activate()
        _ = try Lender.activated()
        #expect(faultCodes { try Lender.activated() } == [.definitionUsedTwice])
    }

    // MARK: Replacements

    protocol Clock: AnyObject, Sendable {}
    final class RealClock: Clock {}
    final class FixedClock: Clock {}
    final class Shelf: Assembly {
        let one = Define(.singleton) { _ in "one" }
        let two = Define(.singleton) { _ in 2 }
        let three = Define(.singleton) { _ in 3.0 }
        let clock = Define(.singleton) { (_) -> any Clock in RealClock() }
        let greeting: Define<Character, String> = Define { _, name in name.first ?? "?" }
    }
    final class Changes: Assembly {
        let shelf = Collaborator(Shelf.self).replace(\.one) { _ in "uno" }.replace(\.clock) { _ in FixedClock() }
            .replace(\.greeting) { (_: Shelf, name: String) in name.last ?? "?" }
    }

    @Test("Replaced definitions of a collaborator keep their scope and arguments, and the others are as they were")
    func replaced() throws {
        let changes = try Changes.activated()
        let shelf = try changes.shelf()
        #expect(try changes.context.component(String.self) == "uno" && shelf.greeting("Ann") == "n")
        #expect(try shelf.clock() is FixedClock && shelf.clock() === shelf.clock())
        #expect(try shelf.two() == 2 && shelf.three() == 3)
        let plain = try Shelf.activated()
        #expect(try plain.clock() is RealClock && plain.greeting("Ann") == "A")
    }

    final class TwiceHere: Assembly {
        let extra = Collaborator(Extra.self).replace(\.extra) { _ in "a" }.replace(\.extra) { _ in "b" }
    }
    final class Wrong: Assembly {
        static let number = Define<Int8>.value(1)
        let one = Wrong.number
        let two = Wrong.number
        let three = Wrong.number
    }
    final class AllWrong: Assembly {
        let changes = Collaborator(Changes.self)
        let shelf = Collaborator(Shelf.self).replace(\.clock) { _ in RealClock() }.replace(\.one) { _ in "un" }
        let wrong = Collaborator(Wrong.self)
    }

    @Test(
        "Second replacements, and second properties of a definition, are all reported",
        arguments: [
            (TwiceHere.self, ["Extra.extra"]),
            (AllWrong.self, ["Shelf.one", "Shelf.clock", "Wrong.two", "Wrong.three"]),
        ] as [(any Assembly.Type, [String])])
    func everything(type: any Assembly.Type, names: [String]) throws {
        let error = try #require(throws: IOCError.self) { try type.activated() }
        #expect(error.faults.map(\.code) == names.map { _ in .definitionUsedTwice })
        for name in names { #expect(error.description.contains("CompositionTests.\(name)"), "\(name)") }
    }
}
