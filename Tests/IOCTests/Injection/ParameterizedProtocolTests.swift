import IOC
import Testing

/// `any Rack<Int>` as a dependency: a protocol with a primary associated type.
@Suite("Protocols with parameters")
struct ParameterizedProtocolTests {
    protocol Rack<Item>: Sendable {
        associatedtype Item
    }
    protocol SortedRack<Item>: Rack {}
    protocol ObjectRack<Item>: AnyObject, Rack {}
    protocol Table<Row, Column>: Sendable {
        associatedtype Row
        associatedtype Column
    }
    struct Card: Sendable {}

    // MARK: Every scope, and every kind of type

    @Component final class ClassRack: Rack { typealias Item = Int }
    @Component actor ActorRack: Rack { typealias Item = Int }
    @Component struct StructureRack: Rack {
        typealias Item = Int
        var size = 3
    }
    @Component enum EnumerationRack: Rack {
        typealias Item = Int
        case full(Int)
        init() { self = .full(3) }
    }
    @Component final class TextRack: Rack { typealias Item = String }

    @Component(.scope(.prototype))
    final class Reader {
        let one: any Rack<Int>
        let list: [any Rack<Int>]
        let map: [String: any Rack<Int>]
        let maybe: (any Rack<Int>)?
        let provider: Provider<any Rack<Int>>
        @Autowired var property: any Rack<Int>
        @Autowired("rack") var named: any Rack<Int>
        @Autowired var none: (any Rack<Bool>)?
    }

    static let kinds: [any ManagedComponent.Type] = [
        ClassRack.self, ActorRack.self, StructureRack.self, EnumerationRack.self,
    ]

    /// A configuration of the text rack, of an integer rack called `rack`, and of others.
    private func configuration(
        _ kind: Int, _ scope: Scope = .singleton, and others: any ManagedComponent.Type...
    ) -> ContextConfiguration {
        var configuration = ContextConfiguration(components: [TextRack.self] + others)
        configuration.components["rack"] = .init(className: String(reflecting: Self.kinds[kind]), scope: scope)
        return configuration
    }

    private func isRack(_ value: Any, _ kind: Int) -> Bool { type(of: value) == Self.kinds[kind] }

