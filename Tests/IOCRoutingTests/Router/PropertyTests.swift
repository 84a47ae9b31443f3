import IOCRouting
import IOCRoutingTesting
import TestSupport
import Testing

/// The chat is reached from any tree. Otherwise the navigation fails, and the tree and its inputs are unchanged.
///
/// `IOC_ROUTING_TREES` gives the number of trees. A test ends with the first failure, and prints its tree's seed. The tests run one
/// after the other, because one main actor serves them all.
@MainActor @Suite("Random trees", .serialized, .timeLimit(.minutes(60))) struct PropertyTests {
    static let seeds = Worlds.seeds(from: 20_260_101, count: 100, variable: "IOC_ROUTING_TREES")
    /// To find a route that can be planned takes many tries.
    static let fewSeeds = Worlds.seeds(from: 20_260_101, count: 25, variable: "IOC_ROUTING_TREES")

    /// A random tree, and what it was.
    @MainActor final class Random {
        let host: HeadlessHost
        let router: Router<HeadlessScreen>
        let shape: TreeShape
        let chats: [(screen: ChatScreen, user: String?, setUps: Int)]
        var generator: TreeGenerator

        init(seed: UInt64, stubbornPercent: Int = 0) {
            generator = TreeGenerator(seed: seed, stubbornPercent: stubbornPercent)
            host = HeadlessHost(root: generator.tree())
            router = Router(host: host)
            shape = router.tree.shape
            chats = router.tree.screens.compactMap { $0 as? ChatScreen }.map { ($0, $0.user, $0.setUps) }
        }

        var isUnchanged: Bool {
            router.tree.shape == shape
                && chats.allSatisfy { $0.user == $0.screen.user && $0.setUps == $0.screen.setUps }
        }

        /// Changes the tree as other code might, with some probability.
        func disturb(_ percent: Int, left: inout Int) {
            guard left > 0, generator.random.chance(percent) else { return }
            left -= 1
            generator.disturb(host)
        }
    }

    @Test("The generated trees vary in size, depth, presented screens and containers") func generator() async throws {
        var (screens, presented) = (0, 0)
        var kinds: Set<String> = []
        await WorldTrial.run(Self.seeds) { trial in
            var generator = TreeGenerator(seed: trial.seed)
            let root = generator.tree()
            let measure = TreeGenerator.measure(root)
            trial.expect((2...40).contains(measure.count) && measure.depth <= 8, "\(measure)")
            screens += measure.count
            presented += measure.presented
            kinds.formUnion(ScreenTree(HeadlessHost(root: root)).screens.map { String(describing: type(of: $0)) })
        }
        let share = Double(presented) / Double(screens)
        #expect((0.25...0.42).contains(share), "\(share)")
        #expect(kinds.isSuperset(of: ["HeadlessStack", "HeadlessTabs", "HeadlessSplit", "Panes", "ChatScreen"]))
    }

    @Test("Any route is carried out as planned, and no screen goes that may not be dismissed") func anyRoute() async {
        var (reached, refused) = (0, 0)
        await WorldTrial.run(Self.fewSeeds) { trial in
            let world = Random(seed: trial.seed, stubbornPercent: 5)
            var routes = RouteGenerator(random: world.generator.random, router: world.router)
            let route = routes.route()
            let stubborn = world.router.tree.screens.filter { !$0.isDismissible }
            do {
                let plan = try world.router.plan(to: route)
                let story = "\(plan)\n\(world.shape)"
                trial.expect(world.isUnchanged, "planning changed the tree")
                let error = await routingError {
                    let result = try await world.router.navigate(to: route)
                    trial.expect(
                        result.operations == plan.operations && result.plans == 1, "\(story)\n\(result.operations)")
                    let arrived = try #require(result.screen)
                    trial.expect(world.router.tree.isExposed(arrived), story)
                }
                trial.expect(error == nil, "\(story)\n\(error as Any)")
                trial.expect(stubborn.allSatisfy { world.router.tree.contains($0) }, story)
                reached += 1
            } catch {
                let failure = await routingError { try await world.router.navigate(to: route) }
                trial.expect("\(error)" == failure.map { "\($0)" }, "\(error)\n\(failure as Any)")
                trial.expect(world.isUnchanged && world.host.log.isEmpty, "\(world.shape)")
                refused += 1
            }
        }
        #expect(reached > 0 && refused > 0, "\(reached) reached, \(refused) refused")
    }

    /// What goes wrong while the chat is to be shown.
    enum Trouble: CaseIterable {
        case none, stubbornScreens, fault, lastingFault, changes, everything

        var stubbornPercent: Int { self == .stubbornScreens ? 15 : self == .everything ? 3 : 0 }

        var codes: [RoutingError.Code] {
            switch self {
            case .none, .changes: []
            case .stubbornScreens: [.notDismissible]
            case .fault: [.hostFailed]
            case .lastingFault: [.hostFailed]
            case .everything: [.hostFailed, .notDismissible, .treeUnstable]
            }
        }

        /// Lets the trouble happen before each change of the host.
        @MainActor func happen(in world: Random) {
            var left = Int.random(in: 0..<3, using: &world.generator.random)
            var disturbances = 3
            world.host.beforeOperation = { [unowned world] _ in
                left -= 1
                switch self {
                case .none, .stubbornScreens: break
                case .fault:
                    if left == -1 { throw HeadlessFault("injected") }
                case .lastingFault:
                    // After many tries the host succeeds, so that an endless undo ends and is reported.
                    if (-1_000..<0).contains(left) { throw HeadlessFault("injected") }
                case .changes: world.disturb(60, left: &disturbances)
                case .everything:
                    world.disturb(40, left: &disturbances)
                    if world.generator.random.chance(10) { throw HeadlessFault("injected") }
                }
            }
        }
    }

    @Test(
        "The chat is reached, or nothing changes, or what could not be undone is reported", arguments: Trouble.allCases)
    func chat(trouble: Trouble) async {
        var (reached, failed, replanned, incomplete) = (0, 0, 0, 0)
        await WorldTrial.run(Self.seeds) { trial in
            let world = Random(seed: trial.seed, stubbornPercent: trouble.stubbornPercent)
            var disturbances = 1
            let chat = ChatRoutes { _ in
                if trouble == .changes { world.disturb(60, left: &disturbances) }
                return .proceed
            }.chat
            let planned = Result { try world.router.plan(to: chat, with: "u") }
            trouble.happen(in: world)
            do {
                let result = try await world.router.navigate(to: chat, with: "u")
                reached += 1
                replanned += result.plans > 1 ? 1 : 0
                check(result, world, trial)
                if trouble == .none {
                    trial.expect(try result.operations == planned.get().operations && result.plans == 1, "\(planned)")
                }
            } catch {
                failed += 1
                let error = try #require(error as? RoutingError)
                trial.expect(trouble.codes.contains(error.code), "\(error)")
                incomplete += error.notUndone.isEmpty ? 0 : 1
                if trouble == .everything {
                    trial.expect(isSound(world.router.tree), "\(world.router.tree.shape)")
                } else {
                    trial.expect(error.notUndone.isEmpty == world.isUnchanged, "\(error)\n\(world.shape)")
                    trial.expect(error.notUndone.isEmpty || trouble == .lastingFault, "\(error)")
                }
                if trouble == .stubbornScreens {
                    let plan = #expect(throws: RoutingError.self) { try planned.get() }
                    trial.expect("\(error)" == plan.map { "\($0)" } && world.host.log.isEmpty, "\(error)")
                }
            }
            trial.expect(!world.router.gate.isNavigating, "it still navigates")
        }
        // The worlds are what they should be.
        #expect(reached > 0 && (failed > 0) == !trouble.codes.isEmpty, "\(reached) \(failed)")
        #expect((incomplete > 0) == (trouble == .lastingFault) || trouble == .everything)
        #expect((replanned > 0) == (trouble == .changes) || trouble == .everything)
    }

    /// Checks what is true however the chat was reached.
    private func check(_ result: NavigationResult<ChatScreen>, _ world: Random, _ trial: WorldTrial) {
        guard let screen = result.screen else { return trial.record("it did not arrive") }
        trial.expect(world.router.tree.isExposed(screen), "\(world.router.tree.shape)")
        trial.expect(screen.user == "u" && screen.setUps == 1, "the chat was not set up once")
        trial.expect(
            world.chats.allSatisfy { $0.screen === screen || $0.user == $0.screen.user && $0.setUps == 0 },
            "another chat was set up")
        trial.expect(isSound(world.router.tree), "\(world.router.tree.shape)")
        // The result lists exactly the changes of the host.
        let changes = world.host.log.filter { if case .load = $0 { false } else { true } }
        trial.expect(
            changes.count == result.operations.count
                && zip(changes, result.operations).allSatisfy { Self.agree($0, $1) },
            "\(changes)\n\(result.operations)")
        world.host.beforeOperation = nil
        let again = try? world.router.plan(to: ChatRoutes().chat, with: "u").operations
        trial.expect(again == [], "\(again as Any)")
    }

    /// Returns true if a host's change is the one that an operation describes.
    private static func agree(_ change: HeadlessOperation, _ operation: RoutingOperation) -> Bool {
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
