import IOCRouting
import IOCRoutingTesting
import Testing

@MainActor @Suite("Step builders") struct StepBuilderTests {
    typealias Start = Step<HeadlessScreen, Void>

    func settings() -> StepBuilder<SettingsScreen, Void> {
        StepBuilder(
            finder: ClassFinder<SettingsScreen, Void>(),
            factory: ClosureFactory<SettingsScreen, Void> { SettingsScreen() }, named: "settings")
    }

    @Test("Builders are values: adding to a copy leaves the original as it was") func values() async throws {
        var calls = 0
        let plain = settings()
        let counted = plain.adding(
            ClosureInterceptor<Void> { _ in
                calls += 1
                return .proceed
            })
        let (_, _, router) = stackWorld([HeadlessScreen()])
        try await router.navigate(to: plain.using(Present()).from(Start.current()).build())
        #expect(calls == 0)
        try await router.navigate(to: counted.using(Present()).from(Start.current()).build())
        #expect(calls == 1)
        #expect(try router.plan(to: plain.build()).interceptors == [])
        #expect(try router.plan(to: counted.build()).interceptors.count == 1)
    }

    @Test("Steps in a chain can have different inputs") func chain() async throws {
        var seen: [String] = []
        func open<Input>(_ name: String, _ type: Input.Type) -> StepBuilder<HeadlessScreen, Input> {
            StepBuilder(
                finder: NoFinder<HeadlessScreen, Input>(),
                factory: ClosureFactory<HeadlessScreen, Input> { input in
                    seen.append("\(name) \(input)")
                    return HeadlessScreen(named: name)
                }, named: name)
        }
        let route = open("a", String.self)
            .using(Present()).from(open("b", Int.self).adaptingInput { $0.count })
            .using(Present()).from(open("c", Bool.self).adaptingInput { $0.count > 2 })
            .using(Present()).from(Step<HeadlessScreen, String>.root())
            .build()
        let (host, _, router) = stackWorld([HeadlessScreen()])
        try await router.navigate(to: route, with: "four")
        #expect(Set(seen) == ["a four", "b 4", "c true"])
        #expect(host.log == [.present("c", on: "stack"), .present("b", on: "c"), .present("a", on: "b")])
    }

    @Test("Routes and open steps can be joined with an adapted input") func derived()
        async throws
    {
        var seen: [String] = []
        func container() -> StepBuilder<HeadlessStack, Int> {
            StepBuilder(
                finder: NoFinder<HeadlessStack, Int>(), factory: ClassFactory<HeadlessStack, Int>(), named: "stack"
            ).adding(ClosureInputTask<HeadlessStack, Int> { _, input in seen.append("stack \(input)") })
        }
        func made() -> StepBuilder<HeadlessScreen, String> {
            StepBuilder(
                finder: NoFinder<HeadlessScreen, String>(),
                factory: ClosureFactory<HeadlessScreen, String> { HeadlessScreen(named: $0) }, named: "made")
        }
        let origin = Step<HeadlessScreen, Int>.root()
        let whole = container().using(Present()).from(origin).build()
        let routes: [Step<HeadlessScreen, String>] = [
            made().using(Push()).from(whole.adaptingInput { $0.count }).build(),
            made().using(Push()).from(container().adaptingInput { $0.count }).using(Present()).from(.root()).build(),
            made().using(Present()).from(whole.adaptingInput { $0.count }).build(),
        ]
        for route in routes {
            seen = []
            let (_, _, router) = stackWorld([HeadlessScreen()])
            let result = try await router.navigate(to: route, with: "four")
            #expect(seen == ["stack 4"] && result.screen?.name == "four")
        }
    }

    @Test("The input of a route can be adapted, and an error of that is reported") func adapted() async throws {
        let (_, _, router) = stackWorld([ListScreen()])
        let byNumber = ChatRoutes().chat.adaptingInput { (number: Int) in
            guard number >= 0 else { throw Refusal() }
            return "user \(number)"
        }
        #expect(try await router.navigate(to: byNumber, with: 7).screen?.user == "user 7")
        let error = await routingError { try await router.navigate(to: byNumber, with: -1) }
        #expect(error?.code == .inputRejected && error?.cause is Refusal)
        #expect(throws: RoutingError.self) { try router.plan(to: byNumber, with: -1) }
        let broken = settings().using(Present())
            .from(Step<HeadlessScreen, Int>.current().adaptingInput { () throws -> Int in throw Refusal() }).build()
        #expect(await routingError { try await router.navigate(to: broken) }?.code == .inputRejected)
    }

