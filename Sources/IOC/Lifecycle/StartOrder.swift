import IOCModel

/// The order in which components start: dependencies first.
///
/// 1. A component starts after all it depends on, directly or through others.
/// 2. Between components that may start now, the name decides.
/// 3. Members of a cycle start together, ordered by their firm edges alone, and then by name.
struct StartOrder {
    /// For each definition those it depends on by property or by a lookup.
    var edges: [[Int]]
    /// For each definition those that somebody said it starts after, which hold inside a cycle too.
    var firmEdges: [[Int]]
    let names: [String]
    /// Those whose names decide ties; the others stand only between them.
    let participants: Set<Int>

    /// All participants, dependencies before dependents.
    var order: [Int] {
        let all = zip(edges, firmEdges).map { $0 + $1 }
        return sorted(all) { group in
            let members = Set(group)
            let inside = firmEdges.indices.map { node in
                members.contains(node) ? firmEdges[node].filter(members.contains) : []
            }
            return sorted(inside) { byName($0) }.filter(members.contains)
        }
        .filter(participants.contains)
    }

    private func byName(_ nodes: [Int]) -> [Int] { nodes.sorted { names[$0] < names[$1] } }

    /// Nodes with their successors first; `inner` orders the members of a cycle.
    private func sorted(_ successors: [[Int]], inner: ([Int]) -> [Int]) -> [Int] {
        let walk = GraphWalk(successors: successors)
        var waitsFor = [Int](repeating: 0, count: walk.groups.count)
        var dependents = [[Int]](repeating: [], count: walk.groups.count)
        for (group, members) in walk.groups.enumerated() {
            let needed = Set(members.flatMap { successors[$0] }.map { walk.groupOfNode[$0] }).subtracting([group])
            waitsFor[group] = needed.count
            for other in needed { dependents[other].append(group) }
        }
        let rank = walk.groups.map { members in
            // What does not take part goes as early as it can, so that its name decides nothing.
            members.filter(participants.contains).map { names[$0] }.min()
        }
        // The next group is at the end.
        var ready: [Int] = []
        func admit(_ group: Int) {
            let place = ready.partitioningIndex { Self.precedes(rank[$0], rank[group]) }
            ready.insert(group, at: place)
        }
        for group in walk.groups.indices where waitsFor[group] == 0 { admit(group) }
        var result: [Int] = []
        while let group = ready.popLast() {
            let members = Array(walk.groups[group])
            result += members.count > 1 ? inner(members) : members
            for dependent in dependents[group] {
                waitsFor[dependent] -= 1
                if waitsFor[dependent] == 0 { admit(dependent) }
            }
        }
        return result
    }

    private static func precedes(_ left: String?, _ right: String?) -> Bool {
        guard let left else { return right != nil }
        return right.map { left < $0 } ?? false
    }
}

extension Array {
    /// The first index whose element fulfils a condition, where all that fulfil it stand at the end.
    fileprivate func partitioningIndex(where condition: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
