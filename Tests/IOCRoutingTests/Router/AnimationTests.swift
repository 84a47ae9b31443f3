import IOCRouting
import Testing

@MainActor @Suite("Animated changes") struct AnimationTests {
    /// Writes down which changes are to be animated.
    final class AnimatedHost: AppHost {
        var log: [String] = []

        override func present(
            _ screen: AppScreen, on presenter: AppScreen, style: PresentationStyle, animated: Bool
        ) async throws {
            log.append("present \(animated)")
            try await super.present(screen, on: presenter, style: style, animated: animated)
        }

        override func dismissPresented(from presenter: AppScreen, animated: Bool) async throws {
            log.append("dismiss \(animated)")
            try await super.dismissPresented(from: presenter, animated: animated)
        }

        override func replaceRoot(_ screen: AppScreen?, animated: Bool) async throws {
            log.append("replace \(animated)")
            try await super.replaceRoot(screen, animated: animated)
        }

        override func container(_ screen: AppScreen) -> (any ContainerPort<AppScreen>)? {
            super.container(screen).map { AnimatedPort(host: self, inner: $0) }
        }
    }

    struct AnimatedPort: ContainerPort {
        let host: AnimatedHost
        let inner: any ContainerPort<AppScreen>

        var contained: [AppScreen] { inner.contained }
        var visible: [AppScreen] { inner.visible }
        var behavior: ContainerBehavior { inner.behavior }

        func reveal(_ screen: AppScreen, animated: Bool) async throws {
            host.log.append("reveal \(animated)")
            try await inner.reveal(screen, animated: animated)
        }

        func setContained(_ screens: [AppScreen], animated: Bool) async throws {
            host.log.append("set \(animated)")
            try await inner.setContained(screens, animated: animated)
        }
    }

    private func open(_ name: String) -> StepBuilder<AppScreen, Void> {
        StepBuilder(
            finder: NoFinder<AppScreen, Void>(), factory: ClosureFactory<AppScreen, Void> { AppScreen(named: name) })
    }

    private func found(_ name: String) -> Step<AppScreen, Void> {
        StepBuilder(
            finder: ClosureFinder<AppScreen, Void> { _, tree in tree.screens.first { $0.name == name } },
            factory: NoFactory<AppScreen, Void>()
        ).build()
    }

    @Test("Each change is animated if the navigation is", arguments: [true, false])
    func each(animated: Bool) async throws {
        let stack = AppStack(children: [AppScreen(named: "a")])
        let host = AnimatedHost()
        try await host.replaceRoot(AppTabs(children: [stack, AppScreen(named: "b")]), animated: false)
        host.log = []
        let router = Router<AppScreen>(host: host)
        let pushed = open("new").using(Push()).from(found("a").expectingContainer(AppStack.self)).build()
        try await router.navigate(to: pushed, animated: animated)
        try await router.navigate(to: Destination(found("b")), animated: animated)
        let sheet = StepBuilder(
            finder: NoFinder<AppScreen, Int>(), factory: ClosureFactory<AppScreen, Int> { AppScreen(named: "\($0)") }
        ).using(Present()).from(.root()).build()
        try await router.navigate(to: sheet, with: 1, animated: animated)
        try await router.navigate(to: found("a").erasedDestination, animated: animated)
        try await router.navigate(to: open("root").using(ReplaceRoot()).from(.root()).build(), animated: animated)
        #expect(
            host.log
                == ["set", "reveal", "present", "dismiss", "reveal", "reveal", "replace"].map { "\($0) \(animated)" })
    }
}
