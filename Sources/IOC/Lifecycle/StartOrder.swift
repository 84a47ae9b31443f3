import IOCBase
import IOCModel

/// The order in which components start: dependencies first. Its reverse is the order of the stop.
///
/// 1. A component starts after all its direct and indirect dependencies.
/// 2. If several components may start, the order of their names decides.
/// 3. Members of a cycle start one after another: ordered by their `dependsOn` (the firm edges), then by name. A cycle
///    as a whole is ordered by the alphabetically first name of its members that start.
struct StartOrder {
    /// The definitions that start. The other definitions are only links between them.
    private(set) var participants: Set<Int>
    /// For each definition, the definitions that it waits for, without cycles. The first member of a cycle waits for
    /// all dependencies of the cycle, and each other member waits for the member before it.
    private(set) var needs: [[Int]]
    /// All definitions, in the order in which they would start one at a time.
    private var order: [Int]
    /// For each definition, the definitions in its `dependsOn`. They also order the members of a cycle.
    private let firmEdges: [[Int]]
    /// For each definition, the first member of its cycle; the definition itself if it is in no cycle.
    private let heads: [Int]

    /// - Parameters:
    ///   - edges: For each definition, the definitions that it depends on by a property or a lookup.
    ///   - firmEdges: For each definition, the definitions in its `dependsOn`. These edges have no cycles.
    init(edges: [[Int]], firmEdges: [[Int]], names: [String], participants: Set<Int>) {
        let successors = zip(edges, firmEdges).map { $0 + $1 }
        let walk = GraphWalk(successors: successors)
        // A definition that does not start gets an empty name here. So it comes as early as possible, and its name
        // doesn't affect the order.
        var ranks = names.indices.map { participants.contains($0) ? names[$0] : "" }
        var needs = ranks.map { _ in [Int]() }
        var heads = Array(ranks.indices)
        var lasts: [Int] = []
        for (group, members) in walk.groups.enumerated() {
            let chain = members.count > 1 ? Self.chain(members, firmEdges, ranks) : members
            let others = Set(members.flatMap { successors[$0] }.map { walk.groupOfNode[$0] }).subtracting([group])
            needs[chain[0]] = others.map { lasts[$0] }
            for (earlier, later) in zip(chain, chain.dropFirst()) { needs[later] = [earlier] }
            lasts.append(chain[chain.count - 1])
            let name = members.filter(participants.contains).map { names[$0] }.min() ?? ""
            for member in members { (heads[member], ranks[member]) = (chain[0], name) }
        }
        order = Self.order(needs) { (ranks[$0], walk.groupOfNode[$0]) < (ranks[$1], walk.groupOfNode[$1]) }
        (self.participants, self.needs, self.firmEdges, self.heads) = (participants, needs, firmEdges, heads)
    }

    /// Returns the members of a cycle in the order of their firm edges, and then by name.
    private static func chain(_ members: [Int], _ firmEdges: [[Int]], _ ranks: [String]) -> [Int] {
        let places = Dictionary(uniqueKeysWithValues: zip(members, members.indices))
        let needs = members.map { member in firmEdges[member].compactMap { places[$0] } }
        return order(needs) { (ranks[members[$0]], $0) < (ranks[members[$1]], $1) }.map { members[$0] }
    }

    /// Returns nodes in the order in which they would start one at a time.
    private static func order(_ needs: [[Int]], by precedes: @escaping (Int, Int) -> Bool) -> [Int] {
        var progress = Progress(needs, precedes)
        var order: [Int] = []
        while let next = progress.next() {
            order.append(next)
            progress.finish(next)
        }
        return order
    }

    /// Returns the same order, with only the participants for which `isMember` returns true. `isMember` is called in
    /// the start order.
    func keeping(_ isMember: (Int) -> Bool) -> StartOrder {
        var kept = self
        kept.participants = Set(order.filter { participants.contains($0) && isMember($0) })
        return kept
    }

    /// The order of the stop after this start.
    var reversed: StartOrder {
        var reversed = self
        reversed.needs = Progress.dependents(of: needs)
        reversed.order = order.reversed()
        return reversed
    }

