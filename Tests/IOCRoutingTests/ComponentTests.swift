import IOC
import IOCRouting
import IOCRoutingTesting
import Testing

/// Decides what the list says; what the components of the route need.
private final class Titles: IOCComponent {
    let title = "from the container"
}

private final class TitledScreen: HeadlessScreen {
    @Autowired var titles: Titles
}

private final class TitledFactory: IOCComponent, ScreenFactory, @unchecked Sendable {
    // Sound: the only state is wrapped.
    @Autowired var titles: Titles
    init() {}
    func build(with input: Void) throws -> TitledScreen {
        _ = try $titles.get()
        return TitledScreen()
    }
}

private final class ListFinder: IOCComponent, IteratingFinder {
    init() {}
    var search: Search<HeadlessScreen> { Search(.currentAllStack, from: .root) }
    func isTarget(_ screen: ListScreen, for input: Void) -> Bool { true }
}

private final class ListFactory: IOCComponent, ScreenFactory {
    init() {}
    func build(with input: Void) throws -> ListScreen { ListScreen() }
}

private final class StackFactory: IOCComponent, ContainerFactory {
    init() {}
    func build(with input: Void, children: Children<HeadlessScreen>) throws -> HeadlessStack {
        HeadlessStack(children: try children.integrated())
    }
}

private final class Guard: IOCComponent, RoutingInterceptor {
    init() {}
    func perform(with input: Void) async throws -> InterceptorAnswer { .proceed }
}

private final class Naming: IOCComponent, InputTask {
    init() {}
    func perform(on screen: ListScreen, with input: Void) { screen.isDismissible = false }
}

private final class Report: IOCComponent, PostRoutingTask {
    init() {}
    func perform(on screen: ListScreen, with input: Void, route: [HeadlessScreen]) { screen.isDismissible = true }
}

private final class Top: IOCComponent, ContainerAction {
    typealias Role = StackRole
    init() {}
    func embed<Element>(_ element: Element, in contained: inout [Element]) throws { contained.append(element) }
}

private final class Whole: IOCComponent, ScreenAction {
    init() {}
    func placement(in situation: ActionSituation) throws -> Placement { .replaceRoot }
}

@Suite("Components") struct ComponentTests {
    @Test("Finders, factories, actions, interceptors and tasks are components of a context")
    func components() async throws {
        let context = try ApplicationContext(
            Configuration(
                classes: [
                    "ListFinder", "ListFactory", "StackFactory", "Guard", "Naming", "Report", "Top", "Whole",
                ].map { "IOCRoutingTests.\($0)" }))
        let finder = try context.component(ListFinder.self)
        let factory = try context.component(ListFactory.self)
        let stack = try context.component(StackFactory.self)
        let interceptor = try context.component(Guard.self)
        let setup = try context.component(Naming.self)
        let report = try context.component(Report.self)
        let top = try context.component(Top.self)
        let whole = try context.component(Whole.self)
        let route = await MainActor.run {
            StepBuilder(finder: finder, factory: factory)
                .adding(interceptor).adding(setup).adding(report)
                .using(top)
                .from(StepBuilder(finder: NoFinder<HeadlessStack, Void>(), factory: stack))
                .using(whole).from(Step<HeadlessScreen, Void>.root())
                .build()
        }
        let router = Router<HeadlessScreen>(host: HeadlessHost(), injectedBy: context)
        let result = try await router.navigate(to: route)
        #expect(await result.operations == [.replaceRoot(screen: "HeadlessStack")])
    }

    @MainActor
    @Test("Screens that a navigation makes are injected with what is inside them")
    func screens() async throws {
        let context = try ApplicationContext(
            Configuration(classes: ["IOCRoutingTests.Titles", "IOCRoutingTests.TitledFactory"]))
        let factory = try context.component(TitledFactory.self)
        let route = StepBuilder(finder: NoFinder<TitledScreen, Void>(), factory: factory)
            .using(Push())
            .from(StepBuilder(finder: NoFinder<HeadlessStack, Void>(), factory: StackFactory()))
            .using(ReplaceRoot()).from(Step<HeadlessScreen, Void>.root())
            .build()
        let host = HeadlessHost()
        let router = Router<HeadlessScreen>(host: host, injectedBy: context)
        let result = try await router.navigate(to: route)
        guard case .arrived(let screen) = result.ending else {
            Issue.record("not arrived: \(result.ending)")
            return
        }
        #expect(try screen.titles === context.component(Titles.self))
        #expect(screen.titles.title == "from the container")
    }

