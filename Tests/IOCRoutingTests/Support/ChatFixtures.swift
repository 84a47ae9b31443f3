import IOCRouting
import IOCRoutingTesting

final class ListScreen: HeadlessScreen {}

final class SettingsScreen: HeadlessScreen {}

final class LoginScreen: HeadlessScreen {}

struct Refusal: Error, Hashable {
    var reason = "refused"
}

final class ChatScreen: HeadlessScreen, InputAccepting, InputChecking {
    private(set) var user: String?
    private(set) var setUps = 0

    convenience init(user: String) {
        self.init(named: "Chat")
        self.user = user
    }

    static func check(_ input: String) throws {
        if input.isEmpty { throw Refusal(reason: "a chat needs a user") }
    }

    func setUp(with input: String) {
        user = input
        setUps += 1
    }

    func isTarget(for input: String) -> Bool { user == input }
}

/// Finds a list that a stack holds.
struct ListInStackFinder: IteratingFinder {
    let search = Search<HeadlessScreen>(.fullStack)

    func isTarget(_ screen: ListScreen, for input: Void) -> Bool { screen.parent is HeadlessStack }
}

/// The routes of the article's chat app.
@MainActor struct ChatRoutes {
    typealias Screen = HeadlessScreen

    var interceptors: [ClosureInterceptor<String>] = []
    var factory: @MainActor (String) throws -> ChatScreen = { _ in ChatScreen(named: "Chat") }

    /// Routes whose interceptor waits at a latch, even if its task is canceled.
    static func held(at latch: Latch) -> ChatRoutes {
        var routes = ChatRoutes()
        routes.interceptors = [
            ClosureInterceptor { _ in
                await latch.waitStubbornly()
                return .proceed
            }
        ]
        return routes
    }

    var tabs: Step<HeadlessTabs, Void> {
        StepBuilder(finder: ClassFinder<HeadlessTabs, Void>(), factory: NoFactory<HeadlessTabs, Void>(), named: "tabs")
            .build()
    }

    var stack: Step<HeadlessStack, Void> {
        let open = StepBuilder(
            finder: NoFinder<HeadlessStack, Void>(), factory: ClassContainerFactory<HeadlessStack, Void>(),
            named: "stack")
        return SwitchBuilder<HeadlessStack, Void>(named: "stack place")
            .addingCase(
                when: ClassFinder<HeadlessTabs, Void>(), from: open.using(AddTab()).from(tabs).build()
            )
            .otherwise(open.using(ReplaceRoot()).from(Step<HeadlessScreen, Void>.root()).build())
            .build()
    }

    var list: Step<ListScreen, Void> {
        StepBuilder(
            finder: ListInStackFinder(), factory: ClosureFactory<ListScreen, Void> { ListScreen() }, named: "list"
        )
        .using(PushAsRoot()).from(stack).build()
    }

    var chat: Step<ChatScreen, String> {
        let factory = factory
        var builder = StepBuilder(
            finder: ClassWithInputFinder<ChatScreen>(),
            factory: ClosureFactory<ChatScreen, String> { try factory($0) },
            named: "chat"
        ).adding(InputSettingTask())
        for interceptor in interceptors { builder = builder.adding(interceptor) }
        return builder.using(Push())
            .from(list.adaptingInput { _ in () }.expectingContainer(HeadlessStack.self))
            .build()
    }

    static var settings: Step<SettingsScreen, Void> {
        StepBuilder(
            finder: ClassFinder<SettingsScreen, Void>(),
            factory: ClosureFactory<SettingsScreen, Void> { SettingsScreen() }
        )
        .using(Present(.sheet)).from(Step<HeadlessScreen, Void>.current()).build()
    }

    static var login: Step<LoginScreen, Void> {
        StepBuilder(
            finder: ClassFinder<LoginScreen, Void>(), factory: ClosureFactory<LoginScreen, Void> { LoginScreen() },
            named: "login"
        )
        .using(Present(.fullScreen)).from(Step<HeadlessScreen, Void>.current()).build()
    }
}

/// A host whose root is a stack of these screens, and a router for it.
@MainActor func stackWorld(_ screens: [HeadlessScreen]) -> (HeadlessHost, HeadlessStack, Router<HeadlessScreen>) {
    let stack = HeadlessStack(named: "stack", children: screens)
    let host = HeadlessHost(root: stack)
    return (host, stack, Router(host: host))
}

@MainActor func routingError(
    _ body: () async throws -> Void
) async -> RoutingError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? RoutingError
    }
}
