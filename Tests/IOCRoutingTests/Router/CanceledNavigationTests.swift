import IOCRouting
import IOCRoutingTesting
import Testing

@MainActor @Suite("A navigation in a task that is canceled already", .timeLimit(.minutes(30)))
struct CanceledNavigationTests {
    @Test(
        "It does not start, whatever its policy",
        arguments: [QueuePolicy.reject, .enqueue])
    func takesNoPlace(policy: QueuePolicy) async throws {
        let (host, _, router) = stackWorld([ListScreen()])
        let latch = Latch()
        let chat = ChatRoutes.held(at: latch).chat
        let running = Task { try await router.navigate(to: chat, with: "u").screen?.user }
        await latch.arrived()
        let canceled = Task {
            while !Task.isCancelled { await Task.yield() }
            return await routingError { try await router.navigate(to: chat, with: "b", policy: policy) }
        }
        canceled.cancel()
        #expect(await canceled.value?.code == .navigationCanceled)
        latch.open()
        #expect(try await running.value == "u")
        #expect(host.log.count == 1)
    }

    @Test("A canceled task can cancel all navigations of a gate")
    func clearsGate() async throws {
        let (host, _, router) = stackWorld([ListScreen()])
        let latch = Latch()
        let running = Task {
            await routingError {
                try await router.navigate(
                    to: settingsRoute(
                        ClosureInterceptor { _ in
                            try await latch.wait()
                            return .proceed
                        }))
            }
        }
        await latch.arrived()
        let canceled = Task {
            while !Task.isCancelled { await Task.yield() }
            router.gate.cancelAll()
        }
        canceled.cancel()
        await canceled.value
        let error = try await outcome("the end of the navigation", of: running)
        latch.open()
        #expect(error?.code == .navigationCanceled && host.log.isEmpty)
    }

    @Test("Navigations that its interceptor has started are canceled, and end before it")
    func ownedNavigation() async throws {
        let (host, _, router) = stackWorld([ListScreen()])
        let (inner, outer) = (Latch(), Latch())
        let started = OwnTask()
        let held = settingsRoute(
            ClosureInterceptor { _ in
                try await inner.wait()
                return .proceed
            })
        let route = pushRoute("pushed") { step in
            step.adding(
                ClosureInterceptor<Void> { _ in
                    started.start { try await router.navigate(to: held).hasArrived }
                    try await outer.wait()
                    return .proceed
                })
        }
        let navigation = Task { await routingError { try await router.navigate(to: route) } }
        await inner.arrived()
        await outer.arrived()
        navigation.cancel()
        let error = try await outcome("the end of the navigation", of: navigation)
        inner.open()
        #expect(error?.code == .navigationCanceled && host.log.isEmpty && !router.gate.isNavigating)
        try await until("the end of what was started") { started.outcome != nil }
        let own = #expect(throws: RoutingError.self) { try started.outcome?.get() }
        #expect(own?.code == .navigationCanceled)
    }

    @Test(
        "The time limit of an interceptor ends when the interceptor answers or is canceled",
        arguments: [true, false])
    func timer(isCanceled: Bool) async throws {
        let clock = ManualClock()
        let (_, _, router) = stackWorld([ListScreen()])
        router.configuration.clock = clock
        router.configuration.interceptorTimeLimit = .seconds(5)
        let latch = Latch()
        let route = settingsRoute(
            ClosureInterceptor { _ in
                try await latch.wait()
                return .proceed
            })
        let navigation = Task { await routingError { try await router.navigate(to: route) } }
        await latch.arrived()
        await clock.untilTaskSleeps()
        if isCanceled { navigation.cancel() } else { latch.open() }
        let error = try await outcome("the end of the navigation", of: navigation)
        #expect(error?.code == (isCanceled ? .navigationCanceled : nil))
        try await until("the end of the time limit") { clock.isIdle }
    }

    @Test(
        "The limit of a wait ends when the navigation runs or is canceled",
        arguments: [true, false])
    func wait(isCanceled: Bool) async throws {
        let clock = ManualClock()
        let (_, stack, router) = stackWorld([ListScreen()])
        router.configuration.clock = clock
        let (first, second) = (OwnTask(), OwnTask())
        let (inner, outer) = (Latch(), Latch())
        let held = settingsRoute(
            ClosureInterceptor { _ in
                try await inner.wait()
                return .stop("enough")
            })
        let route = pushRoute("pushed") { step in
            step.adding(
                ClosureInterceptor<Void> { _ in
                    first.start { try await router.navigate(to: held).hasArrived }
                    await inner.arrived()
                    second.start { try await router.navigate(to: pushRoute("second")).hasArrived }
                    try await outer.wait()
                    return .proceed
                })
        }
        let navigation = Task { await routingError { try await router.navigate(to: route) } }
        await outer.arrived()
        await clock.untilTaskSleeps()
        if isCanceled { second.task?.cancel() } else { inner.open() }
        try await until("the end of the second navigation") { second.outcome != nil }
        try await until("the end of the wait") { clock.isIdle }
        inner.open()
        outer.open()
        #expect(try await outcome("the end of the navigation", of: navigation) == nil)
        #expect(stack.contained.count == (isCanceled ? 2 : 3))
    }
}
