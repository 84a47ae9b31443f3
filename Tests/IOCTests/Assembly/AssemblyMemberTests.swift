import IOC
import Synchronization
import Testing

@Suite("Members of assemblies")
struct AssemblyMemberTests {
    @Test("An assembly with its own mirror provides the definitions that the mirror shows")
    func ownMirror() throws {
        let assembly = try MirroredMembers.activated()
        #expect(try assembly.context.component(Int.self) == 4)
        #expect(throws: IOCError.self) { try assembly.context.component(String.self) }
    }

    @Test("A subclass provides its own definitions and those of its superclass")
    func subclass() throws {
        let assembly = try HeirMembers.activated()
        let names = try assembly.context.graph.components.map { $0.name.split(separator: ".").last }
        #expect(names == ["changing", "first", "second", "third"])
    }

    @Test("A generic assembly provides its definitions and collaborators")
    func generic() throws {
        let assembly = try GenericMembers<[String: Int]>.activated()
        #expect(try assembly.content(["a": 1]) == ["a": 1])
        #expect(try assembly.other().first() == 1)
    }

    @Test("An optional property provides its definition or collaborator unless it is nil")
    func optional() throws {
        let assembly = try OptionalMembers.activated()
        #expect(try assembly.there!() == 5)
        #expect(try assembly.twice!!() == "twice")
        #expect(try assembly.plain!().second() == [1, 2])
        let names = try assembly.context.graph.components.map(\.name)
        #expect(names.map { $0.split(separator: ".").last } == ["there", "twice", "second"])
    }

    @Test("A property of a type such as Any provides the definition that it holds")
    func erased() throws {
        let context = try ErasedMembers.activated().context
        #expect(try context.component(Int.self) == 6)
        #expect(try context.component(Double.self) == 6.5)
        #expect(try context.component(String.self) == "any Sendable")
        #expect(context.graph.components.count == 3)
    }

    @Test("Properties that hold no definitions are ignored, whatever their type")
    func unrelated() throws {
        let context = try UnrelatedMembers.activated().context
        #expect(try context.component(Int.self) == 9)
        #expect(context.graph.components.count == 1)
    }

    final class Holder: Sendable {
        let kept: Definition<Holding, Int> = Definition(.singleton) { _ in 1 }
    }
    struct Shown: CustomReflectable, Sendable {
        let kept: Definition<Holding, Int> = Definition(.singleton) { _ in 1 }
        var customMirror: Mirror { Mirror(self, children: ["kept": kept]) }
    }
    final class Holding: Assembly {
        let holder = Holder()
        let shown = Shown()
        let own = Define(.singleton) { _ in 2 }
    }
    final class Hiding: Assembly, @unchecked Sendable {
        // Sound: the test that uses it runs on one thread.
        let list: [Define<Int>] = [Define(.singleton) { _ in 1 }]
        let pair: (Define<String>, Int) = (Define(.singleton) { _ in "two" }, 2)
        lazy var late: Define<Double> = Define(.singleton) { _ in 3 }
        let own = Define(.singleton) { _ in true }
    }
    @Test("A definition in an array, a tuple or a lazy property is in no context, and its call names it")
    func hidden() throws {
        let hiding = try Hiding.activated()
        #expect(try hiding.context.graph.components.count == 1)
        let calls: [(() throws -> Any, String)] = [
            ({ try hiding.list[0]() }, "Hiding.Int"), ({ try hiding.pair.0() }, "Hiding.String"),
            ({ try hiding.late() }, "Hiding.Double"),
        ]
        for (call, name) in calls {
            let error = try #require(throws: IOCError.self) { _ = try call() }
            #expect(error.code == .assemblyNotActivated)
            #expect("\(error)".contains("\(name) was called"))
            #expect("\(error)".contains("a stored 'let'") && "\(error)".contains("AssemblyMemberTests.swift:"))
        }
    }

    @Test("Definitions inside another object or value are ignored")
    func ownersOfDefinitions() throws {
        let names = try Holding.activated().context.graph.components.map { $0.name.split(separator: ".").last }
        #expect(names == ["own"])
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
