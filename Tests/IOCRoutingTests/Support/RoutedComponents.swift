import IOC
import IOCRouting
import IOCRoutingTesting

/// Decides what the list says; what the components of the route need.
final class Titles: IOCComponent {
    let title = "from the container"
}

final class TitledScreen: HeadlessScreen {
    @Autowired var titles: Titles
}

final class TitledFactory: IOCComponent, ScreenFactory, @unchecked Sendable {
    // Sound: the only state is wrapped.
    @Autowired var titles: Titles
    init() {}
    func build(with input: Void) throws -> TitledScreen {
        _ = try $titles.get()
        return TitledScreen()
    }
}

/// A container that is injected, too.
final class TitledStack: HeadlessStack {
    @Autowired var titles: Titles
}

final class ListFinder: IOCComponent, IteratingFinder {
    init() {}
    var search: Search<HeadlessScreen> { Search(.currentAllStack, from: .root) }
    func isTarget(_ screen: ListScreen, for input: Void) -> Bool { true }
}

final class ListFactory: IOCComponent, ScreenFactory {
    init() {}
    func build(with input: Void) throws -> ListScreen { ListScreen() }
}

final class StackFactory: IOCComponent, ContainerFactory {
    init() {}
    func build(with input: Void, children: Children<HeadlessScreen>) throws -> HeadlessStack {
        HeadlessStack(children: try children.integrated())
    }
}

final class Guard: IOCComponent, RoutingInterceptor {
    init() {}
    func perform(with input: Void) async throws -> InterceptorAnswer { .proceed }
}

final class Naming: IOCComponent, InputTask {
    init() {}
    func perform(on screen: ListScreen, with input: Void) { screen.isDismissible = false }
}

final class Report: IOCComponent, PostRoutingTask {
    init() {}
    func perform(on screen: ListScreen, with input: Void, route: [HeadlessScreen]) { screen.isDismissible = true }
}

final class Top: IOCComponent, ContainerAction {
    typealias Role = StackRole
    init() {}
    func embed<Element>(_ element: Element, in contained: inout [Element]) throws { contained.append(element) }
}

final class Whole: IOCComponent, ScreenAction {
    init() {}
    func placement(from origin: String?) throws -> Placement { .replaceRoot }
}

/// A program's routing as an assembly: everything a route needs is a component.
final class RoutingAssembly: Assembly {
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
final class StartScreen: @unchecked Sendable {
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
