import IOCRouting
import Testing

@testable import IOCRoutingTesting

@MainActor @Suite("Navigations that are planned again", .timeLimit(.minutes(30)))
struct ReplannedNavigationTests {
    /// Counts what it is asked.
    final class Counting: RoutingInterceptor {
        private(set) var prepared = 0
        private(set) var performed = 0
        func prepare(with input: String) throws { prepared += 1 }
        func perform(with input: String) async throws -> InterceptorAnswer {
            performed += 1
            return .proceed
        }
    }

    @Test("Each step is prepared once, however often the route is planned")
    func preparedOnce() async throws {
        let (host, _, router) = stackWorld([ListScreen()])
        let counting = Counting()
        var changes = 0
        let changing = ClosureInterceptor<String> { _ in
            changes += 1
            if changes == 1 { try await host.replaceRoot(HeadlessScreen(named: "welcome"), animated: false) }
            return .proceed
        }
        let chat = StepBuilder(
            finder: ClassWithInputFinder<ChatScreen>(),
            factory: ClosureFactory<ChatScreen, String> { ChatScreen(user: $0) }
        )
        .adding(InputSettingTask()).adding(changing).adding(counting)
        .using(Push()).from(ChatRoutes().list.adaptingInput { _ in () }.expectingContainer(HeadlessStack.self))
        .build()
        let own = Diary()
        router.add(DiaryInterceptor<Any>(name: "router", diary: own))
        router.add(DiaryTask<HeadlessScreen, Any>(name: "task", diary: own))
        let result = try await router.navigate(to: chat, with: "u")
        #expect(result.plans > 1)
        #expect(counting.prepared == 1 && counting.performed == 1)
        #expect(own.entries.filter { $0.hasPrefix("prepare") } == ["prepare router", "prepare task"])
    }

    @Test("Screens of an abandoned plan are created again")
    func madeAnew() async throws {
        let (base, stack, _) = stackWorld([ListScreen()])
        let host = EagerHost(base)
        let router = Router<HeadlessScreen>(host: host)
        var calls: [String] = []
        func step(_ name: String) -> StepBuilder<HeadlessScreen, Void> {
            StepBuilder(
                finder: NoFinder<HeadlessScreen, Void>(),
                factory: ClosureFactory<HeadlessScreen, Void> {
                    calls.append(name)
                    return HeadlessScreen(named: name)
                }, named: name)
        }
        let pushed = step("pushed").using(Push()).from(.root(in: HeadlessStack.self)).build()
        // Other code removes the screen as soon as it is there.
        host.navigate = { base.hold([stack.contained[0]], in: stack) }
        let result = try await router.navigate(to: pushed)
        #expect(result.plans == 2 && calls == ["pushed", "pushed"])
        #expect(stack.contained.map(\.name) == ["ListScreen", "pushed"])

        router.configuration.planLimit = 1
        host.navigate = { base.hold([stack.contained[0]], in: stack) }
        let error = await routingError { try await router.navigate(to: pushed) }
        #expect(error?.code == .treeUnstable)
        #expect(error?.found.contains("; at last something else came to show:\n") == true)
    }

