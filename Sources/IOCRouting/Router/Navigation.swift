/// One navigation with its redirections. A navigation that is started inside it has an object of its own.
@MainActor final class Navigation<Screen: RoutedScreen> where Screen.Base == Screen {
    let router: Router<Screen>
    let record: NavigationRecord
    let journal: Journal<Screen>
    var tree: ScreenTree<Screen> { journal.tree }
    private let route: Activity

    init(_ name: String, by router: Router<Screen>, in activity: Activity?) {
        self.router = router
        let own = Journal(tree: router.tree)
        record = NavigationRecord(name: name, in: activity, gate: router.gate, host: router.host) { own }
        journal = record.journal as? Journal<Screen> ?? own
        route = Activity(.route, named: name, of: record)
    }

    /// Follows the route and its redirections. If the navigation does not arrive, it is undone before this function
    /// returns or throws.
    func run(_ first: AnyDestination<Screen>, animated: Bool) async throws -> NavigationResult<Screen> {
        defer { record.forget() }
        return try await CurrentNavigation.$activity.withValue(route) {
            do {
                return try await follow(first, animated: animated)
            } catch {
                var fault =
                    (error as? RoutingError)
                    ?? (error is CancellationError ? RoutingError.canceled(first.name) : unexpected(error))
                if record.state == .running {
                    record.end(.ended("did not arrive: \(fault.code)"))
                    // The error may list changes that an inner navigation could not undo. This navigation tries to undo
                    // them again.
                    fault.notUndone.removeAll { journal.reported.contains($0) }
                    fault.notUndone += await undo()
                }
                throw fault.located(at: first.name)
            }
        }
    }

    private func follow(_ first: AnyDestination<Screen>, animated: Bool) async throws -> NavigationResult<Screen> {
        try checkDepth()
        var destination = first
        var redirections = 0
        var plans = 0
        while true {
            let journey = Journey(navigation: self, destination: destination, animated: animated)
            let outcome = try await journey.run()
            plans += journey.plans
            switch outcome {
            case .arrived(let screen):
                record.end(.arrived)
                return NavigationResult(
                    ending: redirections == 0 ? .arrived(screen) : .redirected(to: destination.name, screen),
                    operations: record.operations, plans: plans)
            case .redirect(let target):
                redirections += 1
                guard redirections <= router.configuration.redirectionLimit else {
                    throw RoutingError(
                        .redirectCycle, path: [destination.name], wanted: "a redirection that arrives",
                        found: "\(redirections) redirections, the last one to \(target.name)",
                        action: "let the interceptors agree on one destination")
                }
                destination = target
            case .stop(let reason):
                record.end(.ended("was stopped: \(reason)"))
                let notUndone = await undo()
                guard notUndone.isEmpty else {
                    throw RoutingError(
                        .rollbackIncomplete, path: [first.name], wanted: "the tree as it was, as \(reason)",
                        found: tree.outline, action: "navigate to where the person shall be", notUndone: notUndone)
                }
                return NavigationResult(ending: .stopped(reason), operations: [], plans: plans)
            }
        }
    }

    /// Runs an interceptor. The interceptor owns the navigations that it starts.
    func asking<Value>(
        _ interceptor: Activity.InterceptorID, named name: String, _ body: () async throws -> Value
    ) async throws -> Value {
        let activity = Activity(.interceptor(interceptor), named: name, of: record)
        record.asking = activity
        let result = await CurrentNavigation.$activity.withValue(activity) { await outcome(of: body) }
        record.asking = nil
        await activity.end()
        return try result.get()
    }

    /// Lets the host make a change and records it. The change owns the navigations that the host starts.
    func changing(
        _ change: Journal<Screen>.Change, named name: String, _ body: () async throws -> Void
    ) async throws {
        let activity = Activity(.change, named: name, of: record)
        let mark = journal.begin(change, of: record)
        let result = await CurrentNavigation.$activity.withValue(activity) { await outcome(of: body) }
        journal.end(mark, failed: (try? result.get()) == nil)
        await activity.end()
        try result.get()
    }

    private func outcome<Value>(of body: () async throws -> Value) async -> Result<Value, any Error> {
        do {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }

    /// Undoes the navigation in a separate task, because the current task may be canceled.
    private func undo() async -> [String] {
        let (journal, record) = (journal, record)
        return await Task { @MainActor in await journal.undo(record) }.value
    }

    private func checkDepth() throws {
        let limit = router.configuration.nestingLimit
        guard record.depth > limit else { return }
        throw RoutingError(
            .navigationTooDeep, wanted: "no more than \(limit) navigations inside each other",
            found: ([record] + record.around).map(\.name).joined(separator: ", in "),
            action: "look for a host or an interceptor that navigates in answer to its own navigation")
    }

    private func unexpected(_ error: any Error) -> RoutingError {
        RoutingError.wrapping(
            error, as: .hostFailed, at: "navigation", wanted: "the navigation to go on", action: "look at the cause")
    }
}

/// The state of a navigation, for the code that the navigation has started. It outlives the navigation.
@MainActor final class NavigationRecord {
    enum State: Equatable {
        case running
        case arrived
        /// It did not arrive, for the given reason.
        case ended(String)
    }

    let name: String
    /// The activity of an outer navigation that owns this navigation; nil if there is none.
    let parent: Activity?
    let gate: ObjectIdentifier
    let host: ObjectIdentifier
    /// The number of navigations around it.
    let depth: Int
    private(set) var state = State.running
    /// The interceptor that runs now; nil if none runs.
    var asking: Activity?
    /// The changes so far, including those of arrived inner navigations of the same tree.
    var operations: [RoutingOperation] = []
    /// The journal of its tree. Nested navigations of the same tree share it.
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

    /// Returns true if this is the other navigation, or is inside the other navigation.
    func isWithin(_ other: NavigationRecord) -> Bool { self === other || around.contains { $0 === other } }

    /// Returns true if this navigation or an outer navigation uses a gate. Inner navigations must not wait for it.
    func holds(_ gate: AnyObject) -> Bool { ([self] + around).contains { $0.gate == ObjectIdentifier(gate) } }

    /// Returns true if the given interceptor is running in an outer navigation.
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

    /// Releases the screens that the journal references, because code that was started by the navigation may retain
    /// this record.
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

/// A gate that lets one navigation run at a time. Let the routers of one tree share a gate.
@MainActor public final class NavigationGate<Screen: RoutedScreen> where Screen.Base == Screen {
    private let line = NavigationLine()

    /// Creates a gate. It may be called on any thread.
    nonisolated public init() {}

    /// True while a navigation runs or waits.
    public var isNavigating: Bool { line.isBusy }

    /// The number of navigations that wait for their turn.
    public var waitingCount: Int { line.waitingCount }

    /// Cancels the running navigation and all waiting navigations.
    public func cancelAll() { line.cancelAll() }

    func run(
        _ name: String, policy: QueuePolicy, _ body: @escaping @MainActor () async throws -> NavigationResult<Screen>
    ) async throws -> NavigationResult<Screen> {
        if Task.isCancelled { throw RoutingError.canceled(name) }
        if policy == .reject, let running = line.runningName {
            throw RoutingError(
                .routerBusy, path: [name], wanted: "no other navigation", found: "\(running) is under way",
                action: "wait for it, or use the policy `.enqueue`")
        }
        return try await line.run(NavigationLine.Entry(name), body)
    }
}

/// The rule for a navigation that is requested while another navigation runs.
public enum QueuePolicy: Hashable, Sendable {
    /// The new navigation throws ``RoutingError/Code/routerBusy``.
    case reject
    /// The new navigation waits for its turn.
    case enqueue
}
