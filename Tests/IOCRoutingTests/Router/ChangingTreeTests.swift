import IOCRouting
import Testing

@testable import IOCRoutingTesting

/// Changes that other code makes during a navigation.
@MainActor @Suite("Changes by other code", .timeLimit(.minutes(30))) struct ChangingTreeTests {
    /// A stack of these screens with settings presented over it, and something that happens when those are dismissed.
    func world(
        _ screens: [HeadlessScreen],
        whenDismissed: @escaping @MainActor (HeadlessHost, HeadlessStack) async throws -> Void
    ) async throws -> (HeadlessHost, HeadlessStack, Router<HeadlessScreen>) {
        let (host, stack, router) = stackWorld(screens)
        try await host.present(SettingsScreen(named: "settings"), on: stack, style: .sheet, animated: false)
        host.clearLog()
        host.beforeOperation = { [unowned host] operation in
            guard case .dismiss("settings", _) = operation else { return }
            host.beforeOperation = nil
            try await whenDismissed(host, stack)
        }
        return (host, stack, router)
    }

    @Test("A screen that other code pushed meanwhile is asked before it is removed") func added() async throws {
        let stubborn = HeadlessScreen(named: "stubborn")
        stubborn.isDismissible = false
        let (host, stack, router) = try await world([ListScreen(named: "list")]) { host, stack in
            host.hold(stack.contained + [stubborn], in: stack)
        }
        let error = await routingError { try await router.navigate(to: ChatRoutes().chat, with: "u") }
        #expect(error?.code == .notDismissible && error?.wanted.contains("stubborn") == true)
        #expect(stack.contained.last === stubborn)
        #expect(host.log == [.dismiss("settings", from: "stack"), .present("settings", on: "stack")])
    }

    @Test("A screen that other code has hidden is revealed before it presents") func hidden()
        async throws
    {
        let first = ListScreen(named: "first")
        let tabs = HeadlessTabs(named: "tabs", children: [first, HeadlessScreen(named: "second")])
        let host = HeadlessHost(root: tabs)
        let router = Router<HeadlessScreen>(host: host)
        try await host.present(SettingsScreen(named: "settings"), on: tabs, style: .sheet, animated: false)
        host.clearLog()
        host.beforeOperation = { operation in
            guard case .dismiss = operation else { return }
            tabs.selected = 1
        }
        let step = StepBuilder(
            finder: NoFinder<LoginScreen, Void>(),
            factory: ClosureFactory<LoginScreen, Void> { LoginScreen(named: "login") }
        ).using(Present()).from(Step<HeadlessScreen, Void>.custom { _ in first }).build()
        let result = try await router.navigate(to: step)
        #expect(
            host.log == [
                .dismiss("settings", from: "tabs"), .select("first", in: "tabs"), .present("login", on: "first"),
            ])
        #expect(result.plans == 2)
    }

    @Test("A navigation that gives up reports what changed last") func outdated() async throws {
        let tabs = HeadlessTabs(named: "tabs", children: [ListScreen(named: "first"), HeadlessScreen(named: "second")])
        let host = HeadlessHost(root: tabs)
        let router = Router<HeadlessScreen>(host: host, configuration: RouterConfiguration(planLimit: 1))
        func reason(_ step: StepBuilder<LoginScreen, Void>) async -> String? {
            let first = tabs.contained[0]
            let route = step.using(Present()).from(Step<HeadlessScreen, Void>.custom { _ in first }).build()
            let error = await routingError { try await router.navigate(to: route) }
            return error.flatMap {
                $0.code == .treeUnstable ? $0.found.split(separator: "\n").first.map(String.init) : nil
            }
        }
        let login = StepBuilder(
            finder: NoFinder<LoginScreen, Void>(),
            factory: ClosureFactory<LoginScreen, Void> { LoginScreen(named: "login") })
        let asked = await reason(
            login.adding(
                ClosureInterceptor { _ in
                    host.hold(tabs.contained + [HeadlessScreen(named: "third")], in: tabs)
                    return .proceed
                }))
        let begin = "once it changed before a plan was carried out; at last "
        #expect(asked == begin + "the tree changed while interceptors were asked:")
        try await host.present(SettingsScreen(named: "settings"), on: tabs, style: .sheet, animated: false)
        host.beforeOperation = { operation in
            if case .dismiss = operation { tabs.selected = 1 }
        }
        #expect(await reason(login) == begin + "first cannot present any more:")
    }

    @Test("Undoing keeps a root that other code has set, and reports it") func root() async throws {
        let (host, _, router) = stackWorld([HeadlessScreen(named: "base")])
        let intruder = HeadlessScreen(named: "intruder")
        let welcome = StepBuilder(
            finder: NoFinder<HeadlessScreen, Void>(),
            factory: ClosureFactory<HeadlessScreen, Void> { HeadlessScreen(named: "welcome") }, named: "welcome"
        ).using(ReplaceRoot()).from(.root()).build()
        let login = StepBuilder(
            finder: NoFinder<LoginScreen, Void>(),
            factory: ClosureFactory<LoginScreen, Void> { LoginScreen(named: "login") }
        ).using(Present()).from(welcome).build()
        host.beforeOperation = { [unowned host] operation in
            guard case .present = operation else { return }
            host.beforeOperation = nil
            try await host.replaceRoot(intruder, animated: false)
            throw Refusal()
        }
        router.configuration.planLimit = 1
        let error = await routingError { try await router.navigate(to: login) }
        #expect(error?.notUndone == ["setting the root back to stack: other code has replaced it since"])
        #expect(host.root === intruder)
    }

    @Test("A tab that was selected is selected again when a navigation is undone") func selected() async throws {
        let stack = HeadlessStack(named: "stack", children: [ListScreen()])
        let tabs = HeadlessTabs(named: "tabs", children: [stack, SettingsScreen(), HeadlessScreen()], selected: 1)
        let host = HeadlessHost(root: tabs)
        let router = Router<HeadlessScreen>(host: host)
        let shape = router.tree.shape
        host.fail(times: 1) { if case .push = $0 { true } else { false } }
        let error = await routingError { try await router.navigate(to: ChatRoutes().chat, with: "u") }
        #expect(error?.code == .hostFailed && error?.notUndone == [])
        #expect(tabs.selected == 1 && router.tree.shape == shape)
    }

    @Test("A navigation that is canceled between two changes does not begin the second") func canceled() async throws {
        let (host, stack, router) = try await world([ListScreen()]) { _, _ in }
        var begun: [HeadlessOperation] = []
        host.beforeOperation = { [unowned host] operation in
            begun.append(operation)
            router.gate.cancelAll()
            host.beforeOperation = { begun.append($0) }
        }
        let error = await routingError { try await router.navigate(to: ChatRoutes().chat, with: "u") }
        #expect(error?.code == .navigationCanceled)
        #expect(begun == [.dismiss("settings", from: "stack"), .present("settings", on: "stack")])
        #expect(stack.contained.count == 1)
    }

    @Test("A screen presented on the hidden start of a route is dismissed")
    func presentedOnBase() async throws {
        let list = ListScreen(named: "list")
        let (host, stack, router) = stackWorld([list, ChatScreen(user: "b")])
        let over = SettingsScreen(named: "over")
        list.presented = over
        over.presenter = list
        let result = try await router.navigate(to: ChatRoutes().chat, with: "u")
        #expect(host.log.first == .dismiss("over", from: "list") && result.plans == 1)
        #expect(stack.contained.count == 2 && list.presented == nil)
    }

    @Test("A plan predicts the selected tab when a tab is added before it") func addedBefore() async throws {
        let tabs = HeadlessTabs(named: "tabs", children: [HeadlessScreen(named: "a"), HeadlessScreen(named: "b")])
        let host = HeadlessHost(root: tabs)
        let router = Router<HeadlessScreen>(host: host)
        let step = StepBuilder(
            finder: NoFinder<HeadlessScreen, Void>(),
            factory: ClosureFactory<HeadlessScreen, Void> { HeadlessScreen(named: "new") }, named: "new"
        ).using(AddTab(at: 0)).from(.root(in: HeadlessTabs.self)).build()
        let planned = try router.plan(to: step).operations
        #expect(
            planned == [
                .setContained(container: "tabs", screens: ["new", "a", "b"]), .reveal(screen: "new", in: "tabs"),
            ])
        let result = try await router.navigate(to: step)
        #expect(result.operations == planned && result.plans == 1)
    }
}
