import IOCRouting
import Testing

@testable import IOCRoutingTesting

@MainActor @Suite("Navigations that are planned again", .timeLimit(.minutes(30)))
struct ReplannedNavigationTests {
    /// Counts what it is asked.
    final class CountingInterceptor<Input>: RoutingInterceptor {
        private(set) var prepared = 0
        private(set) var performed = 0

        func prepare(with input: Input) throws { prepared += 1 }

        func perform(with input: Input) async throws -> InterceptorAnswer {
            performed += 1
            return .proceed
        }
    }

    /// Counts what it is asked.
    final class CountingTask: InputTask {
        private(set) var prepared = 0
        private(set) var performed = 0

        func prepare(with input: Any) throws { prepared += 1 }

        func perform(on screen: HeadlessScreen, with input: Any) { performed += 1 }
    }

    @Test("Each step is prepared and asked once, however often the route is planned") func preparedOnce() async throws {
        let world = World("stack[list]")
        let (own, interceptor, task) = (CountingInterceptor<Void>(), CountingInterceptor<Any>(), CountingTask())
        world.router.add(interceptor)
        world.router.add(task)
        var changes = 0
        let changing = ClosureInterceptor<Void> { _ in
            changes += 1
            if changes == 1 { world.hold("list other", in: "stack") }
            return .proceed
        }
        let step = route("root: present sheet, present new") { name, step in
            name == "new" ? step.adding(changing).adding(own) : step
        }
        #expect(try await world.go(step).plans == 2)
        #expect(changes == 1 && own.prepared == 1 && own.performed == 1)
        #expect(interceptor.prepared == 1 && interceptor.performed == 1)
        #expect(task.prepared == 1 && task.performed == 3, "for the origin and both steps")
    }

    @Test("Screens of an abandoned plan are created again") func madeAnew() async throws {
        let world = World("stack[list]")
        let host = EagerHost(world.host)
        let router = Router<HeadlessScreen>(host: host)
        var calls: [String] = []
        let pushed = route("root: push pushed", making: { calls.append($0) })
        // Other code removes the screen as soon as it is there.
        host.navigate = { world.hold("list", in: "stack") }
        #expect(try await router.navigate(to: pushed).plans == 2)
        #expect(calls == ["pushed", "pushed"] && world.sketch == "stack[list pushed]")

        router.configuration.planLimit = 1
        host.navigate = { world.hold("list", in: "stack") }
        let error = await routingError { try await router.navigate(to: pushed) }
        #expect(error?.code == .treeUnstable)
        #expect(error?.found.contains("; at last something else came to show:\n") == true)
    }

    @Test(
        "A step has one screen on the route, and it is set up, also if other code removed it and brought it back",
        arguments: [
            // A screen that comes back too late is not on the route.
            ("root: tab one, present two, present last", "present two1 on one1", ["one2", "two2", "last3"]),
            ("root: tab one, tab two, present last", "present last1 on two1", ["one1", "two1", "last3"]),
        ])
    func returned(sketch: String, first: String, expected: [String]) async throws {
        let world = World("tabs[first]")
        let tabs = world.container("tabs")
        var counts: [String: Int] = [:]
        var setUp: [String] = []
        var routes: [[String]] = []
        let step = route(sketch) { name, _ in
            let factory = ClosureFactory<HeadlessScreen, Void> {
                counts[name, default: 0] += 1
                return HeadlessScreen(named: "\(name)\(counts[name, default: 0])")
            }
            return Opening(finder: NoFinder<HeadlessScreen, Void>(), factory: factory, named: name)
                .adding(ClosureInputTask<HeadlessScreen, Void> { screen, _ in setUp.append(screen.name) })
                .adding(ClosurePostTask<HeadlessScreen, Void> { _, _, route in routes.append(route.map(\.name)) })
        }
        var lost: HeadlessScreen?
        world.host.beforeOperation = { operation in
            if let screen = lost, "\(operation)".hasPrefix("present last") {
                world.host.beforeOperation = nil
                world.host.hold(tabs.contained + [screen], in: tabs)
                throw Refusal()
            }
            guard lost == nil, "\(operation)" == first else { return }
            lost = tabs.contained.first { $0.name == "one1" }
            world.host.hold(tabs.contained.filter { $0 !== lost }, in: tabs)
            throw Refusal()
        }
        #expect(try await world.go(step).plans == 3)
        #expect(tabs.contained.contains { $0 === lost })
        #expect(setUp == expected)
        #expect(routes == Array(repeating: ["tabs"] + expected, count: 3))
    }

