import IOC
import Testing

/// What a check finds, and that it runs no code of the program's components.
@Suite("A check of the wiring")
struct CheckTests {
    // MARK: What runs

    /// The calls of each part of the program below.
    static let calls = Locked<[String]>([])
    static func call(_ name: String = #function, of part: String = "") {
        calls.withLock { $0.append("\(part) \(name)") }
    }

    struct Color: Decodable, Sendable { var hue: Int }

    @Component
    final class Eager: Startable, Stoppable {
        @Autowired var lazy: Lazy
        @Value("check.color") var color: Color
        init() { call(of: "eager component") }
        func willInject() { call() }
        func didInject() throws { call() }
        func start() { call() }
        func stop() { call() }
    }
    @Component(.lazy)
    final class Lazy {
        let eager: Provider<Eager>
        init(eager: Provider<Eager>) {
            self.eager = eager
            call(of: "lazy component")
        }
    }
    @Component
    final class Converter: SettingConverter {
        init() { call(of: "converter") }
        func converts(to type: Any.Type) -> Bool {
            call()
            return type == Color.self
        }
        func convert(_ value: SettingValue, to type: Any.Type) throws -> Any {
            call()
            return Color(hue: 1)
        }
    }
    @Component
    final class InstanceProcessor: InstancePostProcessor {
        init() { call(of: "post-processor of instances") }
        func process(_ instance: Any, named name: String) throws -> Any {
            call()
            return instance
        }
    }
    @Component
    final class DefinitionProcessor: DefinitionPostProcessor {
        init() { call(of: "post-processor of definitions") }
        func process(_ definition: inout DefinitionDescription) throws { call() }
    }
    @Component
    final class ComponentObserver: ContextObserver {
        init() { call(of: "observer") }
        func handle(_ event: ContextEvent) { call() }
    }
    struct GivenObserver: ContextObserver {
        func handle(_ event: ContextEvent) { call(of: "observer that is no component") }
    }
    final class Parts: Assembly {
        let number: Definition<Parts, Int> = Definition { _ in
            call(of: "definition")
            return 1
        }
    }
    final class ByHand: IOCComponent, @unchecked Sendable {
        // Sound: the only state is wrapped.
        @Autowired("nowhere") var eager: Eager
        init() { CheckTests.call(of: "class by hand") }
    }

    @Test("A check runs no initializer, hook, definition, converter, processor or observer, and lists what it left out")
    func nothingRuns() throws {
        var configuration = ContextConfiguration(
            Eager.self, Lazy.self, Converter.self, InstanceProcessor.self, DefinitionProcessor.self,
            ComponentObserver.self, ByHand.self
        ).with { $0.settings = ["check": ["color": "red"]] }
        configuration.assemblies = [String(reflecting: Parts.self)]
        configuration.observers = [GivenObserver()]
        let report = try ApplicationContext.check(configuration)
        #expect(Self.calls.withLock(\.self).isEmpty && report.componentCount == 8)
        let unchecked = report.notices.filter { $0.code == .unchecked }.map(\.headline)
        #expect(unchecked.count == 3)
        for text in ["check.color", "CheckTests.DefinitionProcessor", "CheckTests.ByHand"] {
            #expect(unchecked.contains { $0.contains(text) })
        }
        // The same configuration does run all of it.
        configuration.classes.removeAll { $0.hasSuffix("ByHand") }
        _ = try ApplicationContext(configuration)
        #expect(Set(Self.calls.withLock(\.self)).count >= 12)
    }

    // MARK: What is found

    @Component(.lazy) final class LazyMisnaming { @Autowired("wal") var meter: any Meter }
    @Component(.scope(.prototype)) final class PrototypeMisnaming { @Autowired("sun") var meter: any Meter }
    @Component(.lazy) final class LazySetting { @Value("check.limit") var limit: Int }
    @Component(.lazy) final class LazyWrongSetting { @Value("check.word") var word: Int }
    @Component(.lazy) final class Undecided { @Autowired var meter: any Meter }
    @Component final class Captor { @Autowired var visit: PerRequest }
    @Component(.lazy) final class Chicken { init(ovum: Ovum) {} }
    @Component(.lazy) final class Ovum { init(chicken: Chicken) {} }
    @Component final class OtherMeter: Meter { var value: Int { 2 } }

