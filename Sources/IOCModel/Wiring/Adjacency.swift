/// For each node of a graph the nodes that it leads to, in order.
///
/// All stand in one list, as one for each node takes an eighth of the instructions of a boot and the first use of its components.
package struct Adjacency: Sendable {
    private(set) var targets: [Int] = []
    /// For each node where its targets end.
    private var ends: [Int] = []

    /// A graph without nodes.
    /// - Parameter count: The number of nodes that are going to be added.
    package init(reserving count: Int) {
        targets.reserveCapacity(count)
        ends.reserveCapacity(count)
    }

    /// A graph that is known as a list for each node.
    package init(_ lists: [[Int]]) {
        self.init(reserving: lists.count)
        for list in lists { addNode { $0 += list } }
    }

    /// Adds the next node.
    /// - Parameter add: Appends its targets to a list.
    package mutating func addNode(_ add: (inout [Int]) -> Void) {
        add(&targets)
        ends.append(targets.count)
    }

    /// The number of nodes.
    package var count: Int { ends.count }

    package subscript(node: Int) -> ArraySlice<Int> { targets[places(of: node)] }

    /// The places of a node's targets among all of them.
    func places(of node: Int) -> Range<Int> { (node == 0 ? 0 : ends[node - 1])..<ends[node] }

    /// A list for each node.
    package var lists: [[Int]] { ends.indices.map { Array(self[$0]) } }
}
