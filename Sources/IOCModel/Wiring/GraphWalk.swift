import IOCBase

/// Groups, order, cycles and paths of a graph of numbered nodes. Each takes linear time and no recursion, so a deep
/// graph needs no stack.
package struct GraphWalk: Sendable {
    package let successors: [[Int]]
    /// The strongly connected components, dependencies before dependents. Members are in ascending order.
    package let groups: [[Int]]
    /// The index in `groups` of each node's component.
    package let groupOfNode: [Int]
    /// True if no group is a cycle.
    package let isAcyclic: Bool

    /// Creates a walk over a graph.
    /// - Parameter successors: For each node the nodes that it depends on. Of equally short paths, the one
    ///   through the first successor is returned.
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

    /// A shortest cycle that starts at a node; the node is not repeated at the end. Empty if there is none.
    package func cycle(through node: Int) -> [Int] {
        path(from: node) { successors[$0].contains(node) }
    }

    /// A shortest path inside a node's group to the nearest node that fulfills a condition, which may be the start. It
    /// includes both; empty if there is none.
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
    /// The previous node of each node on its path. For the first nodes it is the node itself.
    private var before: [Int: Int] = [:]
    /// The first found node that fulfills the condition.
    let end: Int?

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

    /// The path to a node, including both ends; the node alone if it was not found.
    package func path(to target: Int) -> [Int] {
        var path = [target]
        while let previous = before[path[path.count - 1]], previous != path[path.count - 1] { path.append(previous) }
        return path.reversed()
    }
}
