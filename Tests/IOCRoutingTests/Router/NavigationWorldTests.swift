import Foundation
import IOCRouting
import TestSupport
import Testing

/// Navigations inside navigations, in every order of slow and failing hosts, limits, cancellations and policies.
///
/// `IOC_ROUTING_SEED` gives the first seed, `IOC_ROUTING_WORLDS` the number of worlds. The first failure ends the test, and prints
/// its seed.
@MainActor @Suite("Random navigations inside each other", .timeLimit(.minutes(60))) struct NavigationWorldTests {
    static let seeds = Worlds.seeds(from: 20_260_401, count: 80, variable: "IOC_ROUTING_WORLDS")

    @Test("The tree is either unchanged or as planned, nothing changes later, nothing hangs")
    func worlds() async throws {
        var codes: [String: Int] = [:]
        var nested = 0
        await WorldTrial.run(Self.seeds) { trial in
            let world = NavigationWorld(seed: trial.seed)
            guard try await drive(world) else {
                return trial.record(
                    "a navigation waits forever: \(world.calls.filter { $0.outcome == nil }.map(\.name))")
            }
            for fault in world.faults { trial.record(fault) }
            check(world, trial)
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
        #expect(nested > Self.seeds.count)
        let all = [
            "arrived", "stopped", "navigation-canceled", "interceptor-timeout", "host-failed",
            "interceptor-failed", "owner-ended",
            "router-busy",
        ]
        for ending in all { #expect(codes[ending, default: 0] > 0, "\(ending): \(codes)") }
    }

    /// Lets a world take its random course, then to its end; false where it comes to none.
    ///
    /// An idle turn lets others go on; once many have brought nothing, it takes a millisecond, so that ten seconds decide.
    private func drive(_ world: NavigationWorld) async throws -> Bool {
        var random = SplitMix(seed: world.random.next())
        let policies: [QueuePolicy] = [.reject, .enqueue]
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
            if idle < 500 { await Task.yield() } else { try await Task.sleep(for: .milliseconds(1)) }
            world.clock.advance(by: .seconds(1))
            idle = world.stepper.isIdle ? idle + 1 : 0
            guard idle < 10_000 else { return false }
            world.stepper.step(&random)
        }
        return true
    }

    private func check(_ world: NavigationWorld, _ trial: WorldTrial) {
        let tree = world.router.tree
        let exposed = Set(tree.screens.filter { tree.isExposed($0) }.map { ObjectIdentifier($0) })
        let final = NavigationWorld.Beginning(call: .init(name: "end"), shape: tree.shape, exposed: exposed)
        let moments = world.beginnings + [final]
        for (here, next) in zip(moments, moments.dropFirst()) {
            switch here.call.outcome {
            case .success(let result):
                switch result.ending {
                case .arrived(let screen), .redirected(_, let screen):
                    trial.expect(
                        next.exposed.contains(ObjectIdentifier(screen)),
                        "\(here.call.name)\n\(world.story.joined(separator: "\n"))\n\(next.shape)")
                case .stopped:
                    trial.expect(
                        next.shape == here.shape,
                        "\(here.call.name) stopped\n\(world.story.joined(separator: "\n"))\n\(here.shape)\n\(next.shape)"
                    )
                }
            case .failure(let error):
                let isWhole = (error as? RoutingError)?.notUndone.isEmpty ?? false
                let text =
                    "\(here.call.name): \(error)\n\(world.story.joined(separator: "\n"))\n\(here.shape)\n\(next.shape)"
                trial.expect(isWhole ? next.shape == here.shape : world.hasFailed, text)
            case nil: trial.record("\(here.call.name) has no outcome")
            }
        }
        trial.expect(isSound(tree), "\(tree.shape)")
    }
}
