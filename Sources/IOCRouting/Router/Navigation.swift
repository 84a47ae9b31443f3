/// One navigation with its redirections. A navigation that is started inside it is a navigation of its own.
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

    /// Follows the route and its redirections. A navigation that does not arrive is undone before this returns or throws.
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
                    // A navigation inside this one may have reported changes that it could not undo. They are tried again.
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

    /// Runs an interceptor, which owns the navigations that it starts.
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

    /// Undoes the navigation in a task of its own, because a canceled task could not.
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
