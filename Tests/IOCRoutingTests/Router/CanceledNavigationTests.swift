import IOCRouting
import IOCRoutingTesting
import Testing

@MainActor @Suite("Canceled navigations", .timeLimit(.minutes(30))) struct CanceledNavigationTests {
    private func waiting(_ sketch: String, _ latch: Latch) -> Step<HeadlessScreen, Void> {
        guarded(sketch) {
            try await latch.wait()
            return .proceed
        }
    }

    /// Runs something in a task that is canceled already.
    private func canceled<Value: Sendable>(_ body: @escaping @MainActor () async -> Value) async -> Value {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await body()
        }
        task.cancel()
        return await task.value
    }

    @Test(
        "A navigation in a canceled task does not start, with or without another one, whatever its policy",
        arguments: [QueuePolicy.reject, .enqueue], [true, false])
    func takesNoPlace(policy: QueuePolicy, isBusy: Bool) async throws {
        let world = World("stack[list]")
        let latch = Latch()
        let running = isBusy ? world.start(waiting("root: push one", latch)) : nil
        if isBusy { await latch.arrived() }
        let error = await canceled { await world.error(route("root: push two"), policy: policy) }
        #expect(error?.code == .navigationCanceled && world.log.isEmpty)
        latch.open()
        if let running { #expect(await running.value == nil) }
        #expect(world.sketch == (isBusy ? "stack[list one]" : "stack[list]"))
    }

    @Test("A canceled task can cancel all navigations of a gate") func clearsGate() async throws {
        let world = World("stack[list]")
        let latch = Latch()
        let running = world.start(waiting("root: push one", latch))
        await latch.arrived()
        await canceled { world.router.gate.cancelAll() }
        let error = try await outcome("the end of the navigation", of: running)
        latch.open()
        #expect(error?.code == .navigationCanceled && world.log.isEmpty)
    }

    @Test("Canceling a navigation cancels those that its interceptor has started, and they end before it")
    func ownedNavigation() async throws {
        let world = World("stack[list]")
        let (inner, outer) = (Latch(), Latch())
        let started = OwnTask()
        let held = waiting("top: present settings", inner)
        let step = guarded("root: push pushed") {
            started.start { try await world.go(held).hasArrived }
            try await outer.wait()
            return .proceed
        }
        let navigation = world.start(step)
        await inner.arrived()
        await outer.arrived()
        navigation.cancel()
        let error = try await outcome("the end of the navigation", of: navigation)
        inner.open()
        #expect(error?.code == .navigationCanceled && world.log.isEmpty && !world.router.gate.isNavigating)
        try await until("the end of what was started") { started.outcome != nil }
        #expect(started.code == .navigationCanceled)
    }

    @Test("A navigation canceled in the middle of its changes is undone") func midway() async throws {
        let world = World("stack[list chat:b]/settings")
        let latch = world.slowDown(stubborn: false, at: "set")
        let navigation = world.start(route("@list: push new"))
        await latch.arrived()
        #expect(!world.isUnchanged)
        navigation.cancel()
        let error = await navigation.value
        #expect(error?.code == .navigationCanceled && error?.notUndone == [] && world.isUnchanged)
    }

    @Test(
        "The time limit of an interceptor ends when the interceptor answers or is canceled", arguments: [true, false])
    func timer(isCanceled: Bool) async throws {
        let clock = ManualClock()
        let world = World(
            "stack[list]", configuration: RouterConfiguration(interceptorTimeLimit: .seconds(5), clock: clock))
        let latch = Latch()
        let navigation = world.start(waiting("top: present settings", latch))
        await latch.arrived()
        await clock.untilTaskSleeps()
        if isCanceled { navigation.cancel() } else { latch.open() }
        let error = try await outcome("the end of the navigation", of: navigation)
        #expect(error?.code == (isCanceled ? .navigationCanceled : nil))
        try await until("the end of the time limit") { clock.isIdle }
    }

    @Test("The limit of a wait ends when the navigation runs or is canceled", arguments: [true, false])
    func wait(isCanceled: Bool) async throws {
        let clock = ManualClock()
        let world = World("stack[list]", configuration: RouterConfiguration(clock: clock))
        let (first, second) = (OwnTask(), OwnTask())
        let (inner, outer) = (Latch(), Latch())
        let held = guarded("top: present settings") {
            try await inner.wait()
            return .stop("enough")
        }
        let step = guarded("root: push pushed") {
            first.start { try await world.go(held).hasArrived }
            await inner.arrived()
            second.start { try await world.go(route("root: push second")).hasArrived }
            try await outer.wait()
            return .proceed
        }
        let navigation = world.start(step)
        await outer.arrived()
        await clock.untilTaskSleeps()
        if isCanceled { second.task?.cancel() } else { inner.open() }
        try await until("the end of the second navigation") { second.outcome != nil }
        try await until("the end of the wait") { clock.isIdle }
        inner.open()
        outer.open()
        #expect(try await outcome("the end of the navigation", of: navigation) == nil)
        #expect(world.sketch == (isCanceled ? "stack[list pushed]" : "stack[list second pushed]"))
    }
}
