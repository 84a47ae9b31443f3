import IOC
import Testing

@Suite("Parents of definitions")
struct ParentDefinitionTests {
    // MARK: In one assembly

    final class Zoo: Assembly {
        let creature = AbstractDefinition(Piece.self, in: Zoo.self, scope: .lazySingleton)
            .willInject { $0.log.append("creature will") }
            .inject { animal, _ in animal.log.append("creature") }
        let animal = AbstractDefinition(Piece.self, in: Zoo.self).parent(\.creature) { $0 }
            .inject { animal, zoo in animal.next = try zoo.keeper() }
            .didInject { $0.log.append("animal did") }
        let dog = Define { _ in FinePiece() }.parent(\.animal) { $0 }
            .willInject { $0.log.append("dog will") }
            .inject { dog, _ in dog.log.append("dog") }
        let freeDog = Define(.prototype) { _ in FinePiece() }.parent(\.animal) { $0 }
        let puppy = Define { _ in FinePiece() }.parent(\.dog) { $0 }
        let keeper = Define(.singleton) { _ in Piece("Ann") }
        let alias = Define { zoo in try zoo.dog() }
    }

    @Test("The steps of each phase run parents first, and the nearest scope counts")
    func parents() throws {
        let zoo = try Zoo.activated()
        let dog = try zoo.dog()
        let log = ["creature will", "dog will", "creature", "dog", "animal did"]
        #expect(try dog.log == log && dog.next === zoo.keeper())
        #expect(try zoo.dog() === dog && zoo.alias() === dog && zoo.freeDog() !== zoo.freeDog())
        #expect(dog.log == log)
        let puppy = try zoo.puppy()
        #expect(try puppy.log == log && zoo.puppy() === puppy)
    }

    // MARK: In another assembly

    final class Farm: Assembly {
        let staff = Collaborator(Staff.self)
        let kept = AbstractDefinition(Piece.self, in: Farm.self).parent({ try $0.staff().tended }) { $0 }
            .inject { animal, farm in animal.log.append("\(try farm.place())") }
        let place = Define(.prototype) { _ in "farm" }
        let dog = Define { _ in FinePiece() }.parent(\.kept) { $0 }
            .inject { dog, _ in dog.log.append("dog") }
            .didInject { $0.log.append("dog did") }
        let puppy = Define(.prototype) { _ in FinePiece() }.parent({ try $0.staff().hound }) { $0 }
        let named: Define<FinePiece, String> = Define { _, _ in FinePiece() }
            .parent({ try $0.staff().worker }, arguments: { farm, name in (name, try farm.place().count) }) {
                $0
            }
    }
    class Staff: Assembly, @unchecked Sendable {
        let farm = Collaborator(Farm.self)
        let tended = AbstractDefinition(Piece.self, in: Staff.self, scope: .lazySingleton)
            .willInject { $0.log.append("will") }
            .inject { animal, staff in animal.next = try staff.keeper() }
            .didInject { $0.log.append("did") }
            .didBuildGraph { $0.log.append("graph") }
        let hound = Define { _ in FinePiece() }.parent({ try $0.farm().kept }) { $0 }
            .inject { dog, _ in dog.log.append("hound") }
        let worker: Define<Piece, String, Int> = Define(.prototype) { _, _, _ in Piece() }
            .inject { animal, staff, name, count in
                animal.next = try staff.keeper()
                animal.log.append("\(name) \(count)")
            }
        let keeper = Define(.singleton) { staff in Piece(staff.name) }
        var name: String { "Ann" }
        required init() {}
    }
    final class Temps: Staff, @unchecked Sendable {
        override var name: String { "Bob" }
    }

    @Test("A definition inherits from one of a collaborator, there and back again")
    func elsewhere() throws {
        let farm = try Farm.activated()
        let dog = try farm.dog()
        #expect(dog.log == ["will", "farm", "dog", "did", "dog did", "graph"])
        #expect(try dog.next === farm.staff().keeper() && farm.dog() === dog)
        let puppy = try farm.puppy()
        #expect(puppy.log == ["will", "farm", "hound", "did", "graph"])
        #expect(try farm.puppy() !== puppy && farm.staff().hound().log == puppy.log)
        #expect(try farm.named("Rex").log == ["Rex 4"])
    }

    @Test("The steps of another assembly's parent use a passed subclass, and the context that patches theirs")
    func composed() throws {
        let farm = try Farm.activated(with: [Temps()])
        #expect(try farm.dog().next?.label == "Bob" && farm.named("Rex").next?.label == "Bob")
        let patched = try farm.context.patched { $0.replace(named: "keeper") { Piece("Eve") } }
        #expect(try ApplicationContext.withCurrent(patched) { try farm.dog() }.next?.label == "Eve")
        #expect(try farm.dog().next?.label == "Bob")
    }

