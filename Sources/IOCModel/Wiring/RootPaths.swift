/// For each node of a graph a shortest path from one of the nodes without dependents.
package struct RootPaths: Sendable {
    /// The node before each on its path; nil for roots and for what no root reaches.
    private var before: [Int?]

    init(_ successors: [[Int]]) {
        before = [Int?](repeating: nil, count: successors.count)
        var isSeen = [Bool](repeating: true, count: successors.count)
        for node in 0..<successors.count {
            for next in successors[node] where next != node { isSeen[next] = false }
        }
        var queue = isSeen.indices.filter { isSeen[$0] }
        var head = 0
        while head < queue.count {
            let node = queue[head]
            head += 1
            for next in successors[node] where !isSeen[next] {
                isSeen[next] = true
                before[next] = node
                queue.append(next)
            }
        }
    }

    /// The path to a node, both ends included; the node alone where no root reaches it.
    package func path(to target: Int) -> [Int] {
        var path = [target]
        while let previous = before[path[path.count - 1]] { path.append(previous) }
        return path.reversed()
    }
}
