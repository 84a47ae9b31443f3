/// A navigation in progress while other code runs; it owns the navigations which that code starts.
///
/// They run one after another, within it: when it ends, those that have not are canceled and awaited. What comes later
/// belongs to the navigation itself, see ``owner(of:)``.
@MainActor final class Activity {
    enum Kind: Equatable {
        /// Anything of which nobody waits for an end: finders, factories, input tasks, post-routing tasks.
        case route
        /// An interceptor that is asked.
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

    /// Runs a navigation that this owns, after those it owned before.
    ///
    /// One of those may wait for what comes after this one, where nobody sees it: so the wait has a limit.
    func run<Screen: RoutedScreen>(
        _ name: String, within limit: Duration?, by clock: any Clock<Duration>,
        _ body: @escaping @MainActor () async throws -> NavigationResult<Screen>
    ) async throws -> NavigationResult<Screen> where Screen.Base == Screen {
        if Task.isCancelled { throw RoutingError.canceled(name) }
        let ticket = Ticket<Screen>(name: name)
        let watch = (line.isBusy ? limit : nil).map { limit in
            Task { @MainActor in
                try await clock.sleep(for: limit)
                line.giveUp(ticket) { blocked(name, behind: $0, limit) }
            }
        }
        defer { watch?.cancel() }
        return try await line.run(ticket, body)
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

    /// Lets nothing more begin, and waits until all that did has come to its end: a change in flight at the host, too.
    func end() async {
        isOpen = false
        line.cancel(because: .navigationCanceled)
        await line.emptied()
    }

    /// Where a navigation that is started here belongs; nil where it is one of its own.
    ///
    /// 1. An interceptor or a change of the host that has not ended owns it.
    /// 2. An interceptor that has ended owns nothing more: it was awaited, and has answered. Refused.
    /// 3. While the navigation runs, an interceptor that it asks just now owns it; else it waits for the end.
    /// 4. What a navigation started that arrived belongs to what that one was started in, as by 1, 3 and 4; with
    ///    nothing around it, it is one of its own. So a screen's own work outlives the navigation that showed it.
    /// 5. What a navigation started that did not arrive is refused.
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
