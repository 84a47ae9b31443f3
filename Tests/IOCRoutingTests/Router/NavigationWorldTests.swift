import Foundation
import SeededRandom
import Testing

@testable import IOCRouting

/// Navigations inside navigations, in every order of slow and failing hosts, limits, cancellations and policies.
///
/// `IOC_ROUTING_SEED` gives the first seed, `IOC_ROUTING_WORLDS` the number of worlds. A failure prints its seed.
@MainActor @Suite("Random navigations inside each other", .timeLimit(.minutes(30))) struct NavigationWorldTests {
    static let firstSeed = ProcessInfo.processInfo.environment["IOC_ROUTING_SEED"].flatMap(UInt64.init) ?? 20_260_401
    static let worldCount = ProcessInfo.processInfo.environment["IOC_ROUTING_WORLDS"].flatMap(Int.init) ?? 300

    @Test("The tree is the one before or the one planned, nothing lands later, nothing hangs")
    func worlds() async throws {
        var codes: [String: Int] = [:]
        var nested = 0
        for index in 0..<Self.worldCount {
            let seed = Self.firstSeed &+ UInt64(index)
            let world = NavigationWorld(seed: seed)
            guard await drive(world) else {
                Issue.record(
                    "seed \(seed): somebody waits for ever: \(world.calls.filter { $0.outcome == nil }.map(\.name))")
                continue
            }
            for fault in world.faults { Issue.record("seed \(seed): \(fault)") }
            check(world, seed)
            nested += world.nestedCount
            for call in world.calls {
                switch call.outcome {
                case .failure(let error):
                    codes[(error as? RoutingError)?.code.description ?? "\(error)", default: 0] += 1
                case .success(let result):
                    if case .stopped = result.ending {
                        codes["stopped", default: 0] += 1
                    } else {
                        codes["arrived", default: 0] += 1
                    }
                case nil: codes["none", default: 0] += 1
                }
            }
        }
        // The worlds are what they should be: all endings occur.
        #expect(nested > Self.worldCount)
        let all = [
            "arrived", "stopped", "navigation-canceled", "navigation-superseded", "interceptor-timeout", "host-failed",
            "interceptor-failed", "owner-ended",
            "router-busy",
        ]
        for ending in all { #expect(codes[ending, default: 0] > 0, "\(ending): \(codes)") }
    }

    /// Lets a world take its random course, then to its end; false where it comes to none.
    private func drive(_ world: NavigationWorld) async -> Bool {
        var random = SplitMix(seed: world.random.next())
        let policies: [QueuePolicy] = [.reject, .enqueue, .latestWins, .coalesce]
        var roots = [world.start(policy: random.pick(policies))]
        for _ in 0..<random.number(5...60) {
            for _ in 0..<random.number(0...6) { await Task.yield() }
            switch random.number(0...19) {
            case 0 where roots.count < 4: roots.append(world.start(policy: random.pick(policies)))
            case 1 where random.chance(50): random.pick(roots).cancel()
            case 2...4: world.clock.advance(by: .seconds(1))
            case 5 where random.chance(10): world.router.gate.cancelAll()
            default: world.stepper.step(&random)
            }
        }
        var idle = 0
        while world.unfinished > 0 || world.router.gate.isNavigating {
            await Task.yield()
            world.clock.advance(by: .seconds(1))
            idle = world.stepper.isIdle ? idle + 1 : 0
            guard idle < 2_000 else { return false }
            world.stepper.step(&random)
        }
        return true
    }

    private func check(_ world: NavigationWorld, _ seed: UInt64) {
        let tree = world.router.tree
        let exposed = Set(tree.screens.filter { tree.isExposed($0) }.map { ObjectIdentifier($0) })
        let final = NavigationWorld.Beginning(call: .init(name: "end"), shape: tree.shape, exposed: exposed)
        let moments = world.beginnings + [final]
        for (here, next) in zip(moments, moments.dropFirst()) {
            switch here.call.outcome {
            case .success(let result):
                switch result.ending {
                case .arrived(let screen), .redirected(_, let screen):
                    #expect(
                        next.exposed.contains(ObjectIdentifier(screen)),
                        "seed \(seed): \(here.call.name)\n\(world.story.joined(separator: "\n"))\n\(next.shape)")
                case .stopped:
                    #expect(
                        next.shape == here.shape,
                        "seed \(seed): \(here.call.name) stopped\n\(world.story.joined(separator: "\n"))\n\(here.shape)\n\(next.shape)"
                    )
                }
            case .failure(let error):
                let isWhole = (error as? RoutingError)?.notUndone.isEmpty ?? false
                let text: Comment =
                    "seed \(seed): \(here.call.name): \(error)\n\(world.story.joined(separator: "\n"))\n\(here.shape)\n\(next.shape)"
                #expect(isWhole ? next.shape == here.shape : world.hasFailed, text)
            case nil: Issue.record("seed \(seed): \(here.call.name) has no outcome")
            }
        }
        #expect(isSound(tree), "seed \(seed): \(tree.shape)")
    }
}
