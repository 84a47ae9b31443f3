/// The nodes of an acyclic graph that can be created separately from the rest.
///
/// A node is *enclosed* if every node below it is reached only through it. Code that needs an enclosed node can call a
/// function that creates it, and no node is created twice. Any other node shares a dependency with code outside it. A
/// function that needs such a node creates it in place, so that both use the same instance of the dependency.
///
/// The dominator tree decides this for all nodes at once: a node is enclosed if and only if no node below it has its
/// immediate dominator above the enclosed node.
struct Dominance {
    private var depths: [Int]
    /// The ancestors of each node in the dominator tree, at distances that are powers of two.
    private var jumps: [[Int]]
    /// For each node, the smallest depth of the immediate dominator of any node below it; `Int.max` if there is none.
    private var reach: [Int]

    /// - Parameters:
    ///   - edges: The successors of each node, without cycles.
    ///   - order: All nodes, each after its successors.
    init(edges: [[Int]], order: [Int]) {
        let count = edges.count
        // An additional root above every node without a predecessor.
        let root = count
        depths = [Int](repeating: 0, count: count + 1)
        jumps = [[Int](repeating: root, count: count + 1)]
        while 1 << jumps.count <= count + 1 { jumps.append(jumps[0]) }
        reach = [Int](repeating: .max, count: count + 1)

        var parents = [[Int]](repeating: [], count: count)
        for node in edges.indices {
            for target in edges[node] { parents[target].append(node) }
        }
        for node in order.reversed() {
            let dominator = parents[node].dropFirst().reduce(parents[node].first ?? root, commonAncestor)
            depths[node] = depths[dominator] + 1
            jumps[0][node] = dominator
            for level in 1..<jumps.count { jumps[level][node] = jumps[level - 1][jumps[level - 1][node]] }
        }
        for node in order {
            for target in edges[node] {
                reach[node] = min(reach[node], reach[target], depths[jumps[0][target]])
            }
        }
    }

    /// Returns true if every node below a node is reached only through it.
    func isEnclosed(_ node: Int) -> Bool {
        reach[node] >= depths[node]
    }

    private func commonAncestor(_ left: Int, _ right: Int) -> Int {
        var (low, high) = depths[left] >= depths[right] ? (left, right) : (right, left)
        for level in jumps.indices.reversed() where depths[low] - (1 << level) >= depths[high] {
            low = jumps[level][low]
        }
        guard low != high else { return low }
        for level in jumps.indices.reversed() where jumps[level][low] != jumps[level][high] {
            low = jumps[level][low]
            high = jumps[level][high]
        }
        return jumps[0][low]
    }
}
