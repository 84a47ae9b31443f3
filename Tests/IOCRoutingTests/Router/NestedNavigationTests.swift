import IOCRouting
import IOCRoutingTesting
import Testing

/// What a navigation starts ends with it: whatever ends the navigation, however it was started, however slow the host.
/// One test runs after the other, as one main actor serves them all.
@MainActor @Suite("Navigations inside navigations", .serialized, .timeLimit(.minutes(30)))
struct NestedNavigationTests {
    typealias Start = Step<HeadlessScreen, Void>

    /// How an interceptor starts its navigation.
    enum Started: CaseIterable { case awaited, asChild, inTask, leftAlone }

    /// What ends the interceptor's own navigation.
    enum Ended: CaseIterable { case timeLimit, cancelled, failed, stopped, threw }

    struct Case: CustomTestStringConvertible {
        let started: Started
        let ended: Ended
        let isStubborn: Bool

        /// True if the interceptor waits for the slow host itself, so that the time it may take counts.
        var isHeldUp: Bool { ended == .timeLimit || started == .awaited || started == .asChild }

        var testDescription: String { "\(started), \(ended), \(isStubborn ? "stubborn host" : "host")" }

        static let all: [Case] = Started.allCases.flatMap { started in
            Ended.allCases.flatMap { ended in
                [true, false].map { Case(started: started, ended: ended, isStubborn: $0) }
            }
        }
    }

    @Test(
        "If a navigation ends early while the host is slow, the tree is restored and nothing changes later",
        arguments: Case.all)
    func ends(_ test: Case) async throws {
        // Each wait has its limit; where one case comes to it, the others would take as long.
        guard !Self.hasWaitedInVain else { return }
        do {
            try await end(test)
        } catch let error as NeverCame {
            Self.hasWaitedInVain = true
            throw error
        }
    }

    /// True once a case has waited for what never came.
    private static var hasWaitedInVain = false

