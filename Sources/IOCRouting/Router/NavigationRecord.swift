/// The known facts of a navigation as long as anything that it started may ask.
@MainActor final class NavigationRecord {
    enum State: Equatable {
        case running
        case arrived
        /// It did not arrive; how, in words.
        case ended(String)
    }

    let name: String
    /// The navigation it was started in.
    let parent: Activity?
    let gate: ObjectIdentifier
    let host: ObjectIdentifier
    /// The number of navigations that are around it.
    let depth: Int
    private(set) var state = State.running
    /// The interceptor that is asked just now.
    var asking: Activity?
    /// The changes made so far, with those of the navigations it owned and that arrived.
    var operations: [RoutingOperation] = []
    /// The changes of its tree, shared by all navigations of that tree inside each other.
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

    /// The navigations that this one is inside of, nearest first.
    var around: [NavigationRecord] {
        var result: [NavigationRecord] = []
        var next = parent
        while let activity = next {
            result.append(activity.navigation)
            next = activity.navigation.parent
        }
        return result
    }

    /// Returns true if it is another one, or inside of that.
    func isWithin(_ other: NavigationRecord) -> Bool { self === other || around.contains { $0 === other } }

    /// Returns true if it, or one around it, has gone through a gate, for which it must not wait then.
    func holds(_ gate: AnyObject) -> Bool { ([self] + around).contains { $0.gate == ObjectIdentifier(gate) } }

    /// Returns true if an interceptor is asked just now by one of those around it.
    func isInside(_ interceptor: Activity.InterceptorID) -> Bool {
        ([parent] + around.map(\.parent)).contains { $0?.kind == .interceptor(interceptor) }
    }

    /// Lets those go on that wait for the end.
    func end(_ state: State) {
        guard self.state == .running else { return }
        self.state = state
        if state == .arrived, let outer = around.first(where: { $0.host == host }) { outer.operations += operations }
        let waiting = waiting
        self.waiting = [:]
        for index in waiting.keys.sorted() { waiting[index]?.resume() }
    }

    /// Lets the screens go that the journal holds; what started here may be remembered for long.
    func forget() { journal = nil }

    /// Waits for the end; throws where the waiting task is canceled.
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
