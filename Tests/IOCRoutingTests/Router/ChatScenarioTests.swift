import IOCRouting
import IOCRoutingTesting
import Testing

/// Each of the article's situations in which a push notification for a chat may come.
@MainActor @Suite("Chat scenarios", .timeLimit(.minutes(30))) struct ChatScenarioTests {
    func expectChat(
        _ host: HeadlessHost, _ result: NavigationResult<ChatScreen>, _ user: String = "u",
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) throws {
        let chat = try #require(result.screen, sourceLocation: sourceLocation)
        #expect(chat.user == user, sourceLocation: sourceLocation)
        #expect(ScreenTree(host).isExposed(chat), sourceLocation: sourceLocation)
    }

    @Test("From the list, the chat is pushed") func fromList() async throws {
        let list = ListScreen()
        let (host, stack, router) = stackWorld([list])
        let result = try await router.navigate(to: ChatRoutes().chat, with: "u")
        try expectChat(host, result)
        #expect(stack.contained.map(\.name) == ["ListScreen", "Chat"])
        #expect(host.log == [.push("Chat", in: "stack")])
    }

    @Test("From another chat, the chat replaces it in one change") func fromAnotherChat() async throws {
        let list = ListScreen()
        let other = ChatScreen(user: "b")
        let (host, stack, router) = stackWorld([list, other])
        let result = try await router.navigate(to: ChatRoutes().chat, with: "u")
        try expectChat(host, result)
        #expect(stack.contained.first === list && stack.contained.count == 2)
        #expect(other.user == "b" && other.setUps == 0)
        #expect(host.log.count == 1)
    }

    @Test("In the same chat, nothing changes and the chat is set up again") func sameChat() async throws {
        let chat = ChatScreen(user: "u")
        let (host, _, router) = stackWorld([ListScreen(), chat])
        let result = try await router.navigate(to: ChatRoutes().chat, with: "u")
        try expectChat(host, result)
        #expect(result.screen === chat && chat.setUps == 1)
        #expect(host.log.isEmpty && result.operations.isEmpty)
    }

    @Test("Settings presented over the list are dismissed first") func settingsModal() async throws {
        let (host, stack, router) = stackWorld([ListScreen()])
        try await host.present(SettingsScreen(), on: stack, style: .sheet, animated: false)
        host.clearLog()
        let result = try await router.navigate(to: ChatRoutes().chat, with: "u")
        try expectChat(host, result)
        #expect(host.log == [.dismiss("SettingsScreen", from: "stack"), .push("Chat", in: "stack")])
    }

    @Test("Settings that may not be dismissed are an error, and nothing is changed") func settingsStay() async throws {
        let other = ChatScreen(user: "b")
        let (host, stack, router) = stackWorld([ListScreen(), other])
        let settings = SettingsScreen()
        settings.isDismissible = false
        try await host.present(settings, on: stack, style: .sheet, animated: false)
        host.clearLog()
        let shape = router.tree.shape
        var asked = false
        var routes = ChatRoutes()
        routes.interceptors = [
            ClosureInterceptor { _ in
                asked = true
                return .proceed
            }
        ]
        let error = await routingError { try await router.navigate(to: routes.chat, with: "u") }
        #expect(error?.code == .notDismissible)
        #expect(error?.notUndone == [])
        #expect(router.tree.shape == shape && host.log.isEmpty)
        #expect(other.user == "b" && !asked)
    }

    @Test("From a settings tab, the list's tab is selected and the chat pushed") func settingsTab() async throws {
        let stack = HeadlessStack(named: "stack", children: [ListScreen()])
        let host = HeadlessHost(root: HeadlessTabs(named: "tabs", children: [stack, SettingsScreen()], selected: 1))
        let result = try await Router(host: host).navigate(to: ChatRoutes().chat, with: "u")
        try expectChat(host, result)
        #expect(host.log == [.select("stack", in: "tabs"), .push("Chat", in: "stack")])
    }

    @Test("From a cold start, everything is built and the unrelated root replaced") func coldStart() async throws {
        let host = HeadlessHost(root: HeadlessScreen(named: "splash"))
        let result = try await Router(host: host).navigate(to: ChatRoutes().chat, with: "u")
        try expectChat(host, result)
        #expect(host.log == [.replaceRoot("HeadlessStack")])
        #expect(result.screen?.parent?.contained.map(\.name) == ["ListScreen", "Chat"])
    }

    @Test("From an empty tree, everything is built too") func emptyTree() async throws {
        let host = HeadlessHost()
        let result = try await Router(host: host).navigate(to: ChatRoutes().chat, with: "u")
        try expectChat(host, result)
    }

    /// Shows the login screen and waits for what the person does.
    private func loggingIn(
        _ router: Router<HeadlessScreen>, _ latch: Latch, succeeds: @escaping @MainActor () -> Bool
    ) -> ClosureInterceptor<String> {
        ClosureInterceptor { _ in
            try await router.navigate(to: ChatRoutes.login)
            try await latch.wait()
            return succeeds() ? .proceed : .stop("the login was canceled")
        }
    }

    @Test("Logged out, login is shown and then the chat") func login() async throws {
        let (host, _, router) = stackWorld([ListScreen()])
        let latch = Latch()
        var routes = ChatRoutes()
        routes.interceptors = [loggingIn(router, latch) { true }]
        let chat = routes.chat
        let navigation = Task { try await router.navigate(to: chat, with: "u").screen }
        await latch.arrived()
        #expect(router.tree.topmost is LoginScreen)
        latch.open()
        let screen = try #require(try await navigation.value)
        #expect(router.tree.isExposed(screen) && screen.user == "u")
        #expect(!router.tree.screens.contains { $0 is LoginScreen })
        #expect(host.log.count == 3)
    }

    @Test("A canceled login restores the tree") func loginCancelled() async throws {
        let other = ChatScreen(user: "b")
        let (host, stack, router) = stackWorld([ListScreen(), other])
        try await host.present(SettingsScreen(), on: stack, style: .sheet, animated: false)
        let shape = router.tree.shape
        let latch = Latch()
        latch.open()
        var routes = ChatRoutes()
        routes.interceptors = [loggingIn(router, latch) { false }]
        let result = try await router.navigate(to: routes.chat, with: "u")
        guard case .stopped(let reason) = result.ending else {
            Issue.record("the navigation should have stopped")
            return
        }
        #expect(reason == "the login was canceled")
        #expect(router.tree.shape == shape)
        #expect(other.user == "b")
    }

    @Test("A second link during login can cancel the first one") func secondLink() async throws {
        let (_, _, router) = stackWorld([ListScreen()])
        router.configuration.policy = .enqueue
        let first = Latch()
        let second = Latch()
        var routes = ChatRoutes()
        routes.interceptors = [
            ClosureInterceptor { user in
                try await router.navigate(to: ChatRoutes.login)
                try await (user == "first" ? first : second).wait()
                return .proceed
            }
        ]
        let chat = routes.chat
        let one = Task { await routingError { try await router.navigate(to: chat, with: "first") } }
        await first.arrived()
        router.gate.cancelAll()
        let two = Task { try await router.navigate(to: chat, with: "second").screen }
        await second.arrived()
        #expect(await one.value?.code == .navigationCanceled)
        #expect(router.tree.screens.filter { $0 is LoginScreen }.count == 1)
        second.open()
        let screen = try #require(try await two.value)
        #expect(screen.user == "second" && router.tree.isExposed(screen))
        #expect(router.tree.screens.filter { $0 is ChatScreen }.count == 1)
    }

    @Test("If the start screen is gone after login, the route is planned again") func startGone() async throws {
        let (host, _, router) = stackWorld([ListScreen()])
        var routes = ChatRoutes()
        var made = 0
        routes.factory = { _ in
            made += 1
            return ChatScreen(named: "Chat")
        }
        routes.interceptors = [
            ClosureInterceptor { _ in
                try await host.replaceRoot(HeadlessScreen(named: "welcome"), animated: false)
                return .proceed
            }
        ]
        let result = try await router.navigate(to: routes.chat, with: "u")
        try expectChat(host, result)
        #expect(result.plans == 2 && made == 1)
    }

    @Test("A lazily loaded tab is selected, loads, and then takes the push") func lazyTab() async throws {
        let stack = HeadlessStack(named: "stack", children: [ListScreen()], isLazy: true)
        let host = HeadlessHost(root: HeadlessTabs(named: "tabs", children: [SettingsScreen(), stack]))
        let result = try await Router(host: host).navigate(to: ChatRoutes().chat, with: "u")
        try expectChat(host, result)
        #expect(host.log == [.select("stack", in: "tabs"), .load("stack"), .push("Chat", in: "stack")])
    }

    @Test("The same call works on a phone and on a split pad", arguments: [true, false])
    func phoneAndPad(isPad: Bool) async throws {
        let phone = ChatRoutes().chat
        let list = StepBuilder(finder: ClassFinder<ListScreen, Void>(), factory: NoFactory<ListScreen, Void>())
            .build()
        let pad = StepBuilder(
            finder: ClassWithInputFinder<ChatScreen>(),
            factory: ClosureFactory<ChatScreen, String> { _ in ChatScreen() }
        )
        .adding(InputSettingTask()).using(PushToDetails())
        .from(list.adaptingInput { _ in () }.expectingContainer(HeadlessSplit.self)).build()
        let chat = SwitchBuilder<ChatScreen, String>()
            .addingCase(when: ClassFinder<HeadlessSplit, String>(), from: pad)
            .otherwise(phone).build()
        let host =
            isPad
            ? HeadlessHost(root: HeadlessSplit(named: "split", children: [ListScreen(), ChatScreen(user: "b")]))
            : HeadlessHost(root: HeadlessStack(named: "stack", children: [ListScreen(), ChatScreen(user: "b")]))
        let result = try await Router(host: host).navigate(to: chat, with: "u")
        try expectChat(host, result)
        let list2 = try #require(ScreenTree(host).screens.first { $0 is ListScreen })
        #expect(ScreenTree(host).isExposed(list2) == isPad)
        #expect((host.root as? HeadlessContainer)?.contained.count == 2)
    }
}
