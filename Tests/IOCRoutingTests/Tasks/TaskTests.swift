import IOCBase
import IOCRouting
import IOCRoutingTesting
import Testing
import chat

@MainActor @Suite("Interceptors and tasks", .timeLimit(.minutes(30))) struct TaskTests {
    private let new = "top: present new"

    @Test("The route of post-routing tasks goes from the origin to the destination") func routes() async throws {
        var routes: [[String]] = []
        func noting(_ sketch: String) -> Step<HeadlessScreen, Void> {
            route(sketch) { _, step in
                step.adding(ClosurePostTask<HeadlessScreen, Void> { _, _, route in routes.append(route.map(\.name)) })
            }
        }
        func open(_ name: String, from step: Step<HeadlessScreen, Void>) -> Step<HeadlessScreen, Void> {
            Opening(finder: NoFinder<HeadlessScreen, Void>(), factory: Made(name: name), named: name)
                .adding(ClosurePostTask<HeadlessScreen, Void> { _, _, route in routes.append(route.map(\.name)) })
                .using(Present()).from(step).build()
        }
        let world = World("stack[base]")
        let below = noting("root: present a")
        let way = SwitchBuilder<HeadlessScreen, Void>()
            .addingCase(
                when: "at first", { world.container("stack").contained.count == 1 }, from: open("b", from: below)
            )
            .otherwise(open("c", from: below)).build()
        let step = open("d", from: way)
        try await world.go(step)
        #expect(routes == Array(repeating: ["stack", "a", "b", "d"], count: 3))
        // The tree changes so that another way is taken, when a part of the first one is there already.
        try await world.host.dismissPresented(from: world["stack"], animated: false)
        routes = []
        world.before("present d on b") {
            world.hold("base other", in: "stack")
            throw Refusal()
        }
        try await world.go(step)
        #expect(routes == Array(repeating: ["stack", "a", "c", "d"], count: 3))
    }

    @Test(
        "A route begins with its origin, or with the step whose screen was in the tree",
        arguments: [
            ("stack[base]", "root: present one, present two", ["stack", "one", "two"], 5),
            ("stack[base]", "@base: present one, present two", ["base", "one", "two"], 5),
            // With nothing in the tree there is no origin.
            ("", "root: root one", ["one"], 2),
        ])
    func origins(tree: String, sketch: String, names: [String], count: Int) async throws {
        var routes: [[String]] = []
        let world = World(tree)
        world.router.add(ClosurePostTask<HeadlessScreen, Any> { _, _, route in routes.append(route.map(\.name)) })
        let step = route(sketch) { _, step in
            step.adding(ClosurePostTask<HeadlessScreen, Void> { _, _, route in routes.append(route.map(\.name)) })
        }
        try await world.go(step)
        #expect(routes == Array(repeating: names, count: count))
    }

    @Test("The tasks of a step run for a screen that is found") func found() async throws {
        var routes: [[String]] = []
        let post = ClosurePostTask<HeadlessScreen, Void> { _, _, route in routes.append(route.map(\.name)) }
        let base = StepBuilder(
            finder: ClosureFinder<HeadlessScreen, Void> { _, tree in tree.screens.first { $0.name == "base" } },
            factory: Made(name: "base"), named: "base"
        ).adding(post).using(Present()).from(.root()).build()
        let new = Opening(finder: NoFinder<HeadlessScreen, Void>(), factory: Made(name: "new"), named: "new")
            .adding(post).using(Present()).from(base).build()
        try await World("stack[base]").go(new)
        #expect(routes == [["base", "new"], ["base", "new"]])
    }

    // MARK: Answers

    @Test("An interceptor that throws or answers with an error ends the navigation", arguments: [true, false])
    func fails(throwing: Bool) async throws {
        let world = World("a")
        let error = await world.error(guarded(new) { if throwing { throw Refusal() } else { .fail(Refusal()) } })
        #expect(error?.code == .interceptorFailed && error?.cause is Refusal && world.log.isEmpty)
    }

    @Test("An interceptor redirects to another destination") func redirects() async throws {
        let target = ChatRoutes.login.erasedDestination
        let result = try await World("a").go(guarded(new) { .redirect(target) })
        guard case .redirected(let name, let screen) = result.ending else {
            Issue.record("the navigation was not redirected")
            return
        }
        #expect(name == "login" && screen is LoginScreen && result.screen == nil)
    }

    @Test("The number of redirections is limited, and the result counts the plans of each", arguments: [0, 1, 2, 3])
    func limit(count: Int) async throws {
        let world = World("a", configuration: RouterConfiguration(redirectionLimit: 2))
        var target = ChatRoutes.login.erasedDestination
        for _ in 0..<count {
            let next = target
            target = guarded(new) { .redirect(next) }.erasedDestination
        }
        guard count > 2 else {
            #expect(try await world.router.navigate(to: target).plans == count + 1)
            return
        }
        let error = await routingError { try await world.router.navigate(to: target) }
        #expect(error?.code == .redirectCycle && error?.found == "3 redirections, the last one to login")
    }

    @Test("An interceptor of the router can stop or redirect every navigation") func ownInterceptor() async throws {
        let world = World("a")
        var answers = [InterceptorAnswer.stop("closed"), .redirect(ChatRoutes.login.erasedDestination), .proceed]
        world.router.add(ClosureInterceptor<Any> { _ in answers.removeFirst() })
        let stopped = try await world.go(route(new))
        guard case .stopped("closed") = stopped.ending else {
            Issue.record("it continues: \(stopped.ending)")
            return
        }
        #expect(world.log.isEmpty)
        #expect(try await world.go(route(new)).hasArrived == false)
        #expect(world.log == ["present login on a"] && answers.isEmpty)
    }

    @MainActor final class Box {
        var target: AnyDestination<HeadlessScreen>?
    }

    @Test("Redirections in a cycle, or to another family of screens, are errors") func circle() async throws {
        let world = World("a")
        let box = Box()
        let circle = guarded(new) { box.target.map { .redirect($0) } ?? .proceed }
        box.target = circle.erasedDestination
        #expect(await world.error(circle)?.code == .redirectCycle)
        let foreign = Step<TerminalScreen, Void>.root().erasedDestination
        #expect(await world.error(guarded(new) { .redirect(foreign) })?.code == .screenOfWrongType)
        #expect(world.log.isEmpty)
    }

    @Test("An interceptor of the router does not run for its own navigation") func reentry() async throws {
        let world = World("a")
        var calls = 0
        world.router.add(
            ClosureInterceptor<Any> { _ in
                calls += 1
                try await world.go(ChatRoutes.login)
                return .proceed
            })
        try await world.go(route(new))
        #expect(calls == 1)
    }

    @Test("An interceptor may navigate with another router of the gate, on the same tree or another one")
    func otherRouters() async throws {
        let (world, other) = (World("a"), World("other"))
        var prepared: [String] = []
        let gate = world.router.gate
        let sameTree = Router(host: world.host, gate: gate) { screen, _ in prepared.append(screen.name) }
        let otherTree = Router(host: other.host, gate: gate)
        let step = guarded(new) {
            try await sameTree.navigate(to: ChatRoutes.login)
            try await otherTree.navigate(to: ChatRoutes.login, policy: .enqueue)
            return .stop("enough")
        }
        try await world.go(step)
        #expect(prepared == ["login"] && world.isUnchanged && !gate.isNavigating)
        // The other tree is independent: what was shown there stays.
        #expect(other.log == ["present login on other"])
    }

    // MARK: Time limits and cancellation

    @Test(
        "An interceptor that exceeds its time limit, or that of the router, is canceled, and the navigation fails",
        arguments: [true, false])
    func timeout(isOwn: Bool) async throws {
        let clock = ManualClock()
        let world = World(
            "a", configuration: RouterConfiguration(interceptorTimeLimit: isOwn ? nil : .seconds(5), clock: clock))
        let latch = Latch()
        let isCanceled = Guarded(false)
        let step = guarded(new, limit: isOwn ? .seconds(5) : nil) {
            try await withTaskCancellationHandler {
                try await latch.wait()
            } onCancel: {
                isCanceled.withLock { $0 = true }
            }
            return .proceed
        }
        let navigation = world.start(step)
        await latch.arrived()
        await clock.untilTaskSleeps()
        clock.advance(by: .seconds(5))
        // An interceptor that is not canceled is abandoned after the grace period.
        let error = try await outcome("the end of the navigation", of: navigation, moving: clock)
        #expect(isCanceled.withLock { $0 })
        latch.open()
        #expect(error?.code == .interceptorTimeout && world.log.isEmpty)
        #expect(error?.description.contains("5.0 seconds") == true)
    }

    @Test("A canceled interceptor that ends in time is not awaited longer") func patience() async throws {
        let clock = ManualClock()
        let world = World("a", configuration: RouterConfiguration(clock: clock))
        let (called, latch) = (Latch(), Latch())
        let isCanceled = Guarded(false)
        let step = guarded(new) {
            await withTaskCancellationHandler {
                do { try await called.wait() } catch { await latch.waitStubbornly() }
            } onCancel: {
                isCanceled.withLock { $0 = true }
            }
            return .proceed
        }
        let navigation = world.start(step)
        await called.arrived()
        navigation.cancel()
        await clock.untilTaskSleeps()
        // It was canceled before the router waits for its end.
        try #require(isCanceled.withLock { $0 })
        latch.open()
        #expect(try await outcome("the end of the navigation", of: navigation)?.code == .navigationCanceled)
        try await until("the end of the patience") { clock.isIdle }
    }

    @Test("Canceling a navigation cancels its interceptor before the navigation ends") func calledOff() async throws {
        // An interceptor that is not canceled is abandoned after that.
        let world = World("a", configuration: RouterConfiguration(cancellationGrace: .milliseconds(20)))
        let latch = Latch()
        let isCanceled = Guarded(false)
        let step = guarded(new) {
            try await withTaskCancellationHandler {
                try await latch.wait()
            } onCancel: {
                isCanceled.withLock { $0 = true }
            }
            return .proceed
        }
        let navigation = world.start(step)
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
        let world = World("a", configuration: RouterConfiguration(clock: clock))
        let latch = Latch()
        let isOver = Guarded(false)
        let step = guarded(new) {
            await latch.waitStubbornly()
            return .proceed
        }
        let navigation = Task {
            defer { isOver.withLock { $0 = true } }
            return await world.error(step)
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
