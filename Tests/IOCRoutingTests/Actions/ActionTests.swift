import IOCRouting
import Testing

@testable import IOCRoutingTesting

@MainActor @Suite("Actions") struct ActionTests {
    func embedded<A: ContainerAction>(_ action: A, in contained: [String]) throws -> [String] {
        var contained = contained
        try action.embed("new", in: &contained)
        return contained
    }

    @Test("Container actions change what a container holds") func containers() throws {
        #expect(try embedded(Push(), in: ["a", "b"]) == ["a", "b", "new"])
        #expect(try embedded(PushAsRoot(), in: ["a", "b"]) == ["new"])
        #expect(try embedded(PushReplacingLast(), in: ["a", "b"]) == ["a", "new"])
        #expect(try embedded(PushReplacingLast(), in: []) == ["new"])
        #expect(try embedded(AddTab(), in: ["a"]) == ["a", "new"])
        #expect(try embedded(AddTab(at: 0), in: ["a"]) == ["new", "a"])
        #expect(try embedded(AddTab(replacing: 0), in: ["a"]) == ["new"])
        #expect(try embedded(SetAsPrimary(), in: ["a", "b"]) == ["new", "b"])
        #expect(try embedded(SetAsPrimary(), in: []) == ["new"])
        #expect(try embedded(PushToDetails(), in: ["a", "b"]) == ["a", "new"])
        #expect(try embedded(PushToDetails(replacing: false), in: ["a", "b"]) == ["a", "b", "new"])
    }

    @Test("A tab outside the tabs, and details without a primary screen, are refused") func refusals() {
        for (action, wanted, limit) in [
            (AddTab(at: 2), "a place for a tab at 2", 1), (AddTab(at: -1), "a place for a tab at -1", 1),
            (AddTab(replacing: 1), "a tab at 1 to replace", 0), (AddTab(replacing: -1), "a tab at -1 to replace", 0),
        ] {
            let error = #expect(throws: RoutingError.self) { try embedded(action, in: ["a"]) }
            #expect(error?.code == .actionFailed && error?.wanted == wanted && error?.found == "1 tabs")
            #expect(error?.action == "use an index between 0 and \(limit)")
        }
        #expect { try embedded(AddTab(replacing: 0), in: []) } throws: { ($0 as? RoutingError)?.code == .actionFailed }
        #expect { try embedded(PushToDetails(), in: []) } throws: { ($0 as? RoutingError)?.code == .actionFailed }
    }

    @Test("Presenting in an empty tree is an error") func presentOnNothing() {
        let step = StepBuilder(
            finder: NoFinder<HeadlessScreen, Void>(),
            factory: ClosureFactory<HeadlessScreen, Void> { HeadlessScreen(named: "new") }, named: "new"
        ).using(Present(.sheet)).from(Step<HeadlessScreen, Void>.root()).build()
        let router = Router<HeadlessScreen>(host: HeadlessHost())
        let error = #expect(throws: RoutingError.self) { try router.plan(to: step) }
        #expect(error?.code == .actionFailed && error?.found == "an empty tree")
        #expect(error?.action == "use ReplaceRoot if there may be no root yet")
    }

    func step<A: ContainerAction, C: ContainerScreen>(_ action: A, in type: C.Type) -> Step<SettingsScreen, Void>
    where C.Role == A.Role, C.Base == HeadlessScreen {
        StepBuilder(
            finder: ClassFinder<SettingsScreen, Void>(),
            factory: ClosureFactory<SettingsScreen, Void> { SettingsScreen(named: "new") }, named: "new"
        )
        .using(action)
        .from(
            StepBuilder(finder: ClassFinder<C, Void>(), factory: NoFactory<C, Void>()).build()
        ).build()
    }

