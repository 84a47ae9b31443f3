import Synchronization
import Testing

@testable import IOC

/// What an assembly declares is read from the class's field metadata; the mirror is the reference.
@Suite("Members of assemblies")
struct AssemblyMemberTests {
    static let assemblies: [any Assembly] = [
        PlainMembers(), HeirMembers(), GenericMembers<[String: Int]>(), NoMembers(), PlainMembers(), OptionalMembers(),
        ErasedMembers(), EnclosedMembers(), LateMembers(), UnrelatedMembers(),
    ]

    @Test(
        "Field metadata and the mirror find the same definitions, collaborators and lazy properties",
        arguments: assemblies)
    func agreement(assembly: any Assembly) {
        let (fields, mirror) = (AssemblyMembers(of: assembly), AssemblyMembers(mirroring: assembly))
        #expect(fields.definitions.map(\.key) == mirror.definitions.map(\.key))
        #expect(
            fields.definitions.map { ObjectIdentifier($0.cell) } == mirror.definitions.map { ObjectIdentifier($0.cell) }
        )
        #expect(
            fields.collaborators.map { ObjectIdentifier($0.anchor) }
                == mirror.collaborators.map { ObjectIdentifier($0.anchor) })
        #expect(fields.unreachable == mirror.unreachable)
        #expect(fields.anchor === mirror.anchor)
    }

    @Test("An assembly with a mirror of its own offers what that shows")
    func ownMirror() throws {
        #expect(AssemblyMembers(of: MirroredMembers()).definitions.map(\.key) == ["shown"])
        let assembly = try MirroredMembers.activated()
        #expect(try assembly.context.component(Int.self) == 4)
    }

    @Test("Definitions come by key, a subclass's among its superclass's, and what is no definition is left out")
    func order() {
        let assembly = HeirMembers()
        let members = AssemblyMembers(of: assembly)
        #expect(members.definitions.map(\.key) == ["changing", "first", "second", "third"])
        // What is declared first remembers the activation, whatever its name.
        #expect(members.anchor === assembly.first.cell)
        #expect(members.collaborators.count == 1)
        #expect(members.unreachable == [UnreachableMember(key: "late", isLazy: true)])
    }

    @Test("An optional that has a definition or a collaborator is one, and one without is nothing")
    func optional() throws {
        let assembly = try OptionalMembers.activated()
        #expect(try assembly.there!() == 5)
        #expect(try assembly.twice!!() == "twice")
        #expect(try assembly.plain!().second() == [1, 2])
        let names = try assembly.context.graph.components.map(\.name)
        #expect(names.map { $0.split(separator: ".").last } == ["there", "twice", "second"])
    }

    @Test("A property of a type that says nothing, such as Any, is a definition where its value is one")
    func erased() throws {
        let members = AssemblyMembers(of: ErasedMembers())
        #expect(members.definitions.map(\.key) == ["anything", "maybeAnything", "sendable"])
        let context = try ErasedMembers.activated().context
        #expect(try context.component(Int.self) == 6)
        #expect(try context.component(String.self) == "any Sendable")
    }

    @Test("Definitions inside another value are a fault for each property, and never ignored")
    func enclosed() throws {
        let error = try #require(throws: IOCError.self) { try EnclosedMembers.activated() }
        #expect(error.faults.map(\.code) == Array(repeating: .definitionNotStored, count: 11))
        for key in [
            "box", "empty", "erasedList", "noList", "list", "listOfOptionals", "choice", "others", "pair", "slice",
            "table",
        ] {
            #expect(
                "\(error)".contains("EnclosedMembers.\(key) holds definitions or collaborators inside another value"))
        }
        #expect(error.faults[0].remedy == "declare a 'let' of the assembly for each")
    }

    @Test("A lazy property of any shape with definitions is a fault")
    func late() throws {
        let error = try #require(throws: IOCError.self) { try LateMembers.activated() }
        #expect(error.faults.map(\.code) == Array(repeating: .definitionNotStored, count: 3))
        for key in ["list", "maybe", "other"] {
            #expect("\(error)".contains("LateMembers.\(key) is a 'lazy var'"))
        }
    }

    @Test("Values that have nothing to do with definitions are left alone, whatever their type")
    func unrelated() throws {
        let context = try UnrelatedMembers.activated().context
        #expect(try context.component(Int.self) == 9)
        #expect(context.graph.components.count == 1)
    }
}

