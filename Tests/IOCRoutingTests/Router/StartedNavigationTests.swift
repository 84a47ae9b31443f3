import IOCRouting
import IOCRoutingTesting
import Testing

/// Navigations that hosts, screens, factories and tasks start while another one runs.
@MainActor @Suite("Navigations that hosts, screens, factories and tasks start", .timeLimit(.minutes(30)))
struct StartedNavigationTests {
    @Test("A host can navigate during its own change", arguments: [QueuePolicy.reject, .enqueue])
    func hostNavigates(policy: QueuePolicy) async throws {
        let world = World("stack[base]")
        var arrived: [Bool] = []
        world.before("present settings") {
            arrived.append(try await world.go(route("root: push inner"), policy: policy).hasArrived)
        }
        let result = try await world.go(route("top: present settings"))
        #expect(
            result.operations.map(\.description) == [
                "set stack to [base, inner]", "present settings on stack (automatic)",
            ])
        #expect(arrived == [true] && world.sketch == "stack[base inner]/settings" && !world.router.gate.isNavigating)
    }

    @Test("A navigation of the host during a change is undone with the navigation around it", arguments: [true, false])
    func hostUndone(isAfter: Bool) async throws {
        let world = World("stack[base]")
        let eager = EagerHost(world.host)
        let outer = Router<HeadlessScreen>(host: eager)
        eager.navigatesBefore = !isAfter
        eager.navigate = { try await outer.navigate(to: route("root: push inner")) }
        world.fail("present", times: 1)
        let error = await routingError { try await outer.navigate(to: route("root: push last, present s=stack")) }
        #expect(error?.code == .hostFailed && error?.notUndone == [], "\(String(describing: error))")
        #expect(world.isUnchanged, "\(world.sketch)")
    }

    @Test("A host that navigates during each change ends in an error") func endless() async throws {
        let world = World("stack[base]", configuration: RouterConfiguration(nestingLimit: 3))
        var count = 0
        world.host.beforeOperation = { _ in
            count += 1
            try await world.go(route("root: push number\(count)"))
        }
        let error = await world.error(route("root: push first"))
        #expect(count == 4 && error?.code == .hostFailed)
        var cause = error
        while let inner = cause?.cause as? RoutingError { cause = inner }
        #expect(cause?.code == .navigationTooDeep)
        #expect(cause?.found == "number4, in number3, in number2, in number1, in first")
        #expect(world.isUnchanged)
    }

    enum Place: CaseIterable { case finder, factory, contextTask, postTask, prepared }

    @Test(
        "A navigation that a factory or task starts runs after the one around it has arrived",
        arguments: Place.allCases, [true, false])
    func startedByParts(place: Place, arrives: Bool) async throws {
        let world = World("stack[base]")
        let slow = world.slowDown(at: "push one")
        let own = OwnTask()
        let begin: @MainActor (Place) -> Void = { here in
            guard here == place, own.task == nil else { return }
            own.start { try await world.go(route("root: push other")).hasArrived }
        }
        world.router.screenPrepared = { _, _ in begin(.prepared) }
        let step = StepBuilder(
            finder: ClosureFinder<HeadlessScreen, Void> { _, _ in
                begin(.finder)
                return nil
            }, factory: Made(name: "one", making: { _ in begin(.factory) }), named: "one"
        )
        .adding(ClosureInputTask<HeadlessScreen, Void> { _, _ in begin(.contextTask) })
        .adding(ClosurePostTask<HeadlessScreen, Void> { _, _, _ in begin(.postTask) })
        .using(Push()).from(.current(in: HeadlessStack.self)).build()
        let navigation = world.start(step)
        await slow.arrived()
        await settle()
        #expect(world.log == [] && own.outcome == nil)
        if !arrives { navigation.cancel() }
        slow.open()
        let error = await navigation.value
        await own.task?.value
        if arrives {
            #expect(error == nil && world.sketch == "stack[base one other]")
            #expect(try own.outcome?.get() == true)
        } else {
            #expect(error?.code == .navigationCanceled && world.isUnchanged)
            #expect(own.code == (place == .contextTask || place == .postTask ? nil : .ownerEnded))
        }
    }

    @Test("A navigation that waits for the one around it can be canceled") func waitingCancelled() async throws {
        let world = World("stack[base]")
        let slow = world.slowDown(at: "push one")
        let own = OwnTask()
        world.router.screenPrepared = { _, _ in
            own.start { try await world.go(route("root: push other")).hasArrived }
        }
        let navigation = world.start(route("root: push one"))
        await slow.arrived()
        await settle()
        own.task?.cancel()
        await own.task?.value
        #expect(own.code == .navigationCanceled)
        slow.open()
        #expect(await navigation.value == nil && world.sketch == "stack[base one]")
    }

    @Test("A navigation from a screen that an interceptor showed ends with the interceptor")
    func startedByLogin() async throws {
        let world = World("stack[base]")
        let (own, later) = (OwnTask(), OwnTask())
        let latch = Latch()
        let login = route(
            "top: present login",
            making: { _ in
                own.start { try await world.go(route("top: present settings")).hasArrived }
                later.start {
                    try await latch.wait()
                    return try await world.go(route("top: present other")).hasArrived
                }
            })
        let step = guarded("root: push step") {
            try await world.go(login)
            await own.task?.value
            #expect(world.tree.topmost is SettingsScreen)
            return .proceed
        }
        #expect(try await world.go(step).hasArrived)
        #expect(try own.outcome?.get() == true)
        latch.open()
        await later.task?.value
        #expect(try later.outcome?.get() == true)
    }

    @Test("An interceptor can wait for a navigation that a finder or factory started")
    func waitedFor() async throws {
        let world = World("stack[base]")
        let own = OwnTask()
        let step = StepBuilder(
            finder: ClosureFinder<HeadlessScreen, Void> { _, _ in
                if own.task == nil {
                    own.start { try await world.go(route("root: push other"), policy: .enqueue).hasArrived }
                }
                return nil
            }, factory: Made(name: "one"), named: "one"
        )
        .adding(
            ClosureInterceptor { _ in
                await own.task?.value
                return .proceed
            }
        ).using(Push()).from(.root(in: HeadlessStack.self)).build()
        let navigation = world.start(step)
        await settle()
        // A failure would wait for itself forever.
        if own.outcome == nil { own.task?.cancel() }
        #expect(await navigation.value == nil)
        #expect(try own.outcome?.get() == true)
        #expect(world.sketch == "stack[base other one]")
    }

    @Test("A task of a screen does not retain the screens of the navigation that showed it") func forgotten()
        async throws
    {
        let latch = Latch()
        let own = OwnTask()
        weak var gone: HeadlessScreen?
        weak var router: Router<HeadlessScreen>?
        do {
            let host = HeadlessHost(root: HeadlessStack(named: "stack"))
            let first = Router<HeadlessScreen>(host: host)
            router = first
            try await first.navigate(to: route("root: present settings"))
            gone = host.root?.presented
            #expect(gone != nil)
            first.screenPrepared = { _, _ in
                own.start {
                    try await latch.wait()
                    return true
                }
            }
            try await first.navigate(to: route("root: push one"))
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
        let configuration = RouterConfiguration(nestedWaitLimit: .seconds(30), clock: clock)
        let world = World("stack[base]", configuration: configuration)
        let inner = bySameRouter ? world.router : Router(host: world.host, configuration: configuration)
        let second = Latch()
        let first = guarded("root: push first") {
            try await second.wait()
            return .proceed
        }
        var reported: RoutingError?
        let step = guarded("top: present settings") {
            Task { try await inner.navigate(to: first) }
            if !inOneTurn { await second.arrived() }
            do {
                try await Task { _ = try await inner.navigate(to: route("root: push second")) }.value
                second.open()
            } catch {
                reported = error as? RoutingError
                throw error
            }
            return .proceed
        }
        let navigation = world.start(step)
        try await until("the limit of the wait") { !clock.isIdle }
        clock.advance(by: .seconds(29))
        await settle()
        #expect(reported == nil)
        clock.advance(by: .seconds(2))
        let error = try #require(try await outcome("the end of the navigation", of: navigation))
        #expect(error.code == .navigationBlocked && reported?.code == .navigationBlocked)
        #expect(error.wanted.hasPrefix("the turn of 'second' within 30.0 seconds"))
        #expect(error.found == "'first', which was started there before, has not ended")
        #expect(error.notUndone == [] && world.isUnchanged)
        #expect(!world.router.gate.isNavigating && !inner.gate.isNavigating)
    }

    @Test("A navigation that gets its turn in time may take longer than the limit", arguments: [30, nil])
    func notBlocked(limit: Int?) async throws {
        let clock = ManualClock()
        let world = World(
            "stack[base]",
            configuration: RouterConfiguration(nestedWaitLimit: limit.map { .seconds($0) }, clock: clock))
        let slow = world.slowDown(at: "")
        let step = guarded("top: present settings") {
            Task { try await world.go(route("root: push first")) }
            await slow.arrived()
            try await world.go(route("root: push second"))
            return .proceed
        }
        let navigation = world.start(step)
        await slow.arrived()
        await settle()
        clock.advance(by: .seconds(limit.map { $0 - 1 } ?? 10_000))
        await settle()
        slow.open()
        #expect(await navigation.value == nil)
        clock.advance(by: .seconds(100))
        #expect(world.sketch == "stack[base first second]/settings")
    }
}