    @Test("On an existing container, each action is one change") func existing() async throws {
        let a = HeadlessScreen(named: "a")
        let b = HeadlessScreen(named: "b")
        func run<C: HeadlessContainer & ContainerScreen, A: ContainerAction>(
            _ action: A, _ container: C
        ) async throws -> [String] where C.Role == A.Role, C.Base == HeadlessScreen {
            let host = HeadlessHost(root: container)
            let result = try await Router(host: host).navigate(to: step(action, in: C.self))
            #expect(result.screen.map { ScreenTree(host).isExposed($0) } == true)
            let names = container.contained.map(\.name)
            host.clearLog()
            return names
        }
        #expect(try await run(Push(), HeadlessStack(named: "s", children: [a, b])) == ["a", "b", "new"])
        #expect(try await run(PushAsRoot(), HeadlessStack(named: "s", children: [.init(named: "x")])) == ["new"])
        #expect(
            try await run(PushReplacingLast(), HeadlessStack(named: "s", children: [.init(named: "x"), .init()]))
                == ["x", "new"])
        #expect(try await run(AddTab(at: 0), HeadlessTabs(named: "t", children: [.init(named: "x")])) == ["new", "x"])
        #expect(try await run(AddTab(replacing: 0), HeadlessTabs(named: "t", children: [.init(named: "x")])) == ["new"])
        #expect(
            try await run(SetAsPrimary(), HeadlessSplit(named: "p", children: [.init(), .init(named: "d")]))
                == ["new", "d"])
        #expect(
            try await run(PushToDetails(), HeadlessSplit(named: "p", children: [.init(named: "m"), .init()]))
                == ["m", "new"])
    }

    @Test("A new tab that is not visible is revealed") func revealed() async throws {
        let host = HeadlessHost(root: HeadlessTabs(named: "tabs", children: [HeadlessScreen(named: "a")]))
        let result = try await Router(host: host).navigate(to: step(AddTab(), in: HeadlessTabs.self))
        #expect(host.log == [.push("new", in: "tabs"), .select("new", in: "tabs")])
        #expect(result.operations.count == 2)
    }

    @Test("Consecutive container actions on one container are one change") func consecutive() async throws {
        let (host, stack, router) = stackWorld([HeadlessScreen(named: "a")])
        func chain<P: ContainerScreen>(
            _ name: String, _ previous: ContainerExpectation<P, Void>
        ) -> Step<HeadlessScreen, Void> where P.Role == StackRole, P.Base == HeadlessScreen {
            StepBuilder(
                finder: NoFinder<HeadlessScreen, Void>(),
                factory: ClosureFactory<HeadlessScreen, Void> { HeadlessScreen(named: name) }, named: name
            ).using(Push()).from(previous).build()
        }
        let base = Step<HeadlessScreen, Void>.current().expectingContainer(HeadlessStack.self)
        let one = chain("one", base)
        let two = chain("two", one.expectingContainer(HeadlessStack.self))
        let three = chain("three", two.expectingContainer(HeadlessStack.self))
        try await router.navigate(to: three)
        #expect(stack.contained.map(\.name) == ["a", "one", "two", "three"])
        #expect(host.log == [.set(["a", "one", "two", "three"], in: "stack")])
    }

    @Test("A route presents on a screen that it has pushed, and pushes into a stack that it has presented") func mixed()
        async throws
    {
        let (host, _, router) = stackWorld([HeadlessScreen(named: "a")])
        let pushed = step(Push(), in: HeadlessStack.self)
        let sheet = StepBuilder(
            finder: NoFinder<HeadlessStack, Void>(), factory: ClassFactory<HeadlessStack, Void>(), named: "sheet"
        ).using(Present(.sheet)).from(pushed).build()
        let inside = StepBuilder(
            finder: NoFinder<HeadlessScreen, Void>(),
            factory: ClosureFactory<HeadlessScreen, Void> { HeadlessScreen(named: "inside") }
        ).using(Push()).from(sheet).build()
        let plan = try router.plan(to: inside)
        let result = try await router.navigate(to: inside)
        #expect(
            host.log == [
                .push("new", in: "stack"), .present("HeadlessStack", on: "new"), .push("inside", in: "HeadlessStack"),
            ])
        #expect(result.operations == plan.operations)
    }

    @Test("Replacing the root asks every screen that would go") func replaceRoot() async throws {
        let hidden = SettingsScreen(named: "hidden")
        hidden.isDismissible = false
        let host = HeadlessHost(root: HeadlessTabs(named: "tabs", children: [HeadlessScreen(), hidden]))
        let welcome = StepBuilder(
            finder: NoFinder<LoginScreen, Void>(), factory: ClosureFactory<LoginScreen, Void> { LoginScreen() }
        ).using(ReplaceRoot()).from(Step<HeadlessScreen, Void>.root()).build()
        let error = await routingError { try await Router(host: host).navigate(to: welcome) }
        #expect(error?.code == .notDismissible && error?.wanted.contains("hidden") == true)
        hidden.isDismissible = true
        try await Router(host: host).navigate(to: welcome)
        #expect(host.root is LoginScreen)
    }

    @Test("The action Nothing leaves a found screen in its place and reveals it") func nothing() async throws {
        let other = SettingsScreen(named: "other")
        let host = HeadlessHost(root: HeadlessTabs(named: "tabs", children: [ListScreen(), other]))
        let step = StepBuilder(
            finder: NoFinder<SettingsScreen, Void>(),
            factory: FinderFactory(ClassFinder<SettingsScreen, Void>(), in: host)
        ).using(Nothing()).from(Step<HeadlessScreen, Void>.root()).build()
        let router = Router<HeadlessScreen>(host: host)
        let plan = try router.plan(to: step)
        #expect(plan.made == [] && plan.operations == [.reveal(screen: "other", in: "tabs")])
        #expect(plan.considerations.first?.verdict.hasPrefix("taken by FinderFactory") == true)
        let result = try await router.navigate(to: step)
        #expect(result.screen === other)
        #expect(result.operations == [.reveal(screen: "other", in: "tabs")] && result.plans == 1)
        #expect(host.log == [.select("other", in: "tabs")])
        let (_, _, empty) = stackWorld([ListScreen()])
        let planned = #expect(throws: RoutingError.self) { try empty.plan(to: step) }
        #expect(planned?.code == .screenNotFound)
        let error = await routingError { try await empty.navigate(to: step) }
        #expect(error?.description == planned?.description)
    }

    @Test("The action Nothing calls the factory once, and rejects a screen that is not in the tree") func nothingMade()
        async throws
    {
        let hidden = SettingsScreen(named: "hidden")
        let host = HeadlessHost(root: HeadlessTabs(named: "tabs", children: [ListScreen(), hidden]))
        var calls = 0
        func step(_ screen: @escaping @MainActor () -> SettingsScreen) -> Step<SettingsScreen, Void> {
            StepBuilder(
                finder: NoFinder<SettingsScreen, Void>(),
                factory: ClosureFactory<SettingsScreen, Void> {
                    calls += 1
                    return screen()
                }, named: "settings"
            ).using(Nothing()).from(Step<HeadlessScreen, Void>.root()).build()
        }
        let router = Router<HeadlessScreen>(host: host)
        router.screenPrepared = { screen, _ in #expect(screen.name == "lost", "what is in the tree is prepared already")
        }
        let given = step { hidden }
        let plan = try router.plan(to: given)
        #expect(plan.made == [] && plan.taken == ["settings"])
        #expect(plan.description.contains("  take settings, and reveal it where it is"))
        #expect(calls == 0)
        let result = try await router.navigate(to: given)
        #expect(result.screen === hidden && calls == 1 && host.log == [.select("hidden", in: "tabs")])
        calls = 0
        host.clearLog()
        let error = await routingError { try await router.navigate(to: step { SettingsScreen(named: "lost") }) }
        #expect(error?.code == .actionFailed && error?.found == "lost, which is in no tree")
        #expect(calls == 1 && host.log.isEmpty)
    }

    @Test("A screen that a factory returned is kept if the route is planned again") func nothingKept() async throws {
        let hidden = SettingsScreen(named: "hidden")
        let middle = HeadlessScreen(named: "middle")
        let tabs = HeadlessTabs(named: "tabs", children: [ListScreen()])
        let host = HeadlessHost(root: tabs)
        var calls: [String] = []
        let step = StepBuilder(
            finder: NoFinder<SettingsScreen, Void>(),
            factory: ClosureFactory<SettingsScreen, Void> {
                calls.append("settings")
                return hidden
            }, named: "settings"
        ).using(Nothing()).from(
            StepBuilder(
                finder: NoFinder<HeadlessScreen, Void>(),
                factory: ClosureFactory<HeadlessScreen, Void> {
                    calls.append("middle")
                    return middle
                }, named: "middle")
        ).using(Nothing()).from(
            StepBuilder(
                finder: NoFinder<LoginScreen, Void>(), factory: ClosureFactory<LoginScreen, Void> { LoginScreen() })
        ).using(Present()).from(Step<HeadlessScreen, Void>.root()).build()
        var arriving = [[HeadlessScreen(named: "other")], [middle, hidden]]
        host.beforeOperation = { operation in
            guard case .present = operation, !arriving.isEmpty else { return }
            host.hold(tabs.contained + arriving.removeFirst(), in: tabs)
            throw Refusal()
        }
        let result = try await Router<HeadlessScreen>(host: host).navigate(to: step)
        #expect(result.screen === hidden && result.plans == 3 && calls == ["middle", "settings"])
    }

    @Test("Every screen that stays in its place must be in the tree")
    func nothingLost() async throws {
        let hidden = SettingsScreen(named: "hidden")
        let host = HeadlessHost(root: HeadlessTabs(named: "tabs", children: [ListScreen(), hidden]))
        let step = StepBuilder(
            finder: NoFinder<SettingsScreen, Void>(), factory: ClosureFactory<SettingsScreen, Void> { hidden },
            named: "settings"
        ).using(Nothing()).from(
            StepBuilder(
                finder: NoFinder<HeadlessScreen, Void>(),
                factory: ClosureFactory<HeadlessScreen, Void> { HeadlessScreen(named: "lost") }, named: "middle")
        ).using(Nothing()).from(Step<HeadlessScreen, Void>.root()).build()
        let error = await routingError { try await Router<HeadlessScreen>(host: host).navigate(to: step) }
        #expect(error?.code == .actionFailed && error?.path == ["settings", "middle"])
        #expect(error?.found == "lost, which is in no tree")
    }
}