    /// Returns the participants in order, each with its wave, from 0. Members of one wave don't wait for each other.
    /// - Parameter isMember: Returns true for a participant that is part of the result.
    func waves(of isMember: (Int) -> Bool) -> [(member: Int, wave: Int)] {
        var ends = [Int](repeating: 0, count: needs.count)
        return order.compactMap { node in
            let wave = needs[node].map { ends[$0] }.max() ?? 0
            let counts = participants.contains(node) && isMember(node)
            ends[node] = counts ? wave + 1 : wave
            return counts ? (node, wave) : nil
        }
    }

    /// Returns the definitions that must start before `others`. A member of the same cycle counts only if it is in the
    /// `dependsOn`, directly or through others.
    func awaited(by others: Set<Int>) -> Set<Int> {
        let outside = ShortestPaths(from: others.flatMap { needs[heads[$0]] }, over: { needs[$0] })
        let named = ShortestPaths(from: others.flatMap { firmEdges[$0] }, over: { firmEdges[$0] })
        return Set(outside.reached).union(named.reached)
    }

    /// The participants that others wait for.
    var needed: Set<Int> { participants.intersection(awaited(by: participants)) }
}

// MARK: Running

extension StartOrder {
    /// Tracks which nodes may begin while other nodes finish.
    private struct Progress {
        private let dependents: [[Int]]
        private let precedes: (Int, Int) -> Bool
        /// For each node, the number of nodes that it still waits for.
        private var waitsFor: [Int]
        /// The nodes that may begin. The next one is at the end.
        private var ready: [Int]

        init(_ needs: [[Int]], _ precedes: @escaping (Int, Int) -> Bool) {
            self.precedes = precedes
            dependents = Self.dependents(of: needs)
            waitsFor = needs.map(\.count)
            ready = needs.indices.filter { needs[$0].isEmpty }.ordered { precedes($1, $0) }
        }

        /// Returns, for each node, the nodes that wait for it.
        static func dependents(of needs: [[Int]]) -> [[Int]] {
            var dependents = needs.map { _ in [Int]() }
            for (node, needs) in needs.enumerated() {
                for need in needs { dependents[need].append(node) }
            }
            return dependents
        }

        /// Removes and returns the next node that may begin.
        mutating func next() -> Int? { ready.popLast() }

        /// Marks a node as done. The nodes that waited only for it may begin.
        mutating func finish(_ node: Int) {
            for next in dependents[node] {
                waitsFor[next] -= 1
                guard waitsFor[next] == 0 else { continue }
                var (low, high) = (0, ready.count)
                while low < high {
                    let middle = (low + high) / 2
                    if precedes(next, ready[middle]) { low = middle + 1 } else { high = middle }
                }
                ready.insert(next, at: low)
            }
        }
    }

    /// Runs the participants concurrently, each after all participants that it waits for are done. If several may
    /// begin, the start order decides.
    ///
    /// After one has failed, or the task was cancelled, no other participant begins. The running ones are then
    /// cancelled and awaited.
    /// - Parameters:
    ///   - width: The number of participants that may run at once.
    ///   - body: Runs a participant, and returns true if the others may continue.
    func run(atOnce width: Int, _ body: @escaping @Sendable (_ member: Int) async -> Bool) async {
        var places = order
        for (place, node) in order.enumerated() { places[node] = place }
        var progress = Progress(needs) { [places] in places[$0] < places[$1] }
        await withTaskGroup(of: (node: Int, isDone: Bool).self) { group in
            var running = 0
            while true {
                while running < width, !group.isCancelled, let node = progress.next() {
                    guard participants.contains(node) else {
                        progress.finish(node)
                        continue
                    }
                    running += 1
                    group.addTask { (node, Task.isCancelled ? false : await body(node)) }
                }
                guard let (node, isDone) = await group.next() else { return }
                running -= 1
                progress.finish(node)
                if !isDone { group.cancelAll() }
            }
        }
    }
}