    class Base: Assembly, @unchecked Sendable {
        let animal = AbstractDefinition(Piece.self, in: Base.self, scope: .prototype)
            .inject { animal, base in animal.log.append(base.place) }
        let hound = Define(.lazySingleton) { _ in FinePiece() }.parent(\.animal) { $0 }
            .inject { dog, _ in dog.log.append("hound") }
        var place: String { "base" }
        required init() {}
    }
    final class Derived: Base, @unchecked Sendable {
        override var place: String { "derived" }
        let dog = Definition { (_: Derived) in FinePiece() }.parent(\.animal) { $0 }
        let puppy = Definition { (_: Derived) in FinePiece() }.parent(\.hound) { $0 }
    }
    @Test("A subclass's definition inherits from one of its base")
    func base() throws {
        let derived = try Derived.activated()
        #expect(try derived.dog().log == ["derived"] && derived.dog() !== derived.dog())
        #expect(try derived.puppy().log == ["derived", "hound"] && derived.puppy() === derived.puppy())
    }

    // MARK: With arguments

    final class Kennel: Assembly {
        let keeper = Define(.singleton) { _ in Piece("Ann") }
        let animal: Define<Piece, String, Int> = Define(.prototype) { _, _, _ in Piece() }
            .parent(\.creature, arguments: { _, name, legs in "\(name), \(legs)" }) { $0 }
            .inject { animal, _, name, legs in animal.log.append("\(name) has \(legs) legs") }
            .inject { animal, kennel in animal.next = try kennel.keeper() }
        let creature: Define<Piece, String> = Define { _, _ in Piece() }
            .inject { animal, _, text in animal.log.append(text) }
        let dog: Define<FinePiece, String> = Define { _, _ in FinePiece() }
            .parent(\.animal, arguments: { _, name in (name, 4) }) { $0 }
            .inject { dog, _, name in dog.log.append("I am \(name)") }
        let rex = Define(.singleton) { _ in FinePiece() }
            .parent(\.animal, arguments: { kennel in (try kennel.keeper().label, 3) }) { $0 }
        // Arguments of its own, and a parent without any.
        let plain: Define<FinePiece, Int> = Define { _, _ in FinePiece() }.parent(\.rex) { $0 }
        // A parent's injection that is deferred.
        let first: Define<Piece, Int> = Define { _, _ in Piece() }
            .parent(\.befriended, arguments: { _, number in number + 1 }) { $0 }
        let second: Define<Piece, Int> = Define { kennel, number in Piece("second", try kennel.first(number - 1)) }
        let befriended: Define<Piece, Int> = Define { _, _ in Piece() }
            .inject { animal, kennel, number in animal.next = try kennel.second(number) }
    }

    @Test("A parent's injections get the arguments that the child passes, at any level, also if they are deferred")
    func arguments() throws {
        let kennel = try Kennel.activated()
        let dog = try kennel.dog("Rex")
        #expect(dog.log == ["Rex, 4", "Rex has 4 legs", "I am Rex"])
        #expect(try dog.next === kennel.keeper() && kennel.dog("Rex") !== dog)
        #expect(try kennel.rex().log == ["Ann, 3", "Ann has 3 legs"] && kennel.plain(1).log == kennel.rex().log)
        let first = try kennel.first(1)
        #expect(first.next?.passed === first)
        let second = try kennel.second(2)
        #expect(second.passed?.next === second)
    }

    // MARK: Mistakes

    final class Left: Assembly {
        let right = Collaborator(Right.self)
        let a: AbstractDefinition<Left, Piece> = AbstractDefinition(Piece.self, in: Left.self)
            .parent({ try $0.right().b }) { $0 }
        let dog = Define { _ in FinePiece() }.parent(\.a) { $0 }
    }
    final class Right: Assembly {
        let left = Collaborator(Left.self)
        let b: AbstractDefinition<Right, Piece> = AbstractDefinition(Piece.self, in: Right.self)
            .parent({ try $0.left().a }) { $0 }
    }
    final class Borrowing: Assembly {
        let animal = AbstractDefinition(Piece.self, in: Base.self)
        let dog = Define { _ in FinePiece() }.parent(\.animal) { $0 }
    }
    final class Needy: Assembly {
        let animal: Define<Piece, Int> = Define { _, _ in Piece() }
        let dog: Define<FinePiece, Int> = Define { _, _ in FinePiece() }.parent(\.animal) { $0 }
    }
    final class Orphans: Assembly {
        let animal = Define(.prototype) { _ in Piece() }
        let hound = Define(.prototype) { _ in FinePiece() }.parent({ orphans in
            if orphans.isLost { throw SampleError() }
            return orphans.animal
        }) { $0 }
        var isLost: Bool { true }
    }

    @Test(
        "A circle of parents, a foreign parent, missing arguments and a closure that throws are faults of the definition",
        arguments: [
            (Left.self, .parentElsewhere, "parent"), (Borrowing.self, .parentElsewhere, "ParentDefinitionTests.Base"),
            (Needy.self, .argumentsNeeded, "arguments: { … }"), (Orphans.self, .componentFailed, "the sample fails"),
        ] as [(any Assembly.Type, IOCError.Code, String)])
    func mistakes(type: any Assembly.Type, code: IOCError.Code, says: String) throws {
        let error = try #require(throws: IOCError.self) { try type.activated() }
        #expect(error.faults.map(\.code) == [code])
        for part in [says, "ParentDefinitionTests.swift:"] { #expect(error.description.contains(part), "\(error)") }
    }
}
