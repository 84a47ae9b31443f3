import IOCRouting
import IOCRoutingTesting
import Testing

@MainActor @Suite("Revealing") struct RevealTests {
    typealias Screen = HeadlessScreen

    func made(_ name: String) -> StepBuilder<Screen, Void> {
        StepBuilder(
            finder: NoFinder<Screen, Void>(), factory: ClosureFactory<Screen, Void> { Screen(named: name) },
            named: name)
    }

    /// Tabs that are made with a first one, which they show.
    func madeTabs(_ name: String) -> StepBuilder<HeadlessTabs, Void> {
        StepBuilder(
            finder: NoFinder<HeadlessTabs, Void>(),
            factory: CompleteFactory(ClassContainerFactory<HeadlessTabs, Void>())
                .with(ClosureFactory<Screen, Void> { Screen(named: "first of \(name)") }, using: AddTab()), named: name)
    }

    @Test(
        "A new screen in nested new containers is revealed in each, from outside in")
    func nested() async throws {
        let step = made("screen").using(AddTab()).from(madeTabs("inner")).using(AddTab()).from(madeTabs("outer"))
            .using(AddTab()).from(.root(in: HeadlessTabs.self)).build()
        let host = HeadlessHost(root: HeadlessTabs(named: "tabs", children: [Screen(named: "first")]))
        let router = Router<Screen>(host: host)
        let plan = try router.plan(to: step)
        let changes = "\(plan)".split(separator: "\n").map { $0.drop { $0 == " " } }
            .filter { $0.hasPrefix("set ") || $0.hasPrefix("reveal ") }
        #expect(
            changes == [
                "set tabs to [first, outer]: outer is embedded by its step's AddTab",
                "reveal outer in tabs: the destination shows", "reveal inner in outer: the destination shows",
                "reveal screen in inner: the destination shows",
            ])
        let result = try await router.navigate(to: step)
        #expect(result.operations == plan.operations)
        let tabs = try #require(host.root as? HeadlessTabs)
        let outer = try #require(tabs.visible.first as? HeadlessTabs)
        let inner = try #require(outer.visible.first as? HeadlessTabs)
        #expect(inner.visible.map(\.name) == ["screen"] && inner.contained.map(\.name) == ["first of inner", "screen"])
    }
}
