import IOCBase

/// The one walk over a graph of numbered nodes: groups, order, cycles and paths, each in linear time and without
/// recursion, so that depth costs no stack.
package struct GraphWalk: Sendable {
    package let successors: [[Int]]
    /// Nodes with every dependency before its dependents; members of a cycle stand together, in ascending order.
    package let order: [Int]
    /// For each group where its members end in the order.
    private let ends: [Int]
    /// The index in `groups` of each node's component.
    package let groupOfNode: [Int]

    /// A walk over a graph.
    /// - Parameter successors: for each node the nodes it depends on; order decides between equals.
    package init(successors: [[Int]]) {
        self.successors = successors
        (order, ends, groupOfNode) = Self.components(successors)
    }

    /// Strongly connected components, dependencies before dependents; members in ascending order.
    package var groups: Groups { Groups(order: order, ends: ends) }

    package struct Groups: RandomAccessCollection {
        fileprivate let order: [Int]
        fileprivate let ends: [Int]
        package var startIndex: Int { 0 }
        package var endIndex: Int { ends.count }
        package subscript(group: Int) -> ArraySlice<Int> { order[(group == 0 ? 0 : ends[group - 1])..<ends[group]] }
    }

    /// Returns true if a group is a cycle: several nodes, or one that depends on itself.
    package func isCycle(_ group: ArraySlice<Int>) -> Bool {
        group.count > 1 || group.contains { successors[$0].contains($0) }
    }

    /// One shortest cycle of each group that is one.
    package var cycles: [[Int]] { groups.filter(isCycle).map(cycle) }

    /// A shortest cycle inside a group, starting at its smallest node; the first node is not repeated at the end. Empty
    /// where the group is no cycle.
    package func cycle(in group: ArraySlice<Int>) -> [Int] {
        guard let start = group.first else { return [] }
        return path(from: start, to: start, in: Set(group))
    }

    /// A shortest path between two nodes, both included; a path back to its start has that once. Empty if there is none.
    package func path(from start: Int, to end: Int, in members: Set<Int>) -> [Int] {
        var cameFrom: [Int: Int] = [:]
        var queue = [start]
        var head = 0
        func path(to node: Int) -> [Int] {
            var path = [node]
            while path[path.count - 1] != start, let previous = cameFrom[path[path.count - 1]] { path.append(previous) }
            return path.reversed()
        }
        if start == end, successors[start].contains(start) { return [start] }
        while head < queue.count {
            let node = queue[head]
            head += 1
            for next in successors[node] where members.contains(next) {
                if next == end { return start == end ? path(to: node) : path(to: node) + [end] }
                guard cameFrom[next] == nil, next != start else { continue }
                cameFrom[next] = node
                queue.append(next)
            }
        }
        return []
    }

    /// Shortest paths from the nodes without dependents, all found in one walk.
    package var pathsFromRoots: RootPaths { RootPaths(successors) }

    /// Tarjan's algorithm (R. Tarjan, "Depth-first search and linear graph algorithms", 1972), with an explicit stack.
    ///
    /// A node's number is its place on the stack of nodes whose group is open.
    private static func components(_ successors: [[Int]]) -> (order: [Int], ends: [Int], groupOfNode: [Int]) {
        let (unseen, open) = (-1, -2)
        let count = successors.count
        var order: [Int] = []
        var ends: [Int] = []
        order.reserveCapacity(count)
        ends.reserveCapacity(count)
        var groupOfNode = [Int](repeating: unseen, count: count)
        var number = [Int](repeating: 0, count: count)
        var stack: [Int] = []
        var calls: [(node: Int, next: Int, low: Int)] = []
        func begin(_ node: Int) {
            groupOfNode[node] = open
            number[node] = stack.count
            calls.append((node, 0, low: stack.count))
            stack.append(node)
        }
        for root in 0..<count where groupOfNode[root] == unseen {
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
                for member in stack[low...].ordered() {
                    groupOfNode[member] = ends.count
                    order.append(member)
                }
                stack.removeSubrange(low...)
                ends.append(order.count)
            }
        }
        return (order, ends, groupOfNode)
    }
}