private class PlainMembers: Assembly, @unchecked Sendable {
    // Sound: only the test's thread reads it, and nothing is assigned.
    let number = 7
    let first = Definition(.singleton) { (_: PlainMembers) in 1 }
    let network = Collaborator(NoMembers.self)
    let text: String? = "text"
    let second = Definition { (_: PlainMembers, name: String) in name }.willInject { _ in }
    var changing = Definition { (_: PlainMembers) in [1, 2] }
    weak var nobody: NoMembers?
    lazy var late = Definition { (_: PlainMembers) in 2 }
    lazy var plainlyLate = 3
    required init() {}
}

private final class HeirMembers: PlainMembers, @unchecked Sendable {
    let third = Definition { (_: HeirMembers) in 3.0 }
}

private final class GenericMembers<Content: Sendable>: Assembly {
    let label: String? = nil
    let content = Definition { (_: GenericMembers<Content>, content: Content) in content }
    let other = Collaborator(PlainMembers.self)
}

private final class MirroredMembers: Assembly, CustomReflectable {
    let shown = Definition(.singleton) { (_: MirroredMembers) in 4 }
    let hidden = Definition(.singleton) { (_: MirroredMembers) in "hidden" }
    var customMirror: Mirror { Mirror(self, children: ["shown": shown]) }
}

private final class NoMembers: Assembly {}

private final class OptionalMembers: Assembly {
    let there: Define<Int>? = Define(.singleton) { _ in 5 }
    let twice: Define<String>?? = Define(.singleton) { _ in "twice" }
    let absent: Define<Double>? = nil
    let plain: Collaborator<OtherMembers>? = Collaborator(OtherMembers.self)
    let none: Collaborator<NoMembers>? = nil
}

private final class OtherMembers: Assembly {
    let second = Definition(.singleton) { (_: OtherMembers) in [1, 2] }
}

private final class ErasedMembers: Assembly, @unchecked Sendable {
    // Sound: nothing is assigned.
    let anything: Any = Definition(.singleton) { (_: ErasedMembers) in 6 }
    let maybeAnything: Any? = Definition(.singleton) { (_: ErasedMembers) in 6.5 }
    let sendable: any Sendable = Definition(.singleton) { (_: ErasedMembers) in "any Sendable" }
    let nothing: Any? = nil
    let other: Any = [1, 2]
}

private final class EnclosedMembers: Assembly {
    struct Box: Sendable {
        var count = 1
        var inner: Define<Int>?
    }
    enum Either: Sendable {
        case one(Define<Int>)
        case other
    }
    let list: [Define<Int>] = [Define { _ in 1 }]
    let listOfOptionals: [Define<Int>?] = [nil, Define { _ in 1 }]
    let erasedList: [any Sendable] = ["a", Definition { (_: EnclosedMembers) in 1 }]
    let slice: ArraySlice<Define<Int>>? = [Define { _ in 1 }]
    let table: [String: [Define<Int>]] = ["one": [Define { _ in 1 }]]
    let pair: (Int, Define<Int>) = (1, Define { _ in 1 })
    let box = Box(inner: Define { _ in 1 })
    let choice = Either.one(Define { _ in 1 })
    let others = [Collaborator(NoMembers.self)]
    let empty: [Define<Int>] = []
    let noList: [String: Define<Int>]? = nil
    let emptyBox = Box()
    let noChoice = Either.other
}

private final class LateMembers: Assembly, @unchecked Sendable {
    // Sound: only the test's thread reads it, and nothing is assigned.
    lazy var list: [Define<Int>] = []
    lazy var maybe: Define<Int>? = nil
    lazy var other = Collaborator(NoMembers.self)
    lazy var text: Any = "text"
}

private final class UnrelatedMembers: Assembly {
    struct Settings: Sendable {
        let name = "a"
        let limits = (1, 2.5)
        let names: [String: [any Sendable]] = ["a": [1, "b"]]
    }
    let number = Definition(.singleton) { (_: UnrelatedMembers) in 9 }
    let lock = Mutex(0)
    let settings = Settings()
    let optional: Settings? = nil
    let erased: any Sendable = Settings()
    let closure: @Sendable (Int) -> Define<Int>? = { _ in nil }
    let type: Any.Type = Int.self
}