    /// Classes, and the injection points at which a check finds faults.
    static let cases: [(types: [any ManagedComponent.Type], faults: [String: IOCError.Code])] = [
        (
            [LazyMisnaming.self, PrototypeMisnaming.self, PlainMeter.self],
            ["LazyMisnaming.meter": .qualifierUnknown, "PrototypeMisnaming.meter": .qualifierUnknown]
        ),
        (
            [LazySetting.self, LazyWrongSetting.self],
            ["LazySetting.limit": .settingMissing, "LazyWrongSetting.word": .settingConversion]
        ),
        ([Undecided.self, PlainMeter.self, OtherMeter.self], ["Undecided.meter": .dependencyAmbiguous]),
        ([Captor.self, PerRequest.self], ["Captor.visit": .dependencyCaptive]),
        ([Chicken.self, Ovum.self], ["": .constructionCycle]),
        ([Undecided.self], ["Undecided.meter": .dependencyMissing]),
        (
            [
                LazyMisnaming.self, LazySetting.self, Undecided.self, Captor.self, Chicken.self, Ovum.self,
                PlainMeter.self, OtherMeter.self, PerRequest.self,
            ],
            [
                "LazyMisnaming.meter": .qualifierUnknown, "LazySetting.limit": .settingMissing,
                "Undecided.meter": .dependencyAmbiguous, "Captor.visit": .dependencyCaptive, "": .constructionCycle,
            ]
        ),
    ]

    @Test("A check finds all faults at once, also those of components that are created later", arguments: cases.indices)
    func found(index: Int) throws {
        let (types, faults) = Self.cases[index]
        let configuration = ContextConfiguration(
            classes: types.map { String(reflecting: $0) }, settings: ["check": ["word": "twelve"]])
        let error = try #require(throws: IOCError.self) { try ApplicationContext.check(configuration) }
        let found = error.faults.map { ($0.code == .constructionCycle ? "" : $0.injectionPoint ?? "", $0.code) }
        #expect(Dictionary(found) { first, _ in first } == faults)
        #expect(error.faults.allSatisfy { $0.location?.hasPrefix("IOCTests/CheckTests.swift:") == true })
    }

    @Test("A check of a file takes over the changes of a closure, and throws what it throws")
    func file() throws {
        let folder = try TemporaryFolder()
        let path = try folder.writeSettings("{}", of: [PlainMeter.self])
        #expect(try ApplicationContext.check(contentsOf: path).componentCount == 1)
        let report = try ApplicationContext.check(contentsOf: path) {
            $0.classes.append(String(reflecting: OtherMeter.self))
        }
        #expect(report.componentCount == 2)
        #expect(throws: SampleError.self) {
            try ApplicationContext.check(contentsOf: path) { _ in throw SampleError() }
        }
    }

    @Test("A name that no class has advises a structure to conform in an extension, which optimized builds keep")
    func unknownClass() throws {
        let configuration = ContextConfiguration(Leaf.self).with { $0.classes.append("CheckTests.Nothing") }
        let error = try #require(throws: IOCError.self) { try ApplicationContext.check(configuration) }
        #expect(error.faults.map(\.code) == [.classUnknown])
        #expect(error.faults[0].remedy.hasSuffix("an internal structure or enumeration must conform in an extension"))
    }

    @Test("A check asks the parent context for what its own configuration lacks")
    func parent() throws {
        let parent = try boot(PlainMeter.self)
        let report = try ApplicationContext.check(ContextConfiguration(Undecided.self), parent: parent)
        #expect(report.injectionPointCount == 1)
    }

    // MARK: Instances that contradict their annotation

    @Component
    final class Renaming {
        @Autowired("wall") var meter: any Meter
        init() { _meter = Autowired("sun") }
    }
    @Component(.lazy)
    final class LazyRenaming {
        @Value("check.word") var word: String
        init() { _word = Value("check.other") }
    }

    @Test("A check trusts the annotation; an instance that asks for another name is a fault at boot or at its lookup")
    func misstated() throws {
        let configuration = ContextConfiguration(Renaming.self, LazyRenaming.self).with {
            $0.components = [
                "wall": .init(className: String(reflecting: PlainMeter.self)),
                "sun": .init(className: String(reflecting: OtherMeter.self)),
            ]
            $0.settings = ["check": ["word": "one", "other": "two"]]
        }
        try ApplicationContext.check(configuration)
        let fault = try #require(try bootError(configuration).faults.first)
        #expect(fault.code == .pointMisstated && fault.injectionPoint == "Renaming.meter")
        #expect(fault.headline.contains("'wall'") && fault.headline.contains("'sun'"))
        #expect(fault.location?.hasPrefix("IOCTests/CheckTests.swift:") == true)
        let context = try ApplicationContext(configuration.with { $0.classes.removeFirst() })
        let error = try #require(throws: IOCError.self) { try context.component(LazyRenaming.self) }
        #expect(error.code == .pointMisstated)
    }
}
