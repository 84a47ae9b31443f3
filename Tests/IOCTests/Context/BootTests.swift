import IOC
import Testing

@Suite("The checks of a boot")
struct BootTests {
    protocol Port: Sendable {}
    protocol Absent: Sendable {}
    final class Console: IOCComponent, Port {}
    @Component("file") final class File: Port {}

    private func codes(
        _ types: any ManagedComponent.Type..., change: (inout ContextConfiguration) -> Void = { _ in }
    ) throws -> [IOCError.Code] {
        let configuration = ContextConfiguration(components: types).with(change)
        return try bootError(configuration).faults.map(\.code).sorted { $0.rawValue < $1.rawValue }
    }

    // MARK: Faults of the graph

    @Component final class Faulty {
        @Autowired var absent: any Absent
        @Autowired var port: any Port
        @Autowired("fiel") var typo: any Port
        @Autowired("file") var wrong: Leaf
        @Autowired var fine: Leaf
    }
    @Component final class Root { @Autowired var faulty: Faulty }
    @Component(.lazy) final class LazyFaulty {
        @Autowired var absent: any Absent
        @Autowired("nowhere") var named: Leaf
    }

    @Test("Every fault of the graph is in one error, in a stable order, with its place, its path and what was meant")
    func allFaults() throws {
        let configuration = ContextConfiguration(
            Root.self, Faulty.self, Leaf.self, Console.self, File.self, LazyFaulty.self)
        let error = try bootError(configuration)
        let expected = [
            "dependency-missing Faulty.absent", "dependency-ambiguous Faulty.port", "qualifier-unknown Faulty.typo",
            "qualifier-unknown Faulty.wrong", "dependency-missing LazyFaulty.absent",
            "qualifier-unknown LazyFaulty.named",
        ]
        #expect(error.faults.map { "\($0.code) \($0.injectionPoint ?? "")" } == expected)
        #expect(error.description.hasPrefix("\(expected.count) faults\n"))
        #expect(try bootError(configuration).description == error.description)
        #expect(error.faults[2].location?.hasPrefix("IOCTests/BootTests.swift:") == true)
        #expect(error.faults[2].suggestion == "file")
        #expect(error.faults[2].path.map { $0.split(separator: ".").last } == ["Root", "Faulty"])
    }

    final class Converter: IOCComponent, SettingConverter {
        func converts(to type: Any.Type) -> Bool { type == Leaf.self }
        func convert(_ value: SettingValue, to type: Any.Type) throws -> Any { Leaf() }
    }
    @Component final class FaultyConverter: SettingConverter {
        @Autowired var absent: any Absent
        func converts(to type: Any.Type) -> Bool { false }
        func convert(_ value: SettingValue, to type: Any.Type) throws -> Any { absent }
    }
    @Component final class NeedsSetting { @Value("judged.size") var size: Int }
    @Component final class Lacking { @Autowired var absent: any Absent }

    @Test("Missing dependencies and settings are reported together, unless settings need a converter first")
    func settings() throws {
        #expect(try codes(Lacking.self, NeedsSetting.self) == [.dependencyMissing, .settingMissing])
        #expect(try codes(NeedsSetting.self, Converter.self) == [.settingMissing])
        #expect(try codes(Lacking.self, NeedsSetting.self, Converter.self) == [.dependencyMissing])
        #expect(try codes(Lacking.self, FaultyConverter.self) == [.dependencyMissing, .dependencyMissing])
    }

    @Component final class ReadsTwo {
        @Autowired(fileID: "Shop/Reading.swift", line: 1) var absent: any Absent
        @Autowired("fiel", fileID: "Shop/Reading.swift", line: 2) var typo: any Port
        init() { _ = absent }
    }
    @Component final class ReadsOne {
        @Autowired(fileID: "Shop/Reading.swift", line: 3) var absent: any Absent
        init() { _ = absent }
    }

