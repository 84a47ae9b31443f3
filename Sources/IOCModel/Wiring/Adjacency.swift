/// For each node of a graph the nodes that it leads to, all of them in one list.
package struct Adjacency: RandomAccessCollection, Sendable {
    private var targets: [Int] = []
    /// For each node where its targets end; they begin where those of the node before end.
    private var ends: [Int] = []

    package init(_ lists: [[Int]]) {
        reserve(nodes: lists.count, targets: lists.reduce(0) { $0 + $1.count })
        for list in lists {
            for target in list { append(target) }
            endNode()
        }
    }

    init(nodes: Int, targets: Int) { reserve(nodes: nodes, targets: targets) }

    private mutating func reserve(nodes: Int, targets count: Int) {
        ends.reserveCapacity(nodes)
        targets.reserveCapacity(count)
    }

    /// Lets the node that is being added lead to another one.
    mutating func append(_ target: Int) { targets.append(target) }

    /// Ends the node that was being added.
    mutating func endNode() { ends.append(targets.count) }

    package var startIndex: Int { 0 }
    package var endIndex: Int { ends.count }
    package subscript(node: Int) -> ArraySlice<Int> { targets[range(of: node)] }

    /// Where a node's targets stand.
    func range(of node: Int) -> Range<Int> { (node == 0 ? 0 : ends[node - 1])..<ends[node] }

    /// A target by where it stands.
    func target(at place: Int) -> Int { targets[place] }
}
