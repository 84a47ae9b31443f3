import IOCRouting
import IOCRoutingTesting
import Testing

@MainActor @Suite("Routes that start at hidden screens") struct HiddenBaseTests {
    typealias Screen = HeadlessScreen

    /// What is planned and done to put a new screen into the container that holds a screen.
    func operations<Action: ContainerAction, Container: ContainerScreen>(
        _ action: Action, into type: Container.Type, besides base: Screen, in root: Screen
    ) async throws -> [String] where Container.Base == Screen, Container.Role == Action.Role {
        let step = StepBuilder(
            finder: NoFinder<Screen, Void>(), factory: ClosureFactory<Screen, Void> { Screen(named: "new") },
            named: "new"
        ).using(action).from(
            Step<Screen, Void>.custom("base") { _ in base }.expectingContainer(Container.self)
        ).build()
        let router = Router<Screen>(host: HeadlessHost(root: root))
        let plan = try router.plan(to: step)
        #expect(try await router.navigate(to: step).operations == plan.operations)
        return plan.operations.map(\.description)
    }

    @Test("A tab is added beside a hidden tab without selecting that one")
    func tabs() async throws {
        let base = Screen(named: "base")
        let tabs = HeadlessTabs(named: "tabs", children: [Screen(named: "first"), base, Screen(named: "last")])
        #expect(
            try await operations(AddTab(), into: HeadlessTabs.self, besides: base, in: tabs) == [
                "set tabs to [first, base, last, new]", "reveal new in tabs",
            ])
    }

    @Test("A push from a screen deep in a stack removes the screens above it")
    func stack() async throws {
        let base = Screen(named: "base")
        let above = [Screen(named: "one"), Screen(named: "two")]
        let stack = HeadlessStack(named: "stack", children: [base] + above)
        #expect(
            try await operations(Push(), into: HeadlessStack.self, besides: base, in: stack) == [
                "set stack to [base, new]"
            ])
        let top = HeadlessStack(named: "stack", children: above)
        #expect(
            try await operations(Push(), into: HeadlessStack.self, besides: above[1], in: top) == [
                "set stack to [one, two, new]"
            ])
    }

    @Test("Details are pushed onto the details of a split")
    func split() async throws {
        let base = Screen(named: "primary")
        let split = HeadlessSplit(named: "split", children: [base, Screen(named: "details")])
        #expect(
            try await operations(
                PushToDetails(replacing: false), into: HeadlessSplit.self, besides: base, in: split
            ) == ["set split to [primary, details, new]"])
    }
}
