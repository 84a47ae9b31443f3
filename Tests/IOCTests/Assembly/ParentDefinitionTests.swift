import IOC
import Testing

@Suite("Parents of definitions")
struct ParentDefinitionTests {
    class Animal: @unchecked Sendable {
        var log: [String] = []
        var keeper: Keeper?
        var friend: Animal?
    }
    final class Dog: Animal, @unchecked Sendable {}
    final class Keeper: Sendable {
        let name: String
        init(_ name: String) { self.name = name }
    }

    // MARK: In another assembly

    final class Farm: Assembly {
        let staff = Collaborator(Staff.self)
        let kept = AbstractDefinition(Animal.self, in: Farm.self).parent({ try $0.staff().tended }) { $0 }
            .inject { animal, farm in animal.log.append("\(try farm.place())") }
        let place = Define(.prototype) { _ in "farm" }
        let dog = Define { _ in Dog() }.parent(\.kept) { $0 }
            .inject { dog, _ in dog.log.append("dog") }
            .didInject { $0.log.append("dog did") }
        let puppy = Define(.prototype) { _ in Dog() }.parent({ try $0.staff().hound }) { $0 }
        let named: Define<Dog, String> = Define { _, _ in Dog() }
            .parent({ try $0.staff().worker }, arguments: { farm, name in (name, try farm.place().count) }) {
                $0
            }
    }
    class Staff: Assembly, @unchecked Sendable {
        let farm = Collaborator(Farm.self)
        let tended = AbstractDefinition(Animal.self, in: Staff.self, scope: .lazySingleton)
            .willInject { $0.log.append("will") }
            .inject { animal, staff in animal.keeper = try staff.keeper() }
            .didInject { $0.log.append("did") }
            .didBuildGraph { $0.log.append("graph") }
        let hound = Define { _ in Dog() }.parent({ try $0.farm().kept }) { $0 }
            .inject { dog, _ in dog.log.append("hound") }
        let worker: Definition<Staff, Animal, String, Int> = Definition(.prototype) { (_: Staff, _: String, _: Int) in
            Animal()
        }
        .inject { animal, staff, name, count in
            animal.keeper = try staff.keeper()
            animal.log.append("\(name) \(count)")
        }
        var keeper: Definition<Staff, Keeper> { keepers }
        private let keepers = Define(.singleton) { staff in Keeper(staff.name) }
        var name: String { "Ann" }
        required init() {}
    }
    final class Temps: Staff, @unchecked Sendable {
        override var name: String { "Bob" }
    }

    @Test("An assembly's definition inherits from one of a collaborator, there and back again")
    func elsewhere() throws {
        let farm = try Farm.activated()
        let dog = try farm.dog()
        #expect(dog.log == ["will", "farm", "dog", "did", "dog did", "graph"])
        #expect(try dog.keeper === farm.staff().keeper())
        #expect(try farm.dog() === dog)
        let puppy = try farm.puppy()
        #expect(puppy.log == ["will", "farm", "hound", "did", "graph"])
        #expect(try farm.puppy() !== puppy)
        #expect(try farm.staff().hound().log == puppy.log)
    }

    @Test("A composed assembly's subclass is the parent's home")
    func composed() throws {
        let farm = try Farm.activated(with: [Temps()])
        #expect(try farm.dog().keeper?.name == "Bob")
        #expect(try farm.named("Rex").keeper?.name == "Bob")
    }

    @Test("Lookups of another assembly's parent use the patched context")
    func patched() throws {
        let farm = try Farm.activated()
        let patched = try farm.context.patched { $0.replace(named: "keepers") { Keeper("Eve") } }
        let dog = try ApplicationContext.withCurrent(patched) { try farm.dog() }
        #expect(dog.keeper?.name == "Eve")
        #expect(try farm.dog().keeper?.name == "Ann")
    }

    // MARK: In a base assembly

    class Base: Assembly, @unchecked Sendable {
        let animal = AbstractDefinition(Animal.self, in: Base.self, scope: .prototype)
            .inject { animal, base in animal.log.append(base.place) }
        let hound = Define(.lazySingleton) { _ in Dog() }.parent(\.animal) { $0 }
            .inject { dog, _ in dog.log.append("hound") }
        var place: String { "base" }
        required init() {}
    }
    final class Derived: Base, @unchecked Sendable {
        override var place: String { "derived" }
        let dog = Definition { (_: Derived) in Dog() }.parent(\.animal) { $0 }
        let puppy = Definition { (_: Derived) in Dog() }.parent(\.hound) { $0 }
        let calm = AbstractDefinition(Animal.self, in: Derived.self).parent(\.animal) { $0 }
            .inject { animal, _ in animal.log.append("calm") }
        let lamb = Definition { (_: Derived) in Animal() }.parent(\.calm) { $0 }
    }
    final class Visitor: Assembly {
        let derived = Collaborator(Derived.self)
        let dog = Define { _ in Dog() }.parent({ try $0.derived().animal }) { $0 }
    }

    @Test("A subclass's definition inherits from one of its base")
    func base() throws {
        let derived = try Derived.activated()
        #expect(try derived.dog().log == ["derived"])
        #expect(try derived.dog() !== derived.dog())
        #expect(try derived.puppy().log == ["derived", "hound"])
        #expect(try derived.puppy() === derived.puppy())
        #expect(try derived.lamb().log == ["derived", "calm"])
        let visitor = try Visitor.activated()
        #expect(try visitor.dog().log == ["derived"])
    }

