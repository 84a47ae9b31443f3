import IOC
import IOCBase
import Testing

@Suite("Cycles of definitions")
struct DefinitionCycleTests {
    /// Three definitions of one scope that lead to each other. Some are passed the next one, others are injected with it.
    final class Ring: Assembly {
        @TaskLocal static var world: (scope: Scope, passed: [Bool]) = (.prototype, [])
        let a, b, c: Define<Piece>

        init() {
            let (scope, passed) = Self.world
            func link(_ index: Int, _ next: @escaping @Sendable (Ring) throws -> Piece) -> Define<Piece> {
                passed[index]
                    ? Define(scope) { Piece("\(index)", try next($0)) }
                    : Define(scope) { _ in Piece("\(index)") }.inject { $0.next = try next($1) }
            }
            a = link(0) { try $0.b() }
            b = link(1) { try $0.c() }
            c = link(2) { try $0.a() }
        }
    }

    @Test(
        "A cycle works from each member, in every scope, unless all of its members are passed to closures",
        arguments: DefinitionScopeTests.scopes, 0..<8)
    func rings(scope: Scope, bits: Int) throws {
        let passed = (0..<3).map { bits >> $0 & 1 == 1 }
        for start in 0..<3 {
            try Ring.$world.withValue((scope, passed)) {
                if bits == 7, scope == .singleton {
                    #expect(Set(faultCodes { try Ring.activated() }) == [.constructionCycle])
                    return
                }
                let ring = try Ring.activated()
                try withRequestScope {
                    let call = [ring.a, ring.b, ring.c][start]
                    if bits == 7 {
                        for _ in 0..<2 { #expect(faultCodes { try call() } == [.constructionCycle]) }
                        return
                    }
                    let first = try call()
                    var piece = first
                    for step in 1...3 {
                        piece = try #require(piece.passed ?? piece.next)
                        #expect(piece.label == "\((start + step) % 3)")
                    }
                    #expect(piece === first)
                    let again = try call()
                    #expect((again === first) == (scope != .prototype && scope != .objectGraph))
                }
            }
        }
    }

    // MARK: Deferred injections

    final class Steps: Assembly {
        let archive, desk: Define<Piece>
        init() {
            let scope = Ring.world.scope
            archive = Define(scope) { _ in Piece("archive") }
                .willInject { $0.log.append("will") }
                .inject { archive, _ in archive.log.append("first") }
                .inject { archive, steps in
                    archive.log.append("second")
                    archive.next = try steps.desk()
                }
                .inject { archive, _ in archive.log.append("third") }
                .didInject { $0.log.append("did") }
                .didBuildGraph { $0.log.append("graph") }
            desk = Define(scope) { steps in Piece("desk", try steps.archive()) }
        }
    }

    @Test(
        "An injection that needs an unfinished instance runs again once that exists, and no other step does",
        arguments: [.objectGraph, .prototype, .lazySingleton] as [Scope], [true, false])
    func deferred(scope: Scope, isDeskFirst: Bool) throws {
        let tally = NameTally()
        let steps = try Ring.$world.withValue((scope, [])) { try Steps.activated(processors: [tally]) }
        let desk = try isDeskFirst ? steps.desk() : #require(try steps.archive().next)
        let archive = try #require(desk.passed)
        #expect(archive.next === desk)
        let again = isDeskFirst ? ["second", "second"] : ["second"]
        #expect(archive.log == ["will", "first"] + again + ["third", "did", "graph"])
        #expect(tally.log.lines.sorted() == ["archive", "desk"])
    }

    final class Office: Assembly {
        let archive: Define<Piece> = Define(.lazySingleton) { _ in Piece() }
            .inject { archive, office in archive.next = try office.lamp() }
        let desk = Define(.lazySingleton) { office in Piece("desk", try office.archive()) }
        let lamp: Define<Piece> = Define { office in Piece("lamp", try office.desk()) }
        let risky: Define<Piece> = Define(.lazySingleton) { office in
            _ = try office.archive()
            throw SampleError()
        }
        let careful: Define<Piece> = Define(.lazySingleton) { office in
            _ = try? office.risky()
            return Piece("careful", try office.archive())
        }
        let circle: Define<Piece> = Define { office in Piece("circle", try office.ring()) }
        let ring: Define<Piece> = Define { office in Piece("ring", try office.circle()) }
        let caller: Define<Piece> = Define(.lazySingleton) { _ in Piece() }
            .inject { caller, office in caller.next = try office.circle() }
    }

    @Test("Dependencies of a deferred injection may need the unfinished instance, also after a failure")
    func further() throws {
        let office = try Office.activated()
        let desk = try office.desk()
        #expect(desk.passed?.next?.passed === desk)
        #expect(try office.archive() === desk.passed)
        let other = try Office.activated()
        let careful = try other.careful()
        #expect(careful.passed?.next?.passed?.passed === careful.passed)
        #expect(try other.archive() === careful.passed)
    }

    @Test("A cycle of closures inside an injection is an error of what calls it")
    func closures() throws {
        let office = try Office.activated()
        #expect(faultCodes { try office.caller() } == [.constructionCycle])
    }

    final class Nested: Assembly {
        let archive: Define<Piece> = Define(.lazySingleton) { _ in Piece("archive") }
            .inject { archive, nested in archive.next = try nested.desk() }
            .inject { archive, nested in archive.other = try nested.lamp() }
        let desk = Define(.lazySingleton) { nested in Piece("desk", try nested.archive()) }
        let lamp = Define(.lazySingleton) { nested in Piece("lamp", try nested.desk()) }
    }
    final class Covers: InstancePostProcessor {
        let covered = Guarded<Piece?>(nil)
        func process(_ instance: Any, named name: String) throws -> Any {
            guard let piece = instance as? Piece, piece.label == "archive" else { return instance }
            covered.withLock { $0 = piece }
            return Piece("cover")
        }
    }

    @Test("An injection deferred twice gets the instance, not a post-processor's replacement")
    func deferredTwice() throws {
        let covers = Covers()
        let nested = try Nested.activated(processors: [covers])
        let lamp = try nested.lamp()
        let archive = try #require(covers.covered.withLock { $0 })
        #expect(archive.next === lamp.passed && archive.other === lamp)
        #expect(lamp.passed?.passed?.label == "cover" && lamp.passed?.passed?.next == nil)
    }

    // MARK: Failures

    final class Refusing: Assembly {
        let inner = Define(.lazySingleton) { _ in Piece() }.didBuildGraph { $0.log.append("graph") }
        let outer = Define(.lazySingleton) { refusing in Piece("", try refusing.inner()) }
        let root: Define<Piece> = Define(.lazySingleton) { refusing in Piece("", try refusing.outer()) }
            .didBuildGraph { _ in throw SampleError() }
        let user: Define<Piece> = Define { refusing in try refusing.root() }
    }

    @Test("A didBuildGraph that throws takes back what its graph would have published, and nothing else")
    func takenBack() throws {
        let refusing = try Refusing.activated()
        #expect(faultCodes { try refusing.user() } == [.componentFailed])
        let outer = try refusing.outer()
        #expect(outer.passed?.log == ["graph"])
        #expect(faultCodes { try refusing.root() } == [.componentFailed])
        #expect(try refusing.outer() === outer)
    }

    final class Tree: Assembly {
        let createdLeaves = Guarded(0)
        let leaf: Define<Piece> = Define(.objectGraph) { tree in
            tree.createdLeaves.withLock { $0 += 1 }
            return Piece("leaf")
        }
        let holder: Define<Piece> = Define(.objectGraph) { tree in Piece("holder", try tree.root()) }
        let broken: Define<Piece> = Define(.objectGraph) { tree in
            _ = try tree.leaf()
            throw SampleError()
        }
        let root: Define<Piece> = Define(.objectGraph) { _ in Piece("root") }
            .inject { root, tree in
                root.next = try tree.holder()
                #expect(throws: IOCError.self) { try tree.broken() }
                #expect(try root.next === tree.holder())
                root.other = try tree.leaf()
                #expect(throws: IOCError.self) { try tree.broken() }
                #expect(try root.other === tree.leaf())
            }
        let failures = Guarded(1)
        let part = Define(.objectGraph) { _ in Piece() }
            .inject { part, tree in
                let mayFail = tree.failures.withLock { exchange(&$0, with: 0) > 0 }
                if mayFail { throw SampleError() }
                part.log = ["whole"]
            }
        let parts = Define(.objectGraph) { tree in [try? tree.part(), try tree.part(), try tree.part()] }
    }

    @Test("An object graph keeps what was finished before a part of it failed, and what the part had finished")
    func kept() throws {
        let tree = try Tree.activated()
        let root = try tree.root()
        #expect(root.next?.passed === root)
        #expect(tree.createdLeaves.withLock { $0 } == 1)
    }

    @Test("A lookup after a failure returns a complete instance, which the object graph shares")
    func again() throws {
        let tree = try Tree.activated()
        let parts = try tree.parts()
        #expect(parts[0] == nil && parts[1]?.log == ["whole"])
        #expect(parts[1] === parts[2])
    }
}
