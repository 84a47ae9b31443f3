import IOCBase

/// The groups, order, cycles and paths of a graph of numbered nodes. The algorithms are not recursive, so a deep graph
/// can't exhaust the stack.
package struct GraphWalk: Sendable {
    package let successors: [[Int]]
    /// The strongly connected components, dependencies before dependents. Members are in ascending order.
    package let groups: [[Int]]
    /// For each node, the index of its group in `groups`.
    package let groupOfNode: [Int]
    /// True if the graph has no cycle.
    package let isAcyclic: Bool

    /// Creates a walk over a graph.
    /// - Parameter successors: For each node, the nodes that it depends on. If several paths are equally short, the
    ///   path through the earlier successor is found.
    package init(successors: [[Int]]) {
        self.successors = successors
        let (groups, groupOfNode) = Self.components(successors)
        (self.groups, self.groupOfNode) = (groups, groupOfNode)
        isAcyclic = groups.count == successors.count && !successors.indices.contains { successors[$0].contains($0) }
    }

    /// The nodes, dependencies before their dependents. The members of a cycle are together, in ascending order.
    package var order: [Int] { Array(groups.joined()) }

    /// Returns true if a group is a cycle: several nodes, or one that depends on itself.
    package func isCycle(_ group: [Int]) -> Bool {
        group.count > 1 || group.contains { successors[$0].contains($0) }
    }

    /// For each group that is a cycle, a shortest cycle through its smallest node.
    package var cycles: [[Int]] { groups.filter(isCycle).map { cycle(through: $0[0]) } }

    /// Returns a shortest cycle that starts at a node. The node is not repeated at the end. Empty if there is no cycle.
    package func cycle(through node: Int) -> [Int] {
        path(from: node) { successors[$0].contains(node) }
    }

    /// Returns a shortest path inside the group of `start` to the nearest node that fulfills a condition. The path
    /// includes both ends, which may be the same node; it is empty if no node fulfills the condition.
    package func path(from start: Int, to isEnd: (Int) -> Bool) -> [Int] {
        let group = groupOfNode[start]
        let paths = ShortestPaths(
            from: [start], over: { successors[$0].filter { groupOfNode[$0] == group } }, until: isEnd)
        return paths.end.map(paths.path) ?? []
    }

    /// Shortest paths from the nodes without dependents, found in one search.
    package var pathsFromRoots: ShortestPaths {
        let dependencies = Set(successors.enumerated().flatMap { node, targets in targets.filter { $0 != node } })
        return ShortestPaths(
            from: successors.indices.filter { !dependencies.contains($0) }, over: { successors[$0] })
    }

    /// Tarjan's algorithm (R. Tarjan, "Depth-first search and linear graph algorithms", 1972), with an explicit stack.
    ///
    /// A node's number is its index on the stack of nodes whose group is not complete.
    private static func components(_ successors: [[Int]]) -> (groups: [[Int]], groupOfNode: [Int]) {
        let (unseen, open) = (-1, -2)
        var groups: [[Int]] = []
        var groupOfNode = [Int](repeating: unseen, count: successors.count)
        var number = [Int](repeating: 0, count: successors.count)
        var stack: [Int] = []
        var calls: [(node: Int, next: Int, low: Int)] = []
        func begin(_ node: Int) {
            groupOfNode[node] = open
            number[node] = stack.count
            calls.append((node, 0, low: stack.count))
            stack.append(node)
        }
        for root in successors.indices where groupOfNode[root] == unseen {
            begin(root)
            while let (node, next, low) = calls.last {
                if next < successors[node].count {
                    calls[calls.count - 1].next += 1
                    let target = successors[node][next]
                    switch groupOfNode[target] {
                    case unseen: begin(target)
                    case open: calls[calls.count - 1].low = min(low, number[target])
                    default: break
                    }
                    continue
                }
                calls.removeLast()
                guard low == number[node] else {
                    calls[calls.count - 1].low = min(calls[calls.count - 1].low, low)
                    continue
                }
                for member in stack[low...] { groupOfNode[member] = groups.count }
                groups.append(low == stack.count - 1 ? [node] : stack[low...].ordered())
                stack.removeSubrange(low...)
            }
        }
        return (groups, groupOfNode)
    }
}

/// Shortest paths from some nodes of a graph, found breadth-first.
package struct ShortestPaths: Sendable {
    /// For each found node, the previous node on its path; for a start, the start itself.
    private var before: [Int: Int] = [:]
    /// The first found node that fulfills the condition; nil if there is none.
    let end: Int?

    /// Searches the paths.
    /// - Parameters:
    ///   - starts: The first nodes of the paths.
    ///   - successors: Returns the nodes that a node leads to.
    ///   - isEnd: The condition that ends the search.
    package init(
        from starts: [Int], over successors: (Int) -> [Int], until isEnd: (Int) -> Bool = { _ in false }
    ) {
        for start in starts { before[start] = start }
        var queue = starts
        var head = 0
        while head < queue.count, !isEnd(queue[head]) {
            for next in successors(queue[head]) where before[next] == nil {
                before[next] = queue[head]
                queue.append(next)
            }
            head += 1
        }
        end = head < queue.count ? queue[head] : nil
    }

    /// The nodes that were found.
    package var reached: some Sequence<Int> { before.keys }

    /// Returns the path to a node, including both ends; the node alone if it was not found.
    package func path(to target: Int) -> [Int] {
        var path = [target]
        while let previous = before[path[path.count - 1]], previous != path[path.count - 1] { path.append(previous) }
        return path.reversed()
    }
}
