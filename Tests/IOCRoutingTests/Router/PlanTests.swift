import IOCRouting
import Testing

@testable import IOCRoutingTesting

@MainActor @Suite("Plans") struct PlanTests {
    typealias Screen = HeadlessScreen
    typealias Start = Step<HeadlessScreen, Void>

    /// A step that is always made.
    func made(_ name: String) -> StepBuilder<Screen, Void> {
        StepBuilder(
            finder: NoFinder<Screen, Void>(), factory: Made(name: name), named: name)
    }

    /// A container that is always made, by a factory that takes in no steps.
    func madeContainer<Container: ContainerScreen & InitializableScreen>(
        _ type: Container.Type, _ name: String
    ) -> StepBuilder<Container, Void> {
        StepBuilder(finder: NoFinder<Container, Void>(), factory: ClassFactory<Container, Void>(), named: name)
    }

    struct Made: ScreenFactory, CustomStringConvertible {
        let name: String
        var description: String { "its factory" }
        func build(with input: Void) throws -> Screen { Screen(named: name) }
    }

    /// Tabs of a screen and of tabs, in which are a screen and a stack; nothing of the latter shows, and a sheet is over all.
    @MainActor struct Nested {
        let a = Screen(named: "a")
        let stack: HeadlessStack
        let inner: HeadlessTabs
        let outer: HeadlessTabs
        let host: HeadlessHost
        let sheet = Screen(named: "sheet")

        init() async throws {
            stack = HeadlessStack(named: "stack", children: [a])
            inner = HeadlessTabs(named: "inner", children: [Screen(named: "y"), stack])
            outer = HeadlessTabs(named: "outer", children: [Screen(named: "z"), inner])
            host = HeadlessHost(root: outer)
            try await host.present(sheet, on: outer, style: .sheet, animated: false)
            host.clearLog()
        }
    }