    @Test("No init() runs if a dependency is missing, and each property is reported once, with the place it declares")
    func readInInit() throws {
        let error = try bootError(ContextConfiguration(ReadsTwo.self, ReadsOne.self, File.self))
        let reported = Dictionary(grouping: error.faults, by: \.location).mapValues { $0.map(\.code) }
        #expect(
            reported == [
                "Shop/Reading.swift:1": [.dependencyMissing], "Shop/Reading.swift:2": [.qualifierUnknown],
                "Shop/Reading.swift:3": [.dependencyMissing],
            ])
    }

    final class PrototypeMisnamed: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Autowired("nowhere") var named: Leaf
    }

    @Test("The names of a prototype that conforms by hand are checked when one is created, each time")
    func lateCheck() throws {
        let context = try boot(PrototypeMisnamed.self, Leaf.self)
        for _ in 0..<2 {
            let error = try #require(throws: IOCError.self) { try context.component(PrototypeMisnamed.self) }
            #expect(error.faults.map(\.code) == [.qualifierUnknown])
            #expect(error.faults[0].injectionPoint == "PrototypeMisnamed.named")
        }
    }

    // MARK: Components that fail

    final class NeedsBroken: IOCComponent, @unchecked Sendable {
        @Autowired var broken: Broken
        func didInject() throws { _ = try $broken.get() }
    }
    final class NeedsNeeding: IOCComponent, @unchecked Sendable {
        @Autowired var needs: NeedsBroken
        func didInject() throws { _ = try $needs.get() }
    }
    final class AlsoBroken: IOCComponent {
        func didInject() throws { throw SampleError() }
    }

    @Test("Each component that fails at boot is reported once, and not again for each component that needs it")
    func failing() throws {
        let error = try bootError(
            ContextConfiguration(NeedsNeeding.self, NeedsBroken.self, Broken.self, AlsoBroken.self))
        #expect(error.faults.map(\.code) == [.componentFailed, .componentFailed])
        #expect(error.cause is SampleError)
        #expect(error.faults.allSatisfy { $0.headline.contains("roken failed in didInject()") })
    }

    // MARK: Components that never start

    final class Engine: Startable, Stoppable {
        func start() {}
        func stop() {}
    }
    final class Brake: Stoppable { func stop() {} }
    final class Engines: Assembly {
        let managed: Define<Engine> = .value(Engine(), isManaged: true)
        let unmanaged: Define<Engine> = .value(Engine())
        let fresh: Define<Engine> = Define(.prototype) { _ in Engine() }
        let request: Define<Engine> = Define(.request) { _ in Engine() }
        let stopped: Define<Brake> = Define(.prototype) { _ in Brake() }
        let inRequest: Define<Brake> = Define(.request) { _ in Brake() }
    }

    @Test("A component that is never started is a notice, unless other code starts it")
    func unstarted() throws {
        let all = try Engines.activated().context.report.notices
        let notices = all.filter { $0.code == .componentNeverStarted }.map { notice in
            let parts = ["Engines.fresh", "Engines.request", "Engines.stopped", "Startable", "Stoppable"]
            return parts.filter { notice.headline.contains($0) }.joined(separator: " ")
        }
        #expect(
            notices.sorted() == [
                "Engines.fresh Startable Stoppable",
                "Engines.request Startable",
                "Engines.stopped Stoppable",
            ])
    }

    // MARK: Processors of definitions, and patches

    final class Seeing: IOCComponent, DefinitionPostProcessor {
        func process(_ definition: inout DefinitionDescription) throws { definition.order = 7 }
    }
    @Component final class Passed: DefinitionPostProcessor {
        let leaf: Leaf
        func process(_ definition: inout DefinitionDescription) throws {}
    }

    @Test("A processor of definitions sees all but its own, and can't be passed anything")
    func processors() throws {
        let components = try boot(Seeing.self, Leaf.self).components((any IOCComponent).self)
        #expect(components.map { $0 is Seeing } == [true, false])
        #expect(try codes(Passed.self, Leaf.self) == [.processorNeedsInjection])
    }

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
        let context = try boot(Leaf.self)
        let leaf = Leaf()
        let patched = try context.patched { $0.replace(named: "Leaf") { leaf as any IOCComponent } }
        #expect(try patched.component(Leaf.self) === leaf)
        withExtendedLifetime(ports) {}
    }
}
