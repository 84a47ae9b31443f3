import Testing

@testable import IOC

/// What an assembly declares is read from the class's field metadata; the mirror is the reference.
@Suite("Members of assemblies")
struct AssemblyMemberTests {
    static let assemblies: [any Assembly] = [
        PlainMembers(), HeirMembers(), GenericMembers<[String: Int]>(), NoMembers(), PlainMembers(),
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
        #expect(fields.lazyKeys == mirror.lazyKeys)
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
        #expect(members.lazyKeys == ["late"])
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
