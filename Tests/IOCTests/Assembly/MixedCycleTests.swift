import IOC
import IOCBase
import Testing

@Suite("Cycles of makings and injections")
struct MixedCycleTests {
    final class Desk: @unchecked Sendable {
        let archive: Archive
        var lamp: Lamp?
        init(_ archive: Archive) { self.archive = archive }
    }
    final class Archive: @unchecked Sendable {
        var desk: Desk?
        var log: [String] = []
        var lamp: Lamp?
    }
    final class Lamp: @unchecked Sendable {
        let desk: Desk
        init(_ desk: Desk) { self.desk = desk }
    }
    struct Boom: Error {}

    /// The definitions of one cycle in every scope that shares.
    static func parts<Owner: Assembly>(
        _ scope: Scope, _ desk: @escaping @Sendable (Owner) throws -> Desk,
        _ archive: @escaping @Sendable (Owner) throws -> Archive
    ) -> (archive: Definition<Owner, Archive>, desk: Definition<Owner, Desk>) {
        (
            Definition(scope) { (_: Owner) in Archive() }
                .willInject { $0.log.append("will") }
                .inject { archive, _ in archive.log.append("first") }
                .inject { archive, owner in
                    archive.log.append("second")
                    archive.desk = try desk(owner)
                }
                .inject { archive, _ in archive.log.append("third") }
                .didInject { $0.log.append("did") }
                .didBuildGraph { $0.log.append("graph") },
            Definition(scope) { (owner: Owner) in Desk(try archive(owner)) }
        )
    }

    final class Graph: Assembly {
        let archive: Define<Archive>
        let desk: Define<Desk>
        init() { (archive, desk) = MixedCycleTests.parts(.objectGraph, { try $0.desk() }, { try $0.archive() }) }
    }
    final class Lazy: Assembly {
        let archive: Define<Archive>
        let desk: Define<Desk>
        init() { (archive, desk) = MixedCycleTests.parts(.lazySingleton, { try $0.desk() }, { try $0.archive() }) }
    }
    final class Prototypes: Assembly {
        let archive: Define<Archive>
        let desk: Define<Desk>
        init() { (archive, desk) = MixedCycleTests.parts(.prototype, { try $0.desk() }, { try $0.archive() }) }
    }
    final class Eager: Assembly {
        let archive: Define<Archive>
        let desk: Define<Desk>
        init() { (archive, desk) = MixedCycleTests.parts(.singleton, { try $0.desk() }, { try $0.archive() }) }
    }
    /// The same with a name that comes after the other.
    final class Renamed: Assembly {
        let vault: Define<Archive>
        let desk: Define<Desk>
        init() { (vault, desk) = MixedCycleTests.parts(.singleton, { try $0.desk() }, { try $0.vault() }) }
    }

