import IOC
import IOCRouting
import IOCRoutingTesting
import Testing

@Suite("Components") struct ComponentTests {
    @Test("Finders, factories, actions, interceptors and tasks are components of a context")
    func components() async throws {
        let context = try ApplicationContext(
            ContextConfiguration(
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
    @Test("A new container is injected, and so is each screen inside it")
    func containers() async throws {
        let context = try ApplicationContext(
            ContextConfiguration(classes: ["IOCRoutingTests.Titles", "IOCRoutingTests.TitledFactory"]))
        let titles = try context.component(Titles.self)
        let factory = try context.component(TitledFactory.self)
        let stack = StepBuilder(
            finder: NoFinder<TitledStack, Void>(),
            factory: CompleteFactory(ClassContainerFactory<TitledStack, Void>())
                .with(factory, using: Push()).with(factory, using: Push()), named: "stack"
        ).using(ReplaceRoot()).from(Step<HeadlessScreen, Void>.root())
        let route = StepBuilder(finder: NoFinder<TitledScreen, Void>(), factory: factory)
            .using(Push()).from(stack.build().expectingContainer(TitledStack.self)).build()
        let host = HeadlessHost()
        _ = try await Router<HeadlessScreen>(host: host, injectedBy: context).navigate(to: route)
        let root = try #require(host.root as? TitledStack)
        #expect(try root.$titles.get() === titles && root.contained.count == 3)
        for screen in root.contained {
            #expect(try #require(screen as? TitledScreen).$titles.get() === titles)
        }
    }

    @MainActor
    @Test("An assembly provides router, host and factories, which don't keep the context alive")
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
    @Test("If a new screen can't be injected, the navigation fails and nothing changes", arguments: [true, false])
    func missing(hasEnded: Bool) async throws {
        var app: RoutingAssembly? = hasEnded ? try RoutingAssembly.activated() : nil
        let empty = try ApplicationContext(ContextConfiguration(classes: ["IOCRoutingTests.ListFactory"]))
        let router = try app?.router() ?? Router<HeadlessScreen>(host: HeadlessHost(), injectedBy: empty)
        app = nil
        let route = StepBuilder(
            finder: NoFinder<TitledScreen, Void>(), factory: ClosureFactory<TitledScreen, Void> { TitledScreen() }
        ).using(ReplaceRoot()).from(.root()).build()
        let error = await #expect(throws: RoutingError.self) { try await router.navigate(to: route) }
        #expect(error?.code == .preparationFailed && error?.cause is IOCError)
        #expect(router.tree.root == nil)
    }
}
