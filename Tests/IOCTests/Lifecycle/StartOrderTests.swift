import IOC
import IOCBase
import Testing

@Suite("The order of the start", .timeLimit(.minutes(30)))
struct StartOrderTests {
    // By name: Anchor, Bridge, Cellar; by dependency: Cellar, Bridge, Anchor.
    final class Anchor: Part, IOCComponent, @unchecked Sendable {
        @Autowired var bridge: Bridge
    }
    final class Bridge: Part, IOCComponent, @unchecked Sendable {
        func didInject() throws { _ = try ApplicationContext.current.component(Cellar.self) }
    }
    final class Cellar: Part, IOCComponent, @unchecked Sendable {}
    final class Attic: Part, IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.dependsOn("Yard")] }
    }
    final class Yard: Part, IOCComponent, @unchecked Sendable {}

    // What Aisle needs has nothing to start, and a name behind Beam's.
    final class Aisle: Part, IOCComponent, @unchecked Sendable {
        @Autowired var tail: Tail
    }
    final class Beam: Part, IOCComponent, @unchecked Sendable {}
    final class Tail: IOCComponent {}

    // A prototype between two singletons.
    final class Above: Part, IOCComponent, @unchecked Sendable {
        @Autowired var between: Between
    }
    final class Between: IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.scope(.prototype)] }
        @Autowired var yard: Yard
    }

    // Two cycles, the second one with an order of its own.
    final class Left: Part, IOCComponent, @unchecked Sendable {
        @Autowired var right: Right
    }
    final class Right: Part, IOCComponent, @unchecked Sendable {
        @Autowired var left: Left
    }
    final class Fore: Part, IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.dependsOn("Gear")] }
        @Autowired var gear: Gear
    }
    final class Gear: Part, IOCComponent, @unchecked Sendable {
        @Autowired var fore: Fore
    }

    // An order by types, against the names.
    protocol Step: Sendable {}
    final class First: Part, IOCComponent, Step, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.named("z-first")] }
    }
    final class Second: Part, IOCComponent, Step, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.named("b-second"), .dependsOn(First.self)] }
    }
    final class Last: Part, IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.named("a-last"), .dependsOn((any Step).self)] }
    }

    static let orders: [([any ManagedComponent.Type], [String])] = [
        (
            [Yard.self, Attic.self, Anchor.self, Cellar.self, Bridge.self],
            ["Cellar", "Bridge", "Anchor", "Yard", "Attic"]
        ),
        ([Aisle.self, Beam.self, Tail.self], ["Aisle", "Beam"]),
        ([Above.self, Between.self, Yard.self], ["Yard", "Above"]),
        ([Right.self, Left.self, Gear.self, Fore.self], ["Gear", "Fore", "Left", "Right"]),
        ([First.self, Second.self, Last.self], ["First", "Second", "Last"]),
    ]

    @Test("Components start after what they depend on and stop in reverse; names decide the rest", arguments: orders)
    func order(types: [any ManagedComponent.Type], expected: [String]) async throws {
        let context = try ApplicationContext(.parts(of: types))
        try await context.start()
        #expect(try context.lines == expected.map { "start \($0)" })
        try await context.stop()
        #expect(try context.lines.dropFirst(expected.count) == expected.reversed().map { "stop \($0)" }[...])
    }

    @Test("The file's own order wins over the class's")
    func file() async throws {
        var configuration = ContextConfiguration.parts(First.self, Second.self)
        configuration.components["z-first"] = ContextConfiguration.ComponentEntry(dependsOn: ["b-second"])
        configuration.components["b-second"] = ContextConfiguration.ComponentEntry(dependsOn: [])
        let context = try ApplicationContext(configuration)
        try await context.start()
        #expect(try context.lines == ["start Second", "start First"])
        try await context.stop()
    }

    @Component(.dependsOn(Mutual.self)) final class Early {}
    @Component("mutual", .dependsOn("Early")) final class Mutual {}

    @Test(
        "A type without components, and components that start after each other, are faults at boot",
        arguments: [([Second.self], .dependsOnUnknown), ([Early.self, Mutual.self], .dependsOnCycle)]
            as [([any ManagedComponent.Type], IOCError.Code)])
    func faults(types: [any ManagedComponent.Type], code: IOCError.Code) throws {
        let error = try bootError(.parts(of: types))
        #expect(error.codes == [code])
        #expect(error.faults[0].location?.contains("StartOrderTests.swift:") == true)
    }

    // MARK: Asking for the order

    final class Lazy: Part, IOCComponent, @unchecked Sendable {
        static var traits: [ComponentTrait] { [.lazy] }
    }
    @Component final class Awaited: Startable {
        init(cellar: Cellar) async {}
        func start() {}
    }

    private static func names(_ order: [(name: String, component: some Any, wave: Int)]) -> [String] {
        order.map { "\($0.name.split(separator: ".").last ?? "") \($0.wave)" }
    }

    @Test("The start order can be asked for at any time; waves have components that don't depend on each other")
    func publicOrder() async throws {
        let context = try ApplicationContext(
            .parts(Anchor.self, Bridge.self, Cellar.self, Aisle.self, Tail.self, Lazy.self, Awaited.self))
        let order = try context.startOrder()
        #expect(Self.names(order) == ["Aisle 0", "Cellar 0", "Awaited 1", "Bridge 1", "Anchor 2"])
        #expect(order.map { $0.component == nil } == [false, false, true, false, false])
        try await context.start()
        #expect(try Self.names(context.startOrder()) == Self.names(order))
        #expect(try context.startOrder().allSatisfy { $0.component != nil })
        try await context.stop()
    }

    private protocol Dealing: Sendable {}
    private final class Dealer: IOCComponent, Dealing, @unchecked Sendable {
        @Autowired var zone: Zone
    }
    private final class Zone: IOCComponent, Dealing {}
    private final class Late: IOCComponent, Dealing {
        static var traits: [ComponentTrait] { [.lazy] }
    }

    @Test("The start order of a type has what is created and is of that type, whatever the container does with it")
    func orderOfType() async throws {
        let context = try ApplicationContext(.parts(Dealer.self, Zone.self, Late.self, Cellar.self))
        #expect(try Self.names(context.startOrder(of: (any Dealing).self)) == ["Zone 0", "Dealer 1"])
        #expect(try context.startOrder(of: Zone.self).map(\.component).first === context.component(Zone.self))
        #expect(try context.startOrder().count == 1)
        _ = try context.component(Late.self)
        #expect(try Self.names(context.startOrder(of: (any Dealing).self)) == ["Late 0", "Zone 0", "Dealer 1"])
    }

    // MARK: Side by side

    /// Waits for the others of its kind.
    class Social: Startable, Stoppable, @unchecked Sendable {
        // Sound: written before the start.
        var (starts, stops): (Meeting?, Meeting?)
        required init() {}
        func start() { starts?.attend() }
        func stop() { stops?.attend() }
    }
    final class Ann: Social, IOCComponent, @unchecked Sendable {}
    final class Bob: Social, IOCComponent, @unchecked Sendable {}

    @Test("Independent components start and stop concurrently")
    func sideBySide() async throws {
        let configuration = ContextConfiguration.parts(Ann.self, Bob.self).with { $0.startupConcurrency = 2 }
        let context = try ApplicationContext(configuration)
        let (starts, stops) = (Meeting(of: 2), Meeting(of: 2))
        for component in try context.components(Social.self) { (component.starts, component.stops) = (starts, stops) }
        try await ending("a start in which each waits for the other") { try await context.start() }
        try await ending("a stop in which each waits for the other") { try await context.stop() }
    }
}
