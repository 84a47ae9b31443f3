import IOC
import Synchronization
import Testing

@Suite("Members of assemblies")
struct AssemblyMemberTests {
    @Test(
        "An assembly provides the definitions that it stores, inherits, or shows in its own mirror",
        arguments: [
            (HeirMembers.self, ["changing", "first", "second", "third"]),
            (OptionalMembers.self, ["there", "twice", "numbers"]), (MirroredMembers.self, ["shown"]),
            (HoldingMembers.self, ["own"]), (UnrelatedMembers.self, ["number"]),
        ] as [(any Assembly.Type, [String])])
    func members(type: any Assembly.Type, names: [String]) throws {
        let assembly = try type.activated()
        #expect(try assembly.context.shortNames == names)
    }

    @Test("A generic assembly provides its definitions and collaborators")
    func generic() throws {
        let assembly = try GenericMembers<[String: Int]>.activated()
        #expect(try assembly.content(["a": 1]) == ["a": 1])
        #expect(try assembly.other().first() == 1)
    }

    @Test("An optional property provides its definition or collaborator")
    func optional() throws {
        let assembly = try OptionalMembers.activated()
        #expect(try assembly.there!() == 5 && assembly.twice!!() == "twice")
        #expect(try assembly.plain!().numbers() == [1, 2])
    }

    @Test("A definition that no property stores is a fault of the activation, which names its property")
    func hidden() throws {
        let error = try #require(throws: IOCError.self) { try HidingMembers.activated() }
        #expect(Set(error.faults.map(\.code)) == [.definitionNotStored])
        let names = [
            "list", "table", "set", "pair", "part", "deep", "maybe", "anything", "sendable", "collaborators", "late",
        ]
        let lines = error.faults.map { "\($0)" }
        for name in names { #expect(lines.count { $0.contains("HidingMembers.\(name) ") } == 1, "\(name)") }
        #expect(lines.count == names.count)
        #expect(lines.contains { $0.contains("HidingMembers.late is a 'lazy var'") && $0.contains("make it a 'let'") })
        for type in [OnlyHidingMembers.self, HidingHeir.self] as [any Assembly.Type] {
            #expect(faultCodes { try type.activated() } == [.definitionNotStored])
        }
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
    weak var absent: NoMembers?
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

private final class OtherMembers: Assembly {
    let numbers = Definition(.singleton) { (_: OtherMembers) in [1, 2] }
}

private final class OptionalMembers: Assembly {
    let there: Define<Int>? = Define(.singleton) { _ in 5 }
    let twice: Define<String>?? = Define(.singleton) { _ in "twice" }
    let absent: Define<Double>? = nil
    let plain: Collaborator<OtherMembers>? = Collaborator(OtherMembers.self)
    let none: Collaborator<NoMembers>? = nil
}

/// Definitions of another object, and of another class of assemblies.
private final class HoldingMembers: Assembly {
    final class Holder: Sendable { let kept: Define<Int> = Definition(.singleton) { _ in 1 } }
    struct Foreign: Sendable { let kept: Definition<OtherMembers, Int> = Definition(.singleton) { _ in 1 } }
    let holder = Holder()
    let foreign = Foreign()
    let others: Definition<OtherMembers, String> = Definition(.singleton) { _ in "other" }
    let own = Define(.singleton) { _ in 2 }
}

private final class HidingMembers: Assembly, @unchecked Sendable {
    // Sound: nothing is assigned.
    struct Part: Sendable {
        let name = "part"
        let kept: Define<Int> = Definition(.singleton) { _ in 1 }
    }
    struct Deep: Sendable { let parts: [String: [(Int, Part?)]] = [:] }
    let own = Define(.singleton) { _ in true }
    let list: [Define<Int>] = [Define(.singleton) { _ in 1 }]
    let table: [String: Define<Int>] = [:]
    let set: [Set<Int>: (Define<Int>?)] = [:]
    let pair: (Define<String>, Int) = (Define(.singleton) { _ in "two" }, 2)
    let part = Part()
    let deep = Deep()
    let maybe: [Define<Int>?]? = nil
    let anything: Any = Definition(.singleton) { (_: HidingMembers) in 6 }
    let sendable: any Sendable = [Definition(.singleton) { (_: HidingMembers) in "any Sendable" }]
    let other: Any = [1, 2]
    let collaborators = [Collaborator(OtherMembers.self)]
    lazy var late: Define<Double> = Define(.singleton) { _ in 3 }
    lazy var plainlyLate = 3
}

private final class OnlyHidingMembers: Assembly {
    let list: [Define<Int>] = [Define(.singleton) { _ in 1 }]
}

private class HidingBase: Assembly, @unchecked Sendable {
    // Sound: nothing is assigned.
    let list: [Definition<HidingBase, Int>] = []
    required init() {}
}

private final class HidingHeir: HidingBase, @unchecked Sendable {
    let own = Definition(.singleton) { (_: HidingHeir) in 1 }
}

private final class UnrelatedMembers: Assembly {
    struct Settings: Sendable {
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