    @Test("A destination is a route with its input") func destinations() async throws {
        let (_, _, router) = stackWorld([ListScreen()])
        let chat = try await router.navigate(to: Destination(ChatRoutes().chat, with: "u"))
        #expect(chat.screen?.user == "u")
        #expect(try await router.navigate(to: Destination(ChatRoutes.settings)).hasArrived)
        let erased = ChatRoutes().chat.erasedDestination(with: "v")
        #expect(erased.name == "chat")
        #expect(try await router.navigate(to: erased).screen is ChatScreen)
        #expect(try router.plan(to: erased).operations == [])
    }

    @Test("A switch takes the first case that applies, by condition or finder") func switches() async throws {
        let current = Step<HeadlessScreen, Int>.current()
        func presenting(_ name: String) -> Step<HeadlessScreen, Int> {
            StepBuilder(
                finder: NoFinder<HeadlessScreen, Int>(),
                factory: ClosureFactory<HeadlessScreen, Int> { _ in HeadlessScreen(named: name) }, named: name
            ).using(Present()).from(current).build()
        }
        let route = SwitchBuilder<HeadlessScreen, Int>(named: "switch")
            .addingCase(when: "is one", { $0 == 1 }, from: presenting("one"))
            .addingCase(when: ClassFinder<LoginScreen, Int>(), from: presenting("login case"))
            .addingCase(when: "fails", { if $0 == 13 { throw Refusal() } else { false } }, from: presenting("never"))
            .addingCase(
                ClosureFinder<HeadlessScreen, Int> { input, tree in input == 5 ? tree.root : nil })
        let (host, stack, router) = stackWorld([HeadlessScreen()])
        #expect(try await router.navigate(to: route.build(), with: 1).screen?.name == "one")
        #expect(try await router.navigate(to: route.build(), with: 5).screen === stack)
        let none = await routingError { try await router.navigate(to: route.build(), with: 2) }
        #expect(none?.code == .switchWithoutMatch && none?.nearMisses.count == 4)
        #expect(await routingError { try await router.navigate(to: route.build(), with: 13) }?.code == .finderFailed)
        let closed = route.otherwise(presenting("other")).build()
        #expect(try await router.navigate(to: closed, with: 2).screen?.name == "other")
        try await host.replaceRoot(LoginScreen(), animated: false)
        #expect(try await router.navigate(to: closed, with: 2).screen?.name == "login case")
    }

