import IOCRouting
import IOCRoutingTesting
import Testing

@MainActor @Suite("Router", .timeLimit(.minutes(30))) struct RouterTests {
    @Test("A plan lists the changes and their reasons, and changes nothing") func plan() throws {
        let stack = HeadlessStack(named: "stack", children: [ListScreen(), ChatScreen(user: "b")])
        let host = HeadlessHost(root: HeadlessTabs(named: "tabs", children: [stack, SettingsScreen()], selected: 1))
        let router = Router<HeadlessScreen>(host: host)
        var routes = ChatRoutes()
        routes.interceptors = [ClosureInterceptor { _ in .stop("must not run") }]
        let plan = try router.plan(to: routes.chat, with: "u")
        #expect(plan.made == ["chat"])
        #expect(
            plan.operations == [
                .reveal(screen: "stack", in: "tabs"),
                .setContained(container: "stack", screens: ["ListScreen", "chat"]),
            ])
        #expect(plan.interceptors == ["ClosureInterceptor<String>"])
        #expect(plan.considerations.map(\.step) == ["chat", "list"])
        #expect(
            plan.description == """
                route to chat
                  chat: not in the tree: made by ClosureFactory<ChatScreen, String>, then Push from list
                  list: found in the tree: ListScreen
                  ask ClosureInterceptor<String>
                  make chat
                  reveal stack in tabs: tabs does not show stack
                  set stack to [ListScreen, chat]: chat is embedded by its step's Push
                """)
        #expect(host.log.isEmpty)
        let found = try router.plan(to: routes.chat, with: "b")
        #expect(found.operations == [.reveal(screen: "stack", in: "tabs")])
    }

    @Test("A plan says if there is nothing to change") func emptyPlan() throws {
        let (_, _, router) = stackWorld([ListScreen()])
        #expect(try router.plan(to: ChatRoutes().list).description.hasSuffix("nothing to change"))
    }

    @Test("A plan throws the error of the navigation", arguments: ["", "u"]) func planThrows(user: String) async throws
    {
        let (_, stack, router) = stackWorld([ListScreen(), SettingsScreen(named: "stubborn")])
        stack.contained.last?.isDismissible = false
        let error = await routingError { _ = try router.plan(to: ChatRoutes().chat, with: user) }
        #expect(error?.code == .notDismissible && error?.path.first == "chat")
    }

    @Test("Changes before a failure of the host are undone, presented screens with their styles")
    func undone() async throws {
        let layers = try await Layers()
        let router = Router<HeadlessScreen>(host: layers.host)
        let shape = router.tree.shape
        layers.host.clearLog()
        layers.host.fail(times: 1) { if case .set = $0 { true } else { false } }
        let error = await routingError { try await router.navigate(to: ChatRoutes().chat, with: "other") }
        #expect(error?.code == .hostFailed && error?.cause is HeadlessFault && error?.notUndone == [])
        #expect(router.tree.shape == shape)
        #expect(
            layers.host.log == [
                .dismiss("sheet", from: "tabs"), .present("sheet", on: "tabs"), .present("top", on: "sheet"),
            ])
        #expect(layers.chat.user == "u" && layers.chat.setUps == 0)
    }

    @Test("Changes that could not be undone are reported") func notUndone() async throws {
        let layers = try await Layers()
        layers.host.fail { operation in
            switch operation {
            case .set, .present: true
            default: false
            }
        }
        let router = Router<HeadlessScreen>(host: layers.host)
        let error = await routingError { try await router.navigate(to: ChatRoutes().chat, with: "other") }
        #expect(error?.notUndone.count == 1)
        #expect(error?.notUndone.first?.hasPrefix("presenting sheet, top again: failed as requested") == true)
        #expect(error?.description.contains("not undone: presenting sheet") == true)
    }

    @Test("Undoing does not overwrite changes of other code") func conflict() async throws {
        let (host, stack, router) = stackWorld([ListScreen(), ChatScreen(user: "b")])
        let intruder = HeadlessScreen(named: "intruder")
        var routes = ChatRoutes()
        let latch = Latch()
        latch.open()
        routes.interceptors = [
            ClosureInterceptor { _ in
                try await router.navigate(to: ChatRoutes().chat, with: "nested")
                let port = try #require(host.container(stack))
                try await port.setContained(port.contained + [intruder], animated: false)
                return .fail(Refusal())
            }
        ]
        let chat = routes.chat
        let error = await routingError { try await router.navigate(to: chat, with: "u") }
        #expect(error?.code == .interceptorFailed)
        #expect(error?.notUndone.first?.contains("other code has changed it since") == true)
        #expect(stack.contained.last === intruder)
    }

    @Test("A stop whose changes cannot be undone is an error") func stopNotUndone() async throws {
        let (host, _, router) = stackWorld([ListScreen()])
        var routes = ChatRoutes()
        routes.interceptors = [
            ClosureInterceptor { _ in
                try await router.navigate(to: ChatRoutes.login)
                host.fail { if case .dismiss = $0 { true } else { false } }
                return .stop("no")
            }
        ]
        let error = await routingError { try await router.navigate(to: routes.chat, with: "u") }
        #expect(error?.code == .rollbackIncomplete && error?.notUndone.count == 1)
    }

    @Test("A tree that changes again and again is an error, and the route is undone")
    func unstable() async throws {
        let stack = HeadlessStack(named: "stack", children: [ListScreen()])
        let other = HeadlessStack(named: "other")
        let host = HeadlessHost(root: HeadlessTabs(named: "tabs", children: [stack, other]))
        let router = Router<HeadlessScreen>(host: host)
        router.configuration.planLimit = 4
        let port = try #require(host.container(other))
        var changes = 0
        var isChanging = false
        host.beforeOperation = { _ in
            guard !isChanging else { return }
            isChanging = true
            defer { isChanging = false }
            changes += 1
            try await port.setContained(port.contained + [HeadlessScreen()], animated: false)
            throw Refusal()
        }
        let error = await routingError { try await router.navigate(to: ChatRoutes().chat, with: "u") }
        #expect(error?.code == .treeUnstable && error?.found.hasPrefix("4 times") == true)
        #expect(changes == 4 && error?.notUndone == [])
        #expect(stack.contained.count == 1)
    }

    @Test("A container that is hidden meanwhile is revealed again before it changes")
    func hiddenMidway() async throws {
        let stack = HeadlessStack(named: "stack", children: [ListScreen()])
        let tabs = HeadlessTabs(named: "tabs", children: [stack, HeadlessScreen(named: "other")])
        let host = HeadlessHost(root: tabs)
        let router = Router<HeadlessScreen>(host: host)
        try await host.present(SettingsScreen(named: "settings"), on: tabs, style: .sheet, animated: false)
        host.clearLog()
        let port = try #require(host.container(tabs))
        host.beforeOperation = { _ in
            host.beforeOperation = nil
            try await port.reveal(tabs.contained[1], animated: false)
        }
        let result = try await router.navigate(to: ChatRoutes().chat, with: "u")
        #expect(
            host.log == [
                .select("other", in: "tabs"), .dismiss("settings", from: "tabs"), .select("stack", in: "tabs"),
                .push("Chat", in: "stack"),
            ])
        #expect(result.plans == 2)
    }

    @Test("A slow host is awaited") func latency() async throws {
        let clock = ManualClock()
        let (host, _, router) = stackWorld([ListScreen()])
        host.delay(by: .seconds(1), clock: clock)
        let navigation = Task { try await router.navigate(to: ChatRoutes().chat, with: "u").hasArrived }
        await clock.untilTaskSleeps()
        #expect(host.log.isEmpty)
        clock.advance(by: .seconds(1))
        #expect(try await navigation.value)
    }

    @Test("An error shows its place, facts, near misses and remedy") func errorText() {
        var error = RoutingError(
            .containerMissing, path: ["chat", "list"], wanted: "a stack", found: "tabs", nearMisses: ["tabs: no stack"],
            action: "push elsewhere", cause: Refusal(), notUndone: ["dismissing login"])
        #expect(
            error.description == """
                routing fault: container-missing
                  at: chat > list
                  wanted: a stack
                  found: tabs
                  near miss: tabs: no stack
                  cause: Refusal(reason: "refused")
                  not undone: dismissing login
                  do: push elsewhere
                """)
        error = RoutingError(.routerBusy, wanted: "w", found: "f", action: "a")
        #expect(error.description == "routing fault: router-busy\n  wanted: w\n  found: f\n  do: a")
    }
}