    /// What a navigation made when other code removed a screen from the tree and brought it back: all that was set up,
    /// and the routes that post-routing tasks were handed.
    func returned(
        _ route: (_ open: (String) -> StepBuilder<HeadlessScreen, Void>) -> Step<HeadlessScreen, Void>,
        takingAwayAt first: HeadlessOperation
    ) async throws -> (setUp: [String], routes: [[String]]) {
        let host = HeadlessHost(root: HeadlessTabs(named: "tabs", children: [HeadlessScreen(named: "first")]))
        let router = Router<HeadlessScreen>(host: host)
        guard let tabs = host.root as? HeadlessTabs else { throw Refusal() }
        var counts: [String: Int] = [:]
        var setUp: [String] = []
        var routes: [[String]] = []
        func open(_ name: String) -> StepBuilder<HeadlessScreen, Void> {
            StepBuilder(
                finder: NoFinder<HeadlessScreen, Void>(),
                factory: ClosureFactory<HeadlessScreen, Void> {
                    counts[name, default: 0] += 1
                    return HeadlessScreen(named: "\(name)\(counts[name, default: 0])")
                }, named: name
            )
            .adding(ClosureInputTask<HeadlessScreen, Void> { screen, _ in setUp.append(screen.name) })
            .adding(ClosurePostTask<HeadlessScreen, Void> { _, _, route in routes.append(route.map(\.name)) })
        }
        var lost: HeadlessScreen?
        host.beforeOperation = { operation in
            if let screen = lost, case .present(let name, _) = operation, name.hasPrefix("last") {
                host.beforeOperation = nil
                host.hold(tabs.contained + [screen], in: tabs)
                throw Refusal()
            }
            guard lost == nil, operation == first else { return }
            lost = tabs.contained.first { $0.name == "one1" }
            host.hold(tabs.contained.filter { $0 !== lost }, in: tabs)
            throw Refusal()
        }
        let result = try await router.navigate(to: route(open))
        #expect(result.plans == 3 && tabs.contained.contains { $0 === lost })
        return (setUp, routes)
    }

    @Test("A step has one screen on the route, even if an earlier one is back in the tree")
    func returnedTooLate() async throws {
        let (setUp, routes) = try await returned(
            { open in
                open("last").using(Present()).from(open("two")).using(Present()).from(open("one")).using(AddTab())
                    .from(.root(in: HeadlessTabs.self)).build()
            }, takingAwayAt: .present("two1", on: "one1"))
        #expect(setUp == ["one2", "two2", "last3"])
        #expect(routes == Array(repeating: ["tabs", "one2", "two2", "last3"], count: 3))
    }

    @Test("A new screen that left the tree and came back is set up, and on the route") func returnedInTime()
        async throws
    {
        let (setUp, routes) = try await returned(
            { open in
                open("last").using(Present()).from(open("two")).using(AddTab())
                    .from(open("one").expectingContainer(HeadlessTabs.self)).using(AddTab())
                    .from(.root(in: HeadlessTabs.self)).build()
            }, takingAwayAt: .present("last1", on: "two1"))
        #expect(setUp == ["one1", "two1", "last3"])
        #expect(routes == Array(repeating: ["tabs", "one1", "two1", "last3"], count: 3))
    }

    @Test(
        "After an interceptor cancels its navigation, no other interceptor runs",
        arguments: [true, false])
    func canceledByInterceptor(changesTree: Bool) async throws {
        let (host, stack, router) = stackWorld([ListScreen()])
        var calls: [String] = []
        let step = StepBuilder(
            finder: NoFinder<HeadlessScreen, Void>(),
            factory: ClosureFactory<HeadlessScreen, Void> {
                calls.append("made")
                return HeadlessScreen()
            }
        )
        .adding(
            ClosureInterceptor<Void> {
                if changesTree { host.hold(stack.contained + [HeadlessScreen()], in: stack) }
                router.gate.cancelAll()
                return .proceed
            })
        let two = step.adding(
            ClosureInterceptor<Void> {
                calls.append("asked")
                return .proceed
            })
        for builder in changesTree ? [step, two] : [two] {
            let route = builder.using(Present()).from(.root()).build()
            #expect(await routingError { try await router.navigate(to: route) }?.code == .navigationCanceled)
        }
        #expect(calls == [])
    }

    enum Disturbance: CaseIterable {
        case otherSheet, lostPresenter, otherRoot, lostContainer, lostScreen, shownAlready, otherContent, covered
    }

