import IOCRoutingTesting
import Testing

@testable import IOCRouting

@MainActor @Suite("Factories") struct BuildingTests {
    private func plain(_ name: String) -> ClosureFactory<HeadlessScreen, Void> {
        ClosureFactory { HeadlessScreen(named: name) }
    }

    /// A step that is always made.
    private func made<F: ScreenFactory>(_ factory: F, _ name: String) -> StepBuilder<F.Output, F.Input> {
        StepBuilder(finder: NoFinder<F.Output, F.Input>(), factory: factory, named: name)
    }

    private func made<F: ContainerFactory>(_ factory: F, _ name: String) -> StepBuilder<F.Output, F.Input> {
        StepBuilder(finder: NoFinder<F.Output, F.Input>(), factory: factory, named: name)
    }

    @Test("A class factory creates and configures new screens") func classFactory() throws {
        let factory = ClassFactory<HeadlessStack, Void> { $0.isDismissible = false }
        let one = try factory.build(with: ())
        #expect(try one !== factory.build(with: ()))
        #expect(!one.isDismissible)
    }

    @Test("NoFactory, and a FinderFactory that finds nothing, throw") func nothing() {
        let none = #expect(throws: RoutingError.self) { try NoFactory<ChatScreen, Void>().build(with: ()) }
        #expect(none?.code == .screenNotFound)
        for (tree, found) in [("", "an empty tree"), ("tabs[a b]", "tabs\n  a\n  b (hidden)")] {
            let factory = FinderFactory(ClassFinder<ChatScreen, Void>(), in: World(tree).host)
            let error = #expect(throws: RoutingError.self) { try factory.build(with: ()) }
            #expect(error?.code == .screenNotFound && error?.found == found)
        }
    }

