import IOCRouting
import IOCRoutingTesting

/// Finds a list that a stack contains.
struct ListInStackFinder: IteratingFinder {
    let search = Search<HeadlessScreen>(.fullStack)

    func isTarget(_ screen: ListScreen, for input: Void) -> Bool { screen.parent is HeadlessStack }
}

/// The routes of a chat app: a chat on a list in a stack, which is a tab or the root.
@MainActor struct ChatRoutes {
    var interceptors: [ClosureInterceptor<String>] = []
    var factory: @MainActor (String) throws -> ChatScreen = { _ in ChatScreen(named: "Chat") }

    init(asking body: (@MainActor (String) async throws -> InterceptorAnswer)? = nil) {
        interceptors = body.map { [ClosureInterceptor($0)] } ?? []
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

    static let login = route("top: full login")
}
