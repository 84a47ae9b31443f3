import IOC
import IOCBase
import Synchronization
import Testing

@Suite("An object graph of which a part fails")
struct FailedGraphTests {
    struct Broken: Error {}

    final class Part: @unchecked Sendable {
        // Sound: written while it is made, on one thread.
        var isWhole = false
    }

    /// Lets the first few fail.
    final class Failures: Sendable {
        private let rest: Atomic<Int>
        init(_ count: Int) { rest = Atomic(count) }
        func next() throws {
            if rest.subtract(1, ordering: .relaxed).oldValue > 0 { throw Broken() }
        }
    }

    struct Pair: Sendable {
        let first: Part?
        let second: Part
        let third: Part
    }

    final class Bench: Assembly {
        let failures = Failures(1)
        let part = Definition(.objectGraph) { (_: Bench) in Part() }
            .inject { part, bench in
                try bench.failures.next()
                part.isWhole = true
            }
        let pair = Definition(.objectGraph) { (bench: Bench) in
            Pair(first: try? bench.part(), second: try bench.part(), third: try bench.part())
        }
    }

    final class Leaf: Sendable {}

    final class Root: @unchecked Sendable {
        // Sound: written while it is made, on one thread.
        var first: Holder?
        var second: Holder?
        var leaves: [Leaf] = []
    }

    final class Holder: Sendable {
        let root: Root
        init(_ root: Root) { self.root = root }
    }

    final class Tree: Assembly {
        let madeLeaves = Guarded(0)
        let leaf: Define<Leaf> = Define(.objectGraph) { tree in
            tree.madeLeaves.withLock { $0 += 1 }
            return Leaf()
        }
        let holder: Define<Holder> = Define(.objectGraph) { tree in Holder(try tree.root()) }
        let broken: Define<Part> = Define(.objectGraph) { tree in
            _ = try tree.leaf()
            throw Broken()
        }
        let root: Define<Root> = Define(.objectGraph) { _ in Root() }
            .inject { root, tree in
                root.first = try tree.holder()
                #expect(throws: IOCError.self) { try tree.broken() }
                root.second = try tree.holder()
                root.leaves = [try tree.leaf()]
                #expect(throws: IOCError.self) { try tree.broken() }
                root.leaves.append(try tree.leaf())
            }
    }

    @Test(
        "What was finished before the failure stays the graph's, and what the failed part had finished by itself, too")
    func kept() throws {
        let tree = try Tree.activated()
        let root = try tree.root()
        #expect(root.first === root.second && root.first?.root === root)
        #expect(root.leaves[0] === root.leaves[1])
        #expect(tree.madeLeaves.withLock { $0 } == 1)
    }

    @Test("A lookup after a failure returns a complete instance, and the whole graph shares it")
    func again() throws {
        let bench = try Bench.activated()
        let pair = try bench.pair()
        #expect(pair.first == nil)
        #expect(pair.second.isWhole)
        #expect(pair.second === pair.third)
    }
}
