import IOCRouting
import IOCRoutingTesting
import Testing

/// The situations in which a push notification for a chat may come.
@MainActor @Suite("Chat scenarios", .timeLimit(.minutes(30))) struct ChatScenarioTests {
    @Test(
        "A route to a chat shows it from wherever the app is",
        arguments: [
            ("stack[list]", ["push Chat in stack"], "stack[list chat:u]"),
            ("stack[list chat:b]", ["set [list, Chat] in stack"], "stack[list chat:u]"),
            ("stack[list chat:u]", [], "stack[list chat:u]"),
            ("stack[list]/settings", ["dismiss settings from stack", "push Chat in stack"], "stack[list chat:u]"),
            (
                "tabs[stack[list] settings*]", ["select stack in tabs", "push Chat in stack"],
                "tabs[stack[list chat:u] settings]"
            ),
            ("stack[list/over chat:b]", ["dismiss over from list", "set [list, Chat] in stack"], "stack[list chat:u]"),
            (
                "tabs[settings stack~[list]]", ["select stack in tabs", "load stack", "push Chat in stack"],
                "tabs[settings stack*[list chat:u]]"
            ),
            ("splash", ["replace root by HeadlessStack"], "HeadlessStack[ListScreen chat:u]"),
            ("", ["replace root by HeadlessStack"], "HeadlessStack[ListScreen chat:u]"),
        ])
    func shown(tree: String, log: [String], result: String) async throws {
        let world = World(tree)
        let others = world.tree.screens.compactMap { $0 as? ChatScreen }
        let arrived = try await world.router.navigate(to: ChatRoutes().chat, with: "u")
        let chat = try #require(arrived.screen)
        #expect(world.log == log && world.sketch == result)
        #expect(arrived.operations.isEmpty == log.isEmpty && arrived.plans == 1)
        #expect(world.tree.isExposed(chat) && chat.user == "u" && chat.setUps == 1)
        #expect(others.allSatisfy { $0 === chat || $0.user == "b" && $0.setUps == 0 })
    }

    @Test("A route asks nothing and changes nothing if a screen may not be dismissed", arguments: ["", "u"])
    func settingsStay(user: String) async throws {
        let world = World("stack[list chat:b]/settings!")
        var asked = false
        let routes = ChatRoutes { _ in
            asked = true
            return .proceed
        }
        let error = await routingError { try await world.router.navigate(to: routes.chat, with: user) }
        #expect(error?.code == .notDismissible && error?.notUndone == [] && error?.path.first == "chat")
        let planned = await routingError { _ = try world.router.plan(to: routes.chat, with: user) }
        #expect(planned?.description == error?.description)
        #expect(world.isUnchanged && world.log.isEmpty && world.sketch == "stack[list chat:b]/settings!" && !asked)
    }

    @Test("An input that a screen rejects is refused before anything changes") func refused() async throws {
        let world = World("stack[list]")
        let error = await routingError { try await world.router.navigate(to: ChatRoutes().chat, with: "") }
        #expect(error?.code == .inputRejected && error?.cause is Refusal && world.log.isEmpty)
    }

    /// Routes to a chat whose interceptor shows the login screen and waits for what the user does.
    private func loggingIn(
        _ world: World, _ latch: Latch, answer: InterceptorAnswer = .proceed
    ) -> Step<ChatScreen, String> {
        ChatRoutes { _ in
            try await world.go(ChatRoutes.login)
            try await latch.wait()
            return answer
        }.chat
    }

    @Test("A login is shown, and then the chat") func login() async throws {
        let world = World("stack[list]")
        let latch = Latch()
        let chat = loggingIn(world, latch)
        let navigation = Task { try await world.router.navigate(to: chat, with: "u").screen }
        await latch.arrived()
        #expect(world.tree.topmost is LoginScreen)
        latch.open()
        let screen = try #require(try await navigation.value)
        #expect(world.tree.isExposed(screen) && screen.user == "u")
        #expect(world.sketch == "stack[list chat:u]" && world.log.count == 3)
    }

    @Test("A canceled login restores the tree") func loginCanceled() async throws {
        let world = World("stack[list chat:b]/settings")
        let latch = Latch()
        latch.open()
        let chat = loggingIn(world, latch, answer: .stop("the login was canceled"))
        let result = try await world.router.navigate(to: chat, with: "u")
        guard case .stopped("the login was canceled") = result.ending else {
            Issue.record("it did not stop: \(result.ending)")
            return
        }
        #expect(world.isUnchanged && world.sketch == "stack[list chat:b]/settings")
    }

    @Test("A second link during a login can cancel the first one") func secondLink() async throws {
        let world = World("stack[list]", configuration: RouterConfiguration(policy: .enqueue))
        let (first, second) = (Latch(), Latch())
        let one = loggingIn(world, first)
        let two = loggingIn(world, second)
        let canceled = Task { await routingError { try await world.router.navigate(to: one, with: "first") } }
        await first.arrived()
        world.router.gate.cancelAll()
        let arriving = Task { try await world.router.navigate(to: two, with: "second").screen }
        await second.arrived()
        #expect(await canceled.value?.code == .navigationCanceled)
        #expect(world.sketch == "stack[list]/login")
        second.open()
        let screen = try #require(try await arriving.value)
        #expect(world.tree.isExposed(screen) && world.sketch == "stack[list chat:second]")
    }

    @Test("If the start screen is gone after a login, the route is planned again") func startGone() async throws {
        let world = World("stack[list]")
        var routes = ChatRoutes { _ in
            try await world.host.replaceRoot(HeadlessScreen(named: "welcome"), animated: false)
            return .proceed
        }
        var made = 0
        routes.factory = { _ in
            made += 1
            return ChatScreen(named: "Chat")
        }
        let result = try await world.router.navigate(to: routes.chat, with: "u")
        #expect(world.sketch == "HeadlessStack[ListScreen chat:u]" && result.plans == 2 && made == 1)
    }

    @Test(
        "The same call works on a phone and on a split pad",
        arguments: [("split[list chat:b]", true), ("stack[list chat:b]", false)])
    func phoneAndPad(tree: String, isPad: Bool) async throws {
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
            .otherwise(ChatRoutes().chat).build()
        let world = World(tree)
        let result = try await world.router.navigate(to: chat, with: "u")
        #expect(result.screen.map { world.tree.isExposed($0) } == true)
        #expect(world.sketch == tree.replacing(":b", with: ":u"))
        #expect(world.tree.isExposed(world["list"]) == isPad)
    }
}
