import IOC
import Testing

/// What a check finds, and that it runs no code of the program's components.
@Suite("A check of the wiring")
struct CheckTests {
    // MARK: What runs

    /// Counts the calls of each part of the program below.
    static let calls = Locked<[String]>([])
    static func call(_ name: String) { calls.withLock { $0.append(name) } }

    struct Color: Decodable, Sendable { var hue: Int }

    @Component
    final class Eager: Startable, Stoppable {
        @Autowired var lazy: Lazy
        @Value("check.color") var color: Color
        init() { call("init of an eager component") }
        func willInject() { call("willInject") }
        func didInject() throws { call("didInject") }
        func start() { call("start") }
        func stop() { call("stop") }
    }
    @Component(.lazy)
    final class Lazy {
        let eager: Provider<Eager>
        init(eager: Provider<Eager>) {
            self.eager = eager
            call("init of a lazy component")
        }
    }
    @Component
    final class Converter: SettingConverter {
        init() { call("init of a converter") }
        func converts(to type: Any.Type) -> Bool {
            call("converts(to:)")
            return type == Color.self
        }
        func convert(_ value: SettingValue, to type: Any.Type) throws -> Any {
            call("convert(_:to:)")
            return Color(hue: 1)
        }
    }
    @Component
    final class InstanceProcessor: InstancePostProcessor {
        init() { call("init of a post-processor of instances") }
        func process(_ instance: Any, named name: String) throws -> Any {
            call("process(_:named:)")
            return instance
        }
    }
    @Component
    final class DefinitionProcessor: DefinitionPostProcessor {
        init() { call("init of a post-processor of definitions") }
        func process(_ definition: inout DefinitionDescription) throws { call("process(_:)") }
    }
    @Component
    final class ComponentObserver: ContextObserver {
        init() { call("init of an observer") }
        func handle(_ event: ContextEvent) { call("handle(_:)") }
    }
    struct GivenObserver: ContextObserver {
        func handle(_ event: ContextEvent) { call("handle(_:) of an observer that is no component") }
    }
    final class Parts: Assembly {
        let number: Definition<Parts, Int> = Definition { _ in
            call("a definition's closure")
            return 1
        }
    }
    final class ByHand: IOCComponent, @unchecked Sendable {
        @Autowired("nowhere") var eager: Eager
        init() { CheckTests.call("init of a class by hand") }
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
        #expect(Self.calls.withLock(\.self).isEmpty)
        #expect(report.componentCount == 8)
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

    protocol Clock: Sendable {}
    @Component final class WallClock: Clock {}
    @Component final class SunDial: Clock {}
    @Component(.scope(.request)) final class Visit {}

    @Component(.lazy)
    final class LazyMisnaming {
        @Autowired("wal") var clock: any Clock
    }
    @Component(.scope(.prototype))
    final class PrototypeMisnaming {
        @Autowired("sun") var clock: any Clock
    }
    @Component(.lazy)
    final class LazySetting {
        @Value("check.limit") var limit: Int
    }
    @Component(.lazy)
    final class LazyWrongSetting {
        @Value("check.word") var word: Int
    }
    @Component(.lazy)
    final class Undecided {
        @Autowired var clock: any Clock
    }
    @Component
    final class Captor {
        @Autowired var visit: Visit
    }
    @Component(.lazy)
    final class Egg {
        init(hen: Hen) {}
    }
    @Component(.lazy)
    final class Hen {
        init(egg: Egg) {}
    }