    @MainActor
    @Test("A screen whose dependency is missing fails the navigation, and nothing is changed")
    func missingDependency() async throws {
        let context = try ApplicationContext(Configuration(classes: ["IOCRoutingTests.ListFactory"]))
        let route = StepBuilder(finder: NoFinder<TitledScreen, Void>(), factory: TitledFactory())
            .using(ReplaceRoot()).from(Step<HeadlessScreen, Void>.root())
            .build()
        let host = HeadlessHost()
        let router = Router<HeadlessScreen>(host: host, injectedBy: context)
        let error = await #expect(throws: RoutingError.self) { try await router.navigate(to: route) }
        #expect(error?.cause is IOCError)
        #expect(host.root == nil)
    }

    @MainActor
    @Test("An assembly makes router, host and parts; they are injected, and keep no context alive")
    func assembly() async throws {
        weak var router: Router<HeadlessScreen>?
        weak var host: HeadlessHost?
        weak var titles: Titles?
        do {
            let app = try RoutingAssembly.activated()
            router = try app.router()
            host = try app.host()
            titles = try app.titles()
            let start = try app.start()
            let result = try await start.router.navigate(to: start.route)
            let gate = try app.gate()
            #expect(start.router === router && start.router.host === host && start.router.gate === gate)
            #expect(start.router.configuration.policy == .enqueue)
            #expect(try result.screen?.titles === app.titles())
        }
        #expect(router == nil && host == nil && titles == nil)
    }

    @MainActor
    @Test("After its context has ended, such a router says so instead of showing screens that are not injected")
    func ended() async throws {
        var app: RoutingAssembly? = try RoutingAssembly.activated()
        let router = try #require(try app?.router())
        app = nil
        let route = StepBuilder(
            finder: NoFinder<TitledScreen, Void>(), factory: ClosureFactory<TitledScreen, Void> { TitledScreen() }
        ).using(ReplaceRoot()).from(.root()).build()
        let error = await #expect(throws: RoutingError.self) { try await router.navigate(to: route) }
        #expect(error?.code == .preparationFailed && error?.cause is IOCError)
        #expect(router.tree.root == nil)
    }
}

/// A program's routing as an assembly: everything a route needs is a component.
private final class RoutingAssembly: Assembly {
    let titles = Definition(.singleton) { (_: RoutingAssembly) in Titles() }
    let host = Definition(.singleton) { (_: RoutingAssembly) in HeadlessHost() }
    let gate = Definition(.singleton) { (_: RoutingAssembly) in NavigationGate<HeadlessScreen>() }
    let router = Definition(.singleton) { (app: RoutingAssembly) in
        Router<HeadlessScreen>(
            host: try app.host(), injectedBy: try .current, configuration: RouterConfiguration(policy: .enqueue),
            gate: try app.gate())
    }
    let factory = Definition(.singleton) { (_: RoutingAssembly) in TitledFactory() }
    let start = Definition(.singleton) { (_: RoutingAssembly) in StartScreen() }
}

/// A component that navigates: router and parts come from the container.
private final class StartScreen: @unchecked Sendable {
    // Sound: the only state is wrapped.
    @Autowired var router: Router<HeadlessScreen>
    @Autowired var factory: TitledFactory

    @MainActor var route: Step<TitledScreen, Void> {
        StepBuilder(finder: NoFinder<TitledScreen, Void>(), factory: factory)
            .using(Push())
            .from(StepBuilder(finder: NoFinder<HeadlessStack, Void>(), factory: StackFactory()))
            .using(ReplaceRoot()).from(.root())
            .build()
    }
}