    @Test(
        "In every scope one, a list, a map, an optional, a provider and lookups get it",
        arguments: [Scope.singleton, .lazySingleton, .weakSingleton, .prototype, .request, .objectGraph], kinds.indices)
    func forms(_ scope: Scope, _ kind: Int) throws {
        // Only objects can be held weakly.
        if scope == .weakSingleton, !(Self.kinds[kind] is AnyClass) { return }
        let context = try ApplicationContext(configuration(kind, scope, and: Reader.self))
        try withRequestScope {
            let reader = try context.component(Reader.self)
            let values: [Any] = [
                reader.one, reader.property, reader.named, try reader.provider(), try #require(reader.maybe),
                try context.component((any Rack<Int>).self),
                try context.component(named: "rack", as: (any Rack<Int>).self),
            ]
            for value in values + reader.list { #expect(isRack(value, kind)) }
            #expect(reader.list.count == 1 && Array(reader.map.keys) == ["rack"] && reader.none == nil)
            #expect(try context.components((any Rack<Int>).self).count == 1)
            #expect(try context.components((any Rack).self).count == 2)
        }
    }

    @Test(
        "A child context finds it in its parent, and a parent's component does not see a child's",
        arguments: [Scope.singleton, .request], kinds.indices)
    func parents(_ scope: Scope, _ kind: Int) throws {
        let parent = try ApplicationContext(configuration(kind, scope))
        let child = try ApplicationContext(ContextConfiguration(Reader.self), parent: parent)
        try withRequestScope {
            let reader = try child.component(Reader.self)
            #expect(isRack(reader.one, kind) && isRack(reader.property, kind) && reader.maybe != nil)
            #expect(isRack(try child.component((any Rack<Int>).self), kind))
        }
        let lonely = try boot(TextRack.self)
        let other = try ApplicationContext(configuration(kind, scope), parent: lonely)
        #expect(code { _ = try lonely.component((any Rack<Int>).self) } == .dependencyMissing)
        #expect(isRack(try withRequestScope { try other.component((any Rack<Int>).self) }, kind))
    }

    @Component final class SpareRack: Rack { typealias Item = Int }
    @Component(.whenMissing((any Rack<Int>).self)) final class DefaultRack: Rack { typealias Item = Int }

    @Test(
        "A primary component is chosen, two that are equal are ambiguous, and a default is only for none",
        arguments: kinds.indices)
    func choices(_ kind: Int) throws {
        var two = configuration(kind, and: SpareRack.self, Reader.self)
        #expect(Set(try bootError(two).faults.map(\.code)) == [.dependencyAmbiguous])
        two.components["rack"]?.isPrimary = true
        let chosen = try ApplicationContext(two)
        let reader = try chosen.component(Reader.self)
        #expect(isRack(reader.one, kind) && isRack(reader.property, kind) && reader.list.count == 2)
        #expect(try ApplicationContext(configuration(kind, and: DefaultRack.self)).report.componentCount == 2)
        let parent = try ApplicationContext(configuration(kind))
        let child = try ApplicationContext(ContextConfiguration(TextRack.self, DefaultRack.self), parent: parent)
        #expect(child.report.componentCount == 1)
        #expect(try boot(TextRack.self, DefaultRack.self).component((any Rack<Int>).self) is DefaultRack)
    }

    // MARK: The compiler's answer

    @Component struct Empty: Rack { typealias Item = Int }
    @Component struct FourWords: Rack, Table {
        typealias Item = Int
        typealias Row = Int
        typealias Column = String
        var words = (1, 2, 3, 4)
    }
    @Component struct TenWords: SortedRack {
        typealias Item = Int
        var words = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    }
    @Component struct WithExistential: Rack {
        typealias Item = Int
        var card: any Sendable = Card()
    }
    @Component struct WithWeak: Rack, @unchecked Sendable {
        typealias Item = [Int]
        weak var object: AnyObject?
    }
    @Component struct WithText: Rack {
        typealias Item = Card
        var text = "a text that is too long to be stored inside the structure"
    }
    @Component enum Bare: Rack {
        typealias Item = Int
        case only
        init() { self = .only }
    }
    @Component indirect enum Nested: Rack {
        typealias Item = Int
        case leaf
        case node(Nested)
        init() { self = .node(.leaf) }
    }
    @Component enum Payload: SortedRack {
        typealias Item = [Int]
        case text(String), number(Int)
        init() { self = .number(1) }
    }
    @Component class Open: Rack, @unchecked Sendable {
        typealias Item = Int
        required init() {}
    }
    @Component final class Derived: Open, @unchecked Sendable, Table {
        typealias Row = Int
        typealias Column = Int
    }
    @Component final class Final: ObjectRack { typealias Item = String }
    @Component final class Sorted: SortedRack, ObjectRack { typealias Item = Int }
    class Generic<Item>: ObjectRack, @unchecked Sendable {}
    @Component final class OfInt: Generic<Int>, @unchecked Sendable {}
    @Component final class OfCard: Generic<Card>, @unchecked Sendable {}
    @Component final class NoRack {}
    @Component struct NoRackAtAll: Table {
        typealias Row = String
        typealias Column = String
    }

    static let shapes: [any ManagedComponent.Type] = [
        Empty.self, FourWords.self, TenWords.self, WithExistential.self, WithWeak.self,
        WithText.self, Bare.self, Nested.self, Payload.self, Open.self, Derived.self, Final.self,
        Sorted.self, OfInt.self, OfCard.self, NoRack.self, NoRackAtAll.self,
    ]

    @Test("For types of every layout the container's answer is the compiler's", arguments: shapes.indices)
    func layouts(_ index: Int) throws {
        let shape = Self.shapes[index]
        let context = try ApplicationContext(ContextConfiguration(components: [shape]))
        let instance = try context.component(ofClass: String(reflecting: shape))
        /// Compares the container's answer, which it gives before an instance exists, with the compiler's.
        func compare<Wanted>(_ wanted: Wanted.Type, _ isWanted: (Any) -> Bool) throws {
            let answer = (try? context.component(wanted)) != nil
            #expect(answer == isWanted(instance), "\(shape) as \(wanted)")
            #expect(try context.components(wanted).count == (answer ? 1 : 0))
        }
        try compare((any Rack<Int>).self) { $0 is any Rack<Int> }
        try compare((any Rack<String>).self) { $0 is any Rack<String> }
        try compare((any Rack<[Int]>).self) { $0 is any Rack<[Int]> }
        try compare((any Rack<Card>).self) { $0 is any Rack<Card> }
        try compare((any SortedRack<Int>).self) { $0 is any SortedRack<Int> }
        try compare((any ObjectRack<Int>).self) { $0 is any ObjectRack<Int> }
        try compare((any Table<Int, String>).self) { $0 is any Table<Int, String> }
        try compare((any Rack<Int> & AnyObject).self) { $0 is any Rack<Int> & AnyObject }
    }

    final class Racks: Assembly {
        let box: Define<Box<Int>> = Define { _ in Box(item: 1) }
        let generic: Define<Generic<String>> = Define { _ in Generic() }
    }
    struct Box<Item: Sendable>: Rack { let item: Item }

    @Test("Generic types that definitions promise serve by their parameters")
    func generics() throws {
        let context = try ApplicationContext(ContextConfiguration(assemblies: [String(reflecting: Racks.self)]))
        #expect(try context.component((any Rack<Int>).self) is Box<Int>)
        #expect(try context.component((any ObjectRack<String>).self) is Generic<String>)
        #expect(throws: IOCError.self) { try context.component((any ObjectRack<Int>).self) }
    }

    // MARK: Messages and bindings

    @Component final class Lost { init(rack: any Rack<Card>) {} }
    @Component final class Torn { @Autowired var rack: any Rack<Int> }
    @Component("first") final class First: Rack { typealias Item = Int }
    @Component("second") final class Second: Rack { typealias Item = Int }
    @Component final class GenericReader { @Autowired var rack: Generic<Int> }
    @Component final class AlsoOfInt: Generic<Int>, @unchecked Sendable {}

    @Test("A message writes the type as source does")
    func spelling() throws {
        let suite = String(reflecting: Self.self)
        let missing = try bootError(ContextConfiguration(Lost.self, First.self))
        #expect(missing.faults.map(\.wanted) == ["any \(suite).Rack<\(suite).Card>"])
        #expect(!missing.description.contains("=="))
        let mismatch = try #require(throws: IOCError.self) {
            try boot(First.self).component(named: "first", as: (any Rack<String>).self)
        }
        #expect(mismatch.code == .qualifierUnknown && mismatch.faults[0].wanted == "any \(suite).Rack<Swift.String>")
    }

