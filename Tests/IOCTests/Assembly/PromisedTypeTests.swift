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
    struct Listed<Item: Sendable>: PromisedSource, Unrelated { let item: Item }

    /// One definition, which promises a type in a scope.
    final class Promising<Promise>: Assembly {
        let thing: Definition<Promising, Promise>
        init() { fatalError("created with its promise") }
        init(_ scope: Scope, _ make: @escaping @Sendable () -> Promise) {
            thing = Definition(scope) { (_: Promising) in make() }
        }
    }

    /// The protocols and classes that find the one definition, in every way.
    private static func found<Promise>(
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
                #expect(try Swift.type(of: context.component(type)) == Swift.type(of: list[0]))
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

    /// A promise, and the types that it is found by.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let names: Set<String>
        let found: @Sendable (Scope) throws -> Set<String>

        init<Promise>(_ make: @escaping @Sendable () -> Promise, _ names: Set<String>) {
            (testDescription, self.names) = ("\(Promise.self)", names)
            found = { try PromisedTypeTests.found($0, make) }
        }
    }

    static let leaf: Set = ["Root", "Middle", "Other", "Leaf", "Middle & Other"]
    static let ofBase: Set = ["Other", "OfBase", "Base", "Unrelated", "Other & Unrelated"]
    static let rows = [
        Row({ Value() as any Root }, ["Root"]),
        Row({ Value() as any Middle }, ["Root", "Middle"]),
        Row({ Value() as any Leaf }, leaf),
        Row({ Value() as any Root & Other }, ["Root", "Other"]),
        Row({ Whole() as any Bound }, ["Root", "Middle", "Bound"]),
        Row({ Whole() as any OfBase }, ofBase),
        Row(
            { Whole() as any Between & Other },
            ["Other", "Base", "Between", "Unrelated", "Other & Unrelated", "Between & Other"]),
        Row(
            { Whole() as any OfBase & Between & Middle },
            ofBase.union(["Between", "Between & Other", "Root", "Middle", "Middle & Other"])),
        Row({ Listed(item: 1) as any PromisedSource<Int> }, ["PromisedThing"]),
        Row(
            { Listed(item: 1) as any PromisedSource<Int> & Unrelated },
            ["Unrelated", "PromisedThing", "PromisedPart & Unrelated"]),
        Row({ Value() }, leaf),
        Row({ Whole() }, leaf.union(ofBase).union(["Bound", "Between", "Between & Other"])),
        Row({ Listed(item: 1) }, ["Unrelated", "PromisedThing", "PromisedPart & Unrelated"]),
    ]

    @Test(
        "A definition is found by all types that its promise implies, shared or not",
        arguments: rows, [.prototype, .singleton] as [Scope])
    func implied(row: Row, scope: Scope) throws { #expect(try row.found(scope) == row.names) }

    final class Asking: @unchecked Sendable {
        @Autowired var root: any Root
        @Autowired var others: [any Other]
        @Autowired var base: Base
        @Autowired var objects: [String: any AnyObject & Root]
        @Autowired var source: any PromisedSource<String>
    }
    final class Mixed: Assembly {
        let value: Define<any Leaf> = Define { _ in Value() }
        let object: Define<any OfBase> = Define(.lazySingleton) { _ in Whole() }
        let text: Define<any PromisedSource<String>> = Define { _ in Listed(item: "text") }
        let number: Define<any PromisedSource<Int>> = Define(.prototype) { _ in Listed(item: 7) }
        let asking = Define(.prototype) { _ in Asking() }
    }

    @Test("Properties, collections and bindings find what is implied")
    func properties() throws {
        let name = "IOCTests.PromisedTypeTests.Other"
        let mixed = try Mixed.activated(configuration: ContextConfiguration(bindings: [name: "value"]))
        #expect(try mixed.context.component((any Other).self) is Value)
        #expect(try mixed.context.component((any PromisedSource<Int>).self).item == 7)
        let asking = try mixed.asking()
        #expect(asking.root is Value && asking.others.count == 2 && asking.source.item == "text")
        #expect(try asking.base === mixed.object() as AnyObject)
        // Only an instance shows that the class behind `any OfBase` is a root, and `any Leaf` is no object.
        #expect(asking.objects.isEmpty)
    }

    @Test("A conditional conformance serves only if its condition holds")
    func conditional() throws {
        let context = try boot(PromisedIntCrate.self, PromisedStringCrate.self)
        #expect(try context.component((any PromisedSometimes).self) is PromisedIntCrate)
        #expect(try context.components((any PromisedSometimes).self).count == 1)
    }

    // MARK: Lists, maps and providers

    protocol Plugin: AnyObject, Sendable {}
    final class One: Plugin {}
    @Component final class Collecting {
        let plugins: [any Plugin]
        let ones: [String: One]
        let provider: Provider<One>?
    }
    final class Listing: Assembly {
        let asking: Define<Collecting> = Define(.lazySingleton)
        let one: Define<any Plugin> = Define(.singleton) { _ in One() }
        let list: Define<[any Plugin]> = Define(.singleton) { _ in [One()] }
    }
    final class Mapping: Assembly {
        let asking: Define<Collecting> = Define(.lazySingleton)
        let map: Define<[String: One]> = Define(.singleton) { _ in ["one": One()] }
        let maybe: Define<[One]?> = Define(.singleton) { _ in [One()] }
    }
    final class Providing: Assembly {
        let asking: Define<Collecting> = Define(.lazySingleton)
        let one = Define(.singleton) { _ in One() }
        let provider: Define<Provider<One>> = Define(.singleton) { _ in throw SampleError() }
    }

    @Test(
        "A definition of a list, a map or a provider that a component asks for is a fault that says what to define",
        arguments: [
            (Listing.self, 1, "write one definition for each element, which promises any "), (Mapping.self, 2, ""),
            (Providing.self, 1, "write a definition that promises IOCTests.PromisedTypeTests.One"),
        ] as [(any Assembly.Type, Int, String)])
    func forms(type: any Assembly.Type, count: Int, says: String) throws {
        let error = try #require(throws: IOCError.self) { try type.activated() }
        #expect(error.faults.map(\.code) == Array(repeating: .shapeMeaningless, count: count))
        #expect(error.faults.allSatisfy { $0.location?.contains("PromisedTypeTests.swift:") == true })
        #expect(says.isEmpty || error.description.contains(says), "\(error)")
    }

    final class Lists: Assembly {
        let numbers = Define(.singleton) { _ in [1, 2] }
        let rates: Define<[String: Double]> = Define(.singleton) { _ in ["a": 1.5] }
        let plugins: Define<[any Plugin], Int> = Define(.prototype) { _, count in (0..<count).map { _ in One() } }
        let one: Define<One?> = Define(.singleton) { _ in One() }
    }

    @Test("Lists of values, lists that are created from arguments, and lists that are only called are no fault")
    func lists() throws {
        let lists = try Lists.activated()
        #expect(try lists.numbers() == [1, 2] && lists.rates() == ["a": 1.5])
        #expect(try lists.plugins(3).count == 3 && lists.one() != nil)
    }

    // MARK: Values of every size

    enum Nothing: Equatable { case nothing }
    struct Wide: Equatable { var (one, two, three, four) = (1, 2, 3, 4) }
    final class Sizes: Assembly {
        let piece = Define(.singleton) { _ in Piece() }
        let plugin = Define<any Plugin>(.singleton) { _ in One() }
        let nothing = Define(.singleton) { _ in Nothing.nothing }
        let byte = Define(.singleton) { _ in UInt8(7) }
        let text = Define(.singleton) { _ in "a text that is too long to be inside a string itself" }
        let wide = Define(.singleton) { _ in Wide() }
        let quad = Define(.singleton) { _ in SIMD4<Double>(1, 2, 3, 4) }
        let list = Define(.singleton) { _ in ContiguousArray([1, 2, 3]) }
    }

    @Test("A value of any size and alignment is the same at each lookup, and ends with its context")
    func sizes() throws {
        weak var piece: Piece?
        weak var plugin: (any Plugin)?
        do {
            let assembly = try Sizes.activated()
            let context = try assembly.context
            (piece, plugin) = (try assembly.piece(), try assembly.plugin())
            for _ in 1...3 {
                #expect(try context.component(Piece.self) === piece && context.component((any Plugin).self) === plugin)
                #expect(try context.component(Nothing.self) == .nothing && context.component(UInt8.self) == 7)
                #expect(try context.component(String.self).hasPrefix("a text"))
                #expect(try context.component(Wide.self) == Wide())
                #expect(try context.component(SIMD4<Double>.self) == [1, 2, 3, 4])
                #expect(try context.component(ContiguousArray<Int>.self) == [1, 2, 3])
            }
            withExtendedLifetime((assembly, context)) {}
        }
        #expect(piece == nil && plugin == nil)
    }
}

protocol PromisedSometimes: AnyObject, Sendable {}
class PromisedCrate<Element>: @unchecked Sendable { required init() {} }
extension PromisedCrate: PromisedSometimes where Element == Int {}
final class PromisedIntCrate: PromisedCrate<Int>, IOCComponent, @unchecked Sendable {}
final class PromisedStringCrate: PromisedCrate<String>, IOCComponent, @unchecked Sendable {}
