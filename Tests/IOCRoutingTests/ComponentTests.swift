import IOCRouting
import Testing

/// The shape of the container's component protocol: what a route is made of must be able to conform.
private protocol Component: AnyObject, Sendable {
    init()
}

private final class ListFinder: Component, IteratingFinder {
    init() {}
    var search: Search<HeadlessScreen> { Search(.currentAllStack, from: .root) }
    func isTarget(_ screen: ListScreen, for context: Void) -> Bool { true }
}

private final class ListFactory: Component, Factory {
    init() {}
    func build(with context: Void) throws -> ListScreen { ListScreen() }
}

private final class StackFactory: Component, ContainerFactory {
    init() {}
    func build(with context: Void, children: Children<HeadlessScreen>) throws -> HeadlessStack {
        HeadlessStack(children: try children.integrated())
    }
}

private final class Guard: Component, RoutingInterceptor {
    init() {}
    func perform(with context: Void) async throws -> InterceptorAnswer { .proceed }
}

private final class Naming: Component, ContextTask {
    init() {}
    func perform(on screen: ListScreen, with context: Void) { screen.isDismissible = false }
}

private final class Report: Component, PostRoutingTask {
    init() {}
    func perform(on screen: ListScreen, with context: Void, route: [HeadlessScreen]) { screen.isDismissible = true }
}

private final class Top: Component, ContainerAction {
    typealias Role = StackRole
    init() {}
    func embed<Element>(_ element: Element, in contained: inout [Element]) throws { contained.append(element) }
}

private final class Whole: Component, ScreenAction {
    init() {}
    func placement(in situation: ActionSituation) throws -> Placement { .replaceRoot }
}

@Suite("Components") struct ComponentTests {
    /// Made off the main actor, as a container makes its components.
    private func make<C: Component>(_ type: C.Type) -> C { C() }

    @Test("Finders, factories, actions, interceptors and tasks can be components made anywhere")
    func components() async throws {
        let finder = make(ListFinder.self)
        let factory = make(ListFactory.self)
        let stack = make(StackFactory.self)
        let (interceptor, setup, report) = (make(Guard.self), make(Naming.self), make(Report.self))
        let (top, whole) = (make(Top.self), make(Whole.self))
        let route = await MainActor.run {
            StepAssembly(finder: finder, factory: factory)
                .adding(interceptor).adding(setup).adding(report)
                .using(top)
                .from(StepAssembly(finder: NoFinder<HeadlessStack, Void>(), factory: stack))
                .using(whole).from(Step<HeadlessScreen, Void>.root())
                .assemble()
        }
        let router = await Router<HeadlessScreen>(host: HeadlessHost())
        let result = try await router.navigate(to: route)
        #expect(await result.operations == [.replaceRoot(screen: "HeadlessStack")])
    }
}
