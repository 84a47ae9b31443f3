import IOC
import IOCBase
import Testing

@Suite("Post-processors")
struct ProcessorTests {
    // MARK: Order and replacements

    final class First: IOCComponent, InstancePostProcessor {
        static var traits: [ComponentTrait] { [.order(1)] }
        func process(_ instance: Any, named name: String) throws -> Any {
            (instance as? Piece)?.log.append("first")
            return instance
        }
    }
    final class Second: IOCComponent, InstancePostProcessor {
        static var traits: [ComponentTrait] { [.order(2)] }
        func process(_ instance: Any, named name: String) throws -> Any {
            guard let piece = instance as? Piece, name.hasSuffix(".a") else { return instance }
            let replacement = FinePiece()
            (replacement.log, replacement.next) = (piece.log + ["second"], piece.next)
            return replacement
        }
    }
    final class Passed: InstancePostProcessor {
        func process(_ instance: Any, named name: String) throws -> Any {
            (instance as? Piece)?.log.append("passed")
            return (instance as? Int).map { $0 + 1 } ?? instance
        }
    }
    final class Cyclic: Assembly {
        let a: Define<Piece> = Define(.lazySingleton) { _ in Piece() }.inject { $0.next = try $1.b() }
        let b: Define<Piece> = Define(.lazySingleton) { _ in Piece() }.inject { $0.next = try $1.a() }
        let number = Define<Int>.value(1)
    }

    @Test("They run in order, passed ones first, and members of a cycle and values are replaced, too")
    func replacement() throws {
        let cyclic = try Cyclic.activated(
            configuration: ContextConfiguration(Second.self, First.self), processors: [Passed()])
        let a = try cyclic.a()
        #expect(a is FinePiece && a.log == ["passed", "first", "second"])
        #expect(try cyclic.b().next === a && cyclic.b().log == ["passed", "first"])
        #expect(try cyclic.number() == 2)
    }

    final class Left: IOCComponent, Meter, @unchecked Sendable {
        @Autowired var right: Right
        var value: Int { 1 }
        func didInject() { _ = right }
    }
    final class Right: IOCComponent, @unchecked Sendable {
        @Autowired var left: any Meter
        func didInject() { _ = left }
    }
    final class Substitute: Meter {
        private let mark = AliveMark()
        var value: Int { 2 }
    }
    final class Swap: IOCComponent, InstancePostProcessor {
        func process(_ instance: Any, named name: String) throws -> Any { instance is Left ? Substitute() : instance }
    }

    @Test("A replacement lives if the member of the cycle that has asked for it first doesn't keep it")
    func unkeptReplacement() throws {
        let living = AliveCount()
        try AliveCount.$current.withValue(living) {
            let context = try ApplicationContext(ContextConfiguration(components: [Left.self, Right.self, Swap.self]))
            #expect(try context.component(Right.self).left.value == 2)
            #expect(try context.component((any Meter).self) is Substitute)
            #expect(living.alive == 1)
        }
    }

    final class Kennel: Assembly {
        final class Dog: @unchecked Sendable { @Value("dog.name") var name = "Rex" }
        let dog = Define(.lazySingleton) { _ in Dog() }
        let alias = Define(.lazySingleton) { kennel in try kennel.dog() }
        let again = Define(.prototype) { kennel in try kennel.alias() }
    }

    @Test("An instance that an alias returns is post-processed once")
    func alias() throws {
        let tally = NameTally()
        let kennel = try Kennel.activated(processors: [tally])
        let first = try kennel.again()
        #expect(try kennel.alias() === first && kennel.dog() === first && kennel.again() === first)
        #expect(tally.log.lines == ["dog"])
    }

    /// Returns a leaf in place of everything but what asks for one.
    final class Replacing: InstancePostProcessor {
        func process(_ instance: Any, named name: String) throws -> Any {
            instance is WantsPiece || instance is ReadsPiece ? instance : Leaf()
        }
    }
    @Component(.lazy) final class WantsPiece { let piece: Piece }
    @Component(.lazy) final class ReadsPiece {
        @Autowired var piece: Piece
        func didInject() throws { _ = try $piece.get() }
    }
    final class Promises: Assembly {
        let meter: Define<any Meter> = Define(.prototype) { _ in PlainMeter() }
        let piece = Define(.prototype) { _ in Piece() }
        let number: Define<Int> = Define(.prototype) { _ in 1 }
    }

