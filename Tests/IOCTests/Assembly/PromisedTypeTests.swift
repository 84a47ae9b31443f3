import IOC
import Testing

protocol PromisedThing: Sendable {}
protocol PromisedPart: PromisedThing {}
protocol PromisedSource<Item>: PromisedPart {
    associatedtype Item
    var item: Item { get }
}

@Suite("Promised types of definitions")
struct PromisedTypeTests {
    struct Fixed<Item: Sendable>: PromisedSource {
        let item: Item
    }
    final class Holder: @unchecked Sendable {
        @Autowired var source: any PromisedSource<String>
    }
    final class Sources: Assembly {
        let text: Define<any PromisedSource<String>>
        let number: Define<any PromisedSource<Int>> = Define(.prototype) { _ in Fixed(item: 7) }
        let holder = Define { _ in Holder() }
        @TaskLocal static var scope = Scope.prototype
        init() { text = Define(Self.scope) { _ in Fixed(item: "text") } }
    }

    @Test(
        "A protocol with parameters is found by its type, whatever the scope",
        arguments: [Scope.objectGraph, .prototype, .singleton, .lazySingleton])
    func parameterized(scope: Scope) throws {
        let sources = try Sources.$scope.withValue(scope) { try Sources.activated() }
        let context = try sources.context
        #expect(try context.component((any PromisedSource<String>).self).item == "text")
        #expect(try context.component((any PromisedSource<Int>).self).item == 7)
        #expect(try sources.holder().source.item == "text")
    }

    // MARK: What a promise implies

    protocol Root: Sendable {}
    protocol Middle: Root {}
    protocol Other: Sendable {}
    protocol Leaf: Middle, Other {}
    protocol Unrelated: Sendable {}
    protocol Bound: AnyObject, Middle {}
    protocol OfBase: Base, Other {}
    class Base: Unrelated, @unchecked Sendable {}
    class Between: Base, @unchecked Sendable {}
    final class Whole: Between, OfBase, Bound, Leaf, @unchecked Sendable {}
    struct Value: Leaf {}
    struct Listed<Item: Sendable>: PromisedSource, Unrelated {
        let item: Item
    }

    /// One definition, which promises a type in a scope.
    final class Promising<Promise>: Assembly {
        let thing: Definition<Promising, Promise>
        init() { fatalError("made with what it promises") }
        init(_ scope: Scope, _ make: @escaping @Sendable () -> Promise) {
            thing = Definition(scope) { (_: Promising) in make() }
        }
    }

    /// Which of the protocols and classes lead to the one definition, each asked for in every way.
    private func found<Promise>(
        _ scope: Scope, _ make: @escaping @Sendable () -> Promise
    ) throws -> Set<String> {
        let assembly = Promising(scope, make)
        try assembly.activate()
        let context = try assembly.context
        var found: Set<String> = []
        func look<Wanted>(_ type: Wanted.Type) throws {
            let list = try context.components(type)
            #expect(try (context.component(Wanted?.self) == nil) == list.isEmpty, "\(type)")
            if list.isEmpty {
                #expect(throws: IOCError.self, "\(type)") { try context.component(type) }
            } else {
                #expect(list.count == 1)
                let one = try context.component(type)
                #expect(Swift.type(of: one) == Swift.type(of: list[0]))
                _ = try context.component(named: "thing", as: type)
                _ = try context.component(Provider<Wanted>.self)()
                found.insert("\(type)")
            }
        }
        try look((any Root).self)
        try look((any Middle).self)
        try look((any Other).self)
        try look((any Leaf).self)
        try look((any Unrelated).self)
        try look((any Bound).self)
        try look((any OfBase).self)
        try look(Base.self)
        try look(Between.self)
        try look((any Middle & Other).self)
        try look((any Unrelated & Other).self)
        try look((any Between & Other).self)
        try look((any PromisedThing).self)
        try look((any PromisedPart & Unrelated).self)
        withExtendedLifetime(assembly) {}
        return found
    }

    static let scopes: [Scope] = [.objectGraph, .prototype, .singleton, .lazySingleton]

