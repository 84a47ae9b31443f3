import Testing

@testable import IOC

@Suite("The order of starts")
struct StartOrderTests {
    private func order(_ names: [String], _ edges: [[Int]], firm: [[Int]]? = nil, without: Set<Int> = []) -> [String] {
        let order = StartOrder(
            edges: edges, firmEdges: firm ?? names.map { _ in [] }, names: names,
            participants: Set(names.indices).subtracting(without))
        return order.order.map { names[$0] }
    }

    @Test("Dependencies come first, and of those that may start now the first by name")
    func dependencies() {
        #expect(order(["c", "b", "a"], [[], [], []]) == ["a", "b", "c"])
        #expect(order(["a", "b", "c"], [[2], [], []]) == ["b", "c", "a"])
        #expect(order(["a", "b", "c", "d"], [[3], [], [], []]) == ["b", "c", "d", "a"])
        #expect(order(["d", "c", "b", "a"], [[1, 2], [3], [3], []]) == ["a", "b", "c", "d"])
    }

    @Test("Members of a cycle start together, by their firm edges and then by name")
    func cycles() {
        #expect(order(["c", "b", "a"], [[1], [2], [0]]) == ["a", "b", "c"])
        #expect(order(["a", "b", "c"], [[1], [2], [0]], firm: [[1], [], []]) == ["b", "a", "c"])
        #expect(order(["a", "b", "c"], [[1], [2], [0]], firm: [[2], [], []]) == ["b", "c", "a"])
        // A circle of firm edges goes by name.
        #expect(order(["b", "a"], [[1], [0]], firm: [[1], [0]]) == ["a", "b"])
        #expect(order(["x", "c", "b", "a"], [[1], [2], [3], [1]]) == ["a", "b", "c", "x"])
    }

    @Test("A cycle has its turn by its first name, beside others that may start now")
    func cyclesAmongOthers() {
        #expect(order(["z", "a", "m"], [[1], [0], []]) == ["a", "z", "m"])
        #expect(order(["z", "b", "a", "y", "c"], [[1], [0], [], [4], [3]]) == ["a", "b", "z", "c", "y"])
        #expect(order(["z", "a", "m", "b"], [[1], [0], [], []], without: [1]) == ["b", "m", "z"])
    }

    @Test("What does not take part hands on what it depends on, and its name decides nothing")
    func bystanders() {
        #expect(order(["a", "z", "b"], [[1], [2], []], without: [1]) == ["b", "a"])
        #expect(order(["z", "a", "b"], [[1], [], []], without: [1]) == ["b", "z"])
        #expect(order(["a", "b", "c"], [[1], [], []], without: [1]) == ["a", "c"])
    }

    @Test("Others wait for what they depend on, in a cycle for who is said to come first, and that holds later")
    func waits() {
        let names = ["app", "pool", "mail", "x", "y", "u", "v", "w"]
        let order = StartOrder(
            edges: [[1, 2, 3], [], [], [4], [3], [6, 7], [5], [5]],
            firmEdges: names.map { $0 == "u" ? [6, 7] : [] }, names: names, participants: Set(names.indices))
        #expect(order.needed(in: order.schedule).map { names[$0] }.sorted() == ["mail", "pool", "v", "w", "x", "y"])
        let precedence = order.precedence.map { $0.map { names[$0] }.sorted() }
        #expect(precedence == [["mail", "pool", "x"], [], [], [], ["x"], ["v", "w"], [], ["v"]])
    }

    @Test("What a member of a cycle says it starts after holds at the stop, also where that takes no part")
    func firmBystander() {
        let names = ["desk", "board", "lamp", "base", "user"]
        // desk says board, which takes no part and needs lamp; lamp needs desk, and base, which is in no cycle.
        let order = StartOrder(
            edges: [[], [2], [0, 3], [], [0]], firmEdges: [[1], [], [], [], []], names: names,
            participants: [0, 2, 3, 4])
        #expect(order.order.map { names[$0] } == ["base", "desk", "lamp", "user"])
        let atStop = StartOrder(
            edges: order.edges, firmEdges: order.precedence, names: names, participants: order.participants)
        #expect(atStop.schedule.steps.map(\.members) == order.schedule.steps.map(\.members))
        #expect(atStop.schedule.steps.map(\.needs) == order.schedule.steps.map(\.needs))
    }

    class Part: Startable, Stoppable, @unchecked Sendable {
        required init() {}
        func start() {}
        func stop() {}
    }
    final class First: Part, IOCComponent, @unchecked Sendable {}
    final class Second: Part, IOCComponent, @unchecked Sendable {}
    final class Third: Part, IOCComponent, @unchecked Sendable {}

    @Test("What starts one after another stops exactly the other way, whatever has come to depend on what since")
    func exactlyReversed() async throws {
        let recorder = LifecycleRecorder()
        let configuration = ContextConfiguration(First.self, Second.self, Third.self).with {
            $0.startupConcurrency = 1
            $0.observers = [recorder]
        }
        let context = try ApplicationContext(configuration)
        try await context.start()
        let definitions = try [First.self, Second.self, Third.self].map { type in
            try #require(context.core.definition(of: type as any IOCComponent.Type))
        }
        for (one, next) in zip(definitions, definitions.dropFirst()) { context.core.known.observe(next, by: one) }
        try await context.stop()
        #expect(
            recorder.all == [
                "started First", "started Second", "started Third", "stopped Third", "stopped Second", "stopped First",
            ])
    }
}
