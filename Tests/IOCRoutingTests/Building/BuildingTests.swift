import IOCRoutingTesting
import Testing

@testable import IOCRouting

@MainActor @Suite("Factories") struct BuildingTests {
    typealias Root = Step<HeadlessScreen, Void>

    func plain(_ name: String) -> ClosureFactory<HeadlessScreen, Void> {
        ClosureFactory { HeadlessScreen(named: name) }
    }

    @Test("A class factory creates and configures new screens") func classFactory() throws {
        let factory = ClassFactory<HeadlessStack, Void> { $0.isDismissible = false }
        let one = try factory.build(with: ())
        #expect(try one !== factory.build(with: ()))
        #expect(!one.isDismissible)
    }

    @Test("NoFactory, and a FinderFactory that finds nothing, throw") func nothing() {
        #expect { try NoFactory<ChatScreen, Void>().build(with: ()) } throws: {
            ($0 as? RoutingError)?.code == .screenNotFound
        }
        let factory = FinderFactory(ClassFinder<ChatScreen, Void>(), in: HeadlessHost())
        #expect { try factory.build(with: ()) } throws: { ($0 as? RoutingError)?.code == .screenNotFound }
    }

    @Test("A container factory embeds the screens of the steps that follow, in nested containers too") func run()
        async throws
    {
        let host = HeadlessHost()
        let tabs = StepBuilder(
            finder: ClassFinder<HeadlessTabs, Void>(), factory: ClassContainerFactory<HeadlessTabs, Void>(),
            named: "tabs")
        let stack = StepBuilder(
            finder: NoFinder<HeadlessStack, Void>(), factory: ClassContainerFactory<HeadlessStack, Void>(),
            named: "stack")
        let route = StepBuilder(finder: NoFinder<HeadlessScreen, Void>(), factory: plain("screen"), named: "screen")
            .using(Push()).from(stack).using(AddTab()).from(tabs).using(ReplaceRoot()).from(Root.root()).build()
        let result = try await Router(host: host).navigate(to: route)
        #expect(host.log == [.replaceRoot("HeadlessTabs")])
        #expect(result.screen?.parent is HeadlessStack && result.screen?.parent?.parent === host.root)
    }

    @Test("A complete factory fills its container before steps embed their screens") func complete() async throws {
        let host = HeadlessHost()
        let factory = CompleteFactory(ClassContainerFactory<HeadlessTabs, Int>())
            .with(plain("home"), using: AddTab(), input: { _ in () })
            .with(ClosureFactory<HeadlessScreen, Int> { HeadlessScreen(named: "number \($0)") }, using: AddTab(at: 0))
            .with(
                CompleteFactory(ClassContainerFactory<HeadlessStack, Int>())
                    .with(plain("inner"), using: Push(), input: { _ in () }), using: AddTab())
        #expect(factory.prebuiltCount == 3)
        let tabs = StepBuilder(finder: ClassFinder<HeadlessTabs, Int>(), factory: factory, named: "tabs")
            .using(ReplaceRoot()).from(Step<HeadlessScreen, Int>.root()).build()
        let extra = StepBuilder(
            finder: NoFinder<HeadlessScreen, Int>(),
            factory: ClosureFactory<HeadlessScreen, Int> { _ in HeadlessScreen(named: "extra") }, named: "extra"
        ).using(AddTab()).from(tabs).build()
        let router = Router<HeadlessScreen>(host: host)
        let plan = try router.plan(to: extra, with: 7)
        let result = try await router.navigate(to: extra, with: 7)
        let root = try #require(host.root as? HeadlessTabs)
        #expect(root.contained.map(\.name) == ["number 7", "home", "HeadlessStack", "extra"])
        #expect((root.contained[2] as? HeadlessStack)?.contained.map(\.name) == ["inner"])
        #expect(result.operations == plan.operations && result.operations.count == 2)
        #expect(root.visible.map(\.name) == ["extra"])
    }

    @Test("The plan of a complete factory whose children replace each other is exact")
    func replacing() async throws {
        func stack(_ actions: [Onto]) -> CompleteFactory<ClassContainerFactory<HeadlessStack, Void>> {
            var factory = CompleteFactory(ClassContainerFactory<HeadlessStack, Void>())
            for (index, action) in actions.enumerated() {
                factory = factory.with(plain("child \(index)"), using: action)
            }
            return factory
        }
        #expect(stack([.push, .push, .replacingLast]).prebuiltCount == 2)
        #expect(stack([.push, .push, .asRoot]).prebuiltCount == 1)
        #expect(stack([.replacingLast]).prebuiltCount == 1)
        for actions: [Onto] in [[.push, .replacingLast], [.push, .push, .asRoot, .push], [.asRoot], []] {
            let host = HeadlessHost()
            let router = Router<HeadlessScreen>(host: host)
            let open = StepBuilder(
                finder: NoFinder<HeadlessStack, Void>(), factory: stack(actions), named: "stack")
            let step = StepBuilder(finder: NoFinder<HeadlessScreen, Void>(), factory: plain("last"), named: "last")
                .using(Push()).from(open).using(ReplaceRoot()).from(Root.root()).build()
            let next = StepBuilder(finder: NoFinder<HeadlessScreen, Void>(), factory: plain("next"), named: "next")
                .using(Present()).from(step).build()
            let plan = try router.plan(to: next)
            let result = try await router.navigate(to: next)
            #expect(result.operations == plan.operations && result.plans == 1)
        }
    }

    enum Onto: ContainerAction {
        typealias Role = StackRole
        case push, replacingLast, asRoot

        func embed<Element>(_ element: Element, in contained: inout [Element]) throws {
            switch self {
            case .push: try Push().embed(element, in: &contained)
            case .replacingLast: try PushReplacingLast().embed(element, in: &contained)
            case .asRoot: try PushAsRoot().embed(element, in: &contained)
            }
        }
    }

    @Test("The plan for prefilled tabs is exact if their factory states the number of screens")
    func filledByClosure() async throws {
        let host = HeadlessHost()
        let router = Router<HeadlessScreen>(host: host)
        let tabs = StepBuilder(
            finder: NoFinder<HeadlessTabs, Void>(),
            factory: ClosureContainerFactory<HeadlessTabs, Void>(prebuiltCount: 2) { _, children in
                HeadlessTabs(children: try children.integrated(into: [HeadlessScreen(), HeadlessScreen()]))
            }, named: "tabs")
        let step = StepBuilder(finder: NoFinder<HeadlessScreen, Void>(), factory: plain("third"), named: "third")
            .using(AddTab()).from(tabs).using(ReplaceRoot()).from(Root.root()).build()
        let plan = try router.plan(to: step)
        #expect(plan.operations == [.replaceRoot(screen: "tabs"), .reveal(screen: "third", in: "tabs")])
        #expect(try await router.navigate(to: step).operations.count == plan.operations.count)
    }

    struct Picky: ScreenFactory {
        func prepare(with input: Int) throws { if input < 0 { throw Refusal(reason: "negative") } }
        func build(with input: Int) throws -> HeadlessScreen {
            if input == 0 { throw Refusal(reason: "zero") }
            return HeadlessScreen(named: "picky")
        }
    }

    struct PickyStack: ContainerFactory {
        func prepare(with input: Int) throws { try Picky().prepare(with: input) }
        func build(with input: Int, children: Children<HeadlessScreen>) throws -> HeadlessStack { HeadlessStack() }
    }

    @Test("A factory rejects an input before interceptors run, and fails before anything changes")
    func refusals() async throws {
        let (host, _, router) = stackWorld([HeadlessScreen()])
        var asked = 0
        let step = StepBuilder(finder: NoFinder<HeadlessScreen, Int>(), factory: Picky(), named: "picky")
            .adding(
                ClosureInterceptor<Int> { _ in
                    asked += 1
                    return .proceed
                }
            )
            .using(Present()).from(Step<HeadlessScreen, Int>.current()).build()
        let refused = await routingError { try await router.navigate(to: step, with: -1) }
        #expect(refused?.code == .inputRejected && refused?.cause is Refusal && asked == 0)
        let failed = await routingError { try await router.navigate(to: step, with: 0) }
        #expect(failed?.code == .factoryFailed && failed?.cause is Refusal && asked == 1)
        #expect(failed?.path == ["picky"])
        #expect(host.log.isEmpty)
        let stack = ClassContainerFactory<HeadlessStack, Int>()
        let children = [
            CompleteFactory(stack).with(Picky(), using: Push()),
            CompleteFactory(stack).with(Picky(), using: Push(), input: { $0 + 1 - 1 }),
            CompleteFactory(stack).with(CompleteFactory(stack).with(Picky(), using: Push()), using: Push()),
        ]
        for factory in children { #expect(throws: Refusal.self) { try factory.prepare(with: -1) } }
        #expect(throws: Refusal.self) { try CompleteFactory(PickyStack()).prepare(with: -1) }
        let container = StepBuilder(finder: NoFinder<HeadlessStack, Int>(), factory: PickyStack(), named: "stack")
            .using(Present()).from(Step<HeadlessScreen, Int>.current()).build()
        #expect(
            await routingError { try await router.navigate(to: container, with: -1) }?.code == .inputRejected)
    }

    /// Writes down what it is asked.
    struct Noting: ScreenFactory {
        let name: String
        let diary: Diary
        func prepare(with input: Int) throws { diary.entries.append("prepare \(name) \(input)") }
        func build(with input: Int) throws -> HeadlessScreen {
            diary.entries.append("make \(name) \(input)")
            return HeadlessScreen(named: name)
        }
    }

    /// Writes down what it is asked, and with what; two screens are in the stack already.
    struct NotingStack: ContainerFactory {
        let name: String
        let diary: Diary
        var prebuiltCount: Int { 2 }
        func prepare(with input: Int) throws { diary.entries.append("prepare \(name) \(input)") }
        func build(with input: Int, children: Children<HeadlessScreen>) throws -> HeadlessStack {
            let names = children.screens.map(\.name).joined(separator: ", ")
            diary.entries.append("make \(name) \(input) of \(names)")
            let own = ["first", "second"].map { HeadlessScreen(named: $0) }
            return HeadlessStack(named: name, children: try children.integrated(into: own))
        }
    }

    @Test("A complete factory prepares its base and its children in order, each with its input")
    func completeInOrder() throws {
        let diary = Diary()
        func child(_ name: String) -> Noting { Noting(name: name, diary: diary) }
        let inner = CompleteFactory(NotingStack(name: "inner", diary: diary))
            .with(child("d"), using: Push()).with(child("e"), using: Push())
        let factory = CompleteFactory(NotingStack(name: "stack", diary: diary))
            .with(child("a"), using: Push()).with(child("b"), using: Push(), input: { $0 + 1 })
            .with(child("c"), using: Push()).with(inner, using: Push())
        #expect(inner.prebuiltCount == 4 && factory.prebuiltCount == 6)
        try factory.prepare(with: 1)
        #expect(
            diary.entries == ["stack 1", "a 1", "b 2", "c 1", "inner 1", "d 1", "e 1"].map { "prepare \($0)" })
        diary.entries = []
        let steps = ["x", "y"].map { name -> (screen: HeadlessScreen, action: any ContainerAction) in
            (HeadlessScreen(named: name), Push())
        }
        let stack = try factory.build(with: 1, children: Children(steps))
        #expect(
            diary.entries
                == ["a 1", "b 2", "c 1", "d 1", "e 1", "inner 1 of d, e", "stack 1 of a, b, c, inner, x, y"]
                .map { "make \($0)" })
        #expect(stack.contained.map(\.name) == ["first", "second", "a", "b", "c", "inner", "x", "y"])
    }

    @Test("Each new screen is prepared once, with the screens inside it, before it enters the tree")
    func prepared() async throws {
        let host = HeadlessHost(root: HeadlessScreen(named: "splash"))
        let router = Router<HeadlessScreen>(host: host)
        var calls: [[String]] = []
        router.screenPrepared = { screen, children in
            #expect(!router.tree.contains(screen))
            calls.append([screen.name] + children.map(\.name))
        }
        try await router.navigate(to: ChatRoutes().chat, with: "u")
        #expect(calls == [["HeadlessStack", "ListScreen", "Chat"]])
        try await router.navigate(to: ChatRoutes.settings)
        #expect(calls.last == ["SettingsScreen"])
        calls = []
        let open = ["first", "second", "third"].map { name in
            StepBuilder(finder: NoFinder<HeadlessScreen, Void>(), factory: plain(name), named: name)
        }
        try await router.navigate(
            to: open[2].using(Present()).from(open[1]).using(Present()).from(open[0]).using(Present())
                .from(Root.current()).build())
        #expect(calls == [["first"], ["second"], ["third"]])
    }

    @Test("If a new screen can't be prepared, nothing changes") func unprepared() async throws {
        let host = HeadlessHost(root: HeadlessScreen(named: "splash"))
        let router = Router<HeadlessScreen>(host: host) { _, _ in throw Refusal(reason: "no component") }
        let error = await routingError { try await router.navigate(to: ChatRoutes().chat, with: "u") }
        #expect(error?.code == .preparationFailed && error?.cause is Refusal)
        #expect(host.log.isEmpty)
    }
}
