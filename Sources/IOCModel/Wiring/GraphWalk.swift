/// The one walk over a graph of numbered nodes: groups, order, cycles and paths, each in linear time and without
/// recursion, so that depth costs no stack.
package struct GraphWalk: Sendable {
    package let successors: [[Int]]
    /// Strongly connected components, dependencies before dependents; members in ascending order.
    package let groups: [[Int]]
    /// The index in `groups` of each node's component.
    package let groupOfNode: [Int]

    /// A walk over a graph.
    /// - Parameter successors: for each node the nodes it depends on; order decides between equals.
    package init(successors: [[Int]]) {
        self.successors = successors
        (groups, groupOfNode) = Self.components(successors)
    }

    /// Nodes with every dependency before its dependents; members of a cycle stand together.
    package var order: [Int] { groups.flatMap { $0 } }

    /// Whether a group is a cycle: several nodes, or one that depends on itself.
    package func isCycle(_ group: [Int]) -> Bool {
        group.count > 1 || group.contains { successors[$0].contains($0) }
    }

    /// A shortest cycle inside a group, starting at its smallest node; the first node is not repeated at the end. Empty
    /// where the group is no cycle.
    package func cycle(in group: [Int]) -> [Int] {
        guard let start = group.first else { return [] }
        let members = Set(group)
        var cameFrom: [Int: Int] = [:]
        var queue = [start]
        var head = 0
        while head < queue.count {
            let node = queue[head]
            head += 1
            for next in successors[node] where members.contains(next) {
                if next == start {
                    var path = [node]
                    while let previous = cameFrom[path[path.count - 1]] { path.append(previous) }
                    return path.reversed()
                }
                if cameFrom[next] == nil {
                    cameFrom[next] = node
                    queue.append(next)
                }
            }
        }
        return []
    }

    /// Shortest paths from the nodes nobody depends on, all found in one walk.
    package var pathsFromRoots: RootPaths { RootPaths(successors: successors) }

    /// Tarjan's algorithm (R. Tarjan, "Depth-first search and linear graph algorithms", 1972), with an explicit stack.
    private static func components(_ successors: [[Int]]) -> (groups: [[Int]], groupOfNode: [Int]) {
        let count = successors.count
        var groups: [[Int]] = []
        var groupOfNode = [Int](repeating: -1, count: count)
        var number = [Int](repeating: -1, count: count)
        var low = [Int](repeating: 0, count: count)
        var onStack = [Bool](repeating: false, count: count)
        var stack: [Int] = []
        var calls: [(node: Int, next: Int)] = []
        var counter = 0
        for root in 0..<count where number[root] < 0 {
            calls.append((root, 0))
            while let (node, next) = calls.last {
                if next == 0, number[node] < 0 {
                    number[node] = counter
                    low[node] = counter
                    counter += 1
                    stack.append(node)
                    onStack[node] = true
                }
                if next < successors[node].count {
                    calls[calls.count - 1].next += 1
                    let target = successors[node][next]
                    if number[target] < 0 {
                        calls.append((target, 0))
                    } else if onStack[target] {
                        low[node] = min(low[node], number[target])
                    }
                    continue
                }
                calls.removeLast()
                if let parent = calls.last?.node { low[parent] = min(low[parent], low[node]) }
                guard low[node] == number[node] else { continue }
                var group: [Int] = []
                while let member = stack.popLast() {
                    onStack[member] = false
                    groupOfNode[member] = groups.count
                    group.append(member)
                    if member == node { break }
                }
                groups.append(group.sorted())
            }
        }
        return (groups, groupOfNode)
    }
}