    @Test(
        "A replacement must have the type that the definition promises, for calls, lookups, parameters and properties",
        arguments: [
            { try $0.meter() }, { try $0.piece() }, { try $0.number() }, { try $0.context.component((any Meter).self) },
            { try $0.context.component(Piece.self) }, { try $0.context.component(Int.self) },
            { try $0.context.components((any Meter).self) },
            { try $0.context.component(WantsPiece.self) }, { try $0.context.component(ReadsPiece.self) },
        ] as [@Sendable (Promises) throws -> Any])
    func misfits(call: @Sendable (Promises) throws -> Any) throws {
        let configuration = ContextConfiguration(WantsPiece.self, ReadsPiece.self)
        let promises = try Promises.activated(configuration: configuration, processors: [Replacing()])
        let error = try #require(throws: IOCError.self) { try call(promises) }
        #expect(error.faults.map(\.code) == [.protocolMismatch])
        for part in ["ProcessorTests.Replacing", "IOCTests.Leaf"] {
            #expect(error.description.contains(part), "\(error)")
        }
    }

    // MARK: Dependencies of post-processors

    @Component final class Metrics { let leaf: Leaf }
    @Component final class Counting: InstancePostProcessor {
        let metrics: Metrics
        let log = PartLog()
        func process(_ instance: Any, named name: String) throws -> Any {
            log.note(String(name.split(separator: ".").last ?? ""))
            return instance
        }
    }
    @Component final class Later: InstancePostProcessor {
        let metrics: Provider<Metrics>
        func process(_ instance: Any, named name: String) throws -> Any { instance }
    }

    @Component final class Spelling: SettingConverter {
        let leaf: Leaf
        func converts(to type: Any.Type) -> Bool { false }
        func convert(_ value: SettingValue, to type: Any.Type) throws -> Any { value }
    }

    @Test("Each component that a post-processor or converter is passed has a notice, in a boot and in a check")
    func notices() throws {
        let configuration = ContextConfiguration(
            Leaf.self, Metrics.self, Counting.self, PlainMeter.self, Spelling.self)
        let context = try ApplicationContext(configuration)
        #expect(try context.component(Counting.self).log.lines == ["PlainMeter"])
        for report in [context.report, try ApplicationContext.check(configuration)] {
            let notices = report.notices.filter { $0.code == .notPostProcessed }
            #expect(notices.count == 2)
            for (notice, name) in zip(notices, ["Leaf is not", "Metrics is not"]) {
                #expect(notice.headline.contains(name))
            }
            #expect(notices[0].headline.contains("Counting and IOCTests.ProcessorTests.Spelling depend"))
        }
        let later = try boot(Leaf.self, Metrics.self, Later.self)
        #expect(later.report.notices.filter { $0.code == .notPostProcessed }.isEmpty)
    }

    // MARK: Definitions

    /// Applies the change of a test, and writes down the names that it sees.
    class Changing: IOCComponent, DefinitionPostProcessor, @unchecked Sendable {
        // Sound: written by the boot, on one thread.
        @TaskLocal static var change: @Sendable (inout DefinitionDescription) throws -> Void = { _ in }
        private(set) var names: [String] = []
        required init() {}
        func process(_ definition: inout DefinitionDescription) throws {
            names.append(String(definition.name.split(separator: ".").last ?? ""))
            try Self.change(&definition)
        }
    }

    private func booted(
        _ types: any ManagedComponent.Type...,
        changing: @escaping @Sendable (inout DefinitionDescription) throws -> Void
    ) throws -> ApplicationContext {
        let types: [any ManagedComponent.Type] = [Changing.self] + types
        return try Changing.$change.withValue(changing) {
            try ApplicationContext(ContextConfiguration(classes: types.map { String(reflecting: $0) }))
        }
    }

