import IOCRouting
import IOCRoutingTesting
import Testing

@MainActor @Suite("The result of navigations inside each other", .timeLimit(.minutes(30))) struct NestedResultTests {
    /// A route that pushes a screen once something has been done.
    private func route(
        _ name: String, _ body: @escaping @MainActor () async throws -> Void
    ) -> Step<HeadlessScreen, Void> {
        pushRoute(name) { step in
            step.adding(
                ClosureInterceptor<Void> { _ in
                    try await body()
                    return .proceed
                })
        }
    }

    private func set(_ screens: String...) -> RoutingOperation { .setContained(container: "stack", screens: screens) }

    @Test("It lists every change of its tree in order, and none of another tree")
    func operations() async throws {
        let (host, _, router) = stackWorld([HeadlessScreen(named: "base")])
        let otherHost = HeadlessHost(root: HeadlessStack(named: "other"))
        let other = Router<HeadlessScreen>(host: otherHost, gate: router.gate)
        let route = route("four") {
            try await router.navigate(to: pushRoute("one"))
            try await router.navigate(to: pushRoute("two"))
            let there = try await other.navigate(
                to: self.route("elsewhere") { try await router.navigate(to: pushRoute("three")) })
            #expect(there.operations == [.setContained(container: "other", screens: ["elsewhere"])])
        }
        let result = try await router.navigate(to: route)
        #expect(
            result.operations == [
                set("base", "one"), set("base", "one", "two"), set("base", "one", "two", "three"),
                set("base", "one", "two", "three", "four"),
            ])
        #expect(host.log == ["one", "two", "three", "four"].map { .push($0, in: "stack") })
        #expect(result.plans == 2 && otherHost.log == [.push("elsewhere", in: "other")])
    }

    @Test("It counts the plans of every redirection")
    func plans() async throws {
        let (_, _, router) = stackWorld([HeadlessScreen(named: "base")])
        var target = pushRoute("last").erasedDestination
        for _ in 0..<3 {
            let next = target
            target = settingsRoute(ClosureInterceptor { _ in .redirect(next) }).erasedDestination
        }
        #expect(try await router.navigate(to: target).plans == 4)
    }

    private func login(on place: String) -> String {
        "dismissing LoginScreen from \(place): failed as requested: dismiss LoginScreen from \(place)"
    }

    private func refuseDismissals(_ host: HeadlessHost, times: Int = .max) {
        host.fail(times: times) { if case .dismiss = $0 { true } else { false } }
    }

    @Test(
        "Undoing is tried again by the navigation around, and a lasting failure is reported once",
        arguments: [true, false])
    func triedAgain(isLasting: Bool) async throws {
        let (host, _, router) = stackWorld([HeadlessScreen(named: "base")])
        let shape = router.tree.shape
        var reported: [String]?
        let inner = route("inner") {
            try await router.navigate(to: ChatRoutes.login)
            // Twice is as often as one of them tries.
            refuseDismissals(host, times: isLasting ? .max : 2)
            throw Refusal()
        }
        let outer = route("outer") {
            do {
                try await router.navigate(to: inner)
            } catch {
                reported = (error as? RoutingError)?.notUndone
                throw error
            }
        }
        let error = await routingError { try await router.navigate(to: outer) }
        #expect(reported == [login(on: "stack")])
        #expect(error?.path.first == "outer" && error?.notUndone == (isLasting ? [login(on: "stack")] : []))
        #expect((router.tree.shape == shape) == !isLasting)
    }

    @Test("Failures to undo in two trees are reported together")
    func bothTrees() async throws {
        let (host, _, router) = stackWorld([HeadlessScreen(named: "base")])
        let otherHost = HeadlessHost(root: HeadlessStack(named: "other", children: [HeadlessScreen(named: "there")]))
        let other = Router<HeadlessScreen>(host: otherHost, gate: router.gate)
        refuseDismissals(host)
        refuseDismissals(otherHost)
        let inner = route("inner") {
            try await other.navigate(to: ChatRoutes.login)
            throw Refusal()
        }
        let outer = route("outer") {
            try await router.navigate(to: ChatRoutes.login)
            try await other.navigate(to: inner)
        }
        let error = await routingError { try await router.navigate(to: outer) }
        #expect(error?.notUndone == [login(on: "other"), login(on: "stack")])
    }
}
