import IOC
import Testing

/// The order in which a boot judges, and what it judges at all.
@Suite("What a boot judges")
struct BootJudgementTests {
    protocol Port: Sendable {}
    protocol Other: Sendable {}
    final class Idle: IOCComponent {}
    @Component final class Lacking {
        @Autowired var port: any Port
    }
    @Component final class Setting {
        @Value("judged.size") var size: Int
    }
    final class Converter: IOCComponent, SettingConverter {
        func converts(to type: Any.Type) -> Bool { type == Idle.self }
        func convert(_ value: SettingValue, to type: Any.Type) throws -> Any { Idle() }
    }
    @Component final class LackingConverter: SettingConverter {
        @Autowired var other: any Other
        func converts(to type: Any.Type) -> Bool { false }
        func convert(_ value: SettingValue, to type: Any.Type) throws -> Any { other }
    }
    final class LeftLazy: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var right: RightLazy
    }
    final class RightLazy: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
        @Autowired var left: LeftLazy
    }

    private func codes(
        _ types: any ManagedComponent.Type..., change: (inout ContextConfiguration) -> Void = { _ in }
    ) throws -> [IOCError.Code] {
        let configuration = ContextConfiguration(classes: types.map { String(reflecting: $0) }).with(change)
        return try bootError(configuration).faults.map(\.code).sorted { $0.rawValue < $1.rawValue }
    }

    @Test("All missing dependencies and settings are reported together")
    func missing() throws {
        #expect(try codes(Lacking.self, Setting.self) == [.dependencyMissing, .settingMissing])
        #expect(try codes(Setting.self, Converter.self) == [.settingMissing])
        #expect(try codes(Lacking.self, Setting.self, Converter.self) == [.dependencyMissing])
        #expect(try codes(Lacking.self, LackingConverter.self) == [.dependencyMissing, .dependencyMissing])
    }

    @Test("A circle of lazy components is a fault of the boot where circles are forbidden")
    func lazyCircle() throws {
        #expect(try codes(LeftLazy.self, RightLazy.self) { $0.cycles = .forbid } == [.cycleForbidden])
        let context = try boot(LeftLazy.self, RightLazy.self)
        let left = try context.component(LeftLazy.self)
        #expect(left.right.left === left)
    }

    // MARK: Who reads in vain in an initializer

    protocol Third: Sendable {}
    @Component final class ReadingTwo {
        @Autowired var port: any Port
        @Autowired var other: any Other
        init() { _ = port }
    }
    @Component final class ReadingOther {
        @Autowired var other: any Other
        init() { _ = other }
    }

    @Test("A property that was read in vain is reported once, with all other faulty properties")
    func reading() throws {
        #expect(try codes(ReadingTwo.self) == [.dependencyMissing, .dependencyMissing])
        #expect(
            try codes(ReadingTwo.self, ReadingOther.self)
                == [.dependencyMissing, .dependencyMissing, .dependencyMissing])
    }

    @Component final class Declared {
        @Autowired(fileID: "Shop/Reading.swift", line: 1) var port: any Port
    }
    @Component final class ReadingPort {
        @Autowired(fileID: "Shop/Reading.swift", line: 2) var port: any Port
        init() { _ = port }
    }
    @Component final class ReadingThird {
        @Autowired(fileID: "Shop/Reading.swift", line: 3) var third: any Third
        init() { _ = third }
    }

    @Test("The line of a property that was read in vain is reported with that property only")
    func readingLines() throws {
        func lines(_ types: any ManagedComponent.Type...) throws -> [String: String?] {
            let faults = try bootError(ContextConfiguration(classes: types.map { String(reflecting: $0) })).faults
            return Dictionary(
                faults.map { ($0.injectionPoint?.split(separator: ".").first.map(String.init) ?? "?", $0.location) },
                uniquingKeysWith: { first, _ in first })
        }
        #expect(
            try lines(ReadingPort.self, ReadingThird.self) == [
                "ReadingPort": "Shop/Reading.swift:2", "ReadingThird": "Shop/Reading.swift:3",
            ])
        #expect(try lines(Declared.self, ReadingPort.self)["Declared"] == "Shop/Reading.swift:1")
    }

    // MARK: Who never starts

    final class Starting: Startable, Stoppable {
        func start() {}
        func stop() {}
    }
    final class Stopping: Stoppable {
        func stop() {}
    }
    final class Engines: Assembly {
        let managed: Define<Starting> = .value(Starting(), isManaged: true)
        let unmanaged: Define<Starting> = .value(Starting())
        let fresh: Define<Starting> = Define(.prototype) { _ in Starting() }
        let request: Define<Starting> = Define(.request) { _ in Starting() }
        let stopped: Define<Stopping> = Define(.prototype) { _ in Stopping() }
        let stoppedInRequest: Define<Stopping> = Define(.request) { _ in Stopping() }
    }

    @Test("A component that is never started is a notice, unless other code starts it")
    func unstarted() throws {
        let notices = try Engines.activated().context.report.notices.filter { $0.code == .componentNeverStarted }
        let told = notices.map { notice in
            let text = notice.headline
            let name = ["stoppedInRequest", "fresh", "request", "stopped", "managed", "unmanaged"].first {
                text.contains("Engines.\($0)")
            }
            return "\(name ?? "?") \(text.contains("Startable")) \(text.contains("Stoppable"))"
        }
        #expect(told.sorted() == ["fresh true true", "request true false", "stopped false true"])
    }

    // MARK: Post-processors of definitions

    final class Seeing: IOCComponent, DefinitionPostProcessor {
        func process(_ definition: inout DefinitionDescription) throws {
            definition.order = 7
        }
    }
    @Component final class Passed: DefinitionPostProcessor {
        let idle: Idle
        func process(_ definition: inout DefinitionDescription) throws {}
    }

    @Test("A processor of definitions sees all but its own, and can't be passed anything")
    func processors() throws {
        let context = try boot(Seeing.self, Idle.self)
        let components = try context.components((any IOCComponent).self)
        #expect(components.map { $0 is Seeing } == [true, false])
        #expect(try codes(Passed.self, Idle.self) == [.processorNeedsInjection])
    }

    // MARK: Patches

    class Loose: @unchecked Sendable {}
    final class Fitting: Loose, Port, @unchecked Sendable {}
    final class Ports: Assembly {
        let port: Define<any Port> = Define(.singleton) { _ in Fitting() }
    }

    @Test(
        "A protocol's component may be replaced by a class of which only the instance fits, and a class's by a protocol"
    )
    func patches() throws {
        let ports = try Ports.activated()
        let loose = try ports.context.patched { $0.replace(named: "port") { Fitting() as Loose } }
        #expect(try loose.component((any Port).self) is Fitting)
        let context = try boot(Idle.self)
        let idle = Idle()
        let patched = try context.patched { $0.replace(named: "Idle") { idle as any IOCComponent } }
        #expect(try patched.component(Idle.self) === idle)
        withExtendedLifetime(ports) {}
    }
}
