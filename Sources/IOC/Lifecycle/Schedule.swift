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