    @Test("Routes start at the topmost screen, the root, or a chosen screen") func origins() async throws {
        let layers = try await Layers()
        let router = Router<HeadlessScreen>(host: layers.host)
        func presented(from start: Start) throws -> [RoutingOperation] {
            try router.plan(to: settingsAnew().using(Present(.sheet)).from(start).build()).operations
        }
        func settingsAnew() -> StepBuilder<SettingsScreen, Void> {
            StepBuilder(
                finder: NoFinder<SettingsScreen, Void>(),
                factory: ClosureFactory<SettingsScreen, Void> { SettingsScreen() }, named: "new")
        }
        #expect(try presented(from: .current()) == [.present(screen: "new", on: "top", style: .sheet)])
        #expect(
            try presented(from: .root()) == [
                .dismiss(screen: "sheet", from: "tabs"), .present(screen: "new", on: "tabs", style: .sheet),
            ])
        #expect(
            try presented(from: .custom { _ in layers.settings }) == [
                .dismiss(screen: "sheet", from: "tabs"), .reveal(screen: "settings", in: "tabs"),
                .present(screen: "new", on: "settings", style: .sheet),
            ])
    }

    @Test("A missing origin is an error") func badOrigins() async throws {
        let (_, _, router) = stackWorld([HeadlessScreen()])
        func error(_ start: Start) async -> RoutingError? {
            await routingError {
                try await router.navigate(to: settings().using(Present()).from(start).build())
            }
        }
        #expect(await error(.custom("nowhere") { _ in nil })?.code == .originNotFound)
        #expect(await error(.custom("lost") { _ in HeadlessScreen(named: "lost") })?.found.contains("lost") == true)
        #expect(await error(.custom("broken") { _ in throw Refusal() })?.code == .finderFailed)
        let empty = Router<HeadlessScreen>(host: HeadlessHost())
        let present = settings().using(Present())
        let current = await routingError { try await empty.navigate(to: present.from(Start.current()).build()) }
        #expect(current?.code == .originNotFound)
        let root = await routingError { try await empty.navigate(to: present.from(Start.root()).build()) }
        #expect(root?.code == .actionFailed)
        let floating = await routingError { try await router.navigate(to: settings().build()) }
        #expect(floating?.code == .originMissing)
    }

    @Test("A step without a factory whose screen is missing is an error with near misses") func notFound() async throws
    {
        let (_, _, router) = stackWorld([HeadlessScreen(named: "SettingScreen")])
        let step = StepBuilder(
            finder: ClassFinder<SettingsScreen, Void>(), factory: NoFactory<SettingsScreen, Void>()
        ).build()
        let error = await routingError { try await router.navigate(to: step) }
        #expect(error?.code == .screenNotFound)
        #expect(error?.nearMisses.first?.contains("SettingScreen") == true)
    }

    @Test("Origins need no types, and one statement pushes two screens") func ease() async throws {
        func plain(_ name: String) -> StepBuilder<HeadlessScreen, Void> {
            StepBuilder(
                finder: NoFinder<HeadlessScreen, Void>(),
                factory: ClosureFactory<HeadlessScreen, Void> { HeadlessScreen(named: name) }, named: name)
        }
        let (host, stack, router) = stackWorld([HeadlessScreen(named: "base")])
        let both = plain("two").using(Push())
            .from(plain("one").expectingContainer(HeadlessStack.self))
            .using(Push()).from(.root(in: HeadlessStack.self)).build()
        #expect(try router.plan(to: both).operations.count == 1)
        try await router.navigate(to: both)
        #expect(host.log == [.set(["base", "one", "two"], in: "stack")])
        try await router.navigate(to: plain("sheet").using(Present(.sheet)).from(.current()).build())
        #expect(stack.presented?.name == "sheet")
        try await router.navigate(to: plain("three").using(Push()).from(.root(in: HeadlessStack.self)).build())
        let numbered = StepBuilder(
            finder: NoFinder<HeadlessScreen, Int>(),
            factory: ClosureFactory<HeadlessScreen, Int> { HeadlessScreen(named: "number \($0)") }, named: "number")
        let mixed = numbered.using(Push())
            .from(plain("zero").adaptingInput { _ in () }.expectingContainer(HeadlessStack.self))
            .using(Push()).from(.current(in: HeadlessStack.self)).build()
        try await router.navigate(to: mixed, with: 7)
        #expect(stack.contained.map(\.name) == ["base", "one", "two", "three", "zero", "number 7"])
        try await router.navigate(
            to: numbered.using(Present()).from(.current()).build(), with: 8)
        try await router.navigate(to: plain("new root").using(ReplaceRoot()).from(.root()).build())
        #expect(host.root?.name == "new root")
    }

    @Test("A missing container is an error that lists the parents") func noContainer() async throws {
        let host = HeadlessHost(root: HeadlessTabs(named: "tabs", children: [HeadlessScreen(named: "plain")]))
        let step = settings().using(Push())
            .from(
                Start.custom { $0.screens.last }.expectingContainer(HeadlessStack.self)
            ).build()
        let error = await routingError { try await Router(host: host).navigate(to: step) }
        #expect(error?.code == .containerMissing)
        #expect(error?.nearMisses == ["plain: is no container", "tabs: plays TabsRole"])
        #expect(error?.wanted == "a container of StackRole, as Push needs" && error?.found == "plain is in no stack")
        let panes = settings().using(AddPane()).from(.current(in: Panes.self)).build()
        #expect(await routingError { try await Router(host: host).navigate(to: panes) }?.found == "tabs is in no panes")
    }

    @Test("A container below a presented screen is not used") func acrossPresentation() async throws {
        let (host, stack, router) = stackWorld([HeadlessScreen()])
        try await host.present(HeadlessScreen(named: "sheet"), on: stack, style: .sheet, animated: false)
        let step = settings().using(Push())
            .from(Start.current().expectingContainer(HeadlessStack.self)).build()
        #expect(await routingError { try await router.navigate(to: step) }?.code == .containerMissing)
    }

    @Test("Containers can have their own role and action") func custom() async throws {
        let host = HeadlessHost(root: Panes([HeadlessScreen(named: "a")]))
        let panes = StepBuilder(finder: ClassFinder<Panes, Void>(), factory: NoFactory<Panes, Void>()).build()
        let result = try await Router(host: host).navigate(
            to: settings().using(AddPane()).from(panes).build())
        #expect(result.operations == [.setContained(container: "Panes", screens: ["settings", "a"])])
        #expect((host.root as? Panes)?.visible.count == 2)
    }

    struct AddPane: ContainerAction {
        typealias Role = Panes.Role
        func embed<Element>(_ element: Element, in contained: inout [Element]) throws {
            contained.insert(element, at: 0)
        }
    }

    @Test("An action that does not put its screen into the container is an error") func badAction() async throws {
        struct Lose: ContainerAction {
            typealias Role = StackRole
            var times: Int
            func embed<Element>(_ element: Element, in contained: inout [Element]) throws {
                contained += Array(repeating: element, count: times)
            }
        }
        let (host, _, router) = stackWorld([HeadlessScreen()])
        let stack = StepBuilder(finder: ClassFinder<HeadlessStack, Void>(), factory: NoFactory<HeadlessStack, Void>())
            .build()
        for times in [0, 2] {
            let step = settings().using(Lose(times: times)).from(stack).build()
            #expect(await routingError { try await router.navigate(to: step) }?.code == .actionFailed)
        }
        #expect(host.log.isEmpty)
    }
}
