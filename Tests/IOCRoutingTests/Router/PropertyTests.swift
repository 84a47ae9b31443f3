import Foundation
import IOCRouting
import IOCRoutingTesting
import TestSupport
import Testing

/// The chat is reached from any tree; or the navigation fails, and the tree and its inputs are what they were.
///
/// `IOC_ROUTING_SEED` gives the first seed, `IOC_ROUTING_TREES` the number of trees. The first failure ends a test, and prints its
/// tree's seed. One test runs after the other, as one main actor serves them all.
@MainActor @Suite("Random trees", .serialized, .timeLimit(.minutes(60))) struct PropertyTests {
    static let worlds = Worlds(seed: 20_260_101, count: 500, variable: "IOC_ROUTING_TREES")

    struct World {
        let host: HeadlessHost
        let router: Router<HeadlessScreen>
        let shape: TreeShape
        let chats: [(screen: ChatScreen, user: String?, setUps: Int)]

        @MainActor init(_ generator: inout TreeGenerator) {
            host = HeadlessHost(root: generator.tree())
            router = Router(host: host)
            shape = router.tree.shape
            chats = router.tree.screens.compactMap { $0 as? ChatScreen }.map { ($0, $0.user, $0.setUps) }
        }

        @MainActor var isAsItWas: Bool {
            router.tree.shape == shape
                && chats.allSatisfy { $0.user == $0.screen.user && $0.setUps == $0.screen.setUps }
        }
    }

    @Test("The generated trees vary in size, depth, presented screens and containers")
    func generator() async throws {
        var screens = 0
        var presented = 0
        var kinds: Set<String> = []
        let hasTriedAll = try await Worlds(seed: 20_260_101, count: 2_000, variable: "IOC_ROUTING_TREES").run { trial in
            var generator = TreeGenerator(seed: trial.seed)
            let root = generator.tree()
            let measure = TreeGenerator.measure(root)
            trial.expect((2...40).contains(measure.count) && measure.depth <= 8)
            screens += measure.count
            presented += measure.presented
            kinds.formUnion(ScreenTree(HeadlessHost(root: root)).screens.map { String(describing: type(of: $0)) })
        }
        guard hasTriedAll else { return }
        let share = Double(presented) / Double(screens)
        #expect((0.25...0.42).contains(share), "\(share)")
        #expect(kinds.isSuperset(of: ["HeadlessStack", "HeadlessTabs", "HeadlessSplit", "Panes", "ChatScreen"]))
    }

    @Test("The chat is reached, by exactly the planned operations") func reached() async throws {
        _ = try await Self.worlds.run { trial in
            var generator = TreeGenerator(seed: trial.seed)
            let world = World(&generator)
            let chat = ChatRoutes().chat
            do {
                let plan = try world.router.plan(to: chat, with: "u")
                let isUntouched = world.isAsItWas
                let result = try await world.router.navigate(to: chat, with: "u")
                let screen = try #require(result.screen)
                trial.expect(isUntouched, "planning changed the tree")
                trial.expect(world.router.tree.isExposed(screen), "\(world.router.tree.shape)")
                trial.expect(screen.user == "u" && screen.setUps == 1)
                trial.expect(result.operations == plan.operations, "\(plan)\n\(world.shape)")
                trial.expect(result.plans == 1)
            } catch {
                trial.record("\(error)\n\(world.shape)")
            }
        }
    }

    @Test("Any route is carried out as planned, and no screen goes that may not be dismissed") func anyRoute()
        async throws
    {
        var reached = 0
        var refused = 0
        let hasTriedAll = try await Self.worlds.run { trial in
            var generator = TreeGenerator(seed: trial.seed, stubbornPercent: 5)
            let world = World(&generator)
            var routes = RouteGenerator(random: generator.random, router: world.router)
            let route = routes.route()
            let stubborn = world.router.tree.screens.filter { !$0.isDismissible }
            do {
                let plan = try world.router.plan(to: route)
                let story = "\(plan)\n\(world.shape)"
                let error = await routingError {
                    let result = try await world.router.navigate(to: route)
                    trial.expect(
                        result.operations == plan.operations && result.plans == 1, "\(story)\n\(result.operations)")
                }
                trial.expect(error == nil, "\(story)")
                trial.expect(stubborn.allSatisfy { world.router.tree.contains($0) }, "\(story)")
                reached += 1
            } catch {
                let failure = await routingError { try await world.router.navigate(to: route) }
                trial.expect("\(error)" == failure.map { "\($0)" })
                trial.expect(world.isAsItWas && world.host.log.isEmpty)
                refused += 1
            }
        }
        #expect(!hasTriedAll || reached > refused && refused > 0, "\(reached) reached, \(refused) refused")
    }

    @Test("With screens that may not be dismissed, the chat is reached or nothing changes") func stubborn() async throws
    {
        var refused = 0
        let hasTriedAll = try await Self.worlds.run(0.25) { trial in
            var generator = TreeGenerator(seed: trial.seed, stubbornPercent: 15)
            let world = World(&generator)
            let planned = await routingError { _ = try world.router.plan(to: ChatRoutes().chat, with: "u") }
            do {
                let result = try await world.router.navigate(to: ChatRoutes().chat, with: "u")
                let screen = try #require(result.screen)
                trial.expect(world.router.tree.isExposed(screen))
            } catch {
                refused += 1
                trial.expect((error as? RoutingError)?.code == .notDismissible, "\(error)")
                trial.expect("\(error)" == planned.map { "\($0)" })
                trial.expect(world.isAsItWas && world.host.log.isEmpty)
            }
        }
        #expect(!hasTriedAll || refused > 0)
    }

    @Test("With a host that fails once, the tree and the inputs are restored") func faults() async throws {
        var failed = 0
        let hasTriedAll = try await Self.worlds.run(0.25) { trial in
            var generator = TreeGenerator(seed: trial.seed)
            let world = World(&generator)
            var left = Int.random(in: 0..<3, using: &generator.random)
            world.host.beforeOperation = { _ in
                left -= 1
                if left == -1 { throw HeadlessFault("injected") }
            }
            do {
                try await world.router.navigate(to: ChatRoutes().chat, with: "u")
            } catch {
                failed += 1
                let error = try #require(error as? RoutingError)
                trial.expect(error.code == .hostFailed && error.notUndone == [], "\(error)")
                trial.expect(world.isAsItWas, "\(world.shape)\n\(world.router.tree.shape)")
            }
        }
        #expect(!hasTriedAll || failed > 0)
    }

    @Test("With a host that keeps failing, changes that could not be undone are reported") func lastingFaults()
        async throws
    {
        var incomplete = 0
        let hasTriedAll = try await Self.worlds.run(0.25) { trial in
            var generator = TreeGenerator(seed: trial.seed)
            let world = World(&generator)
            var left = Int.random(in: 1..<4, using: &generator.random)
            world.host.beforeOperation = { _ in
                left -= 1
                // After many tries the host succeeds, so that an endless undo ends and is reported.
                if (-1_000..<0).contains(left) { throw HeadlessFault("injected") }
            }
            do {
                try await world.router.navigate(to: ChatRoutes().chat, with: "u")
            } catch {
                let error = try #require(error as? RoutingError)
                incomplete += error.notUndone.isEmpty ? 0 : 1
                trial.expect(error.notUndone.isEmpty == world.isAsItWas, "\(error)")
            }
        }
        #expect(!hasTriedAll || incomplete > 0)
    }

    @Test("With a tree that changes meanwhile, the chat is reached") func changing() async throws {
        var planned = 0
        let hasTriedAll = try await Self.worlds.run { trial in
            var generator = TreeGenerator(seed: trial.seed)
            let world = World(&generator)
            var disturbances = 2
            let host = world.host
            @MainActor func disturb() {
                guard disturbances > 0, generator.random.chance(60) else { return }
                disturbances -= 1
                generator.disturb(host)
            }
            world.host.beforeOperation = { _ in disturb() }
            var routes = ChatRoutes()
            routes.interceptors = [
                ClosureInterceptor { _ in
                    disturb()
                    return .proceed
                }
            ]
            do {
                let result = try await world.router.navigate(to: routes.chat, with: "u")
                planned += result.plans > 1 ? 1 : 0
                let screen = try #require(result.screen)
                trial.expect(world.router.tree.isExposed(screen))
                trial.expect(screen.user == "u" && screen.setUps == 1)
                // The result lists exactly the changes of the host.
                let changes = host.log.filter { if case .load = $0 { false } else { true } }
                trial.expect(changes.count == result.operations.count, "\(changes)\n\(result.operations)")
                trial.expect(
                    zip(changes, result.operations).allSatisfy { Self.agree($0, $1) },
                    "\(changes)\n\(result.operations)")
                trial.expect(
                    world.chats.allSatisfy { $0.screen === screen || $0.user == $0.screen.user && $0.setUps == 0 },
                    "another chat was set up")
                trial.expect(isSound(world.router.tree), "\(world.router.tree.shape)")
                trial.expect(try world.router.plan(to: routes.chat, with: "u").operations == [])
            } catch {
                trial.record("\(error)\n\(world.shape)\n\(world.router.tree.shape)")
            }
        }
        #expect(!hasTriedAll || planned > 0)
    }

    @Test("With faults, disturbances and stubborn screens at once, errors are typed and the tree is sound")
    func everything() async throws {
        var reached = 0
        let hasTriedAll = try await Self.worlds.run(0.25) { trial in
            var generator = TreeGenerator(seed: trial.seed, stubbornPercent: 3)
            let world = World(&generator)
            let host = world.host
            var disturbances = 3
            host.beforeOperation = { _ in
                if disturbances > 0, generator.random.chance(40) {
                    disturbances -= 1
                    generator.disturb(host)
                }
                if generator.random.chance(10) { throw HeadlessFault("injected") }
            }
            do {
                let result = try await world.router.navigate(to: ChatRoutes().chat, with: "u")
                reached += result.hasArrived ? 1 : 0
            } catch {
                let code = (error as? RoutingError)?.code
                trial.expect([.hostFailed, .notDismissible, .treeUnstable].contains(code), "\(error)")
            }
            trial.expect(isSound(world.router.tree), "\(world.router.tree.shape)")
            trial.expect(!world.router.gate.isNavigating)
        }
        #expect(!hasTriedAll || reached > 0)
    }

    /// Returns true if a host's change is the one that an operation describes.
    static func agree(_ change: HeadlessOperation, _ operation: RoutingOperation) -> Bool {
        // The operation names a screen that a step creates by the name of the step.
        let names = ["chat": "Chat", "list": "ListScreen", "stack": "HeadlessStack"]
        func real(_ name: String) -> String { names[name] ?? name }
        switch (change, operation) {
        case (.present(let screen, let presenter), .present(let wanted, let on, _)):
            return screen == real(wanted) && presenter == real(on)
        case (.dismiss(let screen, let presenter), .dismiss(let wanted, let from)):
            return screen == real(wanted) && presenter == real(from)
        case (.replaceRoot(let screen), .replaceRoot(let wanted)):
            return screen == real(wanted)
        case (.select(let screen, let container), .reveal(let wanted, let place)),
            (.pop(let screen, let container), .reveal(let wanted, let place)):
            return screen == real(wanted) && container == real(place)
        case (.push(let screen, let container), .setContained(let place, let screens)):
            return container == real(place) && screen == screens.last.map(real)
        case (.set(let all, let container), .setContained(let place, let screens)):
            return container == real(place) && all == screens.map(real)
        default: return false
        }
    }
}