    @Test("A definition post-processor may change scopes and traits, and replace a definition, but not see itself")
    func definitions() throws {
        let replaced = try booted(PlainMeter.self) { definition in
            definition.scope = .prototype
            definition.replace { PlainMeter() }
        }
        #expect(try replaced.component(Changing.self).names == ["PlainMeter"])
        #expect(try replaced.component((any Meter).self) is PlainMeter)
        let prototype = try booted(Leaf.self) { $0.scope = .prototype }
        #expect(try prototype.component(Leaf.self) !== prototype.component(Leaf.self))
        let context = try booted(PlainMeter.self, ShelfMeter.self, Late.self) { definition in
            switch definition.name {
            case "IOCTests.PlainMeter": definition.isFallback = true
            case String(reflecting: Late.self): (definition.order, definition.isPrimary) = (-5, definition.order == 0)
            default: return
            }
        }
        #expect(try context.component((any Meter).self) is Late)
        #expect(try context.components((any Meter).self).map(\.value) == [30, 1, 20])
        let fallback = try booted(PlainMeter.self, ShelfMeter.self) {
            $0.isFallback = $0.name == "IOCTests.PlainMeter"
        }
        #expect(try fallback.component((any Meter).self) is ShelfMeter)
    }
    @Component struct ShelfMeter: Meter { var value: Int { 20 } }
    @Component struct Late: Meter { var value: Int { 30 } }

    struct Bag: ScopeStore {
        static let active = Guarded<ScopeInstances?>(nil)
        var instances: ScopeInstances? { Self.active.withLock { $0 } }
    }

    @Test("A custom scope that a definition post-processor sets uses its store")
    func processedScope() throws {
        let context = try booted(Leaf.self) { $0.scope = .custom(named: "bag", store: Bag()) }
        #expect(faultCodes { try context.component(Leaf.self) } == [.scopeInactive])
        Bag.active.withLock { $0 = ScopeInstances() }
        let first = try context.component(Leaf.self)
        #expect(try context.component(Leaf.self) === first)
        Bag.active.withLock { $0 = ScopeInstances() }
        #expect(try context.component(Leaf.self) !== first)
    }

    // Each appends a digit to those before it.
    class Digit: IOCComponent, DefinitionPostProcessor, @unchecked Sendable {
        class var digit: Int { 0 }
        required init() {}
        func process(_ definition: inout DefinitionDescription) throws {
            definition.order = definition.order * 10 + Self.digit
        }
    }
    @Component(.order(5)) final class DigitOne: Digit, @unchecked Sendable { override class var digit: Int { 1 } }
    @Component(.order(-5)) final class DigitTwo: Digit, @unchecked Sendable { override class var digit: Int { 2 } }
    final class DigitZebra: Digit, @unchecked Sendable { override class var digit: Int { 3 } }
    final class DigitApple: Digit, @unchecked Sendable { override class var digit: Int { 4 } }
    @Component(.order(9)) final class DigitLast: DefinitionPostProcessor {
        static let seen = Guarded<Int?>(nil)
        func process(_ definition: inout DefinitionDescription) throws {
            let order = definition.order
            if definition.name.hasSuffix("Leaf") { Self.seen.withLock { $0 = order } }
        }
    }

    @Test("Several definition post-processors see what those before them have done, by their order and then by name")
    func severalProcessors() throws {
        _ = try boot(
            DigitLast.self, DigitZebra.self, DigitOne.self, DigitApple.self, DigitTwo.self, Leaf.self)
        #expect(DigitLast.seen.withLock { $0 } == 2431)
    }

    final class WantsMore: Changing, @unchecked Sendable {
        @Autowired var leaf: Leaf
    }

    @Test("A definition post-processor that throws, or has dependencies, is a fault of the boot")
    func faults() throws {
        let error = try #require(throws: IOCError.self) { try booted(Leaf.self) { _ in throw SampleError() } }
        #expect(error.faults.map(\.code) == [.componentFailed])
        #expect(error.cause is SampleError)
        #expect(try bootError(ContextConfiguration(WantsMore.self, Leaf.self)).code == .processorNeedsInjection)
    }
}
