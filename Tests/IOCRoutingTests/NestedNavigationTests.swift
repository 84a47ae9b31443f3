import Testing

@testable import IOCRouting

/// What a navigation starts ends with it: whatever ends the navigation, however it was started, however slow the host.
@MainActor @Suite("A navigation owns what it starts", .timeLimit(.minutes(10))) struct NestedNavigationTests {
    typealias Start = Step<HeadlessScreen, Void>

    /// How an interceptor starts its navigation.
    enum Started: CaseIterable { case awaited, asChild, inTask, leftAlone }

    /// What ends the interceptor's own navigation.
    enum Ended: CaseIterable { case timeLimit, cancelled, superseded, failed, stopped, threw }

    struct Case: CustomTestStringConvertible {
        let started: Started
        let ended: Ended
        let policy: QueuePolicy
        let isStubborn: Bool

        var testDescription: String { "\(started), \(ended), \(policy), \(isStubborn ? "stubborn host" : "host")" }

        static let all: [Case] = Started.allCases.flatMap { started in
            Ended.allCases.flatMap { ended in
                [QueuePolicy.reject, .enqueue, .latestWins, .coalesce].flatMap { policy in
                    [true, false].map { Case(started: started, ended: ended, policy: policy, isStubborn: $0) }
                }
            }
        }
    }

    func settings(_ interceptors: ClosureInterceptor<Void>...) -> Step<SettingsScreen, Void> {
        var assembly = StepAssembly(
            finder: ClassFinder<SettingsScreen, Void>(),
            factory: ClosureFactory<SettingsScreen, Void> { SettingsScreen() }, named: "settings")
        for interceptor in interceptors { assembly = assembly.adding(interceptor) }
        return assembly.using(Present()).from(Start.current()).assemble()
    }

    /// A route that pushes a screen onto the stack at the root.
    func push(
        _ name: String, _ change: (StepAssembly<HeadlessScreen, Void>) -> StepAssembly<HeadlessScreen, Void> = { $0 }
    )
        -> Step<HeadlessScreen, Void>
    {
        change(
            StepAssembly(
                finder: NoFinder<HeadlessScreen, Void>(),
                factory: ClosureFactory<HeadlessScreen, Void> { HeadlessScreen(named: name) }, named: name)
        ).using(Push()).from(Start.root().expectingContainer(HeadlessStack.self)).assemble()
    }

    func slow(_ host: HeadlessHost, stubborn: Bool = true, at matches: @escaping (HeadlessOperation) -> Bool) -> Latch {
        let latch = Latch()
        host.beforeOperation = { operation in
            guard matches(operation) else { return }
            if stubborn { await latch.waitStubbornly() } else { try await latch.wait() }
        }
        return latch
    }

    /// Lets everything that can go on go on, time included.
    func settle(_ clock: ManualClock? = nil) async {
        for _ in 0..<100 {
            await Task.yield()
            clock?.advance(by: .seconds(1))
        }
    }

    @Test(
        "Whatever ends it while the host is slow: the tree is as it was, and nothing lands later", arguments: Case.all)
    func ends(_ test: Case) async throws {
        let clock = ManualClock()
        let (host, _, router) = stackWorld([HeadlessScreen()])
        router.configuration.clock = clock
        let shape = router.tree.shape
        let slow = slow(host, stubborn: test.isStubborn) { $0 == .present("LoginScreen", on: "stack") }
        let forever = Latch()
        let nested = Latch()
        let login: @MainActor @Sendable () async throws -> Void = {
            defer { nested.open() }
            try await router.navigate(to: ChatRoutes.login, policy: test.policy)
        }
        func answer() async throws -> InterceptorAnswer {
            switch test.ended {
            case .timeLimit, .cancelled, .superseded:
                try await forever.wait()
                return .proceed
            case .failed: return .fail(Refusal())
            case .stopped: return .stop("enough")
            case .threw: throw Refusal()
            }
        }
        let first = push("first")
        let step = settings(
            ClosureInterceptor(timeLimit: .seconds(5)) { _ in
                try await router.navigate(to: first)
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
        var later: Task<Bool, any Error>?
        let other = push("other")
        switch test.ended {
        case .timeLimit: await settle(clock)
        case .cancelled: navigation.cancel()
        case .superseded:
            later = Task { try await router.navigate(to: other, policy: .latestWins).hasArrived }
        case .failed, .stopped, .threw: break
        }
        await settle(clock)
        if test.isStubborn {
            #expect(ended == nil, "it ended while the host was still at a change it had asked for")
            #expect(router.gate.isNavigating)
        }
        slow.open()
        await navigation.value
        switch try #require(ended) {
        case .success(let reason): #expect(test.ended == .stopped && reason == "enough")
        case .failure(let error):
            let error = try #require(error as? RoutingError)
            #expect(error.notUndone == [])
            // A limit of five seconds may end whatever takes longer, which a slow host makes these.
            var codes: [RoutingError.Code] =
                switch test.ended {
                case .timeLimit: [.timedOut]
                case .cancelled: [.cancelled]
                case .superseded: [.superseded]
                case .failed, .threw: [.interceptorFailed]
                case .stopped: []
                }
            if test.isStubborn, test.started == .awaited || test.started == .asChild { codes.append(.timedOut) }
            if !test.isStubborn { codes.append(.timedOut) }
            #expect(codes.contains(error.code), "\(error)")
        }
        if let later { #expect(try await later.value) }
        await settle(clock)
        #expect(nested.isOpen, "who started it was not told what came of it")
        #expect(!router.gate.isNavigating)
        if test.ended == .superseded {
            #expect((host.root as? HeadlessStack)?.contained.map(\.name) == ["HeadlessScreen", "other"])
            #expect(router.tree.screens.count == 3)
        } else {
            #expect(router.tree.shape == shape, "\(router.tree.shape)")
        }
        #expect(
            host.log.filter { if case .present = $0 { true } else { false } }.count
                == host.log.filter { if case .dismiss = $0 { true } else { false } }.count)
    }

    @Test("Two that are started at once run one after the other, and both are there") func siblings() async throws {
        let (host, stack, router) = stackWorld([HeadlessScreen(named: "base")])
        let slow = slow(host) { if case .push = $0 { true } else { false } }
        let (one, two) = (push("one"), push("two"))
        let three = push("three") {
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

    @Test("What an interceptor leaves behind is cancelled and undone before the route goes on") func leftBehind()
        async throws
    {
        let (host, _, router) = stackWorld([HeadlessScreen(named: "base")])
        let slow = slow(host) { if case .present("LoginScreen", _) = $0 { true } else { false } }
        let step = settings(
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

    @Test("After its interceptor has ended, a navigation is refused, however the one around it went")
    func late() async throws {
        for answer in [InterceptorAnswer.proceed, .stop("no"), .fail(Refusal())] {
            let (host, _, router) = stackWorld([HeadlessScreen(named: "base")])
            let latch = Latch()
            var late: Task<RoutingError?, Never>?
            let step = settings(
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
            #expect(error.code == .ended && error.path == ["login"])
            #expect(error.found.contains("ClosureInterceptor<()>") && error.found.contains("settings"), "\(error)")
            #expect(host.log == log && !router.gate.isNavigating)
        }
    }

    @Test("A change that failed because somebody else was quicker is not undone at their expense")
    func somebodyElse() async throws {
        let (host, stack, router) = stackWorld([HeadlessScreen(named: "base")])
        let intruder = HeadlessScreen(named: "intruder")
        let slow = Latch()
        host.beforeOperation = { operation in
            guard operation == .present("LoginScreen", on: "stack") else { return }
            await slow.waitStubbornly()
        }
        let step = settings(
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

    @Test("A container that somebody else changed while the host failed keeps what they put there")
    func somebodyElsesContainer() async throws {
        let (host, stack, router) = stackWorld([HeadlessScreen(named: "base")])
        let intruder = HeadlessScreen(named: "intruder")
        host.beforeOperation = { operation in
            guard operation == .push("one", in: "stack") else { return }
            host.hold([stack.contained[0], intruder], in: stack)
            throw Refusal()
        }
        router.configuration.planLimit = 1
        let one = push("one")
        let error = try #require(await routingError { try await router.navigate(to: one) })
        #expect(error.notUndone == [], "\(error)")
        #expect(stack.contained.last === intruder)
    }

    @Test(
        "A host that navigates within its own change does not wait for itself",
        arguments: [
            QueuePolicy.reject, .enqueue, .latestWins, .coalesce,
        ])
    func hostNavigates(policy: QueuePolicy) async throws {
        let (host, stack, router) = stackWorld([HeadlessScreen(named: "base")])
        var arrived: [Bool] = []
        let inner = push("inner")
        host.beforeOperation = { operation in
            guard operation == .present("SettingsScreen", on: "stack") else { return }
            arrived.append(try await router.navigate(to: inner, policy: policy).hasArrived)
        }
        let result = try await router.navigate(to: settings())
        #expect(
            result.operations == [
                .setContained(container: "stack", screens: ["base", "inner"]),
                .present(screen: "settings", on: "stack", style: .automatic),
            ])
        #expect(arrived == [true])
        #expect(stack.contained.map(\.name) == ["base", "inner"] && stack.presented is SettingsScreen)
        #expect(!router.gate.isNavigating)
    }

    @Test("What a host showed within its own change is undone with the navigation, before that change or after it")
    func hostUndone() async throws {
        for isAfter in [true, false] {
            let (host, _, router) = stackWorld([HeadlessScreen(named: "base")])
            let shape = router.tree.shape
            let inner = push("inner")
            let eager = EagerHost(host)
            let outer = Router<HeadlessScreen>(host: eager)
            eager.navigatesBefore = !isAfter
            eager.navigate = { try await outer.navigate(to: inner) }
            let target = push("last") {
                $0.adding(ClosureContextTask { _, _ in })
            }
            let sheet = StepAssembly(
                finder: NoFinder<HeadlessStack, Void>(), factory: ClassFactory<HeadlessStack, Void>(), named: "sheet"
            ).using(Present()).from(target).assemble()
            host.fail(times: 1) { if case .present = $0 { true } else { false } }
            let error = await routingError { try await outer.navigate(to: sheet) }
            #expect(error?.code == .hostFailed && error?.notUndone == [], "\(String(describing: error))")
            #expect(router.tree.shape == shape, "\(router.tree.shape)")
        }
    }

    @Test("A host that answers each change with another navigation is told so instead of going on for ever")
    func endless() async throws {
        let (host, _, router) = stackWorld([HeadlessScreen(named: "base")])
        let shape = router.tree.shape
        var count = 0
        host.beforeOperation = { _ in
            count += 1
            try await router.navigate(to: push("number \(count)"))
        }
        router.configuration.nestingLimit = 3
        let error = await routingError { try await router.navigate(to: push("first")) }
        #expect(count == 4 && error?.code == .hostFailed)
        var cause = error
        while let inner = cause?.cause as? RoutingError { cause = inner }
        #expect(cause?.code == .nestedTooDeep)
        #expect(cause?.found == "number 4, in number 3, in number 2, in number 1, in first")
        #expect(router.tree.shape == shape)
    }

    /// What a test learns of a navigation that a screen, factory or task started in a task of its own.
    @MainActor final class Own {
        var outcome: Result<Bool, any Error>?
        var task: Task<Void, Never>?

        func start(_ body: @escaping @MainActor () async throws -> Bool) {
            task = Task { @MainActor in
                do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
            }
        }
    }

    enum Place: CaseIterable { case finder, factory, contextTask, postTask, prepared }

    @Test(
        "What a factory or task starts waits for the navigation, and is one of its own once that has arrived",
        arguments: Place.allCases, [true, false])
    func startedByParts(place: Place, arrives: Bool) async throws {
        let (host, stack, router) = stackWorld([HeadlessScreen(named: "base")])
        let slow = slow(host) { $0 == .push("one", in: "stack") }
        let own = Own()
        let other = push("other")
        let begin: @MainActor (Place) -> Void = { here in
            guard here == place, own.task == nil else { return }
            own.start { try await router.navigate(to: other, policy: .enqueue).hasArrived }
        }
        router.screenPrepared = { _, _ in begin(.prepared) }
        let step = StepAssembly(
            finder: ClosureFinder<HeadlessScreen, Void> { _, _ in
                begin(.finder)
                return nil
            },
            factory: ClosureFactory<HeadlessScreen, Void> {
                begin(.factory)
                return HeadlessScreen(named: "one")
            }, named: "one"
        )
        .adding(ClosureContextTask<HeadlessScreen, Void> { _, _ in begin(.contextTask) })
        .adding(ClosurePostTask<HeadlessScreen, Void> { _, _, _ in begin(.postTask) })
        .using(Push()).from(Start.current().expectingContainer(HeadlessStack.self)).assemble()
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
            #expect(error?.code == .cancelled)
            #expect(stack.contained.map(\.name) == ["base"])
            guard place != .contextTask, place != .postTask else { return }
            #expect { try own.outcome?.get() } throws: { ($0 as? RoutingError)?.code == .ended }
        }
    }

    @Test("What waits for the navigation it was started in can be cancelled") func waitingCancelled() async throws {
        let (host, stack, router) = stackWorld([HeadlessScreen(named: "base")])
        let slow = slow(host) { $0 == .push("one", in: "stack") }
        let own = Own()
        let other = push("other")
        router.screenPrepared = { _, _ in own.start { try await router.navigate(to: other).hasArrived } }
        let navigation = Task { try await router.navigate(to: push("one")).hasArrived }
        await slow.arrived()
        await settle()
        own.task?.cancel()
        await own.task?.value
        #expect { try own.outcome?.get() } throws: { ($0 as? RoutingError)?.code == .cancelled }
        slow.open()
        #expect(try await navigation.value)
        #expect(stack.contained.map(\.name) == ["base", "one"])
    }

    @Test("What a screen starts that an interceptor showed is within the interceptor, and ends with it")
    func startedByLogin() async throws {
        let (_, _, router) = stackWorld([HeadlessScreen(named: "base")])
        let own = Own()
        let later = Own()
        let (help, other) = (settings(), ChatRoutes.login)
        let latch = Latch()
        let login = StepAssembly(
            finder: ClassFinder<LoginScreen, Void>(),
            factory: ClosureFactory<LoginScreen, Void> {
                own.start { try await router.navigate(to: help).hasArrived }
                later.start {
                    try await latch.wait()
                    return try await router.navigate(to: other).hasArrived
                }
                return LoginScreen()
            }, named: "login"
        ).using(Present()).from(Start.current()).assemble()
        let step = push("step") {
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

    @Test("A router with a gate of its own, on the same tree, joins all the same: its changes are undone too")
    func otherGate() async throws {
        let (host, _, router) = stackWorld([HeadlessScreen(named: "base")])
        let other = Router<HeadlessScreen>(host: host)
        let shape = router.tree.shape
        let inner = push("inner")
        let step = settings(
            ClosureInterceptor { _ in
                let hasArrived = try await other.navigate(to: inner).hasArrived
                #expect(hasArrived)
                #expect(!other.gate.isNavigating)
                return .stop("enough")
            })
        try await router.navigate(to: step)
        #expect(router.tree.shape == shape && host.log.count == 2)
    }

    @Test("What a finder or factory started belongs to the interceptor that is asked, which may wait for it")
    func waitedFor() async throws {
        let (_, stack, router) = stackWorld([HeadlessScreen(named: "base")])
        let own = Own()
        let other = push("other")
        let step = StepAssembly(
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
        ).using(Push()).from(Start.root().expectingContainer(HeadlessStack.self)).assemble()
        let navigation = Task { try await router.navigate(to: step).hasArrived }
        await settle()
        // A failure here would wait for itself for ever.
        if own.outcome == nil { own.task?.cancel() }
        #expect(try await navigation.value)
        #expect(try own.outcome?.get() == true)
        #expect(stack.contained.map(\.name) == ["base", "other", "one"])
    }

    @Test("By another gate, a navigation goes by that gate's policy, wherever it is started") func otherGateBusy()
        async throws
    {
        let (_, _, router) = stackWorld([HeadlessScreen(named: "base")])
        let (_, _, other) = stackWorld([HeadlessScreen(named: "other base")])
        let latch = Latch()
        let waiting = settings(
            ClosureInterceptor { _ in
                try await latch.wait()
                return .proceed
            })
        let outside = Task { try await other.navigate(to: waiting).hasArrived }
        await latch.arrived()
        var busy: RoutingError?
        let step = settings(
            ClosureInterceptor { _ in
                busy = await routingError { try await other.navigate(to: ChatRoutes.login) }
                return .stop("enough")
            })
        try await router.navigate(to: step)
        #expect(busy?.code == .busy)
        latch.open()
        #expect(try await outside.value)
    }

    @Test("Around another tree, a navigation of the first one is still part of the first one")
    func aroundAnotherTree() async throws {
        let (_, _, router) = stackWorld([HeadlessScreen(named: "base")])
        let (_, otherStack, otherRouter) = stackWorld([HeadlessScreen(named: "other base")])
        let shape = router.tree.shape
        let (inner, last) = (push("inner"), push("last"))
        let there = push("there") {
            $0.adding(
                ClosureInterceptor { _ in
                    let hasArrived = try await router.navigate(to: inner, policy: .enqueue).hasArrived
                    #expect(hasArrived)
                    return .proceed
                })
        }
        let step = settings(
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

    @Test("A detached task belongs to no navigation, and waits for its turn like anybody") func detached() async throws
    {
        let (_, stack, router) = stackWorld([HeadlessScreen(named: "base")])
        let inner = push("inner")
        var busy: RoutingError?
        var turn: Task<Bool, any Error>?
        let step = push("step") {
            $0.adding(
                ClosureInterceptor { _ in
                    busy = await Task.detached { await routingError { try await router.navigate(to: inner) } }.value
                    turn = Task.detached { try await router.navigate(to: inner, policy: .enqueue).hasArrived }
                    return .stop("enough")
                })
        }
        try await router.navigate(to: step)
        #expect(busy?.code == .busy)
        #expect(try await turn?.value == true)
        #expect(stack.contained.map(\.name) == ["base", "inner"])
    }
}

/// A headless host that navigates once within the first push it makes: before the screens are there, or when they are.
@MainActor final class EagerHost: ScreenHost {
    private let base: HeadlessHost
    var navigate: (@MainActor () async throws -> Void)?
    var navigatesBefore = false

    init(_ base: HeadlessHost) { self.base = base }

    var root: HeadlessScreen? { base.root }
    func parent(of screen: HeadlessScreen) -> HeadlessScreen? { base.parent(of: screen) }
    func presented(by screen: HeadlessScreen) -> HeadlessScreen? { base.presented(by: screen) }
    func presenter(of screen: HeadlessScreen) -> HeadlessScreen? { base.presenter(of: screen) }
    func present(
        _ screen: HeadlessScreen, on presenter: HeadlessScreen, style: PresentationStyle, animated: Bool
    ) async throws {
        try await within { try await base.present(screen, on: presenter, style: style, animated: animated) }
    }
    func dismissPresented(from presenter: HeadlessScreen, animated: Bool) async throws {
        try await within { try await base.dismissPresented(from: presenter, animated: animated) }
    }
    func replaceRoot(_ screen: HeadlessScreen?, animated: Bool) async throws {
        try await within { try await base.replaceRoot(screen, animated: animated) }
    }
    func container(_ screen: HeadlessScreen) -> (any ContainerPort<HeadlessScreen>)? {
        base.container(screen).map { Port(base: $0, host: self) }
    }

    fileprivate func within(_ change: () async throws -> Void) async throws {
        let navigate = navigate
        self.navigate = nil
        if navigatesBefore { try await navigate?() }
        try await change()
        if !navigatesBefore { try await navigate?() }
    }

    private struct Port: ContainerPort {
        let base: any ContainerPort<HeadlessScreen>
        let host: EagerHost
        var contained: [HeadlessScreen] { base.contained }
        var visible: [HeadlessScreen] { base.visible }
        var behaviour: ContainerBehaviour { base.behaviour }
        func reveal(_ screen: HeadlessScreen, animated: Bool) async throws {
            try await host.within { try await base.reveal(screen, animated: animated) }
        }
        func setContained(_ screens: [HeadlessScreen], animated: Bool) async throws {
            try await host.within { try await base.setContained(screens, animated: animated) }
        }
    }
}
