import IOCBase
import IOCModel

/// The order in which components start: dependencies first.
///
/// 1. A component starts after all it depends on, directly or through others.
/// 2. Between components that may start now, the name decides.
/// 3. Members of a cycle start together, ordered by their firm edges alone, and then by name.
struct StartOrder {
    /// For each definition those it depends on by property or by a lookup.
    var edges: [[Int]]
    /// For each definition those in its `dependsOn`, which also order a cycle.
    var firmEdges: [[Int]]
    let names: [String]
    /// The nodes whose names decide ties; the others stand only between them.
    let participants: Set<Int>

    /// The steps in which the participants start.
    ///
    /// Members of a cycle are one step. Its place among others is that of a start in which one begins after another.
    var schedule: Schedule {
        let all = zip(edges, firmEdges).map { $0 + $1 }
        return Schedule(sorted(all) { ordered($0) })
    }

    /// All participants, dependencies before dependents.
    var order: [Int] { schedule.order }

    /// For each definition those that come before it, whatever is known later: the edges between steps, the firm ones, and the
    /// order inside the steps.
    var precedence: [[Int]] {
        let all = zip(edges, firmEdges).map { $0 + $1 }
        let walk = GraphWalk(successors: all)
        var result = edges.indices.map { node in
            // Firm ones inside a cycle, too, as one may lead to a member that takes no part, and on through that.
            Set(edges[node].filter { walk.groupOfNode[$0] != walk.groupOfNode[node] }).union(firmEdges[node])
        }
        for group in walk.groups where group.count > 1 {
            let members = ordered(Array(group))
            for (earlier, later) in zip(members, members.dropFirst()) { result[later].insert(earlier) }
        }
        return result.map { $0.ordered() }
    }

    /// The participants that others wait for: those of a cycle with a dependent outside, or with a member that says so.
    /// - Parameter schedule: The steps of this order.
    func needed(in schedule: Schedule) -> Set<Int> {
        var needed: Set<Int> = []
        for (step, isNeeded) in zip(schedule.steps, schedule.isNeeded) {
            let said = step.members.count > 1 ? Set(step.members.flatMap { firmEdges[$0] }) : []
            needed.formUnion(step.members.filter { isNeeded || said.contains($0) })
        }
        return needed
    }

    /// The participants among the members of a cycle, in their order.
    private func ordered(_ group: [Int]) -> [Int] {
        let members = Set(group)
        let inside = firmEdges.indices.map { node in
            members.contains(node) ? firmEdges[node].filter(members.contains) : []
        }
        return sorted(inside) { byName($0) }.flatMap(\.members).filter(members.contains)
    }

    private func byName(_ nodes: [Int]) -> [Int] {
        nodes.filter(participants.contains).ordered { names[$0] < names[$1] }
    }

    /// Groups with those they need first, by name where that leaves a choice; `inner` orders the members of a cycle.
    private func sorted(
        _ successors: [[Int]], inner: ([Int]) -> [Int]
    ) -> [(members: [Int], needs: [Int])] {
        let walk = GraphWalk(successors: successors)
        let rank = walk.groups.map { members in
            // A node that does not take part goes as early as it can, so that its name decides nothing.
            members.filter(participants.contains).map { names[$0] }.min()
        }
        let ranked = walk.groups.indices.ordered { Self.precedes(rank[$0], rank[$1]) }
        let places = Self.inverse(ranked)
        let byRank = Schedule(
            ranked.map { group in
                let members = Array(walk.groups[group])
                let needs = Set(members.flatMap { successors[$0] }.map { walk.groupOfNode[$0] }).subtracting([group])
                return (members.count > 1 ? inner(members) : byName(members), needs.map { places[$0] })
            })
        // A start of them one after another, in which the lowest rank is first, has each behind all it needs.
        var progress = Schedule.Progress(byRank, .start)
        var order: [Int] = []
        while let next = progress.next() {
            order.append(next)
            progress.finish(next)
        }
        let placesInOrder = Self.inverse(order)
        return order.map { (byRank.steps[$0].members, byRank.steps[$0].needs.map { placesInOrder[$0] }.ordered()) }
    }

    /// For each number its index in a permutation.
    private static func inverse(_ order: [Int]) -> [Int] {
        order.enumerated().reduce(into: Array(order)) { places, entry in places[entry.element] = entry.offset }
    }

    private static func precedes(_ left: String?, _ right: String?) -> Bool {
        guard let left else { return right != nil }
        return right.map { left < $0 } ?? false
    }
}
