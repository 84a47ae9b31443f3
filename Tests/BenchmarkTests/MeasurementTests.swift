import BenchmarkFrame
import Synchronization
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("Measuring")
struct MeasurementTests {
    @Test("A sample and its baseline are taken in turn, eleven times each, with as many rounds as they need")
    func turns() async throws {
        var calls: [(isBaseline: Bool, rounds: Int)] = []
        let row = Benchmark("row", bar: 1) {
            .comparison(
                baseline: { rounds in
                    calls.append((true, rounds))
                    return Cost(nanoseconds: Double(rounds) * 1e6)
                },
                measured: { rounds in
                    calls.append((false, rounds))
                    return Cost(nanoseconds: Double(rounds) * 2e6)
                })
        }
        let figure = try await Runner(isQuick: false).run(row)
        #expect(figure.value == 2)
        let taken = calls.suffix(22)
        #expect(taken.filter(\.isBaseline).allSatisfy { $0.rounds == 20 })
        #expect(taken.filter { !$0.isBaseline }.allSatisfy { $0.rounds == 10 })
        #expect(taken.filter(\.isBaseline).count == 11)
        for turn in 0..<11 {
            let pair = taken.dropFirst(turn * 2).prefix(2).map(\.isBaseline)
            #expect(pair == (turn.isMultiple(of: 2) ? [true, false] : [false, true]))
        }
    }

    @Test("A crew runs its work on every thread, and passes on what one throws", .timeLimit(.minutes(30)))
    func crew() throws {
        struct Tired: Error {}
        let counter = Counter()
        let time = try Crew(4).time { counter.add() }
        #expect(counter.value == 4)
        #expect(time.nanoseconds > 0 && time.instructions == nil)
        #expect(throws: Tired.self) { _ = try Crew(2).time { throw Tired() } }
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func add() { count.withLock { $0 += 1 } }
    }

    @Test("What samples come to has its spread, and their instructions where they are counted")
    func spread() async throws {
        var turn = 0.0
        let row = Benchmark("row", unit: .nanoseconds, bar: nil) {
            .time(
                { rounds in
                    turn += 1
                    return Cost(nanoseconds: turn * Double(rounds), instructions: 7 * Double(rounds))
                }, rounds: .fixed(10))
        }
        let figure = try await Runner(isQuick: false).run(row)
        #expect(figure.value == 6 && figure.low == 3.5 && figure.high == 8.5)
        #expect(figure.instructions == 7 && figure.baselineInstructions == nil)
        let once = try await Runner(isQuick: false).run(Benchmark("once", unit: .bytes, bar: nil) { .bytes { _ in 5 } })
        #expect(once.low == nil && once.high == nil && once.instructions == nil)
    }

    @Test("Costs add up and are shared out; what was not counted once is not counted in the sum")
    func costs() {
        var sum = Cost.zero
        sum += Cost(nanoseconds: 3, instructions: 30)
        sum += Cost(nanoseconds: 5, instructions: 50)
        #expect(sum / 2 == Cost(nanoseconds: 4, instructions: 40))
        sum += Cost(nanoseconds: 1)
        sum += Cost(nanoseconds: 1, instructions: 10)
        #expect(sum == Cost(nanoseconds: 10))
    }

    @Test("Where instructions are counted more work takes more of them; elsewhere the reason is told")
    func instructions() {
        func work(_ rounds: Int) -> Double? {
            Clock.thread.time { for round in 0..<rounds { blackHole(round) } }.instructions
        }
        switch Instructions.here {
        case .counted: #expect(work(100_000) ?? 0 > 2 * (work(10_000) ?? .infinity))
        case .stepped: #expect(work(10) == nil)
        case .refused(let reason): #expect(!reason.isEmpty && work(10) == nil)
        }
        #expect(Clock.wall.time {}.instructions == nil)
    }

    @Test("Where the kernel lets a process be stepped through a copy tells the instructions of some work", .promptly)
    func steps() async {
        // In a process of its own, as a copy has none of the threads beside it, and what they hold stays held.
        await #expect(processExitsWith: .success) {
            @Sendable func work(_ rounds: Int, _ clock: Clock = .thread) -> Cost {
                clock.time { for round in 0..<rounds { blackHole(round) } }
            }
            guard let few = Instructions.stepped(through: { work(10) }) else {
                try #require(Instructions.here != .stepped)
                return
            }
            try #require(Instructions.stepped(through: { work(10) }) == few)
            let many = try #require(Instructions.stepped(through: { work(110) }))
            let more = try #require(Instructions.stepped(through: { work(210) }))
            try #require(many - few >= 100 && more - many == many - few)
            try #require(Instructions.stepped(limit: 50) { work(110) } == nil)
            try #require(Instructions.stepped { work(10, .wall) } == nil)
            try #require(Instructions.stepped { exit(3) } == nil)
            try #require(Instructions.stepped { abort() } == nil)
            struct Tired: Error {}
            try #require(Instructions.stepped { throw Tired() } == nil)
            try #require(Instructions.stepped { try Clock.thread.time { throw Tired() } } == nil)

            let row = Benchmark("row", bar: 1) {
                .comparison(baseline: { work(10 * $0) }, measured: { work(20 * $0) })
            }
            let figure = try await Runner(isQuick: false, isStepped: true).run(row)
            try #require((1.8..<2.1).contains(try #require(figure.instructionRatio)))
            try #require(try await Runner(isQuick: true, isStepped: true).run(row).instructions == nil)
        }
    }

    @Test("The heap's growth counts what is kept and nothing else", .promptly)
    func heap() async {
        // In a process of its own, as the tests beside it take and free memory too.
        await #expect(processExitsWith: .success) {
            let kept = try Heap.growth { [UInt8](repeating: 1, count: 50_000_000) }
            try #require(kept >= 50_000_000)
            let freed = try Heap.growth { blackHole([UInt8](repeating: 1, count: 50_000_000)) }
            try #require(freed < 50_000_000)
        }
    }
}
