import IOCRouting
import IOCRoutingTesting
import Testing

@MainActor @Suite("Queue policies", .timeLimit(.minutes(30))) struct QueueTests {
    /// A tree, and a route whose interceptor waits at a latch.
    private func world(_ policy: QueuePolicy = .reject) -> (World, Latch, Step<HeadlessScreen, Void>) {
        let latch = Latch()
        let slow = guarded("root: push slow") {
            try await latch.wait()
            return .proceed
        }
        return (World("stack[base]", configuration: RouterConfiguration(policy: policy)), latch, slow)
    }

    private let page = "root: push page"

    @Test("Reject: a second navigation of the gate fails, and names the running one") func reject() async throws {
        let (world, latch, slow) = world()
        let other = Router(host: world.host, gate: world.router.gate)
        let first = world.start(slow)
        await latch.arrived()
        #expect(world.router.gate.isNavigating)
        let error = await routingError { try await other.navigate(to: route(page)) }
        #expect(error?.code == .routerBusy && error?.found == "slow is under way")
        latch.open()
        #expect(await first.value == nil && !world.router.gate.isNavigating)
        try await other.navigate(to: route(page))
        #expect(world.sketch == "stack[base slow page]")
    }

    /// How a program requests two navigations in one turn of the main actor.
    enum Pair: CaseIterable { case tasks, children, twoRouters, firstOneWaits }

    @Test("Reject: of two navigations requested in the same turn, the second one fails", arguments: Pair.allCases)
    func sameTurn(pair: Pair) async throws {
        let world = World("stack[base]")
        let router = world.router
        let other = pair == .twoRouters ? Router(host: world.host, gate: router.gate) : router
        let step = route(page)
        func first() async -> RoutingError? { await world.error(step, policy: pair == .firstOneWaits ? .enqueue : nil) }
        func second() async -> RoutingError? { await routingError { try await other.navigate(to: step) } }
        let errors: [RoutingError?]
        switch pair {
        case .children:
            // Child tasks begin on other threads, so the first one to navigate waits until the other one has asked.
            let latch = world.slowDown(at: "")
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
        #expect(world.sketch == "stack[base page]" && !router.gate.isNavigating)
        try await other.navigate(to: step)
    }

    @Test("A gate navigates from the first request on, and counts what waits") func countedAtOnce() async throws {
        let (world, _, _) = world(.enqueue)
        var seen: [Bool] = []
        var waiting: [Int] = []
        let tasks = (0..<3).map { _ in
            Task {
                seen.append(world.router.gate.isNavigating)
                waiting.append(world.router.gate.waitingCount)
                try await world.go(route(page))
            }
        }
        for task in tasks { try await task.value }
        #expect(seen == [false, true, true] && waiting == [0, 0, 1])
        #expect(world.sketch == "stack[base page page page]")
    }

    @Test("The latest navigation wins if it clears the gate and waits") func latestWins() async throws {
        let (world, _, _) = world(.enqueue)
        let tasks = ["one", "two", "three"].map { name in
            Task {
                world.router.gate.cancelAll()
                return await world.error(route("root: push \(name)"))?.code
            }
        }
        var codes: [RoutingError.Code?] = []
        for task in tasks { codes.append(await task.value) }
        #expect(codes == [.navigationCanceled, .navigationCanceled, nil])
        #expect(world.sketch == "stack[base three]")
    }

    @Test("Routers with separate gates do not wait for each other") func separate() async throws {
        let (world, latch, slow) = world()
        let first = world.start(slow)
        await latch.arrived()
        #expect(try await Router(host: world.host).navigate(to: route(page)).hasArrived)
        latch.open()
        #expect(await first.value == nil)
    }

    @Test("Enqueue: navigations run one after the other, in the order of their requests") func enqueue() async throws {
        let (world, latch, slow) = world(.enqueue)
        var tasks = [world.start(slow)]
        await latch.arrived()
        for count in 1...3 {
            tasks.append(world.start(route("root: push page\(count)")))
            try await until("\(count) that wait") { world.router.gate.waitingCount >= count }
        }
        latch.open()
        for task in tasks { #expect(await task.value == nil) }
        #expect(world.sketch == "stack[base slow page1 page2 page3]")
    }

    @Test("A navigation that is canceled while it waits ends at once") func canceledInQueue() async throws {
        let (world, latch, slow) = world(.enqueue)
        let first = world.start(slow)
        await latch.arrived()
        let second = world.start(route(page))
        try await until("1 that waits") { world.router.gate.waitingCount >= 1 }
        second.cancel()
        #expect(await second.value?.code == .navigationCanceled)
        #expect(world.log.isEmpty && world.router.gate.waitingCount == 0)
        latch.open()
        #expect(await first.value == nil)
    }
}
