import IOCBase
import IOCRouting
import Testing
import chat

@testable import IOCRoutingTesting

@MainActor @Suite("Interceptors and tasks", .timeLimit(.minutes(30))) struct TaskTests {
    typealias Start = Step<HeadlessScreen, Void>

    func step(_ change: (StepBuilder<SettingsScreen, Void>) -> StepBuilder<SettingsScreen, Void>) -> Step<
        SettingsScreen, Void
    > {
        change(
            StepBuilder(
                finder: ClassFinder<SettingsScreen, Void>(),
                factory: ClosureFactory<SettingsScreen, Void> { SettingsScreen() }, named: "settings")
        ).using(Present()).from(Start.current()).build()
    }

    func intercepted(
        limit: Duration? = nil, _ body: @escaping @MainActor () async throws -> InterceptorAnswer
    ) -> Step<SettingsScreen, Void> {
        step { $0.adding(ClosureInterceptor<Void>(timeLimit: limit) { try await body() }) }
    }

    @Test("Everything is prepared first, then performed in order, the router's parts before those of the steps")
    func order() async throws {
        let diary = Diary()
        let (host, _, router) = stackWorld([HeadlessScreen()])
        router.add(DiaryInterceptor<Any>(name: "global interceptor", diary: diary))
        router.add(DiaryTask<HeadlessScreen, Any>(name: "global task", diary: diary))
        router.add(ClosurePostTask<HeadlessScreen, Any> { screen, _, _ in diary.entries.append("global post") })
        let step = step {
            $0.adding(DiaryInterceptor<Void>(name: "one", diary: diary))
                .adding(DiaryInterceptor<Void>(name: "two", diary: diary))
                .adding(DiaryTask<SettingsScreen, Void>(name: "task", diary: diary))
                .adding(
                    ClosurePostTask<SettingsScreen, Void> { screen, _, route in
                        diary.entries.append("post with \(route.count) screens, \(host.log.count) changes")
                    })
        }
        try await router.navigate(to: step)
        #expect(
            diary.entries == [
                "prepare one", "prepare two", "prepare task", "prepare global interceptor", "prepare global task",
                "perform global interceptor", "perform one", "perform two",
                "check global task", "check task", "check global task",
                "perform global task", "perform global task", "perform task",
                "global post", "post with 2 screens, 1 changes", "global post",
            ])
    }

    @Test("The interceptors of every step on the route run, from the origin on") func chain() async throws {
        let diary = Diary()
        let host = HeadlessHost()
        let stack = StepBuilder(
            finder: NoFinder<HeadlessStack, Void>(), factory: ClassContainerFactory<HeadlessStack, Void>()
        ).adding(DiaryInterceptor<Void>(name: "stack", diary: diary))
        let chain = StepBuilder(
            finder: NoFinder<ListScreen, Void>(), factory: ClosureFactory<ListScreen, Void> { ListScreen() }
        ).adding(DiaryInterceptor<Void>(name: "list", diary: diary))
            .using(Push()).from(stack).using(ReplaceRoot()).from(Start.root()).build()
        try await Router(host: host).navigate(to: chain)
        #expect(diary.entries == ["prepare stack", "prepare list", "perform stack", "perform list"])
    }

    @Test("The route of post-routing tasks goes from the origin to the destination")
    func route() async throws {
        var routes: [[String]] = []
        func open(_ name: String) -> StepBuilder<HeadlessScreen, Void> {
            StepBuilder(
                finder: NoFinder<HeadlessScreen, Void>(),
                factory: ClosureFactory<HeadlessScreen, Void> { HeadlessScreen(named: name) }, named: name
            ).adding(ClosurePostTask<HeadlessScreen, Void> { _, _, route in routes.append(route.map(\.name)) })
        }
        let (host, stack, router) = stackWorld([HeadlessScreen(named: "base")])
        let below = open("a").using(Present()).from(Start.root()).build()
        let way = SwitchBuilder<HeadlessScreen, Void>()
            .addingCase(
                when: "at first", { stack.contained.count == 1 },
                from: open("b").using(Present()).from(below).build()
            )
            .otherwise(open("c").using(Present()).from(below).build()).build()
        let route = open("d").using(Present()).from(way).build()
        try await router.navigate(to: route)
        #expect(routes == Array(repeating: ["stack", "a", "b", "d"], count: 3))
        // The tree changes so that another way is taken, when a part of the first one is there already.
        try await host.dismissPresented(from: stack, animated: false)
        routes = []
        host.beforeOperation = { operation in
            guard operation == .present("d", on: "b") else { return }
            host.beforeOperation = nil
            host.hold(stack.contained + [HeadlessScreen(named: "other")], in: stack)
            throw Refusal()
        }
        try await router.navigate(to: route)
        #expect(routes == Array(repeating: ["stack", "a", "c", "d"], count: 3))
    }

    @Test("A route begins with its origin, or with the step whose screen was in the tree")
    func origins() async throws {
        var routes: [[String]] = []
        func open(_ name: String) -> StepBuilder<HeadlessScreen, Void> {
            StepBuilder(
                finder: CustomNameFinder(name: name),
                factory: ClosureFactory<HeadlessScreen, Void> { HeadlessScreen(named: name) }, named: name
            ).adding(ClosurePostTask<HeadlessScreen, Void> { _, _, route in routes.append(route.map(\.name)) })
        }
        func navigate(from origin: Step<HeadlessScreen, Void>) async throws -> [[String]] {
            let (_, _, router) = stackWorld([HeadlessScreen(named: "base")])
            router.add(ClosurePostTask<HeadlessScreen, Any> { _, _, route in routes.append(route.map(\.name)) })
            let one = open("one").using(Present()).from(origin).build()
            routes = []
            try await router.navigate(to: open("two").using(Present()).from(one).build())
            return routes
        }
        #expect(try await navigate(from: .root()) == Array(repeating: ["stack", "one", "two"], count: 5))
        #expect(
            try await navigate(from: .custom { $0.screens.first { $0.name == "base" } })
                == Array(repeating: ["base", "one", "two"], count: 5))
        let base = open("base").using(Present()).from(Start.root()).build()
        #expect(try await navigate(from: base) == Array(repeating: ["base", "one", "two"], count: 6))
        // With nothing in the tree there is no origin.
        let host = HeadlessHost()
        routes = []
        try await Router(host: host).navigate(to: open("first").using(ReplaceRoot()).from(Start.root()).build())
        #expect(routes == [["first"]])
    }

    /// Finds a screen of the tree by its name.
    private struct CustomNameFinder: Finder {
        let name: String

        func find(with input: Void, in tree: ScreenTree<HeadlessScreen>) -> HeadlessScreen? {
            tree.screens.first { $0.name == name }
        }
    }

    @Test("An input that a screen rejects is refused before anything changes") func refused() async throws {
        let (host, _, router) = stackWorld([ListScreen()])
        let error = await routingError { try await router.navigate(to: ChatRoutes().chat, with: "") }
        #expect(error?.code == .inputRejected && error?.cause is Refusal)
        #expect(host.log.isEmpty)
    }

    @Test("A task can refuse its screen before anything changes") func refusedScreen() async throws {
        let (host, _, router) = stackWorld([HeadlessScreen()])
        let diary = Diary()
        let step = step { $0.adding(DiaryTask<SettingsScreen, Void>(name: "task", diary: diary, refuses: true)) }
        let error = await routingError { try await router.navigate(to: step) }
        #expect(error?.code == .inputRejected)
        #expect(host.log.isEmpty && diary.entries == ["prepare task"])
    }

    @Test("An interceptor that throws or answers with an error ends the navigation") func fails() async throws {
        let (host, _, router) = stackWorld([HeadlessScreen()])
        let thrown = await routingError { try await router.navigate(to: intercepted { throw Refusal() }) }
        #expect(thrown?.code == .interceptorFailed && thrown?.cause is Refusal)
        let answered = await routingError { try await router.navigate(to: intercepted { .fail(Refusal()) }) }
        #expect(answered?.code == .interceptorFailed && answered?.cause is Refusal)
        #expect(host.log.isEmpty)
    }

    @Test("An interceptor redirects to another destination") func redirects() async throws {
        let (_, _, router) = stackWorld([HeadlessScreen()])
        let target = ChatRoutes.login.erasedDestination
        let result = try await router.navigate(to: intercepted { .redirect(target) })
        guard case .redirected(let name, let screen) = result.ending else {
            Issue.record("the navigation should have been redirected")
            return
        }
        #expect(name == "login" && screen is LoginScreen && result.screen == nil)
    }

    @Test("The number of redirections is limited", arguments: [0, 1, 2, 3]) func limit(count: Int) async {
        let (_, _, router) = stackWorld([HeadlessScreen()])
        router.configuration.redirectionLimit = 2
        var target = ChatRoutes.login.erasedDestination
        for _ in 0..<count {
            let next = target
            target = intercepted { .redirect(next) }.erasedDestination
        }
        let error = await routingError { _ = try await router.navigate(to: target) }
        #expect(error?.code == (count > 2 ? .redirectCycle : nil))
        #expect(error == nil || error?.found == "3 redirections, the last one to login")
    }

    @Test("An interceptor of the router can stop or redirect every navigation") func ownInterceptor() async throws {
        let (host, _, router) = stackWorld([HeadlessScreen()])
        var answers = [InterceptorAnswer.stop("closed"), .redirect(ChatRoutes.login.erasedDestination), .proceed]
        router.add(ClosureInterceptor<Any> { _ in answers.removeFirst() })
        let stopped = try await router.navigate(to: step { $0 })
        guard case .stopped("closed") = stopped.ending else {
            Issue.record("it goes on: \(stopped.ending)")
            return
        }
        #expect(host.log.isEmpty)
        #expect(try await router.navigate(to: step { $0 }).hasArrived == false)
        #expect(host.log == [.present("LoginScreen", on: "stack")] && answers.isEmpty)
    }

    @Test("Redirections in a cycle, or to another family of screens, are errors") func circle() async throws {
        let (host, _, router) = stackWorld([HeadlessScreen()])
        let box = Diary()
        let circle = intercepted { box.target.map { .redirect($0) } ?? .proceed }
        box.target = circle.erasedDestination
        #expect(await routingError { try await router.navigate(to: circle) }?.code == .redirectCycle)
        let foreign = Step<TerminalScreen, Void>.root().erasedDestination
        #expect(
            await routingError { try await router.navigate(to: intercepted { .redirect(foreign) }) }?.code
                == .screenOfWrongType)
        #expect(host.log.isEmpty)
    }

    @Test("Screens that an interceptor showed are removed if the navigation fails") func takenBack() async throws {
        let (_, _, router) = stackWorld([HeadlessScreen()])
        let shape = router.tree.shape
        let step = intercepted {
            try await router.navigate(to: ChatRoutes.login)
            return .fail(Refusal())
        }
        let error = await routingError { try await router.navigate(to: step) }
        #expect(error?.notUndone == [] && router.tree.shape == shape)
    }

    @Test("An interceptor of the router does not run for its own navigation") func reentry() async throws {
        let (_, _, router) = stackWorld([HeadlessScreen()])
        var calls = 0
        router.add(
            ClosureInterceptor<Any> { _ in
                calls += 1
                try await router.navigate(to: ChatRoutes.login)
                return .proceed
            })
        try await router.navigate(to: step { $0 })
        #expect(calls == 1)
    }

    @Test("An interceptor may navigate with another router of the gate, on the same tree or another one")
    func otherRouters() async throws {
        let (host, _, router) = stackWorld([HeadlessScreen()])
        let (otherHost, _, otherTree) = {
            let host = HeadlessHost(root: HeadlessScreen(named: "other"))
            return (host, 0, Router<HeadlessScreen>(host: host, gate: router.gate))
        }()
        var prepared: [String] = []
        let sameTree = Router<HeadlessScreen>(host: host, gate: router.gate) { screen, _ in
            prepared.append(screen.name)
        }
        let shape = router.tree.shape
        let step = intercepted {
            try await sameTree.navigate(to: ChatRoutes.login)
            try await otherTree.navigate(to: ChatRoutes.login, policy: .enqueue)
            return .stop("enough")
        }
        try await router.navigate(to: step)
        #expect(prepared == ["LoginScreen"])
        #expect(router.tree.shape == shape)
        // The other tree is its own: what was shown there stays.
        #expect(otherHost.log == [.present("LoginScreen", on: "other")])
        #expect(!router.gate.isNavigating)
    }

    @Test("An interceptor that exceeds its time limit is canceled, and the navigation fails") func timeout()
        async throws
    {
        let clock = ManualClock()
        let (host, _, router) = stackWorld([HeadlessScreen()])
        router.configuration.clock = clock
        let latch = Latch()
        let isCanceled = Guarded(false)
        let step = intercepted(limit: .seconds(5)) {
            try await withTaskCancellationHandler {
                try await latch.wait()
            } onCancel: {
                isCanceled.withLock { $0 = true }
            }
            return .proceed
        }
        let navigation = Task { await routingError { try await router.navigate(to: step) } }
        await latch.arrived()
        await clock.untilTaskSleeps()
        clock.advance(by: .seconds(5))
        // An interceptor that is not canceled is abandoned after the grace period.
        let error = try await outcome("the end of the navigation", of: navigation, moving: clock)
        #expect(isCanceled.withLock { $0 })
        latch.open()
        #expect(error?.code == .interceptorTimeout && host.log.isEmpty)
        #expect(error?.description.contains("5.0 seconds") == true)
    }

    @Test("The time limit of the router applies to interceptors that set none") func defaultLimit() async throws {
        let clock = ManualClock()
        let (_, _, router) = stackWorld([HeadlessScreen()])
        router.configuration.clock = clock
        router.configuration.interceptorTimeLimit = .seconds(1)
        let latch = Latch()
        let step = intercepted {
            try await latch.wait()
            return .proceed
        }
        let navigation = Task { await routingError { try await router.navigate(to: step) } }
        await latch.arrived()
        await clock.untilTaskSleeps()
        clock.advance(by: .seconds(1))
        let error = try await outcome("the end of the navigation", of: navigation, moving: clock)
        #expect(error?.code == .interceptorTimeout)
        latch.open()
    }

    @Test("A canceled interceptor that ends in time is not awaited longer")
    func patience() async throws {
        let clock = ManualClock()
        let (_, _, router) = stackWorld([HeadlessScreen()])
        router.configuration.clock = clock
        let (called, latch) = (Latch(), Latch())
        let isCanceled = Guarded(false)
        let step = intercepted {
            await withTaskCancellationHandler {
                do { try await called.wait() } catch { await latch.waitStubbornly() }
            } onCancel: {
                isCanceled.withLock { $0 = true }
            }
            return .proceed
        }
        let navigation = Task { await routingError { try await router.navigate(to: step) } }
        await called.arrived()
        navigation.cancel()
        await clock.untilTaskSleeps()
        // It was canceled before the router waits for its end.
        try #require(isCanceled.withLock { $0 })
        latch.open()
        #expect(try await outcome("the end of the navigation", of: navigation)?.code == .navigationCanceled)
        try await until("the end of the patience") { clock.isIdle }
    }

    @Test("Canceling a navigation cancels its interceptor before the navigation ends")
    func calledOff() async throws {
        let (_, _, router) = stackWorld([HeadlessScreen()])
        // An interceptor that is not canceled is abandoned after that.
        router.configuration.cancellationGrace = .milliseconds(20)
        let latch = Latch()
        let isCanceled = Guarded(false)
        let step = intercepted {
            try await withTaskCancellationHandler {
                try await latch.wait()
            } onCancel: {
                isCanceled.withLock { $0 = true }
            }
            return .proceed
        }
        let navigation = Task { await routingError { try await router.navigate(to: step) } }
        await latch.arrived()
        navigation.cancel()
        #expect(await navigation.value?.code == .navigationCanceled)
        #expect(isCanceled.withLock { $0 })
        latch.open()
    }

    @Test("An interceptor that ignores its cancellation is abandoned after the grace period") func stubborn()
        async throws
    {
        let clock = ManualClock()
        let (_, _, router) = stackWorld([HeadlessScreen()])
        router.configuration.clock = clock
        let latch = Latch()
        let step = intercepted {
            await latch.waitStubbornly()
            return .proceed
        }
        let isOver = Guarded(false)
        let navigation = Task {
            defer { isOver.withLock { $0 = true } }
            return await routingError { try await router.navigate(to: step) }
        }
        await latch.arrived()
        navigation.cancel()
        await clock.untilTaskSleeps()
        for _ in 0..<50 { await Task.yield() }
        #expect(isOver.withLock { !$0 })
        clock.advance(by: .seconds(1))
        #expect(await navigation.value?.code == .navigationCanceled)
        latch.open()
    }
}