    @Test("A protocol's definition is found by all that the protocol refines, whatever the scope", arguments: scopes)
    func refined(scope: Scope) throws {
        #expect(try found(scope) { Value() as any Root } == ["Root"])
        #expect(try found(scope) { Value() as any Middle } == ["Root", "Middle"])
        let leaf: Set = ["Root", "Middle", "Other", "Leaf", "Middle & Other"]
        #expect(try found(scope) { Value() as any Leaf } == leaf)
        #expect(try found(scope) { Value() as any Root & Other } == ["Root", "Other"])
        #expect(try found(scope) { Whole() as any Bound } == ["Root", "Middle", "Bound"])
    }

    @Test("A definition of a protocol with a superclass is found by that class", arguments: scopes)
    func classBound(scope: Scope) throws {
        let ofBase: Set = ["Other", "OfBase", "Base", "Unrelated", "Other & Unrelated"]
        #expect(try found(scope) { Whole() as any OfBase } == ofBase)
        let between = try found(scope) { Whole() as any Between & Other }
        #expect(between == ["Other", "Base", "Between", "Unrelated", "Other & Unrelated", "Between & Other"])
        let composed = try found(scope) { Whole() as any OfBase & Between & Middle }
        #expect(composed.isSuperset(of: ofBase.union(between).union(["Root", "Middle", "Middle & Other"])))
    }

    @Test("A protocol with parameters implies what it refines", arguments: scopes)
    func parameterizedRefines(scope: Scope) throws {
        #expect(try found(scope) { Fixed(item: 1) as any PromisedSource<Int> } == ["PromisedThing"])
        let composed = try found(scope) { Listed(item: 1) as any PromisedSource<Int> & Unrelated }
        #expect(composed == ["Unrelated", "PromisedThing", "PromisedPart & Unrelated"])
    }

    @Test("A class and a struct are found by all they conform to", arguments: scopes)
    func concrete(scope: Scope) throws {
        let leaf: Set = ["Root", "Middle", "Other", "Leaf", "Middle & Other"]
        #expect(try found(scope) { Value() } == leaf)
        #expect(
            try found(scope) { Whole() }
                == leaf.union([
                    "Unrelated", "Bound", "OfBase", "Base", "Between", "Other & Unrelated", "Between & Other",
                ]))
        #expect(
            try found(scope) { Listed(item: 1) } == ["Unrelated", "PromisedThing", "PromisedPart & Unrelated"])
    }

    final class Asking: @unchecked Sendable {
        @Autowired var root: any Root
        @Autowired var others: [any Other]
        @Autowired var base: Base
        @Autowired var objects: [String: any AnyObject & Root]
    }
    final class Mixed: Assembly {
        let value: Define<any Leaf> = Define { _ in Value() }
        let object: Define<any OfBase> = Define(.lazySingleton) { _ in Whole() }
        let asking = Define(.prototype) { _ in Asking() }
    }

    @Test("Properties and collections find what is implied")
    func properties() throws {
        let mixed = try Mixed.activated()
        let asking = try mixed.asking()
        #expect(asking.root is Value)
        #expect(asking.others.count == 2)
        #expect(try asking.base === mixed.object() as AnyObject)
        // That the class behind `any OfBase` is a root only an instance shows, and that of `any Leaf` is no object.
        #expect(asking.objects.isEmpty)
        withExtendedLifetime(mixed) {}
    }

    @Test("A binding may name what a promise implies")
    func bindings() throws {
        let name = "IOCTests.PromisedTypeTests.Other"
        let mixed = try Mixed.activated(configuration: ContextConfiguration(bindings: [name: "value"]))
        #expect(try mixed.context.component((any Other).self) is Value)
        withExtendedLifetime(mixed) {}
    }

    @Test("A conditional conformance serves only if its condition holds")
    func conditional() throws {
        let context = try boot(PromisedIntCrate.self, PromisedStringCrate.self)
        #expect(try context.component((any PromisedSometimes).self) is PromisedIntCrate)
        #expect(try context.components((any PromisedSometimes).self).count == 1)
    }
}

protocol PromisedSometimes: AnyObject, Sendable {}
class PromisedCrate<Element>: @unchecked Sendable { required init() {} }
extension PromisedCrate: PromisedSometimes where Element == Int {}
final class PromisedIntCrate: PromisedCrate<Int>, IOCComponent, @unchecked Sendable {}
final class PromisedStringCrate: PromisedCrate<String>, IOCComponent, @unchecked Sendable {}
