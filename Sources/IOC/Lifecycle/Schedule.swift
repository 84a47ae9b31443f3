import IOCBase
import IOCModel

/// The steps of a start or a stop, and which of them wait for which.
///
/// 1. A step is one component, or the members of a cycle, one after another. What does not take part is an empty step: it only
///    hands on what it waits for.
/// 2. A step begins once all it needs are done.
/// 3. Between steps that may begin now the lowest place decides.
struct Schedule: Sendable {
    /// The components of a step in their order, and the places of the steps that it waits for.
    typealias Step = (members: [Int], needs: [Int])

    /// The steps; in a start order each behind all it needs.
    let steps: [Step]

    /// The same steps with some of their components, which are asked for in the order of a start.
    func keeping(_ isMember: (Int) -> Bool) -> Schedule {
        Schedule(steps: steps.map { ($0.members.filter(isMember), $0.needs) })
    }

    /// The components in their order, each with its wave: those of one wave wait for none of each other. The first is 0;
    /// members of a cycle are in waves of their own.
    /// - Parameter isMember: Returns true if a component counts.
    func waves(of isMember: (Int) -> Bool) -> [(member: Int, wave: Int)] {
        var ends: [Int] = []
        return steps.flatMap { step in
            let wave = step.needs.map { ends[$0] }.max() ?? 0
            let members = step.members.filter(isMember)
            ends.append(wave + members.count)
            return members.enumerated().map { ($1, wave + $0) }
        }
    }

    /// The schedule of the stop after this start: the same steps the other way.
    var reversed: Schedule {
        let last = steps.count - 1
        let reversed = zip(steps, dependents).reversed().map { step, dependents in
            (members: Array(step.members.reversed()), needs: dependents.map { last - $0 })
        }
        return Schedule(steps: reversed)
    }

    /// For each step the places of the steps that wait for it.
    private var dependents: [[Int]] {
        var dependents = steps.map { _ in [Int]() }
        for (place, step) in steps.enumerated() {
            for need in step.needs { dependents[need].append(place) }
        }
        return dependents
    }

    /// The same steps in the order in which they begin if one begins after another, and a predicate decides between those that
    /// may begin.
    func ordered(by precedes: @escaping (Int, Int) -> Bool) -> Schedule {
        var progress = Progress(self, precedes)
        var order: [Int] = []
        while let next = progress.next() {
            order.append(next)
            progress.finish(next)
        }
        var places = order
        for (place, step) in order.enumerated() { places[step] = place }
        return Schedule(steps: order.map { (steps[$0].members, steps[$0].needs.map { places[$0] }) })
    }
}

// MARK: Running

extension Schedule {
    /// The steps that may begin, as others are done.
    private struct Progress {
        private let dependents: [[Int]]
        private let precedes: (Int, Int) -> Bool
        /// For each step how many it waits for still.
        private var waitsFor: [Int]
        /// The steps that may begin, the first one last.
        private var ready: [Int]

        init(_ schedule: Schedule, _ precedes: @escaping (Int, Int) -> Bool) {
            self.precedes = precedes
            dependents = schedule.dependents
            waitsFor = schedule.steps.map(\.needs.count)
            ready = waitsFor.indices.filter { [waitsFor] in waitsFor[$0] == 0 }.ordered { precedes($1, $0) }
        }

        /// Takes the next step that may begin.
        mutating func next() -> Int? { ready.popLast() }

