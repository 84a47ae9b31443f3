import IOC
import IOCRouting
import IOCRoutingTesting
import Testing

// The code of the pages.

@MainActor @Suite("Code of the pages") private struct Snippets {
    final class ChatList: AppScreen, InitializableScreen {
        init() { super.init(named: "list") }
    }

    final class Chat: AppScreen, InitializableScreen, InputAccepting, InputChecking {
        private var user = ""

        init() { super.init(named: "chat") }

        func setUp(with input: String) { user = input }
        func isTarget(for input: String) -> Bool { user == input }
    }

    struct LoginInterceptor: RoutingInterceptor {
        func perform(with input: String) async throws -> InterceptorAnswer { .proceed }
    }

    @Test("The route of the overview works from an empty tree") func overview() async throws {
        let host = AppHost()
        let router = Router<AppScreen>(host: host)
        let list = StepBuilder(finder: ClassFinder<ChatList, Void>(), factory: ClassFactory<ChatList, Void>())
            .using(PushAsRoot())
            .from(StepBuilder(finder: NoFinder<AppStack, Void>(), factory: ClassContainerFactory<AppStack, Void>()))
            .using(ReplaceRoot())
            .from(.root())
            .build()

        let chat = StepBuilder(finder: ClassWithInputFinder<Chat>(), factory: ClassFactory<Chat, String>())
            .adding(LoginInterceptor())
            .adding(InputSettingTask())
            .using(Push())
            .from(list.adaptingInput { _ in () }.expectingContainer(AppStack.self))
            .build()

        try await router.navigate(to: chat, with: "Anna")
        #expect((host.root as? AppStack)?.contained.map(\.name) == ["list", "chat"])
    }

    @Test("A second router with its own gate navigates while the first one waits") func gates() async throws {
        let host = AppHost()
        let inner = Router<AppScreen>(host: host, gate: NavigationGate())
        let outer = Router<AppScreen>(host: host)
        #expect(inner.gate !== outer.gate)
    }

    final class AppAssembly: Assembly {
        let host = Definition(.singleton) { (_: AppAssembly) in AppHost() }
        let router = Definition(.singleton) { (app: AppAssembly) in
            Router<AppScreen>(host: try app.host(), injectedBy: try .current)
        }
    }

    @Test("Two screens go onto one stack, after an interceptor has waited") func migration() async throws {
        var isMoving = true
        func isAnimating() -> Bool {
            defer { isMoving = false }
            return isMoving
        }
        func screen(_ name: String) -> StepBuilder<AppScreen, String> {
            StepBuilder(
                finder: NoFinder<AppScreen, String>(),
                factory: ClosureFactory<AppScreen, String> { _ in AppScreen(named: name) })
        }
        let conversation = screen("conversation")
        let settled = ClosureInterceptor<String>(timeLimit: .seconds(2)) { _ in
            while isAnimating() { try await Task.sleep(for: .milliseconds(20)) }
            return .proceed
        }
        let message = screen("message").adding(settled)
        let both = message.using(Push())
            .from(conversation.expectingContainer(AppStack.self))
            .using(Push()).from(.current(in: AppStack.self))
            .build()
        let host = AppHost()
        try await host.replaceRoot(AppStack(children: [AppScreen(named: "base")]), animated: false)
        let result = try await Router<AppScreen>(host: host).navigate(to: both, with: "Anna")
        #expect(result.operations.count == 1)
        #expect((host.root as? AppStack)?.contained.map(\.name) == ["base", "conversation", "message"])
    }

    @Test("A headless host logs, fails and delays changes") func headless() async throws {
        let chat = StepBuilder(
            finder: NoFinder<HeadlessScreen, String>(),
            factory: ClosureFactory<HeadlessScreen, String> { _ in HeadlessScreen(named: "Chat") }
        ).using(Push()).from(.root(in: HeadlessStack.self)).build()
        let clock = ContinuousClock()
        let host = HeadlessHost(root: HeadlessStack(named: "stack", children: [HeadlessScreen(named: "list")]))
        let router = Router<HeadlessScreen>(host: host)

        try await router.navigate(to: chat, with: "Anna")
        #expect(host.log == [.push("Chat", in: "stack")])

        host.fail(times: 1) { operation in operation == .push("Chat", in: "stack") }
        host.delay(by: .seconds(1), clock: clock)
    }

    @Test("The checklist finds nothing to report about a complete host") func checklist() async {
        let checklist = ScreenHostChecklist(
            makeHost: { AppHost() }, makeScreen: { AppScreen(named: $0) },
            containers: ["stack": { AppStack(children: $0) }, "tabs": { AppTabs(children: $0) }])
        #expect(await checklist.failures() == [])
    }
}
