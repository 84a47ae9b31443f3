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
    final class Other: Base, @unchecked Sendable {
        override var own: String { "other" }
    }
    final class BaseFirst: Assembly {
        let base = Collaborator(Base.self)
        let derived = Collaborator(Derived.self)
    }
    final class DerivedFirst: Assembly {
        let derived = Collaborator(Derived.self)
        let base = Collaborator(Base.self)
    }
    final class Both: Assembly {
        let derived = Collaborator(Derived.self)
        let other = Collaborator(Other.self)
        let base = Collaborator(Base.self)
    }

    @Test("Base and subclass as collaborators are one assembly, in either order")
    func order() throws {
        let first = try BaseFirst.activated()
        #expect(try first.base() === first.derived())
        #expect(try first.context.component(String.self) == "derived")
        let second = try DerivedFirst.activated()
        #expect(try second.base() === second.derived())
        #expect(try second.context.component(String.self) == "derived")
    }

    class Colors: Assembly, @unchecked Sendable {
        let color = Define(.singleton) { colors in colors.own }
        var own: Character { "b" }
        required init() {}
    }
    final class Reds: Colors, @unchecked Sendable {
        override var own: Character { "r" }
    }
    final class Palette: Assembly {
        let base = Collaborator(Base.self)
        let colors = Collaborator(Colors.self)
        let reds = Collaborator(Reds.self)
        let derived = Collaborator(Derived.self)
    }

    @Test("Several bases are their subclasses, each its own")
    func severalBases() throws {
        let palette = try Palette.activated()
        #expect(try palette.base() === palette.derived() && palette.colors() === palette.reds())
        #expect(try palette.context.components(String.self) == ["derived"])
        #expect(try palette.context.components(Character.self) == ["r"])
    }

    @Test("Two subclasses are ambiguous as their base, unless one is passed")
    func subclasses() throws {
        let error = try #require(throws: IOCError.self) { try Both.activated() }
        #expect(error.code == .collaboratorAmbiguous)
        #expect("\(error)".contains("Derived and "))
        let derived = Derived()
        let both = try Both.activated(with: [derived])
        #expect(try both.base() === derived)
    }

    final class Extra: Assembly {
        let extra = Define(.singleton) { _ in "extra" }
    }
    final class Main: Assembly {
        let main = Define(.singleton) { _ in 1 }
    }

    @Test("A passed assembly belongs to the context of every assembly that uses it")
    func passed() throws {
        weak var passed: Extra?
        let main: Main
        do {
            let extra = Extra()
            passed = extra
            main = try Main.activated(with: [extra])
        }
        #expect(try main.context.component(String.self) == "extra")
        #expect(try passed?.extra() == "extra")
    }

    final class TwiceHere: Assembly {
        let extra = Collaborator(Extra.self).replace(\.extra) { _ in "a" }.replace(\.extra) { _ in "b" }
    }
    final class Left: Assembly {
        let extra = Collaborator(Extra.self).replace(\.extra) { _ in "left" }
        let right = Collaborator(Right.self)
    }
    final class Right: Assembly {
        let extra = Collaborator(Extra.self).replace(\.extra) { _ in "right" }
    }

    @Test(
        "Two replacements of one definition are an error",
        arguments: [TwiceHere.self, Left.self] as [any Assembly.Type])
    func replacedTwice(type: any Assembly.Type) throws {
        let error = try #require(throws: IOCError.self) { try type.activated() }
        #expect(error.code == .definitionReplacedTwice)
        #expect("\(error)".contains("Extra.extra"))
        #expect("\(error)".contains("CompositionTests.swift:"))
    }

    final class Shared: Assembly {
        static let number = Define<Int>.value(1)
        let number = Shared.number
    }
    final class Aliased: Assembly {
        static let number = Define<Int>.value(1)
        let one = Aliased.number
        let two = Aliased.number
    }

    @Test("A definition in two properties is an error")
    func usedTwice() throws {
        let first = try Shared.activated()
        let error = try #require(throws: IOCError.self) { try Shared.activated() }
        #expect(error.code == .definitionUsedTwice)
        #expect("\(error)".contains("CompositionTests.Shared.number and "))
        #expect(try first.number() == 1)
        let own = try #require(throws: IOCError.self) { try Aliased.activated() }
        #expect(own.code == .definitionUsedTwice)
        #expect("\(own)".contains("Aliased.one and "))
    }

    final class Lender: Assembly {
        static let number = Define<Int>.value(1)
        let own = Define<Int>.value(0)
        let number = Lender.number
    }

    @Test("A definition stays with its assembly, even after the assembly's end")
    func usedBefore() throws {
        _ = try Lender.activated()
        let error = try #require(throws: IOCError.self) { try Lender.activated() }
        #expect(error.faults.map(\.code) == [.definitionUsedTwice])
        #expect("\(error)".contains("CompositionTests.Lender.number and "), "\(error)")
    }

    @Test("An assembly class may be in several contexts")
    func severalContexts() throws {
        let extra = Extra()
        let first = try Main.activated(with: [extra])
        let second = try Main.activated(with: [extra])
        #expect(try first.context.component(String.self) == second.context.component(String.self))
    }

    final class Computed: Assembly {
        let number = Define.value(1)
        var text: Define<String> { Define { _ in "computed" } }
    }

    @Test("A computed definition is a fault when it is called")
    func stored() throws {
        let computed = try Computed.activated()
        let call = try #require(throws: IOCError.self) { try computed.text() }
        #expect(call.code == .assemblyNotActivated)
        #expect("\(call)".contains("a stored 'let'"))
    }

    final class Shelf: Assembly {
        let one = Define(.singleton) { _ in "one" }
        let two = Define(.singleton) { _ in 2 }
        let three = Define(.singleton) { _ in 3.0 }
    }
    final class Changes: Assembly {
        let shelf = Collaborator(Shelf.self).replace(\.one) { _ in "uno" }.replace(\.two) { _ in 22 }
    }
    final class Wrong: Assembly {
        static let number = Define<Int8>.value(1)
        let one = Wrong.number
        let two = Wrong.number
        let three = Wrong.number
    }
    final class AllWrong: Assembly {
        let changes = Collaborator(Changes.self)
        let shelf = Collaborator(Shelf.self).replace(\.two) { _ in 222 }.replace(\.one) { _ in "un" }
        let wrong = Collaborator(Wrong.self)
    }

    @Test("All collaborators are replaced, and the faults of all assemblies are reported")
    func everything() throws {
        let context = try Changes.activated().context
        #expect(try context.component(String.self) == "uno" && context.component(Int.self) == 22)
        #expect(try context.component(Double.self) == 3)
        let error = try #require(throws: IOCError.self) { try AllWrong.activated() }
        let counts = Dictionary(error.faults.map { ($0.code, 1) }, uniquingKeysWith: +)
        #expect(counts == [.definitionReplacedTwice: 2, .definitionUsedTwice: 2])
        for name in ["Shelf.one", "Shelf.two", "Wrong.two", "Wrong.three"] {
            #expect(error.description.contains("CompositionTests.\(name)"), "\(name)")
        }
    }
}
