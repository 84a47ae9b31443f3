import IOCModel
import Testing

@Suite("The graph walk")
struct GraphWalkTests {
    @Test("Dependencies come before dependents")
    func order() {
        #expect(GraphWalk(successors: [[1, 2], [2], []]).order == [2, 1, 0])
    }

    @Test("Nodes that reach each other are one group")
    func groups() {
        let walk = GraphWalk(successors: [[1], [2], [0, 3], [4], [3], [5], []])
        #expect(walk.groups.map(Array.init) == [[3, 4], [0, 1, 2], [5], [6]])
        #expect(walk.groups.filter(walk.isCycle).map(Array.init) == [[3, 4], [0, 1, 2], [5]])
    }

    @Test("A cycle is a shortest one, from its first node")
    func cycle() {
        let walk = GraphWalk(successors: [[1], [2, 0], [0]])
        #expect(walk.cycle(through: 0) == [0, 1])
        #expect(GraphWalk(successors: [[0]]).cycle(through: 0) == [0])
        #expect(GraphWalk(successors: [[]]).cycle(through: 0).isEmpty)
    }

    @Test("The path from a root is a shortest one; a cycle without a root has none")
    func path() {
        let walk = GraphWalk(successors: [[1], [2], [], [2], [5], [4]])
        #expect(walk.pathsFromRoots.path(to: 2) == [3, 2])
        #expect(walk.pathsFromRoots.path(to: 1) == [0, 1])
        #expect(walk.pathsFromRoots.path(to: 4) == [4])
    }

    @Test("A chain a hundred thousand deep needs no stack")
    func deep() {
        let count = 100_000
        let walk = GraphWalk(successors: (0..<count).map { $0 + 1 < count ? [$0 + 1] : [] })
        #expect(walk.order.first == count - 1)
        #expect(walk.pathsFromRoots.path(to: count - 1).count == count)
    }

    @Test("The path to a fault begins at a component that only itself depends on")
    func selfDependentRoot() {
        let paths = GraphWalk(successors: [[0, 1], []]).pathsFromRoots
        #expect(paths.path(to: 1) == [0, 1])
        #expect(paths.path(to: 0) == [0])
    }

    @Test("A component that leads to itself alone is a cycle, and one that leads elsewhere is none")
    func selfCycle() {
        let walk = GraphWalk(successors: [[0], [0]])
        #expect(walk.groups.map(walk.isCycle) == [true, false])
    }
}
