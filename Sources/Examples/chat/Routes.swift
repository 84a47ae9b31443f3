import IOCRouting

/// All ways through the app. The layouts differ in where things stand; the calls are the same.
@MainActor struct Routes {
    /// Where things stand.
    enum Layout {
        /// A stack, with settings presented over it.
        case phone
        /// Tabs: the chats, and settings.
        case tabs
        /// A split: the list on the left, the chat on the right.
        case pad
    }

    let chat: Step<Chat, String>
    let list: Step<ChatList, Void>
    let settings: Step<Settings, Void>
    let login: Step<Login, Void>

    init(app: ChatApp, layout: Layout) {
        let makeList = ClosureFactory<ChatList, Void> { ChatList(app: app) }
        let makeSettings = ClosureFactory<Settings, Void> { Settings(app: app) }
        let settingsStep = StepAssembly(finder: ClassFinder<Settings, Void>(), factory: makeSettings)
        let listStep = StepAssembly(finder: ClassFinder<ChatList, Void>(), factory: makeList)
        let chatStep = StepAssembly(
            finder: ClassWithContextFinder<Chat>(), factory: ClosureFactory<Chat, String> { _ in Chat() }
        )
        .adding(LoginInterceptor(app: app))
        .adding(ContextSettingTask())
        let root = Step<TerminalScreen, Void>.root()
        let current = Step<TerminalScreen, Void>.current()
        let stack = StepAssembly(
            finder: NoFinder<TerminalStack, Void>(), factory: ClassContainerFactory<TerminalStack, Void>())

        switch layout {
        case .phone:
            list = listStep.using(PushAsRoot()).from(stack).using(ReplaceRoot()).from(root).assemble()
            settings = settingsStep.using(Present(.sheet)).from(current).assemble()
        case .tabs:
            let tabs = StepAssembly(
                finder: ClassFinder<TerminalTabs, Void>(),
                factory: CompleteFactory(ClassContainerFactory<TerminalTabs, Void>())
                    .with(
                        CompleteFactory(ClassContainerFactory<TerminalStack, Void>()).with(makeList, using: Push()),
                        using: AddTab()
                    )
                    .with(makeSettings, using: AddTab())
            ).using(ReplaceRoot()).from(root).assemble()
            list = listStep.using(Push()).from(stack).using(AddTab()).from(tabs).assemble()
            settings = settingsStep.using(AddTab()).from(tabs).assemble()
        case .pad:
            let split = StepAssembly(
                finder: ClassFinder<TerminalSplit, Void>(), factory: ClassContainerFactory<TerminalSplit, Void>())
            list = listStep.using(SetAsMaster()).from(split).using(ReplaceRoot()).from(root).assemble()
            settings = settingsStep.using(Present(.sheet)).from(current).assemble()
        }
        switch layout {
        case .phone, .tabs:
            chat = chatStep.using(Push())
                .from(list.expectingContainer(TerminalStack.self), context: { _ in () }).assemble()
        case .pad:
            chat = chatStep.using(PushToDetails())
                .from(list.expectingContainer(TerminalSplit.self), context: { _ in () }).assemble()
        }
        login = StepAssembly(
            finder: ClassFinder<Login, Void>(), factory: ClosureFactory<Login, Void> { Login(account: app.account) }
        )
        .using(Present(.fullScreen)).from(current).assemble()
    }
}
