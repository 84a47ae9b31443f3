import IOCRouting
import IOCRoutingTesting
import Testing

@MainActor @Suite("Queue policies and cancellation", .timeLimit(.minutes(30))) struct QueueTests {
    /// A route to a chat whose interceptor waits at a latch, for the user `slow`.
    func world() -> (HeadlessHost, Router<HeadlessScreen>, Latch, Step<ChatScreen, String>) {
        let (host, _, router) = stackWorld([ListScreen()])
        let latch = Latch()
        var routes = ChatRoutes()
        routes.interceptors = [
            ClosureInterceptor { user in
                if user == "slow" { try await latch.wait() }
                return .proceed
            }
        ]
        return (host, router, latch, routes.chat)
    }

    @Test("Reject: a second navigation of the gate fails, and names the running one")
    func reject() async throws {
        let (host, router, latch, chat) = world()
        let other = Router(host: host, gate: router.gate)
        let first = Task { try await router.navigate(to: chat, with: "slow").screen?.user }
        await latch.arrived()
        #expect(router.gate.isNavigating)
        let error = await routingError { try await other.navigate(to: chat, with: "b") }
        #expect(error?.code == .routerBusy && error?.found.contains("chat") == true)
        latch.open()
        #expect(try await first.value == "slow")
        #expect(!router.gate.isNavigating)
        try await other.navigate(to: chat, with: "b")
    }

    /// How a program requests two navigations in one turn of the main actor.
    enum Pair: CaseIterable { case tasks, children, twoRouters, firstOneWaits }

    @Test("Reject: of two navigations requested in the same turn, the second one fails", arguments: Pair.allCases)
    func sameTurn(pair: Pair) async throws {
        let (host, stack, router) = stackWorld([HeadlessScreen(named: "base")])
        let other = pair == .twoRouters ? Router(host: host, gate: router.gate) : router
        let route = pushRoute("page")
        func first() async -> RoutingError? {
            await routingError { try await router.navigate(to: route, policy: pair == .firstOneWaits ? .enqueue : nil) }
        }
        func second() async -> RoutingError? { await routingError { try await other.navigate(to: route) } }
        let errors: [RoutingError?]
        switch pair {
        case .children:
            // Child tasks begin on other threads, so the first one to navigate waits until the other one has asked.
            let latch = slowDown(host) { _ in true }
            func releasing(_ request: () async -> RoutingError?) async -> RoutingError? {
                let error = await request()
                if error != nil { latch.open() }
                return error
            }
            async let one = releasing(first)
            async let two = releasing(second)
            errors = await [one, two]
        case .tasks, .twoRouters, .firstOneWaits:
            let tasks = [Task { await first() }, Task { await second() }]
            errors = [await tasks[0].value, await tasks[1].value]
        }
        #expect(errors.compactMap { $0?.code } == [.routerBusy])
        #expect(errors.compactMap { $0?.found } == ["page is under way"])
        #expect(stack.contained.map(\.name) == ["base", "page"])
        #expect(!router.gate.isNavigating)
        try await other.navigate(to: route)
    }

    @Test("A gate navigates from the first request on, and counts what waits") func countedAtOnce() async throws {
        let (_, stack, router) = stackWorld([HeadlessScreen(named: "base")])
        router.configuration.policy = .enqueue
        let route = pushRoute("page")
        var seen: [Bool] = []
        var waiting: [Int] = []
        let tasks = (0..<3).map { _ in
            Task {
                seen.append(router.gate.isNavigating)
                waiting.append(router.gate.waitingCount)
                try await router.navigate(to: route)
            }
        }
        for task in tasks { try await task.value }
        #expect(seen == [false, true, true] && waiting == [0, 0, 1])
        #expect(stack.contained.map(\.name) == ["base", "page", "page", "page"])
    }

    @Test("The latest navigation wins if it clears the gate and waits") func latestWins() async throws {
        let (_, stack, router) = stackWorld([HeadlessScreen(named: "base")])
        let tasks = ["one", "two", "three"].map { name in
            Task {
                router.gate.cancelAll()
                return await routingError { try await router.navigate(to: pushRoute(name), policy: .enqueue) }?.code
            }
        }
        var codes: [RoutingError.Code?] = []
        for task in tasks { codes.append(await task.value) }
        #expect(codes == [.navigationCanceled, .navigationCanceled, nil])
        #expect(stack.contained.map(\.name) == ["base", "three"])
    }

    @Test("Routers with separate gates do not wait for each other") func separate() async throws {
        let (host, router, latch, chat) = world()
        let first = Task { try await router.navigate(to: chat, with: "slow").screen?.user }
        await latch.arrived()
        let second = try await Router(host: host).navigate(to: chat, with: "b")
        #expect(second.hasArrived)
        latch.open()
        #expect(try await first.value == "slow")
    }

    @Test("Enqueue: navigations run one after the other, in the order of their requests") func enqueue() async throws {
        let (host, router, latch, chat) = world()
        router.configuration.policy = .enqueue
        var finished: [String] = []
        func start(_ user: String) -> Task<Void, any Error> {
            Task {
                try await router.navigate(to: chat, with: user)
                finished.append(user)
            }
        }
        let first = start("slow")
        await latch.arrived()
        let second = start("b")
        try await until("1 that wait") { router.gate.waitingCount >= 1 }
        let third = start("c")
        try await until("2 that wait") { router.gate.waitingCount >= 2 }
        latch.open()
        for task in [first, second, third] { try await task.value }
        #expect(finished == ["slow", "b", "c"])
        #expect((host.root as? HeadlessStack)?.contained.count == 2)
    }

    @Test("A navigation that is canceled while it waits ends at once") func canceledInQueue() async throws {
        let (host, router, latch, chat) = world()
        router.configuration.policy = .enqueue
        let first = Task { try await router.navigate(to: chat, with: "slow").screen?.user }
        await latch.arrived()
        let second = Task { await routingError { try await router.navigate(to: chat, with: "b") } }
        try await until("1 that wait") { router.gate.waitingCount >= 1 }
        second.cancel()
        #expect(await second.value?.code == .navigationCanceled)
        #expect(host.log.isEmpty && router.gate.waitingCount == 0)
        latch.open()
        #expect(try await first.value == "slow")
    }

    @Test("A navigation canceled in the middle of its changes is undone") func canceledMidway() async throws {
        let (host, stack, router) = stackWorld([ListScreen(), ChatScreen(user: "b")])
        try await host.present(SettingsScreen(), on: stack, style: .sheet, animated: false)
        let shape = router.tree.shape
        let latch = Latch()
        host.beforeOperation = { operation in
            if case .set = operation { try await latch.wait() }
        }
        let navigation = Task { await routingError { try await router.navigate(to: ChatRoutes().chat, with: "u") } }
        await latch.arrived()
        #expect(router.tree.shape != shape)
        navigation.cancel()
        let error = await navigation.value
        #expect(error?.code == .navigationCanceled && error?.notUndone == [])
        #expect(router.tree.shape == shape)
    }

    @Test("A navigation in a canceled task does not start, and a gate can be cleared") func cleared() async throws {
        let (host, router, latch, chat) = world()
        let first = Task { await routingError { try await router.navigate(to: chat, with: "slow") } }
        await latch.arrived()
        router.gate.cancelAll()
        #expect(await first.value?.code == .navigationCanceled)
        let canceled = Task {
            while !Task.isCancelled { await Task.yield() }
            return await routingError { try await router.navigate(to: chat, with: "b") }
        }
        canceled.cancel()
        #expect(await canceled.value?.code == .navigationCanceled)
        #expect(host.log.isEmpty)
    }
}
