import IOCRoutingTesting
import Testing

@testable import IOCRouting

@MainActor @Suite("Navigations in a line", .timeLimit(.minutes(30))) struct LineTests {
    typealias Result = NavigationResult<HeadlessScreen>

    let done = Result(ending: .stopped("done"), operations: [], plans: 0)
    let line = NavigationLine()

    @Test("One that is canceled as its turn comes does not begin, and says why it was canceled first")
    func canceledInTurn() async throws {
        let latch = Latch()
        let first = Task {
            try await line.run(Ticket(name: "first")) {
                await latch.waitStubbornly()
                return done
            }
        }
        await latch.arrived()
        let ticket = Ticket<HeadlessScreen>(name: "second")
        var hasBegun = false
        let second = Task {
            await routingError {
                _ = try await line.run(ticket) {
                    hasBegun = true
                    return done
                }
            }
        }
        try await until("the second one in the line") { ticket.turn != nil }
        latch.open()
        ticket.cancel(because: .navigationSuperseded)
        ticket.cancel(because: .navigationCanceled)
        let error = await second.value
        #expect(error?.code == .navigationSuperseded && error?.found == "a later navigation took its place")
        #expect(error?.path == ["second"] && !hasBegun)
        _ = try await first.value
        #expect(line.tickets.isEmpty)
    }

    @Test("All who wait for the line to be empty are told once, when the last one has left")
    func emptied() async throws {
        let (one, two) = (Latch(), Latch())
        var isEmptied = false
        var wasEmptied: [Bool] = []
        func start(_ latch: Latch) -> Task<Void, any Error> {
            Task {
                _ = try await line.run(Ticket(name: "navigation")) {
                    await latch.waitStubbornly()
                    wasEmptied.append(isEmptied)
                    return done
                }
            }
        }
        let (first, second) = (start(one), start(two))
        try await until("two in the line") { line.tickets.count >= 2 }
        let watchers = (0..<2).map { _ in
            Task {
                await line.emptied()
                isEmptied = true
            }
        }
        await one.arrived()
        one.open()
        try await first.value
        two.open()
        try await second.value
        for watcher in watchers { try await outcome("the word that the line is empty", of: watcher) }
        #expect(wasEmptied == [false, false])
        // Nobody waits any more.
        try await start(two).value
        await line.emptied()
    }

    @Test("What was canceled keeps its reason, though it is given up after that") func givenUpLate() {
        let ticket = Ticket<HeadlessScreen>(name: "late")
        ticket.cancel(because: .navigationSuperseded)
        ticket.fail(with: RoutingError(.navigationBlocked, wanted: "its turn", found: "none", action: "wait"))
        #expect(ticket.failure == nil && ticket.reason == .navigationSuperseded)
        // Nor is one given up that is in no line.
        let other = Ticket<HeadlessScreen>(name: "elsewhere")
        line.giveUp(other) { running in
            RoutingError(.navigationBlocked, wanted: "its turn", found: running, action: "wait")
        }
        #expect(other.failure == nil && !other.isCancelled)
    }

    @Test("All in a line are canceled at once, the one that runs and each that waits") func canceledAll() async throws {
        let latch = Latch()
        var begun: [Int] = []
        let callers = (0..<4).map { index in
            Task {
                await routingError {
                    _ = try await line.run(Ticket(name: "\(index)")) {
                        begun.append(index)
                        try await latch.wait()
                        return done
                    }
                }
            }
        }
        try await until("four in the line") { line.tickets.count == 4 }
        await latch.arrived()
        line.cancel(because: .navigationSuperseded)
        for caller in callers {
            #expect(try await outcome("the end of each", of: caller)?.code == .navigationSuperseded)
        }
        #expect(begun.count == 1 && line.tickets.isEmpty)
    }

    @Test("Those who share a navigation are told in the order in which they came") func shared() async throws {
        let latch = Latch()
        let ticket = Ticket<HeadlessScreen>(name: "shared")
        ticket.start {
            await latch.waitStubbornly()
            return done
        }
        var order: [Int] = []
        var begun = 0
        var callers: [Task<Void, any Error>] = []
        for index in 0..<9 {
            callers.append(
                Task {
                    begun += 1
                    _ = try await ticket.result()
                    order.append(index)
                })
            try await until("caller \(index)") { begun > index }
        }
        await latch.arrived()
        latch.open()
        for caller in callers { try await caller.value }
        #expect(order == Array(0..<9))
    }

    // MARK: What owns navigations

    func record(_ name: String, in parent: Activity? = nil) -> NavigationRecord {
        NavigationRecord(name: name, in: parent, gate: line, host: line) { line }
    }

    @Test("Nothing begins in a task that is canceled already") func canceledBefore() async {
        let activity = Activity(.change, named: "change", of: record("outer"))
        var hasBegun = false
        let task = Task {
            await routingError {
                _ = try await activity.run("inner", within: nil, by: ContinuousClock()) {
                    hasBegun = true
                    return done
                }
            }
        }
        task.cancel()
        let error = await task.value
        #expect(error?.code == .navigationCanceled && error?.path == ["inner"] && error?.found == "it was canceled")
        #expect(!hasBegun)
    }

    @Test("Those who wait for the end of a navigation all go on, and it ends once")
    func ended() async throws {
        let outer = record("outer")
        let inner = record("inner", in: Activity(.change, named: "change", of: outer))
        inner.operations = [.replaceRoot(screen: "a")]
        var order: [Int] = []
        var tasks: [Task<Void, any Error>] = []
        var begun = 0
        for index in 0..<9 {
            tasks.append(
                Task {
                    begun += 1
                    try await inner.ended(for: "later")
                    order.append(index)
                })
            try await until("caller \(index)") { begun > index }
        }
        inner.end(.arrived)
        // Too late: it has been told to go on.
        tasks[0].cancel()
        inner.end(.ended("late"))
        for task in tasks.dropFirst() { try await task.value }
        #expect(await tasks[0].result.error is RoutingError)
        // An actor promises nothing of the order in which tasks run that may go on.
        #expect(order.sorted() == Array(1..<9))
        #expect(inner.state == .arrived && outer.operations == inner.operations)
        try await inner.ended(for: "later")
    }

    @Test("What may start nothing any more says what it was and how that ended") func refusals() async throws {
        let outer = record("outer")
        let id = Activity.InterceptorID(owner: ObjectIdentifier(line), index: 0)
        let asked = Activity(.interceptor(id), named: "login", of: outer)
        let arrived = record("arrived", in: asked)
        arrived.end(.arrived)
        let change = Activity(.change, named: "the host's change", of: outer)
        await change.end()
        outer.end(.ended("was stopped: no"))
        func found(_ activity: Activity) async -> String? {
            await routingError { _ = try await activity.owner(of: "later") }?.found
        }
        #expect(await found(Activity(.route, named: "route", of: outer)) == "outer was stopped: no")
        #expect(await found(change) == "outer was stopped: no")
        #expect(try await Activity(.route, named: "route", of: arrived).owner(of: "later") === asked)
        await asked.end()
        #expect(await found(asked) == "login of outer has ended")
        #expect(
            await found(Activity(.route, named: "route", of: arrived)) == "login of outer was stopped: no")
    }
}

extension Swift.Result {
    fileprivate var error: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}
