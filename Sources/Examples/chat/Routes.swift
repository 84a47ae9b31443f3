import IOCRouting

/// The routes of the app. Each layout places the screens differently, and all layouts have the same routes.
@MainActor struct Routes {
    /// The arrangement of the screens.
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
        let settingsStep = StepBuilder(finder: ClassFinder<Settings, Void>(), factory: makeSettings)
        let listStep = StepBuilder(finder: ClassFinder<ChatList, Void>(), factory: makeList)
        let chatStep = StepBuilder(
            finder: ClassWithInputFinder<Chat>(), factory: ClosureFactory<Chat, String> { _ in Chat() }
        )
        .adding(LoginInterceptor(app: app))
        .adding(InputSettingTask())
        let root = Step<TerminalScreen, Void>.root()
        let current = Step<TerminalScreen, Void>.current()
        let stack = StepBuilder(
            finder: NoFinder<TerminalStack, Void>(), factory: ClassContainerFactory<TerminalStack, Void>())

        switch layout {
        case .phone:
            list = listStep.using(PushAsRoot()).from(stack).using(ReplaceRoot()).from(root).build()
            settings = settingsStep.using(Present(.sheet)).from(current).build()
        case .tabs:
            let tabs = StepBuilder(
                finder: ClassFinder<TerminalTabs, Void>(),
                factory: CompleteFactory(ClassContainerFactory<TerminalTabs, Void>())
                    .with(
                        CompleteFactory(ClassContainerFactory<TerminalStack, Void>()).with(makeList, using: Push()),
                        using: AddTab()
                    )
                    .with(makeSettings, using: AddTab())
            ).using(ReplaceRoot()).from(root).build()
            list = listStep.using(Push()).from(stack).using(AddTab()).from(tabs).build()
            settings = settingsStep.using(AddTab()).from(tabs).build()
        case .pad:
            let split = StepBuilder(
                finder: ClassFinder<TerminalSplit, Void>(), factory: ClassContainerFactory<TerminalSplit, Void>())
            list = listStep.using(SetAsPrimary()).from(split).using(ReplaceRoot()).from(root).build()
            settings = settingsStep.using(Present(.sheet)).from(current).build()
        }
        switch layout {
        case .phone, .tabs:
            chat = chatStep.using(Push())
                .from(list.adaptingInput { _ in () }.expectingContainer(TerminalStack.self)).build()
        case .pad:
            chat = chatStep.using(PushToDetails())
                .from(list.adaptingInput { _ in () }.expectingContainer(TerminalSplit.self)).build()
        }
        login = StepBuilder(
            finder: ClassFinder<Login, Void>(), factory: ClosureFactory<Login, Void> { Login(account: app.account) }
        )
        .using(Present(.fullScreen)).from(current).build()
    }
}