    @Test("A route that is planned again has the screens of the first plan, in their order") func order() async throws {
        let world = World("stack[base]")
        var routes: [[String]] = []
        let step = route("root: present one, present two, present three, present last") { _, step in
            step.adding(ClosurePostTask<HeadlessScreen, Void> { _, _, route in routes.append(route.map(\.name)) })
        }
        world.before("present last") {
            world.hold("base other", in: "stack")
            throw Refusal()
        }
        #expect(try await world.go(step).plans == 2)
        #expect(routes == Array(repeating: ["stack", "one", "two", "three", "last"], count: 4))
    }

    @Test("After an interceptor cancels its navigation, no other interceptor runs", arguments: [true, false])
    func canceledByInterceptor(changesTree: Bool) async throws {
        let world = World("stack[list]")
        var calls: [String] = []
        let step = route(
            "root: present new",
            changing: { _, step in
                step.adding(
                    ClosureInterceptor<Void> {
                        if changesTree { world.hold("list other", in: "stack") }
                        world.router.gate.cancelAll()
                        return .proceed
                    }
                ).adding(
                    ClosureInterceptor<Void> {
                        calls.append("asked")
                        return .proceed
                    })
            }, making: { calls.append($0) })
        #expect(await world.error(step)?.code == .navigationCanceled && calls == [])
    }

    enum Disturbance: CaseIterable {
        case otherSheet, lostPresenter, otherRoot, lostContainer, lostScreen, otherContent, covered
    }

    /// The tree, the route and the reason that the error gives.
    private func expectation(_ disturbance: Disturbance) -> (tree: String, route: String, reason: String) {
        let tree = "outer=stack[inner=tabs[first hidden]]"
        let covered = "outer=stack[inner=tabs[first hidden]/sheet]"
        return switch disturbance {
        case .otherSheet, .lostPresenter: (covered, "@inner: present new", "sheet is not presented any more")
        case .otherRoot: (tree, "root: root new", "the root is another one")
        case .otherContent: (tree, "@inner: tab new", "inner holds other screens")
        case .covered: (tree, "@inner: tab new", "inner does not show any more")
        case .lostContainer, .lostScreen: (tree, "@hidden: present new", "inner does not hold hidden any more")
        }
    }

    @Test("Changes that a factory makes are noticed before each change of the route", arguments: Disturbance.allCases)
    func disturbed(_ disturbance: Disturbance) async throws {
        let (tree, sketch, reason) = expectation(disturbance)
        let world = World(tree)
        let host = SwappingHost(world.host)
        let router = Router<HeadlessScreen>(host: host, configuration: RouterConfiguration(planLimit: 1))
        let step = route(
            sketch,
            making: { _ in
                switch disturbance {
                case .otherSheet, .covered: world.present("other", on: "inner")
                case .lostPresenter, .lostContainer: world.hold("other", in: "outer")
                case .otherRoot: host.swapped = HeadlessScreen(named: "other")
                case .lostScreen, .otherContent: world.hold("first", in: "inner")
                }
            })
        let error = await routingError { try await router.navigate(to: step) }
        #expect(error?.code == .treeUnstable)
        #expect(error?.found.contains("; at last \(reason):\n") == true, "\(error as Any)")
        #expect(world.log.isEmpty)
    }

    @Test("A change that other code has made already is left out") func shownAlready() async throws {
        let world = World("inner=tabs[first hidden]")
        let step = route("@hidden: present new", making: { _ in world.container("inner").selected = 1 })
        let result = try await world.go(step)
        #expect(result.operations == [.present(screen: "new", on: "hidden", style: .automatic)])
        #expect(world.log == ["present new on hidden"])
    }
}