    private func end(_ test: Case) async throws {
        let clock = ManualClock()
        let (host, _, router) = stackWorld([HeadlessScreen()])
        router.configuration.clock = clock
        let shape = router.tree.shape
        let slow = slowDown(host, stubborn: test.isStubborn) { $0 == .present("LoginScreen", on: "stack") }
        let forever = Latch()
        let nested = Latch()
        let login: @MainActor @Sendable () async throws -> Void = {
            defer { nested.open() }
            try await router.navigate(to: ChatRoutes.login)
        }
        func answer() async throws -> InterceptorAnswer {
            switch test.ended {
            case .timeLimit, .cancelled:
                try await forever.wait()
                return .proceed
            case .failed: return .fail(Refusal())
            case .stopped: return .stop("enough")
            case .threw: throw Refusal()
            }
        }
        let first = pushRoute("first")
        var hasAnswered = false
        let step = settingsRoute(
            ClosureInterceptor(timeLimit: .seconds(5)) { _ in
                defer { hasAnswered = true }
                // Two changes that are undone while a third is on its way.
                for _ in 0..<2 { try await router.navigate(to: first) }
                switch test.started {
                case .awaited:
                    try await login()
                    return try await answer()
                case .asChild:
                    async let child: Void = login()
                    await slow.arrived()
                    let answer = try await answer()
                    _ = try? await child
                    return answer
                case .inTask:
                    let task = Task { try await login() }
                    await slow.arrived()
                    let answer = try await answer()
                    task.cancel()
                    return answer
                case .leftAlone:
                    Task { try await login() }
                    await slow.arrived()
                    return try await answer()
                }
            })
        var ended: Result<String, any Error>?
        let navigation = Task {
            do {
                guard case .stopped(let reason) = try await router.navigate(to: step).ending else { return }
                ended = .success(reason)
            } catch {
                ended = .failure(error)
            }
        }
        await slow.arrived()
        switch test.ended {
        case .timeLimit: await settle(clock)
        case .cancelled: navigation.cancel()
        case .failed, .stopped, .threw: break
        }
        if !test.isHeldUp {
            try await until("the interceptor's answer") { hasAnswered }
        }
        await settle(clock)
        if test.isStubborn {
            #expect(ended == nil, "it ended while the host was still at a change it had asked for")
            #expect(router.gate.isNavigating)
        }
        slow.open()
        try await until("the end of the navigation", moving: clock) { ended != nil }
        await navigation.value
        switch try #require(ended) {
        case .success(let reason): #expect(test.ended == .stopped && reason == "enough")
        case .failure(let error):
            let error = try #require(error as? RoutingError)
            #expect(error.notUndone == [])
            // A limit of five seconds may end what a slow host holds up.
            var codes: [RoutingError.Code] =
                switch test.ended {
                case .timeLimit: [.interceptorTimeout]
                case .cancelled: [.navigationCanceled]
                case .failed, .threw: [.interceptorFailed]
                case .stopped: []
                }
            if test.isHeldUp { codes.append(.interceptorTimeout) }
            #expect(codes.contains(error.code), "\(error)")
        }
        try await until("what came of it, for who started it", moving: clock) { nested.isOpen }
        try await until("the end of all navigations", moving: clock) { !router.gate.isNavigating }
        await settle(clock)
        #expect(router.tree.shape == shape, "\(router.tree.shape)")
        #expect(
            host.log.filter { if case .present = $0 { true } else { false } }.count
                == host.log.filter { if case .dismiss = $0 { true } else { false } }.count)
    }

    @Test("Two navigations of one interceptor run one after the other") func siblings() async throws {
        let (host, stack, router) = stackWorld([HeadlessScreen(named: "base")])
        let slow = slowDown(host) { if case .push = $0 { true } else { false } }
        let (one, two) = (pushRoute("one"), pushRoute("two"))
        let three = pushRoute("three") {
            $0.adding(
                ClosureInterceptor { _ in
                    async let first = router.navigate(to: one).hasArrived
                    async let second = router.navigate(to: two).hasArrived
                    let both = try await (first, second)
                    return both == (true, true) ? .proceed : .stop("one was lost")
                })
        }
        let navigation = Task { try await router.navigate(to: three).operations.count }
        await slow.arrived()
        await settle()
        #expect(host.log == [])
        slow.open()
        #expect(try await navigation.value == 3)
        #expect(Set(stack.contained.map(\.name)) == ["base", "one", "two", "three"])
        #expect(stack.contained.last?.name == "three")
    }

    @Test("A navigation that outlives its interceptor is canceled and undone before the route continues")
    func leftBehind()
        async throws
    {
        let (host, _, router) = stackWorld([HeadlessScreen(named: "base")])
        let slow = slowDown(host) { if case .present("LoginScreen", _) = $0 { true } else { false } }
        let step = settingsRoute(
            ClosureInterceptor { _ in
                Task { try await router.navigate(to: ChatRoutes.login) }
                await slow.arrived()
                return .proceed
            })
        let navigation = Task { try await router.navigate(to: step).operations }
        await slow.arrived()
        await settle()
        #expect(host.log == [])
        slow.open()
        #expect(try await navigation.value == [.present(screen: "settings", on: "stack", style: .automatic)])
        #expect(
            host.log == [
                .present("LoginScreen", on: "stack"), .dismiss("LoginScreen", from: "stack"),
                .present("SettingsScreen", on: "stack"),
            ])
    }

    @Test("After its interceptor has ended, a navigation is refused")
    func late() async throws {
        for answer in [InterceptorAnswer.proceed, .stop("no"), .fail(Refusal())] {
            let (host, _, router) = stackWorld([HeadlessScreen(named: "base")])
            let latch = Latch()
            var late: Task<RoutingError?, Never>?
            let step = settingsRoute(
                ClosureInterceptor { _ in
                    late = Task {
                        try? await latch.wait()
                        return await routingError { try await router.navigate(to: ChatRoutes.login, policy: .enqueue) }
                    }
                    return answer
                })
            _ = await routingError { try await router.navigate(to: step) }
            let log = host.log
            latch.open()
            let error = try #require(await late?.value)
            #expect(error.code == .ownerEnded && error.path == ["login"])
            #expect(error.found.contains("ClosureInterceptor<()>") && error.found.contains("settings"), "\(error)")
            #expect(host.log == log && !router.gate.isNavigating)
        }
    }

    @Test("Undoing keeps a screen that other code presented while a change failed")
    func somebodyElse() async throws {
        let (host, stack, router) = stackWorld([HeadlessScreen(named: "base")])
        let intruder = HeadlessScreen(named: "intruder")
        let slow = Latch()
        host.beforeOperation = { operation in
            guard operation == .present("LoginScreen", on: "stack") else { return }
            await slow.waitStubbornly()
        }
        let step = settingsRoute(
            ClosureInterceptor { _ in
                try await router.navigate(to: ChatRoutes.login)
                return .proceed
            })
        router.configuration.planLimit = 1
        let navigation = Task { await routingError { try await router.navigate(to: step) } }
        await slow.arrived()
        try await host.present(intruder, on: stack, style: .sheet, animated: false)
        slow.open()
        let error = try #require(await navigation.value)
        #expect(error.notUndone == [], "\(error)")
        #expect(stack.presented === intruder)
    }

    @Test("Undoing keeps container content that other code set while a change failed")
    func somebodyElsesContainer() async throws {
        let (host, stack, router) = stackWorld([HeadlessScreen(named: "base")])
        let intruder = HeadlessScreen(named: "intruder")
        host.beforeOperation = { operation in
            guard operation == .push("one", in: "stack") else { return }
            try await host.container(stack)?.setContained([stack.contained[0], intruder], animated: false)
            throw Refusal()
        }
        router.configuration.planLimit = 1
        let one = pushRoute("one")
        let error = try #require(await routingError { try await router.navigate(to: one) })
        #expect(error.notUndone == [], "\(error)")
        #expect(stack.contained.last === intruder)
    }

    @Test("Changes of another router with another gate are undone too")
    func otherGate() async throws {
        let (host, _, router) = stackWorld([HeadlessScreen(named: "base")])
        let other = Router<HeadlessScreen>(host: host)
        let shape = router.tree.shape
        let inner = pushRoute("inner")
        let step = settingsRoute(
            ClosureInterceptor { _ in
                let hasArrived = try await other.navigate(to: inner).hasArrived
                #expect(hasArrived)
                #expect(!other.gate.isNavigating)
                return .stop("enough")
            })
        try await router.navigate(to: step)
        #expect(router.tree.shape == shape && host.log.count == 2)
    }

    @Test("A navigation inside another one still follows the policy of another gate") func otherGateBusy()
        async throws
    {
        let (_, _, router) = stackWorld([HeadlessScreen(named: "base")])
        let (_, _, other) = stackWorld([HeadlessScreen(named: "other base")])
        let latch = Latch()
        let waiting = settingsRoute(
            ClosureInterceptor { _ in
                try await latch.wait()
                return .proceed
            })
        let outside = Task { try await other.navigate(to: waiting).hasArrived }
        await latch.arrived()
        var busy: RoutingError?
        let step = settingsRoute(
            ClosureInterceptor { _ in
                busy = await routingError { try await other.navigate(to: ChatRoutes.login) }
                return .stop("enough")
            })
        try await router.navigate(to: step)
        #expect(busy?.code == .routerBusy)
        latch.open()
        #expect(try await outside.value)
    }

    @Test("A navigation stays part of the first one across a navigation of another tree")
    func aroundAnotherTree() async throws {
        let (_, _, router) = stackWorld([HeadlessScreen(named: "base")])
        let (_, otherStack, otherRouter) = stackWorld([HeadlessScreen(named: "other base")])
        let shape = router.tree.shape
        let (inner, last) = (pushRoute("inner"), pushRoute("last"))
        let there = pushRoute("there") {
            $0.adding(
                ClosureInterceptor { _ in
                    let hasArrived = try await router.navigate(to: inner, policy: .enqueue).hasArrived
                    #expect(hasArrived)
                    return .proceed
                })
        }
        let step = settingsRoute(
            ClosureInterceptor { _ in
                let hasArrived = try await otherRouter.navigate(to: there).hasArrived
                #expect(hasArrived)
                try await router.navigate(to: last)
                return .stop("enough")
            })
        try await router.navigate(to: step)
        #expect(router.tree.shape == shape)
        #expect(otherStack.contained.map(\.name) == ["other base", "there"])
    }

    @Test("A detached task belongs to no navigation, and waits for its turn") func detached() async throws {
        let (_, stack, router) = stackWorld([HeadlessScreen(named: "base")])
        let inner = pushRoute("inner")
        var busy: RoutingError?
        var turn: Task<Bool, any Error>?
        let step = pushRoute("step") {
            $0.adding(
                ClosureInterceptor { _ in
                    busy = await Task.detached { await routingError { try await router.navigate(to: inner) } }.value
                    turn = Task.detached { try await router.navigate(to: inner, policy: .enqueue).hasArrived }
                    return .stop("enough")
                })
        }
        try await router.navigate(to: step)
        #expect(busy?.code == .routerBusy)
        #expect(try await turn?.value == true)
        #expect(stack.contained.map(\.name) == ["base", "inner"])
    }
}
