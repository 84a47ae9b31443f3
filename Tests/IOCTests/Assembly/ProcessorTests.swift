import IOC
import IOCBase
import Testing

@Suite("Post-processors")
struct ProcessorTests {
    final class Node: @unchecked Sendable {
        var other: Node?
        var seenBy: [String] = []
        var isReplacement = false
    }
    final class First: IOCComponent, InstancePostProcessor {
        static var traits: [ComponentTrait] { [.order(1)] }
        func process(_ instance: Any, named name: String) throws -> Any {
            (instance as? Node)?.seenBy.append("first")
            return instance
        }
    }
    final class Second: IOCComponent, InstancePostProcessor {
        static var traits: [ComponentTrait] { [.order(2)] }
        func process(_ instance: Any, named name: String) throws -> Any {
            guard let node = instance as? Node, name.hasSuffix(".a") else { return instance }
            let replacement = Node()
            replacement.isReplacement = true
            replacement.seenBy = node.seenBy + ["second"]
            replacement.other = node.other
            return replacement
        }
    }
    final class Cyclic: Assembly {
        let a: Definition<Cyclic, Node> = Definition(.lazySingleton) { (_: Cyclic) in Node() }
            .inject { $0.other = try $1.b() }
        let b: Definition<Cyclic, Node> = Definition(.lazySingleton) { (_: Cyclic) in Node() }
            .inject { $0.other = try $1.a() }
        let number: Definition<Cyclic, Int> = .value(1)
    }
    final class AddsOne: InstancePostProcessor {
        func process(_ instance: Any, named name: String) throws -> Any {
            (instance as? Int).map { $0 + 1 } ?? instance
        }
    }

    @Test("Post-processors run in order, and holders in a cycle get the replacement")
    func replacement() throws {
        let cyclic = try Cyclic.activated(configuration: ContextConfiguration(Second.self, First.self))
        let a = try cyclic.a()
        #expect(a.isReplacement)
        #expect(a.seenBy == ["first", "second"])
        #expect(try cyclic.b().other === a)
    }

    protocol Peer: AnyObject, Sendable {}
    final class Left: IOCComponent, Peer, @unchecked Sendable {
        @Autowired var right: Right
        func didInject() { _ = right }
    }
    final class Right: IOCComponent, @unchecked Sendable {
        @Autowired var left: any Peer
        func didInject() { _ = left }
    }
    final class Substitute: Peer {
        private let isReleased: Latch
        init(_ isReleased: Latch) { self.isReleased = isReleased }
        deinit { isReleased.open() }
    }
    final class Swap: IOCComponent, InstancePostProcessor {
        let isReleased = Latch()
        func process(_ instance: Any, named name: String) throws -> Any {
            instance is Left ? Substitute(isReleased) : instance
        }
    }

    @Test("A replacement stays if the member of the cycle that has asked for it first doesn't keep it")
    func unkeptReplacement() throws {
        let context = try ApplicationContext(ContextConfiguration(components: [Left.self, Right.self, Swap.self]))
        let left = try context.component((any Peer).self)
        let right = try context.component(Right.self)
        #expect(left is Substitute && left === right.left)
        #expect(try context.component(Swap.self).isReleased.isOpen == false)
    }

    @Test("Post-processors can be passed to an activation, and replace values")
    func passed() throws {
        let cyclic = try Cyclic.activated(processors: [AddsOne()])
        #expect(try cyclic.number() == 2)
    }

    final class Passed: InstancePostProcessor {
        func process(_ instance: Any, named name: String) throws -> Any {
            (instance as? Node)?.seenBy.append("passed")
            return instance
        }
    }

    @Test("Passed post-processors see an instance first, and components after them")
    func passedAndAttached() throws {
        let cyclic = try Cyclic.activated(configuration: ContextConfiguration(First.self), processors: [Passed()])
        #expect(try cyclic.b().seenBy == ["passed", "first"])
    }