    @Test("Changes that a factory makes are noticed before each change of the route", arguments: Disturbance.allCases)
    func disturbed(_ disturbance: Disturbance) async throws {
        let hidden = HeadlessScreen(named: "hidden")
        let inner = HeadlessTabs(named: "inner", children: [HeadlessScreen(named: "first"), hidden])
        let outer = HeadlessStack(named: "outer", children: [inner])
        let host = HeadlessHost(root: outer)
        let swapping = SwappingHost(host)
        let router = Router<HeadlessScreen>(host: swapping, configuration: RouterConfiguration(planLimit: 1))
        let other = HeadlessScreen(named: "other")
        let isDismissal = disturbance == .otherSheet || disturbance == .lostPresenter
        if isDismissal {
            try await host.present(HeadlessScreen(named: "sheet"), on: inner, style: .sheet, animated: false)
        }
        host.clearLog()
        let made = StepBuilder(
            finder: NoFinder<HeadlessScreen, Void>(),
            factory: ClosureFactory<HeadlessScreen, Void> {
                switch disturbance {
                case .otherSheet:
                    inner.presented?.presenter = nil
                    inner.presented = other
                    other.presenter = inner
                case .lostPresenter, .lostContainer: host.hold([other], in: outer)
                case .otherRoot: swapping.swapped = other
                case .lostScreen, .otherContent: host.hold([inner.contained[0]], in: inner)
                case .covered:
                    inner.presented = other
                    other.presenter = inner
                case .shownAlready: inner.selected = 1
                }
                return HeadlessScreen(named: "new")
            }, named: "new")
        let step =
            if isDismissal {
                made.using(Present()).from(Step<HeadlessScreen, Void>.custom { _ in inner }).build()
            } else if disturbance == .otherRoot {
                made.using(ReplaceRoot()).from(.root()).build()
            } else if disturbance == .otherContent || disturbance == .covered {
                made.using(AddTab()).from(
                    Step<HeadlessScreen, Void>.custom { _ in inner }.expectingContainer(HeadlessTabs.self)
                ).build()
            } else {
                made.using(Present()).from(Step<HeadlessScreen, Void>.custom { _ in hidden }).build()
            }
        if disturbance == .shownAlready {
            let result = try await router.navigate(to: step)
            #expect(result.operations == [.present(screen: "new", on: "hidden", style: .automatic)])
            return
        }
        let error = await routingError { try await router.navigate(to: step) }
        let reason =
            switch disturbance {
            case .otherSheet, .lostPresenter: "sheet is not presented any more"
            case .otherRoot: "the root is another one"
            case .otherContent: "inner holds other screens"
            case .covered: "inner does not show any more"
            default: "inner does not hold hidden any more"
            }
        #expect(
            error?.code == .treeUnstable && error?.found.contains("; at last \(reason):\n") == true, "\(error as Any)")
        #expect(host.log.isEmpty)
    }
}

/// A headless host whose root other code replaces at any moment.
@MainActor private final class SwappingHost: ScreenHost {
    let base: HeadlessHost
    var swapped: HeadlessScreen?

    init(_ base: HeadlessHost) { self.base = base }

    var root: HeadlessScreen? { swapped ?? base.root }
    func parent(of screen: HeadlessScreen) -> HeadlessScreen? { base.parent(of: screen) }
    func presented(by screen: HeadlessScreen) -> HeadlessScreen? { base.presented(by: screen) }
    func presenter(of screen: HeadlessScreen) -> HeadlessScreen? { base.presenter(of: screen) }
    func name(of screen: HeadlessScreen) -> String { screen.name }
    func container(_ screen: HeadlessScreen) -> (any ContainerPort<HeadlessScreen>)? { base.container(screen) }
    func present(
        _ screen: HeadlessScreen, on presenter: HeadlessScreen, style: PresentationStyle, animated: Bool
    ) async throws {
        try await base.present(screen, on: presenter, style: style, animated: animated)
    }
    func dismissPresented(from presenter: HeadlessScreen, animated: Bool) async throws {
        try await base.dismissPresented(from: presenter, animated: animated)
    }
    func replaceRoot(_ screen: HeadlessScreen?, animated: Bool) async throws {
        try await base.replaceRoot(screen, animated: animated)
    }
}