        /// Lets those begin that wait for a step alone.
        mutating func finish(_ place: Int) {
            for next in dependents[place] {
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

    /// Runs the steps side by side, each once all it waits for are done.
    ///
    /// No more begin once one has failed, or the task is cancelled; those under way are then cancelled, and awaited.
    /// - Parameters:
    ///   - width: The number of steps that may run at once.
    ///   - body: Runs a component, and returns true to go on.
    func run(atOnce width: Int, _ body: @escaping @Sendable (_ member: Int) async -> Bool) async {
        var progress = Progress(self, <)
        await withTaskGroup(of: (place: Int, isDone: Bool).self) { group in
            var running = 0
            while true {
                while running < width, !group.isCancelled, let place = progress.next() {
                    let members = steps[place].members
                    guard !members.isEmpty else {
                        progress.finish(place)
                        continue
                    }
                    running += 1
                    group.addTask {
                        for member in members {
                            guard !Task.isCancelled, await body(member) else { return (place, false) }
                        }
                        return (place, true)
                    }
                }
                guard let (place, isDone) = await group.next() else { return }
                running -= 1
                progress.finish(place)
                if !isDone { group.cancelAll() }
            }
        }
    }
}

/// The order in which components start: dependencies first.
///
/// 1. A component starts after all it depends on, directly or through others.
/// 2. Between components that may start now, the name decides.
/// 3. Members of a cycle start together, ordered by their firm edges alone, and then by name.
struct StartOrder {
    /// For each definition those it depends on by property or by a lookup.
    let edges: [[Int]]
    /// For each definition those in its `dependsOn`, which also order a cycle.
    let firmEdges: [[Int]]
    let names: [String]
    /// The nodes whose names decide ties; the others only connect them.
    let participants: Set<Int>

    private var allEdges: [[Int]] { zip(edges, firmEdges).map { $0 + $1 } }

    /// The steps in which the participants start.
    ///
    /// Members of a cycle are one step. Its place among others is that of a start in which one begins after another.
    var schedule: Schedule {
        sorted(allEdges) { group in
            let members = Set(group)
            let inside = firmEdges.indices.map { node in
                members.contains(node) ? firmEdges[node].filter(members.contains) : []
            }
            return sorted(inside) { $0.ordered { names[$0] < names[$1] } }.steps.flatMap(\.members)
                .filter(members.contains)
        }
    }

    /// For each definition those that come before it, whatever is known later: the edges between steps, the firm ones, and the
    /// order inside the steps.
    var precedence: [[Int]] {
        let groups = GraphWalk(successors: allEdges).groupOfNode
        var result = edges.indices.map { node in
            // Firm ones inside a cycle, too, as one may lead to a member that takes no part, and on through that.
            firmEdges[node] + edges[node].filter { groups[$0] != groups[node] }
        }
        for step in schedule.steps {
            for (earlier, later) in zip(step.members, step.members.dropFirst()) { result[later].append(earlier) }
        }
        return result
    }

    /// The participants that others wait for: those of a cycle with a dependent outside, or with a member whose `dependsOn` leads to
    /// them.
    /// - Parameter schedule: The steps of this order.
    func needed(in schedule: Schedule) -> Set<Int> {
        var needed: Set<Int> = []
        var neededSteps: Set<Int> = []
        for (place, step) in schedule.steps.enumerated().reversed() {
            let isNeeded = neededSteps.contains(place)
            if isNeeded || !step.members.isEmpty { neededSteps.formUnion(step.needs) }
            let named = step.members.count > 1 ? step.members.flatMap { firmEdges[$0] } : []
            let reached = Set(ShortestPaths(from: named, over: { firmEdges[$0] }).reached)
            needed.formUnion(step.members.filter { isNeeded || reached.contains($0) })
        }
        return needed
    }

    /// Returns true if a definition starts after another one because it leads to it. A member of its cycle does so if `dependsOn`
    /// says it.
    func isAfter(_ later: Int, _ earlier: Int) -> Bool {
        func leads(_ start: Int, to end: Int, over edges: [[Int]]) -> Bool {
            ShortestPaths(from: edges[start], over: { edges[$0] }).reached.contains(end)
        }
        if leads(later, to: earlier, over: firmEdges) { return true }
        return leads(later, to: earlier, over: allEdges) && !leads(earlier, to: later, over: allEdges)
    }

    /// Groups with those they need first, by name where that leaves a choice; `inner` orders the members of a cycle.
    private func sorted(_ successors: [[Int]], inner: ([Int]) -> [Int]) -> Schedule {
        let walk = GraphWalk(successors: successors)
        let groups = walk.groups.enumerated().map { group, members in
            let needs = Set(members.flatMap { successors[$0] }.map { walk.groupOfNode[$0] }).subtracting([group])
            let order = members.count > 1 ? inner(members) : members
            return (members: order.filter(participants.contains), needs: Array(needs))
        }
        // A group that does not take part is as early as it can be, so that its name decides nothing.
        let ranks = groups.map { $0.members.map { names[$0] }.min() ?? "" }
        return Schedule(steps: groups).ordered { (ranks[$0], $0) < (ranks[$1], $1) }
    }
}