    final class MakesLazy: IOCComponent, DefinitionPostProcessor {
        func process(_ definition: inout DefinitionDescription) throws {
            if definition.name == "counter" {
                definition.scope = .prototype
                definition.replace { Counter(start: 5) }
            }
        }
    }
    final class Counter: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.named("counter")] }
        let start: Int
        init() { start = 0 }
        init(start: Int) { self.start = start }
    }
    struct Boom: Error {}
    final class Fails: IOCComponent, DefinitionPostProcessor {
        func process(_ definition: inout DefinitionDescription) throws { throw Boom() }
    }

    @Test("A definition post-processor may change and replace definitions")
    func definitions() throws {
        let context = try boot(MakesLazy.self, Counter.self)
        #expect(try context.component(Counter.self).start == 5)
        #expect(try context.component(Counter.self) !== context.component(Counter.self))
    }

    protocol Sink: Sendable {}
    final class Loud: IOCComponent, Sink {}
    final class Soft: IOCComponent, Sink {}
    final class Late: IOCComponent, Sink {}
    final class Tunes: IOCComponent, DefinitionPostProcessor {
        func process(_ definition: inout DefinitionDescription) throws {
            switch definition.name {
            case String(reflecting: Loud.self): definition.isFallback = true
            case String(reflecting: Late.self): (definition.order, definition.isPrimary) = (-5, definition.order == 0)
            default: return
            }
        }
    }

    @Test("A definition post-processor may set the primary, fallback and order traits")
    func choices() throws {
        #expect(try boot(Tunes.self, Loud.self, Soft.self).component((any Sink).self) is Soft)
        let context = try boot(Tunes.self, Loud.self, Soft.self, Late.self)
        #expect(try context.component((any Sink).self) is Late)
        let all = try context.components((any Sink).self)
        #expect(all.map { "\(type(of: $0))" } == ["Late", "Loud", "Soft"])
    }

    // Each writes a digit behind those before it.
    final class DigitOne: IOCComponent, DefinitionPostProcessor {
        static var traits: [ComponentTrait] { [.order(5)] }
        func process(_ definition: inout DefinitionDescription) throws { definition.order = definition.order * 10 + 1 }
    }
    final class DigitTwo: IOCComponent, DefinitionPostProcessor {
        static var traits: [ComponentTrait] { [.order(-5)] }
        func process(_ definition: inout DefinitionDescription) throws { definition.order = definition.order * 10 + 2 }
    }
    final class DigitZebra: IOCComponent, DefinitionPostProcessor {
        func process(_ definition: inout DefinitionDescription) throws { definition.order = definition.order * 10 + 3 }
    }
    final class DigitApple: IOCComponent, DefinitionPostProcessor {
        func process(_ definition: inout DefinitionDescription) throws { definition.order = definition.order * 10 + 4 }
    }
    final class DigitLast: IOCComponent, DefinitionPostProcessor {
        static var traits: [ComponentTrait] { [.order(9)] }
        let seen = Guarded<[String: Int]>([:])
        func process(_ definition: inout DefinitionDescription) throws {
            let (name, order) = (definition.name, definition.order)
            seen.withLock { $0[name] = order }
        }
    }

    @Test("Several definition post-processors see what those before them have done, by their order and then by name")
    func severalProcessors() throws {
        let context = try boot(
            DigitLast.self, DigitZebra.self, DigitOne.self, DigitApple.self, DigitTwo.self, Soft.self)
        let seen = try context.component(DigitLast.self).seen.withLock { $0 }
        #expect(seen[String(reflecting: Soft.self)] == 2431)
    }

    protocol Nowhere: Sendable {}
    final class Asker: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Autowired var context: ApplicationContext
        func didInject() throws { _ = try context.component((any Nowhere).self) }
    }

    @Test("A failed lookup inside a construction reports the component under construction")
    func path() throws {
        let error = #expect(throws: IOCError.self) { try boot(Asker.self) }
        #expect(error?.faults.first?.path == [String(reflecting: Asker.self)])
    }

    final class WantsMore: IOCComponent, DefinitionPostProcessor, @unchecked Sendable {
        @Autowired var counter: Counter
        func process(_ definition: inout DefinitionDescription) throws {}
    }

    @Test("A definition post-processor can't be injected itself")
    func injectedProcessor() throws {
        let error = try bootError(ContextConfiguration(WantsMore.self, Counter.self))
        #expect(error.code == .processorNeedsInjection)
    }

    @Test("A definition post-processor that throws fails the boot")
    func failing() throws {
        let error = try bootError(ContextConfiguration(Fails.self, Counter.self))
        #expect(error.code == .componentFailed)
        #expect(error.cause is Boom)
    }

    // MARK: Replacements that do not fit

    protocol Port: Sendable {}
    final class Harbor: Port {}
    final class Quay: Sendable {}
    final class Wrong: Sendable {}

    /// Makes something else of everything.
    final class Replacing: InstancePostProcessor {
        func process(_ instance: Any, named name: String) throws -> Any { Wrong() }
    }
    final class Ports: Assembly {
        let port: Define<any Port> = Define(.prototype) { _ in Harbor() }
        let quay: Define<Quay> = Define(.prototype) { _ in Quay() }
        let number: Define<Int> = Define(.prototype) { _ in 1 }
    }

    @Test("A replacement of a post-processor must have the type that the definition promises")
    func replaced() throws {
        let ports = try Ports.activated(processors: [Replacing()])
        let context = try ports.context
        let results: [Result<Void, any Error>] = [
            Result { _ = try ports.port() }, Result { _ = try ports.quay() }, Result { _ = try ports.number() },
            Result { _ = try context.component((any Port).self) }, Result { _ = try context.component(Quay.self) },
            Result { _ = try context.component(Int.self) }, Result { _ = try context.components((any Port).self) },
        ]
        for (number, result) in results.enumerated() {
            let error = #expect(throws: IOCError.self, "\(number)") { try result.get() }
            #expect(error?.code == .protocolMismatch, "\(number)")
        }
    }

    // MARK: What post-processors see

    final class NameList: IOCComponent, DefinitionPostProcessor {
        private let seen = Guarded<[String]>([])
        var names: [String] { seen.withLock(\.self) }
        func process(_ definition: inout DefinitionDescription) throws {
            let name = definition.name
            seen.withLock { $0.append(name) }
        }
    }

    @Test("A definition post-processor is the instance that the context returns, and does not see itself")
    func processor() throws {
        let context = try boot(NameList.self, Soft.self, Loud.self)
        let list = try context.component(NameList.self)
        #expect(list.names.map { $0.split(separator: ".").last } == ["Loud", "Soft"])
    }

    final class Tally: InstancePostProcessor {
        private let seen = Guarded<[String]>([])
        var names: [String] { seen.withLock(\.self) }
        func process(_ instance: Any, named name: String) throws -> Any {
            seen.withLock { $0.append(String(name.split(separator: ".").last ?? "")) }
            return instance
        }
    }

    final class Kennel: Assembly {
        final class Dog: @unchecked Sendable { @Value("dog.name") var name = "Rex" }
        let dog = Definition(.lazySingleton) { (_: Kennel) in Dog() }
        let alias = Definition(.lazySingleton) { (kennel: Kennel) in try kennel.dog() }
        let again = Definition(.prototype) { (kennel: Kennel) in try kennel.alias() }
    }

    @Test("An instance that an alias returns is post-processed once")
    func alias() throws {
        let counts = Tally()
        let kennel = try Kennel.activated(processors: [counts])
        let first = try kennel.again()
        #expect(try kennel.alias() === first && kennel.dog() === first && kennel.again() === first)
        #expect(counts.names == ["dog"])
    }

    final class Shelf: ScopeStore {
        private let active = Guarded<ScopeInstances?>(nil)
        var instances: ScopeInstances? { active.withLock(\.self) }
        func begin() { active.withLock { $0 = ScopeInstances() } }
    }

    final class Shelves: IOCComponent, DefinitionPostProcessor {
        static let shelf = Shelf()
        func process(_ definition: inout DefinitionDescription) throws {
            if definition.name.hasSuffix("Soft") { definition.scope = .custom(named: "shelf", store: Self.shelf) }
        }
    }

    @Test("A custom scope that a definition post-processor sets uses its store")
    func processedScope() throws {
        let context = try boot(Shelves.self, Soft.self)
        #expect(throws: IOCError.self) { try context.component(Soft.self) }
        Shelves.shelf.begin()
        let first = try context.component(Soft.self)
        #expect(try context.component(Soft.self) === first)
        Shelves.shelf.begin()
        #expect(try context.component(Soft.self) !== first)
    }
}