    // MARK: With arguments

    final class Kennel: Assembly {
        let keeper = Define(.singleton) { _ in Keeper("Ann") }
        let animal: Define<Animal, String, Int> = Define(.prototype) { _, _, _ in Animal() }
            .parent(\.creature, arguments: { _, name, legs in "\(name), \(legs)" }) { $0 }
            .inject { animal, _, name, legs in animal.log.append("\(name) has \(legs) legs") }
            .inject { animal, kennel in animal.keeper = try kennel.keeper() }
        let creature: Define<Animal, String> = Define { _, _ in Animal() }
            .inject { animal, _, text in animal.log.append(text) }
        let dog: Define<Dog, String> = Define { _, _ in Dog() }
            .parent(\.animal, arguments: { _, name in (name, 4) }) { $0 }
            .inject { dog, _, name in dog.log.append("I am \(name)") }
        let rex = Define(.singleton) { _ in Dog() }
            .parent(\.animal, arguments: { kennel in (try kennel.keeper().name, 3) }) { $0 }
        // Arguments of its own, and a parent without any.
        let plain: Define<Dog, Int> = Define { _, _ in Dog() }.parent(\.rex) { $0 }
    }

    @Test("A parent's injections get what the child gives them, at any level")
    func arguments() throws {
        let kennel = try Kennel.activated()
        let dog = try kennel.dog("Rex")
        #expect(dog.log == ["Rex, 4", "Rex has 4 legs", "I am Rex"])
        #expect(try dog.keeper === kennel.keeper())
        #expect(try kennel.dog("Rex") !== dog)
        #expect(try kennel.rex().log == ["Ann, 3", "Ann has 3 legs"])
        #expect(try kennel.plain(1).log == ["Ann, 3", "Ann has 3 legs"])
        let farm = try Farm.activated()
        #expect(try farm.named("Rex").log == ["Rex 4"])
    }

    final class Pair: Assembly {
        let first: Define<Animal, Int> = Define { _, _ in Animal() }
            .parent(\.befriended, arguments: { _, number in number + 1 }) { $0 }
        let second: Define<Dog, Int> = Define { pair, number in
            let dog = Dog()
            dog.friend = try pair.first(number - 1)
            return dog
        }
        let befriended: Define<Animal, Int> = Define { _, _ in Animal() }
            .inject { animal, pair, number in animal.friend = try pair.second(number) }
    }

    @Test("A parent's injection is deferred like any other, with its arguments")
    func putOff() throws {
        let pair = try Pair.activated()
        let first = try pair.first(1)
        #expect(first.friend?.friend === first)
        let second = try pair.second(2)
        #expect(second.friend?.friend === second)
    }

    // MARK: Mistakes

    final class Left: Assembly {
        let right = Collaborator(Right.self)
        let a: AbstractDefinition<Left, Animal> = AbstractDefinition(Animal.self, in: Left.self)
            .parent({ try $0.right().b }) { $0 }
        let dog = Define { _ in Dog() }.parent(\.a) { $0 }
    }
    final class Right: Assembly {
        let left = Collaborator(Left.self)
        let b: AbstractDefinition<Right, Animal> = AbstractDefinition(Animal.self, in: Right.self)
            .parent({ try $0.left().a }) { $0 }
    }

    @Test("Parents in a circle through assemblies are an error")
    func circle() throws {
        let error = try #require(throws: IOCError.self) { try Left.activated() }
        #expect(error.code == .parentElsewhere)
        #expect("\(error)".contains("ParentDefinitionTests.swift:"))
    }

    final class Borrowing: Assembly {
        let animal = AbstractDefinition(Animal.self, in: Base.self)
        let dog = Define { _ in Dog() }.parent(\.animal) { $0 }
    }

    final class Needy: Assembly {
        let animal: Define<Animal, Int> = Define { _, _ in Animal() }
        let dog: Define<Dog, Int> = Define { _, _ in Dog() }.parent(\.animal) { $0 }
    }

    @Test("A parent with arguments that the child does not pass is an error")
    func withoutArguments() throws {
        let error = try #require(throws: IOCError.self) { try Needy.activated() }
        #expect(error.code == .argumentsNeeded)
        #expect("\(error)".contains("arguments: { … }"))
        #expect("\(error)".contains("ParentDefinitionTests.swift:"))
    }

    @Test("A parent for another kind of assembly is an error that says how to name it")
    func borrowed() throws {
        let error = try #require(throws: IOCError.self) { try Borrowing.activated() }
        #expect(error.code == .parentElsewhere)
        #expect("\(error)".contains("ParentDefinitionTests.Base"))
        #expect("\(error)".contains("collaborator().key"))
        #expect("\(error)".contains("ParentDefinitionTests.swift:"))
    }

    final class Orphans: Assembly {
        struct Missing: Error {}
        let animal = Define(.prototype) { _ in Animal() }
        let hound = Define(.prototype) { _ in Dog() }.parent({ orphans in
            if orphans.isLost { throw Missing() }
            return orphans.animal
        }) { $0 }
        var isLost: Bool { true }
    }

    @Test("An error of the closure that names the parent is a fault with its cause and the line of the definition")
    func throwingParent() throws {
        let error = try #require(throws: IOCError.self) { try Orphans.activated() }
        #expect(error.code == .componentFailed)
        #expect(error.description.contains("Missing()") && error.description.contains("ParentDefinitionTests.swift"))
    }
}
