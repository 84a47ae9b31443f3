import Testing

@testable import IOC

@Suite("A runner")
struct RunnerTests {
    class Part: Startable, Stoppable, @unchecked Sendable {
        // Sound: written before the runner has it.
        var log: LifecycleRecorder?
        required init() {}
        func start() async throws { log?.note("start \(type(of: self))") }
        func stop() async throws { log?.note("stop \(type(of: self))") }
    }
    final class Above: Part, IOCComponent, @unchecked Sendable {
        @Autowired var below: Below
    }
    final class Below: Part, IOCComponent, @unchecked Sendable {}
    final class Unmade: Part, IOCComponent, @unchecked Sendable {}
    final class Reluctant: Part, IOCComponent, @unchecked Sendable {
        @Autowired var above: Above
        override func start() async throws { throw LifecycleTestError() }
    }

    final class Tired: Part, IOCComponent, @unchecked Sendable {
        override func stop() async throws { throw LifecycleTestError() }
    }
    final class Weary: Part, IOCComponent, @unchecked Sendable {
        override func stop() async throws { throw LifecycleTestError() }
    }
    final class Sour: Part, IOCComponent, IOCService, @unchecked Sendable {
        func run() async throws {
            try? await untilCancelled()
            throw LifecycleTestError()
        }
        override func stop() async throws { throw LifecycleTestError() }
    }
    final class Guest: Part, IOCComponent, @unchecked Sendable {
        @Autowired var sour: Sour
    }

    /// A runner of what a core has made of some classes.
    private func runner(_ core: ContextCore, of types: [any IOCComponent.Type], _ log: LifecycleRecorder) throws
        -> Runner
    {
        for type in types {
            let definition = try #require(core.definition(of: type))
            (try core.maker.instance(of: definition, for: nil) as? Part)?.log = log
        }
        return Runner(registry: core.registry, known: core.known, calls: core.calls)
    }

    @Test("It starts what is made, dependencies first, and stops it in reverse")
    func order() async throws {
        let core = ContextCore.unbooted(Above.self, Below.self, Unmade.self)
        let log = LifecycleRecorder()
        let runner = try runner(core, of: [Above.self, Below.self], log)
        try await runner.startAll(after: nil)
        #expect(log.all == ["start Below", "start Above"])
        try await runner.stopAll()
        #expect(log.all == ["start Below", "start Above", "stop Above", "stop Below"])
    }

    @Test("Where one does not start, it stops those that have, and tells which failed")
    func failure() async throws {
        let core = ContextCore.unbooted(Above.self, Below.self, Reluctant.self)
        let log = LifecycleRecorder()
        let runner = try runner(core, of: [Above.self, Below.self, Reluctant.self], log)
        let error = try await #require(throws: IOCError.self) { try await runner.startAll(after: nil) }
        #expect(error.faults.map(\.code) == [.startFailed])
        #expect(log.all == ["start Below", "start Above", "stop Above", "stop Below"])
    }

    @Test("A stop tells of every failure, and of a service's own beside that of its component")
    func failures() async throws {
        let core = ContextCore.unbooted(Tired.self, Weary.self, Sour.self, Guest.self)
        let runner = try runner(
            core, of: [Tired.self, Weary.self, Sour.self, Guest.self], LifecycleRecorder())
        try await runner.startAll(after: nil)
        let error = try await #require(throws: IOCError.self) { try await runner.stopAll() }
        let counts = Dictionary(error.faults.map { ($0.code, 1) }, uniquingKeysWith: +)
        #expect(counts == [.stopFailed: 3, .serviceFailed: 1])
    }

    final class Tile: Part, @unchecked Sendable {}
    final class Wall: Part, @unchecked Sendable {}
    final class Zinc: Part, @unchecked Sendable {}
    final class Arch: Part, @unchecked Sendable { @Autowired var wall: Wall }
    final class Barn: Part, @unchecked Sendable { @Autowired var zinc: Zinc }
    final class Cart: Part, @unchecked Sendable {}
    final class Yard: Assembly {
        let arch = Definition(.singleton) { (yard: Yard) in
            _ = try yard.zinc()
            return Arch()
        }
        let barn = Definition(.singleton) { (yard: Yard) in
            _ = try yard.tile()
            return Barn()
        }
        let cart = Definition(.singleton) { (yard: Yard) in
            _ = try yard.zinc()
            return Cart()
        }
        let tile = Definition(.singleton) { (_: Yard) in Tile() }
        let wall = Definition(.singleton) { (_: Yard) in Wall() }
        let zinc = Definition(.singleton) { (_: Yard) in Zinc() }
    }

    @Test("What several have looked up as they were made starts before them, as what their properties need")
    func lookedUp() throws {
        let yard = try Yard.activated()
        let core = try yard.context.core
        let names = core.runner.startOrder().order.map { core.registry.definitions[$0].facts.name }
        let ends = names.map { $0.split(separator: ".").last }
        #expect(ends == ["tile", "wall", "zinc", "arch", "barn", "cart"])
    }
}