    /// The plan's text, which must be what a navigation does.
    func text<Output>(
        _ step: Step<Output, Void>, on host: HeadlessHost, location: SourceLocation = #_sourceLocation
    ) async throws -> String where Output.Base == Screen {
        let router = Router<Screen>(host: host)
        let plan = try router.plan(to: step)
        let result = try await router.navigate(to: step)
        #expect(
            result.operations == plan.operations && result.plans == 1,
            "\(plan), but \(result.plans) \(result.operations)", sourceLocation: location)
        return plan.description
    }

    @Test("In an empty tree only the root can be replaced") func empty() async throws {
        let step = made("new").using(ReplaceRoot()).from(Start.root()).build()
        #expect(
            try await text(step, on: HeadlessHost()) == """
                route to new
                  new: not in the tree: made by its factory, then ReplaceRoot from root
                  root: the tree is empty
                  make new
                  replace the root by new: new becomes the root by its step
                """)
    }

    @Test("Screens that cover the root are dismissed before it is replaced") func replaceRoot() async throws {
        let nested = try await Nested()
        let step = made("new").using(ReplaceRoot()).from(Start.current()).build()
        #expect(
            try await text(step, on: nested.host) == """
                route to new
                  new: not in the tree: made by its factory, then ReplaceRoot from current
                  current: starts at sheet
                  make new
                  dismiss sheet from outer: sheet covers outer
                  replace the root by new: new becomes the root by its step
                """)
    }

    @Test("The second of two new roots replaces the first") func twoRoots() async throws {
        let step = made("two").using(ReplaceRoot()).from(made("one")).using(ReplaceRoot()).from(Start.root()).build()
        #expect(
            try await text(step, on: HeadlessHost(root: Screen(named: "first"))).hasSuffix(
                """
                  replace the root by one: one becomes the root by its step
                  replace the root by two: two becomes the root by its step
                """))
    }

    @Test("Each covering screen is dismissed once, however many containers change")
    func severalContainers() async throws {
        let nested = try await Nested()
        let step = made("two").using(AddTab()).from(made("one").expectingContainer(HeadlessTabs.self))
            .using(Push()).from(Start.custom("a") { _ in nested.a }.expectingContainer(HeadlessStack.self)).build()
        #expect(
            try await text(step, on: nested.host) == """
                route to two
                  two: not in the tree: made by its factory, then AddTab from one
                  one: not in the tree: made by its factory, then Push from a
                  a: starts at a
                  make one
                  make two
                  dismiss sheet from outer: sheet covers a
                  reveal inner in outer: outer does not show inner
                  reveal stack in inner: inner does not show stack
                  set stack to [a, one]: one is embedded by its step's Push
                  set inner to [y, stack, two]: two is embedded by its step's AddTab
                  reveal two in inner: the destination shows
                """)
    }

    @Test("A new screen that is not visible is revealed before it presents or contains another one")
    func revealed() async throws {
        let tabs = StepBuilder(finder: ClassFinder<HeadlessTabs, Void>(), factory: NoFactory<HeadlessTabs, Void>())
            .build()
        func host() -> HeadlessHost {
            HeadlessHost(root: HeadlessTabs(named: "tabs", children: [Screen(named: "first")]))
        }
        let presented = made("two").using(Present(.sheet)).from(made("one")).using(AddTab()).from(tabs).build()
        #expect(
            try await text(presented, on: host()) == """
                route to two
                  two: not in the tree: made by its factory, then Present from one
                  one: not in the tree: made by its factory, then AddTab from HeadlessTabs
                  HeadlessTabs: found in the tree: tabs
                  make one
                  make two
                  set tabs to [first, one]: one is embedded by its step's AddTab
                  reveal one in tabs: it is about to present
                  present two on one (sheet): two is presented by its step
                """)
        let pushed = made("two").using(Push()).from(madeContainer(HeadlessStack.self, "one")).using(AddTab()).from(tabs)
            .build()
        #expect(
            try await text(pushed, on: host()) == """
                route to two
                  two: not in the tree: made by its factory, then Push from one
                  one: not in the tree: made by ClassFactory<HeadlessStack, ()>, then AddTab from HeadlessTabs
                  HeadlessTabs: found in the tree: tabs
                  make one
                  make two
                  set tabs to [first, one]: one is embedded by its step's AddTab
                  reveal one in tabs: it is about to take in a screen
                  set one to [two]: two is embedded by its step's Push
                """)
    }

    /// The changes of a plan's text.
    func changes<Output>(
        _ step: Step<Output, Void>, on host: HeadlessHost, location: SourceLocation = #_sourceLocation
    ) async throws -> [String] where Output.Base == Screen {
        let text = try await text(step, on: host, location: location)
        return text.split(separator: "\n").filter { $0.contains("  set ") || $0.contains("  reveal ") }
            .map { String($0.prefix { $0 != ":" }.drop { $0 == " " }) }
    }

    @Test("A container that changes twice keeps the screens of the first change") func comesBack()
        async throws
    {
        let tabs = HeadlessTabs(named: "tabs", children: [Screen(named: "first")])
        let intoTabs = made("two").using(AddTab()).from(made("one").expectingContainer(HeadlessTabs.self))
            .using(Push()).from(madeContainer(HeadlessStack.self, "s")).using(AddTab())
            .from(.root(in: HeadlessTabs.self)).build()
        #expect(
            try await changes(intoTabs, on: HeadlessHost(root: tabs)) == [
                "set tabs to [first, s]", "reveal s in tabs", "set s to [one]", "set tabs to [first, s, two]",
                "reveal two in tabs",
            ])
        let intoMade = made("two").using(AddTab()).from(made("one").expectingContainer(HeadlessTabs.self))
            .using(Push()).from(madeContainer(HeadlessStack.self, "s")).using(AddTab())
            .from(madeContainer(HeadlessTabs.self, "t")).using(Push()).from(.root(in: HeadlessStack.self)).build()
        let (host, _, _) = stackWorld([Screen(named: "first")])
        #expect(
            try await changes(intoMade, on: host) == [
                "set stack to [first, t]", "set t to [s]", "set s to [one]", "set t to [s, two]", "reveal two in t",
            ])
        let replacing = made("two").using(PushAsRoot()).from(made("one").expectingContainer(HeadlessStack.self))
            .using(AddTab()).from(madeContainer(HeadlessTabs.self, "t")).using(Push())
            .from(.root(in: HeadlessStack.self)).build()
        #expect(
            try await changes(replacing, on: stackWorld([Screen(named: "first")]).0) == [
                "set stack to [first, t]", "set t to [one]", "set stack to [two]",
            ])
    }

    @Test("The selected tab stays selected when tabs change") func selected()
        async throws
    {
        let x = Screen(named: "x")
        let stack = HeadlessStack(named: "stack", children: [x])
        let tabs = HeadlessTabs(named: "tabs", children: [Screen(named: "first"), stack])
        let replacing = made("two").using(AddTab()).from(madeContainer(HeadlessTabs.self, "t"))
            .using(AddTab(replacing: 0)).from(made("one").expectingContainer(HeadlessTabs.self))
            .using(Push()).from(Start.custom("x") { _ in x }.expectingContainer(HeadlessStack.self)).build()
        #expect(
            try await changes(replacing, on: HeadlessHost(root: tabs)) == [
                "reveal stack in tabs", "set stack to [x, one]", "set tabs to [t, stack]", "reveal t in tabs",
                "set t to [two]",
            ])
        let before = made("two").using(AddTab(at: 0)).from(made("one").expectingContainer(HeadlessTabs.self))
            .using(Push()).from(madeContainer(HeadlessStack.self, "s")).using(AddTab())
            .from(madeContainer(HeadlessTabs.self, "t")).using(Present()).from(Start.root()).build()
        #expect(
            try await changes(before, on: HeadlessHost(root: Screen(named: "first"))) == [
                "set t to [s]", "set s to [one]", "set t to [two, s]", "reveal two in t",
            ])
    }

    @Test("A screen that is embedded after other changes is a change of its own")
    func takenIn() async throws {
        let taking = StepBuilder(
            finder: NoFinder<HeadlessStack, Void>(), factory: ClassContainerFactory<HeadlessStack, Void>(), named: "t")
        let step = made("two").using(Push()).from(made("one").expectingContainer(HeadlessStack.self)).using(AddTab())
            .from(madeContainer(HeadlessTabs.self, "a")).using(Push()).from(taking).using(Present())
            .from(Start.root()).build()
        let host = HeadlessHost(root: Screen(named: "first"))
        #expect(try await changes(step, on: host) == ["set a to [one]", "set t to [a, two]"])
        let stack = try #require(host.root?.presented as? HeadlessStack)
        #expect(stack.contained.count == 2 && (stack.contained[0] as? HeadlessTabs)?.contained.map(\.name) == ["one"])
    }

    @Test("Screens that a reveal removes don't come back, and new screens stay")
    func truncated() async throws {
        func world() -> (
            HeadlessHost, ContainerExpectation<HeadlessTabs, Void>, ContainerExpectation<HeadlessStack, Void>
        ) {
            let x = Screen(named: "x")
            let tabs = HeadlessTabs(named: "tabs", children: [x])
            let (host, _, _) = stackWorld([tabs, Screen(named: "above")])
            let start = Start.custom("x") { _ in x }
            return (host, start.expectingContainer(HeadlessTabs.self), start.expectingContainer(HeadlessStack.self))
        }
        let (one, inTabs, _) = world()
        let outwards = made("two").using(Push()).from(made("one").expectingContainer(HeadlessStack.self))
            .using(AddTab()).from(inTabs).build()
        #expect(
            try await changes(outwards, on: one) == [
                "reveal tabs in stack", "set tabs to [x, one]", "set stack to [tabs, two]",
            ])
        let (two, _, inStack) = world()
        let back = made("two").using(Push()).from(made("one").expectingContainer(HeadlessStack.self))
            .using(AddTab()).from(madeContainer(HeadlessTabs.self, "t")).using(Push()).from(inStack).build()
        #expect(
            try await changes(back, on: two) == [
                "set stack to [tabs, t]", "set t to [one]", "set stack to [tabs, t, two]",
            ])
    }

    @Test("A plan reports the chosen case of a switch, and why") func choice() async throws {
        let step = SwitchBuilder<Screen, Void>(named: "place")
            .addingCase(when: "never", { false }, from: made("one").build())
            .otherwise(made("two").using(Present()).from(Start.current()).build()).build()
        let host = HeadlessHost(root: Screen(named: "first"))
        #expect(
            try await text(step, on: host) == """
                route to place
                  place: otherwise: two
                  two: not in the tree: made by its factory, then Present from current
                  current: starts at first
                  make two
                  present two on first (automatic): two is presented by its step
                """)
    }

    @Test("A screen that stays in place is revealed before the route continues from it")
    func nothing() async throws {
        let nested = try await Nested()
        let given = StepBuilder(
            finder: NoFinder<Screen, Void>(), factory: ClosureFactory<Screen, Void> { nested.a }, named: "given")
        let step = given.using(Nothing()).from(Start.custom("a") { _ in nested.a }).build()
        let expected = """
            route to given
              given: given by ClosureFactory<HeadlessScreen, ()>, stays where it is then
              a: starts at a
              take given, and reveal it where it is
            """
        #expect(
            try await text(step, on: nested.host) == """
                \(expected)
                  dismiss sheet from outer: sheet covers a
                  reveal inner in outer: outer does not show inner
                  reveal stack in inner: inner does not show stack
                """)
        #expect(try await text(step, on: nested.host) == expected)
    }

    @Test("A screen of another tree counts as new")
    func foundElsewhere() async throws {
        let other = HeadlessHost(root: SettingsScreen(named: "elsewhere"))
        let (host, stack, _) = stackWorld([Screen(named: "first")])
        let step = StepBuilder(
            finder: NoFinder<SettingsScreen, Void>(),
            factory: FinderFactory(ClassFinder<SettingsScreen, Void>(), in: other), named: "found"
        ).using(Push()).from(.root(in: HeadlessStack.self)).build()
        #expect(try await text(step, on: host).contains("\n  make found\n  set stack to [first, found]: "))
        #expect(stack.contained.map(\.name) == ["first", "elsewhere"])
    }

    // MARK: Who is asked to go

    /// Counts how often it is asked whether it goes.
    final class Asked: HeadlessScreen {
        private(set) var count = 0
        override var isDismissible: Bool {
            get {
                count += 1
                return true
            }
            set {}
        }
    }

    @Test(
        "Each screen that a reveal removes is asked, and no other one",
        arguments: [("a", false), ("b", false), ("c", true), ("tabs", true), ("d", true), ("z", false)])
    func asked(stubborn: String, refuses: Bool) throws {
        let names = ["a", "b", "c", "d", "z"].map { Screen(named: $0) }
        let tabs = HeadlessTabs(named: "tabs", children: [names[3]])
        let stack = HeadlessStack(named: "stack", children: names[0...2] + [tabs])
        let host = HeadlessHost(root: HeadlessTabs(named: "outer", children: [stack, names[4]], selected: 1))
        for screen in names + [tabs] where screen.name == stubborn { screen.isDismissible = false }
        let step = StepBuilder(finder: InstanceFinder<Screen, Void>(names[1]), factory: NoFactory<Screen, Void>())
            .build()
        let router = Router<Screen>(host: host)
        do {
            #expect(
                try router.plan(to: step).operations == [
                    .reveal(screen: "stack", in: "outer"), .reveal(screen: "b", in: "stack"),
                ])
            #expect(!refuses)
        } catch let error as RoutingError {
            #expect(refuses && error.code == .notDismissible && error.wanted == "\(stubborn) to go, as b is revealed")
        }
    }

    @Test("Each screen that revealing a new screen removes is asked", arguments: [true, false])
    func askedForMade(agrees: Bool) async throws {
        let details = Screen(named: "details")
        details.isDismissible = agrees
        let children = [Screen(named: "master"), details]
        let host = HeadlessHost(root: HeadlessSplit(named: "split", children: children, isCollapsed: true))
        let step = made("new").using(SetAsPrimary()).from(.root(in: HeadlessSplit.self)).build()
        let error = await routingError {
            let changes = try await changes(step, on: host)
            #expect(changes == ["set split to [new, details]", "reveal new in split"])
        }
        #expect(error?.code == (agrees ? nil : .notDismissible))
        #expect(agrees || error?.wanted == "details to go, as new is revealed" && host.log.isEmpty)
    }

    @Test("A screen is asked once") func askedOnce() async throws {
        let asked = Asked(named: "asked")
        let host = HeadlessHost(root: Screen(named: "root"))
        try await host.present(asked, on: try #require(host.root), style: .sheet, animated: false)
        let step = made("new").using(ReplaceRoot()).from(Start.root()).build()
        _ = try Router<Screen>(host: host).plan(to: step)
        #expect(asked.count == 1)
    }

    // MARK: What can't be planned

    @Test("A route that starts outside the tree names the screen") func lost() {
        let (_, _, router) = stackWorld([Screen(named: "first")])
        let step = made("new").using(Present()).from(Start.custom("lost") { _ in Screen(named: "lost") }).build()
        let error = #expect(throws: RoutingError.self) { try router.plan(to: step) }
        #expect(error?.code == .originNotFound && error?.found == "lost, which is not in the tree")
    }

    @Test("A container for which the host has no content is an error") func unknownContainer() {
        let base = HeadlessHost(root: HeadlessStack(named: "stack", children: [Screen(named: "first")]))
        let router = Router<Screen>(host: Plain(base))
        let step = made("new").using(Push()).from(.root(in: HeadlessStack.self)).build()
        let error = #expect(throws: RoutingError.self) { try router.plan(to: step) }
        #expect(error?.code == .containerMissing && error?.nearMisses == ["HeadlessStack: is no container"])
    }

    /// A host that knows no containers.
    @MainActor final class Plain: ScreenHost {
        let base: HeadlessHost
        init(_ base: HeadlessHost) { self.base = base }

        var root: Screen? { base.root }
        func parent(of screen: Screen) -> Screen? { base.parent(of: screen) }
        func presented(by screen: Screen) -> Screen? { base.presented(by: screen) }
        func presenter(of screen: Screen) -> Screen? { base.presenter(of: screen) }
        func container(_ screen: Screen) -> (any ContainerPort<Screen>)? { nil }
        func present(_ screen: Screen, on presenter: Screen, style: PresentationStyle, animated: Bool) async throws {}
        func dismissPresented(from presenter: Screen, animated: Bool) async throws {}
        func replaceRoot(_ screen: Screen?, animated: Bool) async throws {}
    }
}
