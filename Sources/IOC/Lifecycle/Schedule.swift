import IOCBase
import IOCModel

/// The steps of a start, and which of them wait for which.
///
/// 1. A step is one component, or the members of a cycle, one after another. What does not take part is an empty step: it only
///    hands on what it waits for.
/// 2. A step begins once all it needs are done; a stop goes the other way.
/// 3. Between steps that may begin now the place decides: the lowest in a start, the highest in a stop.
struct Schedule: Sendable {
    struct Step: Sendable {
        /// The components of the step, in the order in which they start.
        let members: [Int]
        /// The places of the steps that it waits for, all of them lower than its own.
        let needs: [Int]
        /// The places of the steps that wait for it.
        fileprivate(set) var dependents: [Int] = []
    }

    /// The steps, each behind all it needs.
    private(set) var steps: [Step]

    /// - Parameter steps: For each step its components, and the places of those it needs.
    init(_ steps: [(members: [Int], needs: [Int])]) {
        self.steps = steps.map { Step(members: $0.members, needs: $0.needs) }
        for (place, step) in steps.enumerated() {
            for need in step.needs { self.steps[need].dependents.append(place) }
        }
    }

    /// The same steps with some of their components, which are asked for in the order of a start.
    func keeping(_ isMember: (Int) -> Bool) -> Schedule {
        Schedule(steps.map { ($0.members.filter(isMember), $0.needs) })
    }

    /// The components in the order of a start in which one begins after another.
    var order: [Int] { steps.flatMap(\.members) }

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

    /// For each step a Boolean value that indicates whether a component of another one waits for it, directly or through others.
    var isNeeded: [Bool] {
        var isNeeded = [Bool](repeating: false, count: steps.count)
        for (place, step) in steps.enumerated().reversed() where isNeeded[place] || !step.members.isEmpty {
            for need in step.needs { isNeeded[need] = true }
        }
        return isNeeded
    }
}

// MARK: Running

extension Schedule {
    /// The direction in which the steps are gone through.
    enum Direction: Sendable {
        case start, stop
    }

    /// The steps that may begin, as others are done.
    struct Progress {
        private let steps: [Step]
        private let direction: Direction
        /// For each step how many it waits for still.
        private var waitsFor: [Int]
        /// The steps that may begin; the next one is at the end.
        private var ready: [Int]

        init(_ schedule: Schedule, _ direction: Direction) {
            steps = schedule.steps
            self.direction = direction
            waitsFor = steps.map { direction == .start ? $0.needs.count : $0.dependents.count }
            ready = steps.indices.filter { [waitsFor] in waitsFor[$0] == 0 }
            if direction == .start { ready.reverse() }
        }

        /// Takes the next step that may begin.
        mutating func next() -> Int? { ready.popLast() }

        /// Lets those begin that wait for a step alone.
        mutating func finish(_ place: Int) {
            for next in direction == .start ? steps[place].dependents : steps[place].needs {
                waitsFor[next] -= 1
                if waitsFor[next] == 0 { admit(next) }
            }
        }

        /// Puts a step behind all that the direction takes later.
        private mutating func admit(_ place: Int) {
            var (low, high) = (0, ready.count)
            while low < high {
                let middle = (low + high) / 2
                let isLater = direction == .start ? ready[middle] > place : ready[middle] < place
                if isLater { low = middle + 1 } else { high = middle }
            }
            ready.insert(place, at: low)
        }
    }

    /// Runs the steps side by side, each once all it waits for are done.
    ///
    /// No more begin once one has failed, or the task is cancelled; those under way are then cancelled, and awaited.
    /// - Parameters:
    ///   - width: The number of steps that may run at once.
    ///   - body: Runs a component, and returns true to go on.
    func run(
        _ direction: Direction, atOnce width: Int, _ body: @escaping @Sendable (_ member: Int) async -> Bool
    ) async {
        var progress = Progress(self, direction)
        await withTaskGroup(of: (place: Int, isDone: Bool).self) { group in
            var running = 0
            var goesOn = true
            while true {
                while goesOn, running < width, !Task.isCancelled, let place = progress.next() {
                    let members = steps[place].members
                    guard !members.isEmpty else {
                        progress.finish(place)
                        continue
                    }
                    running += 1
                    group.addTask {
                        (place, await Self.run(direction == .start ? members : members.reversed(), body))
                    }
                }
                guard let (place, isDone) = await group.next() else { return }
                running -= 1
                progress.finish(place)
                if !isDone {
                    goesOn = false
                    group.cancelAll()
                }
            }
        }
    }

    private static func run(_ members: [Int], _ body: @Sendable (Int) async -> Bool) async -> Bool {
        for member in members {
            if member != members.first, Task.isCancelled { return false }
            guard await body(member) else { return false }
        }
        return true
    }
}

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
