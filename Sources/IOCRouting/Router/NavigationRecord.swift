/// The state of a navigation, for the code that it started. It outlives the navigation.
@MainActor final class NavigationRecord {
    enum State: Equatable {
        case running
        case arrived
        /// It did not arrive; the reason, in words.
        case ended(String)
    }

    let name: String
    /// The part of another navigation that owns this one.
    let parent: Activity?
    let gate: ObjectIdentifier
    let host: ObjectIdentifier
    /// The number of navigations around it.
    let depth: Int
    private(set) var state = State.running
    /// The interceptor that runs now.
    var asking: Activity?
    /// The changes so far, including those of navigations that it owned and that arrived.
    var operations: [RoutingOperation] = []
    /// The journal of its tree, which navigations of the same tree inside each other share.
    private(set) var journal: AnyObject?
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    private var count = 0

    init(name: String, in parent: Activity?, gate: AnyObject, host: AnyObject, journal: () -> AnyObject) {
        self.name = name
        self.parent = parent
        self.gate = ObjectIdentifier(gate)
        self.host = ObjectIdentifier(host)
        depth = parent.map { $0.navigation.depth + 1 } ?? 0
        self.journal = around.first { $0.host == self.host }?.journal ?? journal()
    }

    /// The navigations around this one, nearest first.
    var around: [NavigationRecord] {
        var result: [NavigationRecord] = []
        var next = parent
        while let activity = next {
            result.append(activity.navigation)
            next = activity.navigation.parent
        }
        return result
    }

    /// Returns true if this is the other navigation, or is inside it.
    func isWithin(_ other: NavigationRecord) -> Bool { self === other || around.contains { $0 === other } }

    /// Returns true if this navigation or one around it uses a gate. A navigation inside it must not wait for that gate.
    func holds(_ gate: AnyObject) -> Bool { ([self] + around).contains { $0.gate == ObjectIdentifier(gate) } }

    /// Returns true if an interceptor of a navigation around this one runs now.
    func isInside(_ interceptor: Activity.InterceptorID) -> Bool {
        ([parent] + around.map(\.parent)).contains { $0?.kind == .interceptor(interceptor) }
    }

    /// Ends the navigation and resumes the code that waits for its end.
    func end(_ state: State) {
        guard self.state == .running else { return }
        self.state = state
        if state == .arrived, let outer = around.first(where: { $0.host == host }) { outer.operations += operations }
        let waiting = waiting
        self.waiting = [:]
        for index in waiting.keys.sorted() { waiting[index]?.resume() }
    }

    /// Releases the screens that the journal references, because code that was started here may keep this record.
    func forget() { journal = nil }

    /// Waits for the end. Throws if the waiting task is canceled.
    func ended(for name: String) async throws {
        guard state == .running, !Task.isCancelled else { return try check(name) }
        count += 1
        let index = count
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiting[index] = $0 }
        } onCancel: {
            Task { @MainActor in self.waiting.removeValue(forKey: index)?.resume() }
        }
        try check(name)
    }

    private func check(_ name: String) throws {
        if Task.isCancelled { throw RoutingError.canceled(name) }
    }
}
