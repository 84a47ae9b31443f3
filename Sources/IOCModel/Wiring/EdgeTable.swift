/// The edges of a graph's definitions, packed: a large graph has many, and hardly any has more than one target.
struct EdgeTable: Sendable {
    /// For each definition its injection points, which have an edge each; a class's definitions share one list.
    private var points: [[InjectionPointFacts]] = []
    private var marks: [Mark] = []
    /// For each edge where its targets end; they begin where those of the edge before end.
    private var targetEnds: [Int32] = []
    private var targets: [Int32] = []
    /// For each definition where its edges end.
    private var edgeEnds: [Int32] = []
    /// The edges of definitions that were chosen for anew.
    private var replaced: [Int: [Wiring.Edge]] = [:]

    struct Mark: Sendable {
        var shape: InjectionShape
        var isInherited: Bool
        var isOpen: Bool

        /// Whether its targets are read at once; what a parent context supplies has none.
        /// - Parameter isSettled: Whether the choice must have been made.
        func isFollowed(settled isSettled: Bool) -> Bool {
            shape.isImmediate && !(isSettled && isOpen)
        }
    }

    mutating func reserve(definitions: Int, edges: Int) {
        edgeEnds.reserveCapacity(definitions)
        points.reserveCapacity(definitions)
        marks.reserveCapacity(edges)
        targetEnds.reserveCapacity(edges)
        targets.reserveCapacity(edges)
    }

    /// Adds an edge to the definition that is being added.
    mutating func append(_ mark: Mark, to all: some Sequence<Int>) {
        marks.append(mark)
        for target in all { targets.append(Int32(target)) }
        targetEnds.append(Int32(targets.count))
    }

    /// Ends the definition that was being added, whose points the edges are of.
    mutating func endDefinition(_ points: [InjectionPointFacts]) {
        edgeEnds.append(Int32(marks.count))
        self.points.append(points)
    }

    /// Adds a definition with the edges that another table has for it.
    mutating func append(_ definition: Int, of other: EdgeTable, points: [InjectionPointFacts]) {
        for edge in other.range(of: definition) {
            marks.append(other.marks[edge])
            for target in other.targetRange(of: edge) { targets.append(other.targets[target]) }
            targetEnds.append(Int32(targets.count))
        }
        endDefinition(points)
        settle(definition)
    }

    /// The same edges for points whose names are known now.
    func settled(by points: [[InjectionPointFacts]]) -> EdgeTable {
        var table = self
        table.points = points
        for definition in points.indices { table.settle(definition) }
        return table
    }

    /// Closes the edges of a definition whose points' names are known.
    private mutating func settle(_ definition: Int) {
        for (edge, index) in zip(range(of: definition), points[definition].indices) where marks[edge].isOpen {
            marks[edge].isOpen = !points[definition][index].isQualifierKnown
        }
    }

    mutating func replace(_ definition: Int, by edges: [Wiring.Edge]) { replaced[definition] = edges }

    /// Whether what was chosen before the names were known holds now that they are: nobody asks for a name, and there
    /// was no choice.
    func stands(of definition: Int, for points: [InjectionPointFacts]) -> Bool {
        guard replaced.isEmpty else { return false }
        let range = range(of: definition)
        guard range.count == points.count else { return false }
        // By index, as a loop would get a copy of each point.
        for (edge, index) in zip(range, points.indices) where points[index].shape != .property {
            guard points[index].qualifier == nil else { return false }
            if !points[index].shape.isCollection, targetRange(of: edge).count != 1 { return false }
        }
        return true
    }

    // MARK: Reading

    /// For each definition its edges.
    var edges: Wiring.Edges { Wiring.Edges(table: self) }

    /// How many definitions it has edges of.
    var count: Int { edgeEnds.count }

    func edges(of definition: Int) -> [Wiring.Edge] {
        replaced[definition]
            ?? zip(range(of: definition), points[definition]).map { edge, point in
                Wiring.Edge(
                    property: point.property, shape: marks[edge].shape,
                    targets: targetRange(of: edge).map { Int(targets[$0]) }, isInherited: marks[edge].isInherited,
                    isOpen: marks[edge].isOpen)
            }
    }

    /// For each definition those it reaches through properties that are filled when read.
    /// - Parameter isSettled: Whether only edges count whose choice is made.
    func successors(settled isSettled: Bool = false) -> Adjacency {
        var result = Adjacency(nodes: edgeEnds.count, targets: targets.count)
        for definition in edgeEnds.indices {
            if !replaced.isEmpty, let edges = replaced[definition] {
                for edge in edges where edge.mark.isFollowed(settled: isSettled) {
                    for target in edge.targets { result.append(target) }
                }
            } else {
                for edge in range(of: definition) where marks[edge].isFollowed(settled: isSettled) {
                    for target in targetRange(of: edge) { result.append(Int(targets[target])) }
                }
            }
            result.endNode()
        }
        return result
    }

    private func range(of definition: Int) -> Range<Int> {
        Int(definition == 0 ? 0 : edgeEnds[definition - 1])..<Int(edgeEnds[definition])
    }

    private func targetRange(of edge: Int) -> Range<Int> {
        Int(edge == 0 ? 0 : targetEnds[edge - 1])..<Int(targetEnds[edge])
    }
}

extension Wiring {
    /// The edges of each definition.
    package struct Edges: RandomAccessCollection {
        fileprivate let table: EdgeTable
        package var startIndex: Int { 0 }
        package var endIndex: Int { table.count }
        package subscript(definition: Int) -> [Edge] { table.edges(of: definition) }
    }
}
