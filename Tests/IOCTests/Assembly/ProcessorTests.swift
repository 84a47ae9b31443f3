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

    @Test("They attach themselves, run in order, and holders in a cycle get the replacement")
    func replacement() throws {
        let cyclic = try Cyclic.activated(configuration: ContextConfiguration(Second.self, First.self))
        let a = try cyclic.a()
        #expect(a.isReplacement)
        #expect(a.seenBy == ["first", "second"])
        #expect(try cyclic.b().other === a)
    }

    @Test("They can be passed to an activation, and replace values")
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

    @Test("Those that are passed and those that attach themselves both see an instance, in that order")
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

    @Test("A definition post-processor may say which component wins, which serves at need, and where each stands")
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

    @Test("A lookup that fails inside a construction tells what was being built")
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
}