    @Test("A binding takes the spelling that the message of an ambiguous dependency shows")
    func bindings() throws {
        let configuration = ContextConfiguration(Torn.self, First.self, Second.self)
        let wanted = try #require(try bootError(configuration).faults.first?.wanted)
        for spelling in [wanted, String(wanted.dropFirst("any ".count))] {
            let context = try ApplicationContext(configuration.with { $0.bindings = [spelling: "second"] })
            #expect(try context.component(Torn.self).rack is Second)
        }
        let classes = ContextConfiguration(GenericReader.self, OfInt.self, AlsoOfInt.self)
        let generic = try #require(try bootError(classes).faults.first?.wanted)
        #expect(generic == "\(String(reflecting: Self.self)).Generic<Swift.Int>")
        let context = try ApplicationContext(classes.with { $0.bindings = [generic: "AlsoOfInt"] })
        #expect(try context.component(GenericReader.self).rack is AlsoOfInt)
    }

    @Test("Beside an unrelated fault the dependency is not reported missing")
    func unrelatedFault() throws {
        let error = try bootError(ContextConfiguration(Torn.self, First.self).with { $0.classes.append("Nowhere") })
        #expect(error.faults.map(\.code) == [.classUnknown])
    }

    final class ByHand: IOCComponent, @unchecked Sendable {
        @Autowired var rack: any Rack<Int>
        @Autowired("second") var named: any Rack<Int>
    }

    @Test("A class that conforms by hand gets it too")
    func byHand() throws {
        let context = try ApplicationContext(
            ContextConfiguration(ByHand.self, First.self, Second.self).with {
                $0.components["first"] = .init(isPrimary: true)
            })
        let owner = try context.component(ByHand.self)
        #expect(owner.rack is First && owner.named is Second)
    }
}
