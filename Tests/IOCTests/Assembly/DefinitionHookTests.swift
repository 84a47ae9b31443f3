import IOC
import Testing

@Suite("Hooks and injections of definitions")
struct DefinitionHookTests {
    final class Hooked: Assembly {
        let inner = Define { _ in Piece() }
            .willInject { $0.log.append("will 1") }
            .willInject { $0.log.append("will 2") }
            .inject { piece, _ in piece.log.append("inject 1") }
            .inject { piece, _ in piece.log.append("inject 2") }
            .didInject { $0.log.append("did 1") }
            .didInject { $0.log.append("did 2") }
            .didBuildGraph { $0.log.append("graph 1") }
            .didBuildGraph { $0.log.append("graph 2") }
        let outer = Define { _ in Piece() }
            .inject { piece, hooked in piece.log += try hooked.inner().log }
            .didBuildGraph { $0.log.append("outer graph") }
        let fails = Define { _ in Piece() }.inject { _, _ in throw SampleError() }
    }

    @Test("Hooks and injections run in order, and those of the graph when the outermost call ends")
    func order() throws {
        let hooked = try Hooked.activated()
        let injected = ["will 1", "will 2", "inject 1", "inject 2", "did 1", "did 2"]
        #expect(try hooked.inner().log == injected + ["graph 1", "graph 2"])
        #expect(try hooked.outer().log == injected + ["outer graph"])
    }

    @Test("An injection's error is the cause of a fault with the line of the definition")
    func throwing() throws {
        let hooked = try Hooked.activated()
        let error = try #require(throws: IOCError.self) { try hooked.fails() }
        #expect(error.faults.map(\.code) == [.componentFailed])
        #expect(error.cause is SampleError)
        #expect(error.faults[0].location?.contains("DefinitionHookTests.swift:") == true)
    }

    // MARK: Hooks of components

    @Component(.scope(.prototype)) struct Note {
        let log: PartLog
        func willInject() { log.note("will") }
        func didInject() throws { log.note("did") }
    }
    class Plant: @unchecked Sendable { required init() {} }
    class Tree: Plant, @unchecked Sendable {}
    final class Oak: Tree, IOCComponent, @unchecked Sendable {
        // Sound: the test that uses it runs on one thread.
        var injections = 0
        func didInject() { injections += 1 }
    }
    final class Makers: Assembly, @unchecked Sendable {
        // Sound: written by the test alone.
        var isFresh = false
        let hooked = Define(.prototype) { _ in Counted() }.inject { hooked, _ in hooked.calls.append("inject") }
        let one: Define<Counted> = Define(.singleton) { _ in Counted() }
        let either: Define<Counted> = Define(.prototype) { own in own.isFresh ? Counted() : try own.one() }
        let oak = Define(.singleton) { _ in Oak() }
        let tree: Define<Tree> = Define(.prototype) { makers in try makers.oak() }
        let plant: Define<Plant> = Define(.prototype) { makers in try makers.oak() }
        let log: Define<PartLog> = Define(.singleton)
        let component: Define<Note> = .component()
        let closure = Define(.prototype) { makers in Note(log: try makers.log()) }
        let promise: Define<any Sendable> = Define(.prototype) { makers in Note(log: try makers.log()) }
        let blank = Define(.prototype) { _ in Counted() }
        let copy = Define(.prototype) { makers in [try makers.blank(), Counted()] }
    }

    @Test("The hooks of a component that a closure creates are called around the injections")
    func hooksOfDefinitions() throws {
        let makers = try Makers.activated()
        for _ in 0..<2 { #expect(try makers.hooked().calls == ["will", "inject", "did"]) }
    }

    @Test("An alias runs no hooks of its target again, and a new instance gets its own")
    func aliases() throws {
        let makers = try Makers.activated()
        let one = try makers.one()
        for isFresh in [false, true, true, false] {
            makers.isFresh = isFresh
            let found = try makers.either()
            #expect((found === one) == !isFresh)
            #expect(found.calls == ["will", "did"])
        }
        #expect(try makers.copy().map(\.calls) == [["will", "did"], []])
        let oak = try makers.oak()
        #expect(try makers.tree() === oak && makers.plant() === oak)
        #expect(oak.injections == 1)
    }

    @Test("The hooks of a structure are called once, whatever its definition promises and however it creates it")
    func structures() throws {
        let makers = try Makers.activated()
        for make in [{ try makers.component() }, { try makers.closure() }, { try makers.promise() }]
            as [() throws -> Any]
        { _ = try make() }
        #expect(try makers.log().lines == ["will", "did", "will", "did", "will", "did"])
    }
}
