/// A line of navigations that run one after another, in the order of their requests.
///
/// A navigation has its place in the line from its request on, before its task begins. So ``running`` is nil only if no
/// navigation waits.
@MainActor final class NavigationLine {
    /// A navigation that runs or waits.
    @MainActor final class Entry {
        let name: String
        fileprivate var turn: CheckedContinuation<Void, Never>?
        fileprivate var cancel: @MainActor () -> Void = {}
        /// The error of a navigation that was canceled because it waited too long.
        fileprivate var failure: RoutingError?

        init(_ name: String) {
            self.name = name
        }

        fileprivate func proceed() {
            turn?.resume()
            turn = nil
        }
    }

    private var running: Entry?
    private var waiting: [Entry] = []
    private var watchers: [CheckedContinuation<Void, Never>] = []

    nonisolated init() {}

    var isBusy: Bool { running != nil }

    var runningName: String? { running?.name }

    var waitingCount: Int { waiting.count }

    /// Runs the body in its turn. If the caller is canceled, the navigation is canceled too, and the caller waits for
    /// its end.
    func run<Value: Sendable>(
        _ entry: Entry, _ body: @escaping @MainActor () async throws -> Value
    ) async throws -> Value {
        if running == nil { running = entry } else { waiting.append(entry) }
        let task = Task { @MainActor in
            defer { leave(entry) }
            do {
                try await turn(of: entry)
                return try await body()
            } catch {
                throw entry.failure ?? (error is RoutingError ? error : RoutingError.canceled(entry.name))
            }
        }
        entry.cancel = { task.cancel() }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Cancels a navigation that still waits for its turn.
    /// - Parameter error: Creates the error from the name of the running navigation.
    func giveUp(_ entry: Entry, _ error: (_ running: String) -> RoutingError) {
        guard let running, waiting.contains(where: { $0 === entry }) else { return }
        entry.failure = error(running.name)
        entry.cancel()
    }

    /// Cancels the running navigation and all waiting navigations.
    func cancelAll() {
        for entry in [running].compactMap({ $0 }) + waiting { entry.cancel() }
    }

    /// Waits until no navigation runs or waits.
    func emptied() async {
        guard isBusy else { return }
        await withCheckedContinuation { watchers.append($0) }
    }

    private func turn(of entry: Entry) async throws {
        if running !== entry {
            await withTaskCancellationHandler {
                await withCheckedContinuation { entry.turn = $0 }
            } onCancel: {
                Task { @MainActor in entry.proceed() }
            }
        }
        try Task.checkCancellation()
    }

    private func leave(_ entry: Entry) {
        guard running === entry else { return waiting.removeAll { $0 === entry } }
        running = waiting.isEmpty ? nil : waiting.removeFirst()
        running?.proceed()
        guard !isBusy else { return }
        let done = watchers
        watchers = []
        for watcher in done { watcher.resume() }
    }
}

/// The activity whose code the current task runs. A navigation that this code starts finds its owner here.
enum CurrentNavigation {
    @TaskLocal static var activity: Activity?
}

/// A part of a navigation that runs other code: an interceptor, a host change, or the code of the route.
///
/// An interceptor or a host change owns the navigations that its code starts. These navigations run one after another.
/// When the interceptor or change ends, the owned navigations that have not ended are canceled and awaited.
/// ``owner(of:)`` decides about navigations that are requested later.
@MainActor final class Activity {
    enum Kind: Equatable {
        /// Finders, factories, input tasks and post-routing tasks. The navigation does not wait for navigations that
        /// they start.
        case route
        /// An interceptor that runs.
        case interceptor(InterceptorID)
        /// A change that the host makes.
        case change
    }

    struct InterceptorID: Hashable {
        /// The step or the router that has the interceptor.
        var owner: ObjectIdentifier
        var index: Int
    }

    let kind: Kind
    let name: String
    let navigation: NavigationRecord
    private let line = NavigationLine()
    private(set) var isOpen: Bool

    init(_ kind: Kind, named name: String, of navigation: NavigationRecord) {
        self.kind = kind
        self.name = name
        self.navigation = navigation
        isOpen = kind != .route
    }

    /// Runs a navigation that this activity owns, after the earlier navigations that it owns.
    ///
    /// The wait is limited, because an earlier navigation may wait for code that runs after this navigation.
    func run<Value: Sendable>(
        _ name: String, within limit: Duration?, by clock: any Clock<Duration>,
        _ body: @escaping @MainActor () async throws -> Value
    ) async throws -> Value {
        if Task.isCancelled { throw RoutingError.canceled(name) }
        let entry = NavigationLine.Entry(name)
        let watch = (line.isBusy ? limit : nil).map { limit in
            Task { @MainActor in
                try await clock.sleep(for: limit)
                line.giveUp(entry) { blocked(name, behind: $0, limit) }
            }
        }
        defer { watch?.cancel() }
        return try await line.run(entry, body)
    }

    private func blocked(_ name: String, behind running: String, _ limit: Duration) -> RoutingError {
        let place = kind == .change ? "the change '\(self.name)'" : "'\(self.name)'"
        return RoutingError(
            .navigationBlocked, path: [name],
            wanted:
                "the turn of '\(name)' within \(limit): what \(place) of '\(navigation.name)' starts runs one after another",
            found: "'\(running)', which was started there before, has not ended",
            action:
                "let '\(running)' not wait for what comes after '\(name)', or set a longer "
                + "RouterConfiguration.nestedWaitLimit")
    }

    /// Starts no further navigation, cancels those that have started, and waits for their end.
    func end() async {
        isOpen = false
        line.cancelAll()
        await line.emptied()
    }

    /// Returns the owner of a navigation that is requested in this activity; nil if the navigation is independent.
    ///
    /// 1. If the activity is an interceptor or a host change that has not ended, it is the owner.
    /// 2. If it is an interceptor that has ended, the new navigation is rejected.
    /// 3. Otherwise the state of the activity's navigation decides. While it is running, its running interceptor is the
    ///    owner. If no interceptor runs, the new navigation waits until the activity's navigation has ended.
    /// 4. If the activity's navigation arrived, rules 1, 3, 4 and 5 apply to the outer activity. Without an outer
    ///    activity the new navigation is independent. So the work of a screen outlives the navigation that showed the
    ///    screen.
    /// 5. If the activity's navigation did not arrive, the new navigation is rejected.
    func owner(of name: String) async throws -> Activity? {
        var activity = self
        if case .interceptor = kind, !isOpen { throw refusal(of: name, because: "has ended") }
        while true {
            if activity.isOpen { return activity }
            switch activity.navigation.state {
            case .running:
                if let asking = activity.navigation.asking { return asking }
                try await activity.navigation.ended(for: name)
            case .arrived:
                guard let parent = activity.navigation.parent else { return nil }
                activity = parent
            case .ended(let how): throw activity.refusal(of: name, because: how)
            }
        }
    }

    private func refusal(of name: String, because how: String) -> RoutingError {
        let place = kind == .route || kind == .change ? navigation.name : "\(self.name) of \(navigation.name)"
        return RoutingError(
            .ownerEnded, path: [name], wanted: "what this navigation was started in to go on", found: "\(place) \(how)",
            action: "wait for it there, or start it in a detached task, which belongs to no navigation")
    }
}
