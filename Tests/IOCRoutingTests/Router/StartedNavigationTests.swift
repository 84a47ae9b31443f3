import IOCRouting
import IOCRoutingTesting
import Testing

/// Navigations that hosts, screens, factories and tasks start while another one runs.
@MainActor @Suite("Navigations that hosts, screens, factories and tasks start", .timeLimit(.minutes(30)))
struct StartedNavigationTests {
    typealias Start = Step<HeadlessScreen, Void>

    @Test(
        "A host can navigate during its own change",
        arguments: [QueuePolicy.reject, .enqueue])
    func hostNavigates(policy: QueuePolicy) async throws {
        let (host, stack, router) = stackWorld([HeadlessScreen(named: "base")])
        var arrived: [Bool] = []
        let inner = pushRoute("inner")
        host.beforeOperation = { operation in
            guard operation == .present("SettingsScreen", on: "stack") else { return }
            arrived.append(try await router.navigate(to: inner, policy: policy).hasArrived)
        }
        let result = try await router.navigate(to: settingsRoute())
        #expect(
            result.operations == [
                .setContained(container: "stack", screens: ["base", "inner"]),
                .present(screen: "settings", on: "stack", style: .automatic),
            ])
        #expect(arrived == [true])
        #expect(stack.contained.map(\.name) == ["base", "inner"] && stack.presented is SettingsScreen)
        #expect(!router.gate.isNavigating)
    }

    @Test("A navigation of the host during a change is undone with the navigation around it")
    func hostUndone() async throws {
        for isAfter in [true, false] {
            let (host, _, router) = stackWorld([HeadlessScreen(named: "base")])
            let shape = router.tree.shape
            let inner = pushRoute("inner")
            let eager = EagerHost(host)
            let outer = Router<HeadlessScreen>(host: eager)
            eager.navigatesBefore = !isAfter
            eager.navigate = { try await outer.navigate(to: inner) }
            let target = pushRoute("last") {
                $0.adding(ClosureInputTask { _, _ in })
            }
            let sheet = StepBuilder(
                finder: NoFinder<HeadlessStack, Void>(), factory: ClassFactory<HeadlessStack, Void>(), named: "sheet"
            ).using(Present()).from(target).build()
            host.fail(times: 1) { if case .present = $0 { true } else { false } }
            let error = await routingError { try await outer.navigate(to: sheet) }
            #expect(error?.code == .hostFailed && error?.notUndone == [], "\(String(describing: error))")
            #expect(router.tree.shape == shape, "\(router.tree.shape)")
        }
    }

    @Test("A host that navigates during each change ends in an error")
    func endless() async throws {
        let (host, _, router) = stackWorld([HeadlessScreen(named: "base")])
        let shape = router.tree.shape
        var count = 0
        host.beforeOperation = { _ in
            count += 1
            try await router.navigate(to: pushRoute("number \(count)"))
        }
        router.configuration.nestingLimit = 3
        let error = await routingError { try await router.navigate(to: pushRoute("first")) }
        #expect(count == 4 && error?.code == .hostFailed)
        var cause = error
        while let inner = cause?.cause as? RoutingError { cause = inner }
        #expect(cause?.code == .navigationTooDeep)
        #expect(cause?.found == "number 4, in number 3, in number 2, in number 1, in first")
        #expect(router.tree.shape == shape)
    }

    enum Place: CaseIterable { case finder, factory, contextTask, postTask, prepared }

    @Test(
        "A navigation that a factory or task starts runs after the one around it has arrived",
        arguments: Place.allCases, [true, false])
    func startedByParts(place: Place, arrives: Bool) async throws {
        let (host, stack, router) = stackWorld([HeadlessScreen(named: "base")])
        let slow = slowDown(host) { $0 == .push("one", in: "stack") }
        let own = OwnTask()
        let other = pushRoute("other")
        let begin: @MainActor (Place) -> Void = { here in
            guard here == place, own.task == nil else { return }
            own.start { try await router.navigate(to: other).hasArrived }
        }
        router.screenPrepared = { _, _ in begin(.prepared) }
        let step = StepBuilder(
            finder: ClosureFinder<HeadlessScreen, Void> { _, _ in
                begin(.finder)
                return nil
            },
            factory: ClosureFactory<HeadlessScreen, Void> {
                begin(.factory)
                return HeadlessScreen(named: "one")
            }, named: "one"
        )
        .adding(ClosureInputTask<HeadlessScreen, Void> { _, _ in begin(.contextTask) })
        .adding(ClosurePostTask<HeadlessScreen, Void> { _, _, _ in begin(.postTask) })
        .using(Push()).from(Start.current().expectingContainer(HeadlessStack.self)).build()
        var error: RoutingError?
        let navigation = Task { error = await routingError { try await router.navigate(to: step) } }
        await slow.arrived()
        await settle()
        #expect(host.log == [] && own.outcome == nil)
        if !arrives { navigation.cancel() }
        slow.open()
        await navigation.value
        await own.task?.value
        if arrives {
            #expect(error == nil)
            #expect(try own.outcome?.get() == true)
            #expect(stack.contained.map(\.name) == ["base", "one", "other"])
        } else {
            #expect(error?.code == .navigationCanceled)
            #expect(stack.contained.map(\.name) == ["base"])
            guard place != .contextTask, place != .postTask else { return }
            #expect { try own.outcome?.get() } throws: { ($0 as? RoutingError)?.code == .ownerEnded }
        }
    }

    @Test("A navigation that waits for the one around it can be canceled") func waitingCancelled() async throws {
        let (host, stack, router) = stackWorld([HeadlessScreen(named: "base")])
        let slow = slowDown(host) { $0 == .push("one", in: "stack") }
        let own = OwnTask()
        let other = pushRoute("other")
        router.screenPrepared = { _, _ in own.start { try await router.navigate(to: other).hasArrived } }
        let navigation = Task { try await router.navigate(to: pushRoute("one")).hasArrived }
        await slow.arrived()
        await settle()
        own.task?.cancel()
        await own.task?.value
        #expect { try own.outcome?.get() } throws: { ($0 as? RoutingError)?.code == .navigationCanceled }
        slow.open()
        #expect(try await navigation.value)
        #expect(stack.contained.map(\.name) == ["base", "one"])
    }

    @Test("A navigation from a screen that an interceptor showed ends with the interceptor")
    func startedByLogin() async throws {
        let (_, _, router) = stackWorld([HeadlessScreen(named: "base")])
        let own = OwnTask()
        let later = OwnTask()
        let (help, other) = (settingsRoute(), ChatRoutes.login)
        let latch = Latch()
        let login = StepBuilder(
            finder: ClassFinder<LoginScreen, Void>(),
            factory: ClosureFactory<LoginScreen, Void> {
                own.start { try await router.navigate(to: help).hasArrived }
                later.start {
                    try await latch.wait()
                    return try await router.navigate(to: other).hasArrived
                }
                return LoginScreen()
            }, named: "login"
        ).using(Present()).from(Start.current()).build()
        let step = pushRoute("step") {
            $0.adding(
                ClosureInterceptor { _ in
                    try await router.navigate(to: login)
                    await own.task?.value
                    #expect(router.tree.topmost is SettingsScreen)
                    return .proceed
                })
        }
        #expect(try await router.navigate(to: step).hasArrived)
        #expect(try own.outcome?.get() == true)
        latch.open()
        await later.task?.value
        #expect(try later.outcome?.get() == true)
    }

    @Test("An interceptor can wait for a navigation that a finder or factory started")
    func waitedFor() async throws {
        let (_, stack, router) = stackWorld([HeadlessScreen(named: "base")])
        let own = OwnTask()
        let other = pushRoute("other")
        let step = StepBuilder(
            finder: ClosureFinder<HeadlessScreen, Void> { _, _ in
                if own.task == nil { own.start { try await router.navigate(to: other, policy: .enqueue).hasArrived } }
                return nil
            },
            factory: ClosureFactory<HeadlessScreen, Void> { HeadlessScreen(named: "one") }, named: "one"
        )
        .adding(
            ClosureInterceptor { _ in
                await own.task?.value
                return .proceed
            }
        ).using(Push()).from(Start.root().expectingContainer(HeadlessStack.self)).build()
        let navigation = Task { try await router.navigate(to: step).hasArrived }
        await settle()
        // A failure here would wait for itself for ever.
        if own.outcome == nil { own.task?.cancel() }
        #expect(try await navigation.value)
        #expect(try own.outcome?.get() == true)
        #expect(stack.contained.map(\.name) == ["base", "other", "one"])
    }

    @Test("A task of a screen does not retain the screens of the navigation that showed it") func forgotten()
        async throws
    {
        let latch = Latch()
        let own = OwnTask()
        weak var gone: HeadlessScreen?
        weak var router: Router<HeadlessScreen>?
        do {
            let (host, stack, first) = stackWorld([HeadlessScreen(named: "base")])
            router = first
            try await host.present(SettingsScreen(), on: stack, style: .sheet, animated: false)
            gone = stack.presented
            first.screenPrepared = { _, _ in
                own.start {
                    try await latch.wait()
                    return true
                }
            }
            try await first.navigate(to: pushRoute("one"))
            #expect(stack.presented == nil)
        }
        await latch.arrived()
        #expect(gone == nil && router == nil)
        latch.open()
        await own.task?.value
    }

    @Test(
        "Two navigations of one interceptor that wait for each other are an error that names both",
        arguments: [true, false], [true, false])
    func blocked(bySameRouter: Bool, inOneTurn: Bool) async throws {
        let clock = ManualClock()
        let (host, _, router) = stackWorld([HeadlessScreen()])
        let inner =
            bySameRouter
            ? router : Router<HeadlessScreen>(host: host, configuration: router.configuration, gate: NavigationGate())
        for router in [router, inner] {
            router.configuration.clock = clock
            router.configuration.nestedWaitLimit = .seconds(30)
        }
        let shape = router.tree.shape
        let second = Latch()
        let first = pushRoute("first") {
            $0.adding(
                ClosureInterceptor<Void> { _ in
                    try await second.wait()
                    return .proceed
                })
        }
        var reported: RoutingError?
        let route = settingsRoute(
            ClosureInterceptor { _ in
                Task { try await inner.navigate(to: first) }
                if !inOneTurn { await second.arrived() }
                do {
                    try await Task { _ = try await inner.navigate(to: pushRoute("second")) }.value
                    second.open()
                } catch {
                    reported = error as? RoutingError
                    throw error
                }
                return .proceed
            })
        let navigation = Task { await routingError { try await router.navigate(to: route) } }
        try await until("the limit of the wait") { !clock.isIdle }
        clock.advance(by: .seconds(29))
        await settle()
        #expect(reported == nil)
        clock.advance(by: .seconds(2))
        let error = try #require(try await outcome("the end of the navigation", of: navigation))
        #expect(error.code == .navigationBlocked && reported?.code == .navigationBlocked)
        #expect(error.wanted.hasPrefix("the turn of 'second' within 30.0 seconds"))
        #expect(error.found == "'first', which was started there before, has not ended")
        #expect(error.notUndone == [] && router.tree.shape == shape)
        #expect(!router.gate.isNavigating && !inner.gate.isNavigating)
    }

    @Test("A navigation that gets its turn in time may take longer than the limit", arguments: [30, nil])
    func notBlocked(limit: Int?) async throws {
        let clock = ManualClock()
        let (host, stack, router) = stackWorld([HeadlessScreen(named: "base")])
        router.configuration.clock = clock
        router.configuration.nestedWaitLimit = limit.map { .seconds($0) }
        let slow = slowDown(host) { _ in true }
        let route = settingsRoute(
            ClosureInterceptor { _ in
                Task { try await router.navigate(to: pushRoute("first")) }
                await slow.arrived()
                try await router.navigate(to: pushRoute("second"))
                return .proceed
            })
        let navigation = Task { try await router.navigate(to: route).hasArrived }
        await slow.arrived()
        await settle()
        clock.advance(by: .seconds(limit.map { $0 - 1 } ?? 10_000))
        await settle()
        slow.open()
        #expect(try await navigation.value)
        clock.advance(by: .seconds(100))
        #expect(stack.contained.map(\.name) == ["base", "first", "second"])
    }
}