    /// The faults that a check finds among some classes: codes by injection points.
    private func found(
        _ first: any ManagedComponent.Type, _ others: any ManagedComponent.Type...,
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) throws -> [String: IOCError.Code] {
        let configuration = ContextConfiguration(classes: ([first] + others).map { String(reflecting: $0) }).with {
            $0.settings = ["check": ["word": "twelve"]]
        }
        let error = try #require(throws: IOCError.self, sourceLocation: sourceLocation) {
            try ApplicationContext.check(configuration)
        }
        #expect(
            error.faults.allSatisfy { $0.location?.hasPrefix("IOCTests/CheckTests.swift:") == true },
            sourceLocation: sourceLocation)
        return Dictionary(error.faults.map { ($0.injectionPoint ?? "", $0.code) }) { first, _ in first }
    }

    @Test("A wrong name in a lazy component and in a prototype is found")
    func names() throws {
        #expect(
            try found(LazyMisnaming.self, PrototypeMisnaming.self, WallClock.self) == [
                "LazyMisnaming.clock": .qualifierUnknown, "PrototypeMisnaming.clock": .qualifierUnknown,
            ])
    }

    @Test("A missing setting of a lazy component is found, and one of the wrong type")
    func settings() throws {
        #expect(
            try found(LazySetting.self, LazyWrongSetting.self) == [
                "LazySetting.limit": .settingMissing, "LazyWrongSetting.word": .settingConversion,
            ])
    }

    @Test("An ambiguous dependency is found")
    func ambiguity() throws {
        #expect(
            try found(Undecided.self, WallClock.self, SunDial.self) == ["Undecided.clock": .dependencyAmbiguous])
    }

    @Test("A singleton that would keep an instance of a shorter scope is found")
    func captive() throws {
        #expect(try found(Captor.self, Visit.self) == ["Captor.visit": .dependencyCaptive])
    }

    @Test("A cycle of initializers is found, although all of its components are lazy")
    func cycle() throws {
        #expect(Set(try found(Egg.self, Hen.self).values) == [.constructionCycle])
    }

    @Test("A check finds all faults at once")
    func together() throws {
        let codes = try found(
            LazyMisnaming.self, LazySetting.self, Undecided.self, Captor.self, Egg.self, Hen.self, WallClock.self,
            SunDial.self, Visit.self)
        #expect(
            Set(codes.values) == [
                .qualifierUnknown, .settingMissing, .dependencyAmbiguous, .dependencyCaptive, .constructionCycle,
            ])
    }

    @Test("The form for a file changes what the file says, and throws what the closure throws")
    func file() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("check.json", "{\"classes\": [\"\(String(reflecting: WallClock.self))\"]}")
        #expect(try ApplicationContext.check(contentsOf: path).componentCount == 1)
        let report = try ApplicationContext.check(contentsOf: path) {
            $0.classes.append(String(reflecting: SunDial.self))
        }
        #expect(report.componentCount == 2)
        struct Refused: Error {}
        #expect(throws: Refused.self) { try ApplicationContext.check(contentsOf: path) { _ in throw Refused() } }
    }

    @Test("A name that no class has advises a structure to conform in an extension, which optimized builds keep")
    func unknownClass() throws {
        let configuration = ContextConfiguration(WallClock.self).with { $0.classes.append("CheckTests.Nothing") }
        let error = try #require(throws: IOCError.self) { try ApplicationContext.check(configuration) }
        #expect(error.faults.map(\.code) == [.classUnknown])
        #expect(error.faults[0].remedy.hasSuffix("an internal structure or enumeration must conform in an extension"))
    }

    @Test("A check asks the parent context for what its own configuration lacks")
    func parent() throws {
        let parent = try boot(WallClock.self)
        #expect(throws: IOCError.self) { try ApplicationContext.check(ContextConfiguration(Undecided.self)) }
        let report = try ApplicationContext.check(ContextConfiguration(Undecided.self), parent: parent)
        #expect(report.injectionPointCount == 1)
    }

    // MARK: Instances that contradict their annotation

    @Component
    final class Renaming {
        @Autowired("wall") var clock: any Clock
        init() { _clock = Autowired("sun") }
    }
    @Component(.lazy)
    final class LazyRenaming {
        @Value("check.word") var word: String
        init() { _word = Value("check.other") }
    }
    @Component("wall") final class NamedWallClock: Clock {}
    @Component("sun") final class NamedSunDial: Clock {}

    @Test("A check trusts the annotation; an instance that asks for another name than that is a fault")
    func misstated() throws {
        let configuration = ContextConfiguration(Renaming.self, NamedWallClock.self, NamedSunDial.self)
        try ApplicationContext.check(configuration)
        let fault = try #require(try bootError(configuration).faults.first)
        #expect(fault.code == .pointMisstated)
        #expect(fault.injectionPoint == "Renaming.clock")
        #expect(fault.headline.contains("'wall'") && fault.headline.contains("'sun'"))
        #expect(fault.location?.hasPrefix("IOCTests/CheckTests.swift:") == true)
    }

    @Test("A lazy instance that asks for another setting than its annotation is a fault of its first lookup")
    func misstatedLazily() throws {
        let context = try ApplicationContext(
            ContextConfiguration(LazyRenaming.self).with {
                $0.settings = ["check": ["word": "one", "other": "two"]]
            })
        let error = try #require(throws: IOCError.self) { try context.component(LazyRenaming.self) }
        #expect(error.code == .pointMisstated)
    }
}