    @Test("A complete factory fills its container before steps embed their screens") func complete() async throws {
        let factory = CompleteFactory(ClassContainerFactory<HeadlessTabs, Int>())
            .with(plain("home"), using: AddTab(), input: { _ in () })
            .with(ClosureFactory<HeadlessScreen, Int> { HeadlessScreen(named: "number \($0)") }, using: AddTab(at: 0))
            .with(
                CompleteFactory(ClassContainerFactory<HeadlessStack, Int>())
                    .with(plain("inner"), using: Push(), input: { _ in () }), using: AddTab())
        #expect(factory.prebuiltCount == 3)
        let extra = made(plain("extra"), "extra").adaptingInput { (_: Int) in () }
            .using(AddTab()).from(made(factory, "tabs")).using(ReplaceRoot()).from(.root()).build()
        let world = World()
        let plan = try world.router.plan(to: extra, with: 7)
        let result = try await world.router.navigate(to: extra, with: 7)
        #expect(world.sketch == "HeadlessTabs[number 7 home HeadlessStack[inner] extra*]")
        #expect(result.operations == plan.operations && result.operations.count == 2)
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

    @Test(
        "The plan of a complete factory whose children replace each other is exact",
        arguments: [
            ([.push, .push, .replacingLast], 2), ([.push, .push, .asRoot], 1), ([.replacingLast], 1),
            ([.push, .push, .asRoot, .push], 2), ([], 0),
        ] as [([Onto], Int)])
    func replacing(actions: [Onto], count: Int) async throws {
        var factory = CompleteFactory(ClassContainerFactory<HeadlessStack, Void>())
        for (index, action) in actions.enumerated() { factory = factory.with(plain("child \(index)"), using: action) }
        #expect(factory.prebuiltCount == count)
        let next = made(plain("next"), "next").using(Present()).from(made(plain("last"), "last")).using(Push())
            .from(made(factory, "stack")).using(ReplaceRoot()).from(.root()).build()
        let world = World()
        let plan = try world.router.plan(to: next)
        let result = try await world.go(next)
        #expect(result.operations == plan.operations && result.plans == 1)
        #expect((world.host.root as? HeadlessStack)?.contained.count == count + 1)
    }

    // MARK: Preparation

    /// Lists what it is asked, and refuses negative inputs first, and zero later.
    @MainActor struct Noting: ScreenFactory {
        var name = "picky"
        var diary = Diary()

        func prepare(with input: Int) throws {
            if input < 0 { throw Refusal(reason: "negative") }
            diary.entries.append("prepare \(name) \(input)")
        }

        func build(with input: Int) throws -> HeadlessScreen {
            if input == 0 { throw Refusal(reason: "zero") }
            diary.entries.append("make \(name) \(input)")
            return HeadlessScreen(named: name)
        }
    }

    /// Lists what it is asked, and with which screens. Two more screens are in the stack already.
    @MainActor struct NotingStack: ContainerFactory {
        var name = "stack"
        var diary = Diary()
        var prebuiltCount: Int { 2 }

        func prepare(with input: Int) throws { try Noting(name: name, diary: diary).prepare(with: input) }

        func build(with input: Int, children: Children<HeadlessScreen>) throws -> HeadlessStack {
            let names = children.screens.map(\.name).joined(separator: ", ")
            diary.entries.append("make \(name) \(input) of \(names)")
            let own = ["first", "second"].map { HeadlessScreen(named: $0) }
            return HeadlessStack(named: name, children: try children.integrated(into: own))
        }
    }

    @MainActor final class Diary {
        var entries: [String] = []
    }

    @Test("A factory rejects an input before interceptors run, and fails before anything changes")
    func refusals() async throws {
        let world = World("stack[a]")
        var asked = 0
        let step = made(Noting(), "picky").adding(
            ClosureInterceptor<Int> { _ in
                asked += 1
                return .proceed
            }
        ).using(Present()).from(.current()).build()
        let refused = await routingError { try await world.router.navigate(to: step, with: -1) }
        #expect(refused?.code == .inputRejected && refused?.cause is Refusal && asked == 0)
        let failed = await routingError { try await world.router.navigate(to: step, with: 0) }
        #expect(failed?.code == .factoryFailed && failed?.cause is Refusal && asked == 1 && failed?.path == ["picky"])
        let container = made(NotingStack(), "stack").using(Present()).from(.current()).build()
        let stack = await routingError { try await world.router.navigate(to: container, with: -1) }
        #expect(stack?.code == .inputRejected && world.log.isEmpty)
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

    @Test(
        "A complete factory fails to prepare if its base or a child does, also one that is nested or has its own input")
    func completeRefusals() {
        let stack = ClassContainerFactory<HeadlessStack, Int>()
        let refusing = [
            CompleteFactory(stack).with(Noting(), using: Push()),
            CompleteFactory(stack).with(Noting(), using: Push(), input: { $0 + 1 - 1 }),
            CompleteFactory(stack).with(CompleteFactory(stack).with(Noting(), using: Push()), using: Push()),
        ]
        for factory in refusing { #expect(throws: Refusal.self) { try factory.prepare(with: -1) } }
        #expect(throws: Refusal.self) { try CompleteFactory(NotingStack()).prepare(with: -1) }
    }

    @Test("Each new screen is prepared once, with the screens inside it, before it enters the tree")
    func prepared() async throws {
        let world = World("splash")
        let router = world.router
        var calls: [[String]] = []
        router.screenPrepared = { screen, children in
            #expect(!router.tree.contains(screen))
            calls.append([screen.name] + children.map(\.name))
        }
        try await router.navigate(to: ChatRoutes().chat, with: "u")
        try await world.go(route("top: present first, present second, present third"))
        #expect(calls == [["HeadlessStack", "ListScreen", "Chat"], ["first"], ["second"], ["third"]])
    }

    @Test("If a new screen can't be prepared, nothing changes") func unprepared() async throws {
        let world = World("splash")
        world.router.screenPrepared = { _, _ in throw Refusal(reason: "no component") }
        let error = await routingError { try await world.router.navigate(to: ChatRoutes().chat, with: "u") }
        #expect(error?.code == .preparationFailed && error?.cause is Refusal)
        #expect(world.log.isEmpty)
    }
}