    private func check(_ desk: Desk, from archive: Archive?, isPutOff: Bool) {
        #expect(desk.archive.desk === desk)
        if let archive { #expect(archive === desk.archive) }
        let again = isPutOff ? ["second", "second"] : ["second"]
        #expect(desk.archive.log == ["will", "first"] + again + ["third", "did", "graph"])
    }

    @Test("They work from either end, in every scope, whatever the members are called")
    func ends() throws {
        let graph = try Graph.activated()
        check(try graph.desk(), from: nil, isPutOff: true)
        check(try #require(try graph.archive().desk), from: nil, isPutOff: false)
        let prototypes = try Prototypes.activated()
        check(try prototypes.desk(), from: nil, isPutOff: true)
        check(try #require(try prototypes.archive().desk), from: nil, isPutOff: false)
        let first = try Lazy.activated()
        check(try first.desk(), from: try first.archive(), isPutOff: true)
        let second = try Lazy.activated()
        let archive = try second.archive()
        check(try second.desk(), from: archive, isPutOff: false)
        let eager = try Eager.activated()
        check(try eager.desk(), from: try eager.archive(), isPutOff: false)
        let renamed = try Renamed.activated()
        check(try renamed.desk(), from: try renamed.vault(), isPutOff: true)
    }

    final class Office: Assembly {
        let archive: Define<Archive> = Define(.lazySingleton) { _ in Archive() }
            .inject { archive, office in archive.lamp = try office.lamp() }
        let desk = Define(.lazySingleton) { office in Desk(try office.archive()) }
        let lamp: Define<Lamp> = Define { office in Lamp(try office.desk()) }
        let risky: Define<Desk> = Define(.lazySingleton) { office in
            _ = try office.archive()
            throw Boom()
        }
        let careful: Define<Desk> = Define(.lazySingleton) { office in
            _ = try? office.risky()
            return Desk(try office.archive())
        }
        let circle: Define<Lamp> = Define { office in Lamp(try office.ring()) }
        let ring: Define<Desk> = Define { office in
            _ = try office.circle()
            return Desk(Archive())
        }
        let caller: Define<Archive> = Define(.lazySingleton) { _ in Archive() }
            .inject { archive, office in archive.lamp = try office.circle() }
    }

    @Test("Dependencies of the injection may need the unfinished instance, at any depth")
    func further() throws {
        let office = try Office.activated()
        let desk = try office.desk()
        #expect(desk.archive.lamp?.desk === desk)
        #expect(try office.archive() === desk.archive)
    }

    @Test("A cycle of makings inside an injection is an error, and so is what calls it")
    func makings() throws {
        let office = try Office.activated()
        let error = try #require(throws: IOCError.self) { try office.caller() }
        #expect(error.code == .constructionCycle)
    }

    @Test("Deferred injections are dropped with the construction that failed around them")
    func failed() throws {
        let office = try Office.activated()
        let desk = try office.careful()
        #expect(desk.archive.lamp?.desk.archive === desk.archive)
        #expect(try office.archive() === desk.archive)
    }

    final class Labels: InstancePostProcessor {
        func process(_ instance: Any, named name: String) throws -> Any {
            (instance as? Archive)?.log.append("processed")
            return instance
        }
    }

    @Test("Post-processors see an instance once, deferred or not")
    func processed() throws {
        for isFirst in [true, false] {
            let lazy = try Lazy.activated(processors: [Labels()])
            let archive = try isFirst ? lazy.archive() : lazy.desk().archive
            #expect(archive.log.filter { $0 == "processed" }.count == 1)
            #expect(archive.log.filter { $0 == "did" }.count == 1)
        }
    }

    final class Nested: Assembly {
        let archive: Define<Archive> = Define(.lazySingleton) { _ in Archive() }
            .inject { archive, nested in archive.desk = try nested.desk() }
            .inject { archive, nested in archive.lamp = try nested.lamp() }
        let desk = Define(.lazySingleton) { nested in Desk(try nested.archive()) }
        let lamp = Define(.lazySingleton) { nested in Lamp(try nested.desk()) }
    }
    final class Covers: InstancePostProcessor {
        let covered = Guarded<[Archive]>([])
        func process(_ instance: Any, named name: String) throws -> Any {
            guard let archive = instance as? Archive else { return instance }
            covered.withLock { $0.append(archive) }
            return Archive()
        }
    }

    @Test("An injection deferred twice gets the instance, not a post-processor's replacement")
    func putOffTwice() throws {
        let covers = Covers()
        let nested = try Nested.activated(processors: [covers])
        let lamp = try nested.lamp()
        let archive = try #require(covers.covered.withLock { $0.first })
        #expect(archive.desk === lamp.desk && archive.lamp === lamp)
        #expect(lamp.desk.archive !== archive && lamp.desk.archive.lamp == nil)
    }

    // MARK: didBuildGraph

    final class Refusing: Assembly {
        let inner = Define(.lazySingleton) { _ in Archive() }
            .didBuildGraph { $0.log.append("graph") }
        let outer = Define(.lazySingleton) { refusing in Desk(try refusing.inner()) }
        let root: Define<Lamp> = Define(.lazySingleton) { refusing in Lamp(try refusing.outer()) }
            .didBuildGraph { _ in throw Boom() }
        let user: Define<Lamp> = Define { refusing in try refusing.root() }
    }

    @Test("didBuildGraph that throws takes back what its graph would have published")
    func takenBack() throws {
        let refusing = try Refusing.activated()
        #expect(throws: IOCError.self) { try refusing.user() }
        let outer = try refusing.outer()
        #expect(outer.archive.log == ["graph"])
        #expect(throws: IOCError.self) { try refusing.root() }
        // Published before, it stays.
        #expect(try refusing.outer() === outer)
    }

    // MARK: Existing objects

    final class Injected: Assembly {
        let archive = Define { _ in Archive() }
            .inject { archive, _ in archive.log.append("inject") }
            .didBuildGraph { $0.log.append("graph") }
        let archiveOf = Define { (_: Injected, _: Int) in Archive() }
        let deskOf = Define { (_: Injected, _: Int) in Desk(Archive()) }
    }

    @Test("An existing object gets all hooks of the definition that takes no arguments")
    func existing() throws {
        let assembly = try Injected.activated()
        let context = try assembly.context
        let archive = Archive()
        try context.inject(into: archive)
        #expect(archive.log == ["inject", "graph"])
        for inject in [{ try context.inject(into: $0) }, { try context.inject(into: $0, named: "deskOf") }]
            as [(Desk) throws -> Void]
        {
            let error = try #require(throws: IOCError.self) { try inject(Desk(archive)) }
            #expect(error.code == .argumentsNeeded)
            #expect("\(error)".contains("deskOf"))
        }
        withExtendedLifetime(assembly) {}
    }
}
