/// The questions asked of a directed graph whose nodes are numbered from zero.
///
/// Nothing here recurses, so a graph may be as deep as it likes.
struct GraphWalk {
    /// The successors of each node, in order.
    let edges: [[Int]]

    /// The strongly connected components, each after those it leads to; members ascend.
    func components() -> [[Int]] {
        var index = 0
        var indices = [Int](repeating: -1, count: edges.count)
        var lows = indices
        var onStack = [Bool](repeating: false, count: edges.count)
        var stack: [Int] = []
        var result: [[Int]] = []
        var frames: [(node: Int, next: Int)] = []
        for root in edges.indices where indices[root] < 0 {
            frames.append((root, 0))
            while let (node, next) = frames.last {
                if next == 0 {
                    indices[node] = index
                    lows[node] = index
                    index += 1
                    stack.append(node)
                    onStack[node] = true
                }
                if next < edges[node].count {
                    frames[frames.count - 1].next += 1
                    let target = edges[node][next]
                    if indices[target] < 0 {
                        frames.append((target, 0))
                    } else if onStack[target] {
                        lows[node] = min(lows[node], indices[target])
                    }
                    continue
                }
                frames.removeLast()
                if let parent = frames.last?.node { lows[parent] = min(lows[parent], lows[node]) }
                guard lows[node] == indices[node], let start = stack.lastIndex(of: node) else { continue }
                let members = stack[start...]
                for member in members { onStack[member] = false }
                result.append(members.sorted())
                stack.removeSubrange(start...)
            }
        }
        return result
    }

    /// Whether a component has a cycle: more than one member, or an edge to itself.
    func isCyclic(_ component: [Int]) -> Bool {
        component.count > 1 || edges[component[0]].contains(component[0])
    }

    /// The shortest way from a node back to itself through some nodes, without its repetition at the end.
    func cycle(from start: Int, within members: Set<Int>) -> [Int] {
        var previous: [Int: Int] = [:]
        var queue = [start]
        var head = 0
        while head < queue.count {
            let node = queue[head]
            head += 1
            for target in edges[node] where members.contains(target) {
                if target == start {
                    var path = [node]
                    while let last = path.last, last != start, let before = previous[last] { path.append(before) }
                    return path.reversed()
                }
                if previous[target] == nil {
                    previous[target] = node
                    queue.append(target)
                }
            }
        }
        return [start]
    }
}
