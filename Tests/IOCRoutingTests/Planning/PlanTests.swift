import IOCRouting
import IOCRoutingTesting
import Testing

/// Trees, routes, and the changes that lead from one to the other.
@MainActor @Suite("Plans") struct PlanTests {
    struct Row: CustomTestStringConvertible {
        let tree: String
        let route: String
        let changes: [String]
        let result: String

        init(_ tree: String, _ route: String, _ changes: [String], _ result: String) {
            self.tree = tree
            self.route = route
            self.changes = changes
            self.result = result
        }

        nonisolated var testDescription: String { "\(tree) | \(route)" }
    }

    nonisolated static let layers =
        "tabs[stack[list chat:u] settings]/sheet[sheetRoot sheetTop]/top"

    nonisolated static let rows: [Row] = [
        // Each action on a container that is there.
        Row("stack[a b]", "@stack: push new", ["set stack to [a, b, new]"], "stack[a b new]"),
        Row("stack[a b]", "@stack: pushRoot new", ["set stack to [new]"], "stack[new]"),
        Row("stack[a b]", "@stack: pushLast new", ["set stack to [a, new]"], "stack[a new]"),
        Row("tabs[a]", "@tabs: tab new", ["set tabs to [a, new]", "reveal new in tabs"], "tabs[a new*]"),
        Row("tabs[a b]", "@tabs: tabFirst new", ["set tabs to [new, a, b]", "reveal new in tabs"], "tabs[new a b]"),
        Row("tabs[a]", "@tabs: tabReplacing new", ["set tabs to [new]"], "tabs[new]"),
        Row("split[a b]", "@split: primary new", ["set split to [new, b]"], "split[new b]"),
        Row("split[a b]", "@split: details new", ["set split to [a, new]"], "split[a new]"),
        Row("panes[a]", "@panes: pane new", ["set panes to [new, a]"], "panes[new a]"),
        // Origins.
        Row(layers, "top: sheet new", ["present new on top (sheet)"], "\(layers)/new"),
        Row(
            layers, "root: sheet new", ["dismiss sheet from tabs", "present new on tabs (sheet)"],
            "tabs[stack[list chat:u] settings]/new"),
        Row(
            layers, "@settings: sheet new",
            ["dismiss sheet from tabs", "reveal settings in tabs", "present new on settings (sheet)"],
            "tabs[stack[list chat:u] settings*/new]"),
        // Origins that don't show. Only what the change removes has to agree.
        Row(
            "tabs[a base b]", "@base: tab new", ["set tabs to [a, base, b, new]", "reveal new in tabs"],
            "tabs[a base b new*]"),
        Row("stack[base a b]", "@base: push new", ["set stack to [base, new]"], "stack[base new]"),
        Row("stack[a b]", "@b: push new", ["set stack to [a, b, new]"], "stack[a b new]"),
        Row("split[a b]", "@a: detailsOn new", ["set split to [a, b, new]"], "split[a b new]"),
        Row("split[a b c]", "@a: details new", ["set split to [a, new]"], "split[a new]"),
        Row(
            "outer=tabs[stack[a! b! c tabs[d]] z!*]", "@b", ["reveal stack in outer", "reveal b in stack"],
            "outer[stack[a! b!] z!]"),
        // Several steps.
        Row(
            "stack[a]", "@a: push one, push two, push three", ["set stack to [a, one, two, three]"],
            "stack[a one two three]"),
        Row(
            "stack[a]", "@stack: push new, sheet s=stack, push inside",
            ["set stack to [a, new]", "present s on new (sheet)", "set s to [inside]"],
            "stack[a new/HeadlessStack[inside]]"),
        Row(
            "first", "root: root one, root two",
            ["replace the root by one", "replace the root by two"], "two"),
        Row(
            "", "root: root tabs+, tab stack+, push new", ["replace the root by tabs"],
            "HeadlessTabs[HeadlessStack[new]]"),
        Row(
            "tabs[first]", "root: tab s=stack, push one, tab two",
            [
                "set tabs to [first, s]", "reveal s in tabs", "set s to [one]", "set tabs to [first, s, two]",
                "reveal two in tabs",
            ], "tabs[first HeadlessStack[one] two*]"),
        Row(
            "stack[first]", "root: push t=tabs, tab s=stack, push one, tab two",
            ["set stack to [first, t]", "set t to [s]", "set s to [one]", "set t to [s, two]", "reveal two in t"],
            "stack[first HeadlessTabs[HeadlessStack[one] two*]]"),
        Row(
            "stack[first]", "root: push t=tabs, tab one, pushRoot two",
            ["set stack to [first, t]", "set t to [one]", "set stack to [two]"], "stack[two]"),
        Row(
            "tabs[first stack[x]]", "@x: push one, tabReplacing t=tabs, tab two",
            [
                "reveal stack in tabs", "set stack to [x, one]", "set tabs to [t, stack]", "reveal t in tabs",
                "set t to [two]",
            ], "tabs[HeadlessTabs[two] stack[x one]]"),
        Row(
            "first", "root: present t=tabs, tab s=stack, push one, tabFirst two",
            [
                "present t on first (automatic)", "set t to [s]", "set s to [one]", "set t to [two, s]",
                "reveal two in t",
            ], "first/HeadlessTabs[two HeadlessStack[one]]"),
        Row(
            "first", "root: present t=stack+, push a=tabs, tab one, push two",
            ["present t on first (automatic)", "set a to [one]", "set t to [a, two]"],
            "first/HeadlessStack[HeadlessTabs[one] two]"),
        Row(
            "stack[tabs[x] above]", "@x: tab one, push two",
            ["reveal tabs in stack", "set tabs to [x, one]", "set stack to [tabs, two]"], "stack[tabs[x one] two]"),
        Row(
            "stack[tabs[x] above]", "@x: push t=tabs, tab one, push two",
            ["set stack to [tabs, t]", "set t to [one]", "set stack to [tabs, t, two]"],
            "stack[tabs[x] HeadlessTabs[one] two]"),
        Row(
            "slim[a b]", "root: primary new", ["set slim to [new, b]", "reveal new in slim"], "slim[new]"),
        Row(
            "tabs[first]", "root: tab outer=tabs#, tab inner=tabs#, tab new",
            ["set tabs to [first, outer]", "reveal outer in tabs", "reveal inner in outer", "reveal new in inner"],
            "tabs[first HeadlessTabs*[first of outer HeadlessTabs*[first of inner new*]]]"),
        Row(
            "first", "root: root t=tabs#, tab new", ["replace the root by t", "reveal new in t"],
            "HeadlessTabs[first of t new*]"),
    ]

    @Test("A route makes the planned changes, and shows its destination", arguments: rows)
    func grid(row: Row) async throws {
        let world = World(row.tree)
        let step = route(row.route)
        let plan = try world.router.plan(to: step)
        #expect(world.isUnchanged && world.log.isEmpty, "a plan changes nothing")
        #expect(plan.operations.map(\.description) == row.changes)
        let result = try await world.go(step)
        #expect(result.operations == plan.operations && result.plans == 1)
        #expect(world.sketch == row.result)
        #expect(result.screen.map(world.tree.isExposed) == true)
        #expect(isSound(world.tree))
    }

    @Test(
        "A plan lists the steps, the new screens, and the changes with their reasons",
        arguments: [
            (
                "", "root: root new",
                """
                route to new
                  new: not in the tree: made by its factory, then ReplaceRoot from root
                  root: the tree is empty
                  make new
                  replace the root by new: new becomes the root by its step
                """
            ),
            (
                "outer=tabs[z inner=tabs[y stack[a]]]/sheet", "top: root new",
                """
                route to new
                  new: not in the tree: made by its factory, then ReplaceRoot from current
                  current: starts at sheet
                  make new
                  dismiss sheet from outer: sheet covers outer
                  replace the root by new: new becomes the root by its step
                """
            ),
            (
                "outer=tabs[z inner=tabs[y stack[a]]]/sheet", "@a: push one, tab two",
                """
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
                """
            ),
            (
                "tabs[first]", "@tabs: tab one, sheet two",
                """
                route to two
                  two: not in the tree: made by its factory, then Present from one
                  one: not in the tree: made by its factory, then AddTab from tabs
                  tabs: starts at tabs
                  make one
                  make two
                  set tabs to [first, one]: one is embedded by its step's AddTab
                  reveal one in tabs: it is about to present
                  present two on one (sheet): two is presented by its step
                """
            ),
            (
                "tabs[first]", "@tabs: tab one=stack, push two",
                """
                route to two
                  two: not in the tree: made by its factory, then Push from one
                  one: not in the tree: made by ClassFactory<HeadlessStack, ()>, then AddTab from tabs
                  tabs: starts at tabs
                  make one
                  make two
                  set tabs to [first, one]: one is embedded by its step's AddTab
                  reveal one in tabs: it is about to take in a screen
                  set one to [two]: two is embedded by its step's Push
                """
            ),
            ("a", "root", "route to root\n  root: starts at a\n  nothing to change"),
        ])
    func description(tree: String, sketch: String, text: String) throws {
        #expect(try World(tree).router.plan(to: route(sketch)).description == text)
    }

    @Test("A plan reports the chosen case of a switch, and the interceptors") func choice() throws {
        let step = SwitchBuilder<HeadlessScreen, Void>(named: "place")
            .addingCase(when: "never", { false }, from: route("root: present one"))
            .otherwise(guarded("top: present two") { .stop("must not run") }).build()
        #expect(
            try World("first").router.plan(to: step).description == """
                route to place
                  place: otherwise: two
                  two: not in the tree: made by its factory, then Present from current
                  current: starts at first
                  ask ClosureInterceptor<()>
                  make two
                  present two on first (automatic): two is presented by its step
                """)
    }

    @Test("A plan reports a screen that a finder finds, and needs no change if it shows") func found() throws {
        let world = World("tabs[stack[list chat:b] settings*]")
        let plan = try world.router.plan(to: ChatRoutes().chat, with: "u")
        #expect(
            plan.description == """
                route to chat
                  chat: not in the tree: made by ClosureFactory<ChatScreen, String>, then Push from list
                  list: found in the tree: list
                  make chat
                  reveal stack in tabs: tabs does not show stack
                  set stack to [list, chat]: chat is embedded by its step's Push
                """)
        #expect(plan.made == ["chat"] && plan.considerations.map(\.step) == ["chat", "list"])
        let known = try world.router.plan(to: ChatRoutes().chat, with: "b")
        #expect(known.operations == [.reveal(screen: "stack", in: "tabs")])
        let list = try World("stack[list]").router.plan(to: ChatRoutes().list)
        #expect(list.description.hasSuffix("nothing to change"))
    }

    // MARK: Refusals

    @Test(
        "A route that can't be planned fails with the plan's error, and changes nothing",
        arguments: [
            ("", "root: sheet new", "action-failed", "an empty tree", "use ReplaceRoot if there may be no root yet"),
            ("", "top: sheet new", "origin-not-found", "an empty tree", "start from .root() or .current()"),
            ("a", "@nowhere: sheet new", "origin-not-found", "found: a", "the screen the route starts from"),
            ("a", "@?lost: sheet new", "origin-not-found", "lost, which is not in the tree", "a screen in the tree"),
            ("stack[a]", "@stack: lose new", "action-failed", "found: [a]", "Lose to put new"),
            ("stack[a]", "@stack: double new", "action-failed", "found: [a, new, new]", "into its container once"),
            ("stack[a]/sheet", "top: push new", "container-missing", "sheet is in no stack", "sheet: is no container"),
            (
                "tabs[plain]", "@plain: push new", "container-missing", "plain is in no stack",
                "wanted: a container of StackRole, as Push needs"
            ),
            (
                "tabs[plain]", "@plain: push new", "container-missing", "near miss: plain: is no container",
                "near miss: tabs: plays TabsRole"
            ),
            ("tabs[plain]", "top: pane new", "container-missing", "tabs is in no panes", "at: new"),
            ("slim[a b!]", "root: primary new", "not-dismissible", "b to go, as new is revealed", "at: new"),
            ("outer=tabs[stack[a b c!] z*]", "@b", "not-dismissible", "c to go, as b is revealed", "at: b"),
            ("outer=tabs[stack[a b tabs![d]] z*]", "@b", "not-dismissible", "tabs to go, as b is revealed", "at: b"),
            ("outer=tabs[stack[a b tabs[d!]] z*]", "@b", "not-dismissible", "d to go, as b is revealed", "at: b"),
        ])
    func refused(tree: String, sketch: String, code: String, first: String, second: String) async throws {
        let world = World(tree)
        let step = route(sketch)
        let planned = #expect(throws: RoutingError.self) { try world.router.plan(to: step) }
        #expect(planned?.code.rawValue == code)
        let text = try #require(planned?.description)
        #expect(text.contains(first) && text.contains(second), "\(text)")
        #expect(await world.error(step)?.description == text)
        #expect(world.isUnchanged && world.log.isEmpty)
    }

    nonisolated static let whole = "tabs[stack[a inner=stack[b c] d] other]/sheet[e f]/top"

    @Test(
        "Each screen that would be removed is asked, and no other one",
        arguments: [
            ("root: root new", "tabs stack a inner b c d other sheet e f top"),
            ("@a: pushRoot new", "a inner b c d sheet e f top"),
            ("@a: push new", "inner b c d sheet e f top"),
            ("@b: present new", "c d sheet e f top"),
            ("@sheet: present new", "top"),
        ])
    func asked(sketch: String, removed: String) async throws {
        let removed = removed.split(separator: " ").map(String.init)
        for name in World(Self.whole).tree.screens.map(\.name) {
            let world = World(Self.whole)
            let before = world.tree.screens
            world[name].isDismissible = false
            let error = await world.error(route(sketch))
            if removed.contains(name) {
                #expect(error?.code == .notDismissible)
                #expect(error?.wanted.hasPrefix("\(name) to go, as ") == true, "\(name)")
                #expect(world.isUnchanged && world.log.isEmpty)
            } else {
                #expect(error == nil, "\(name)")
                #expect(before.filter { !world.tree.contains($0) }.map(\.name) == removed)
            }
        }
    }

    @Test("A screen is asked once whether it may go") func askedOnce() throws {
        let world = World("first/asked=asked")
        _ = try world.router.plan(to: route("root: root new"))
        #expect((world["asked"] as? Asked)?.count == 1)
    }

    @Test("All screens that cover the destination are dismissed") func covers() async throws {
        let world = World("panes[a/overA b/overB c d/overD]")
        let result = try await world.go(route("@c: present new"))
        #expect(
            Set(world.log.dropLast())
                == ["dismiss overA from a", "dismiss overB from b", "dismiss overD from d"])
        #expect(world.log.last == "present new on c" && result.operations.count == 4)
    }

    @Test("A container that the host does not treat as one is an error") func unknownContainer() {
        let router = Router<HeadlessScreen>(host: PlainHost(World("stack[first]").host))
        let error = #expect(throws: RoutingError.self) { try router.plan(to: route("root: push new")) }
        #expect(error?.code == .containerMissing && error?.nearMisses == ["HeadlessStack: is no container"])
    }

    @Test("A screen that is found in another tree counts as new") func foundElsewhere() async throws {
        let world = World("stack[first]")
        let step = StepBuilder(
            finder: NoFinder<SettingsScreen, Void>(),
            factory: FinderFactory(ClassFinder<SettingsScreen, Void>(), in: World("settings").host), named: "found"
        ).using(Push()).from(.root(in: HeadlessStack.self)).build()
        let plan = try world.router.plan(to: step)
        #expect(plan.description.contains("\n  make found\n  set stack to [first, found]: "))
        #expect(try await world.router.navigate(to: step).operations == plan.operations)
        #expect(world.sketch == "stack[first settings]")
    }

    @Test("Each change is animated if the navigation is", arguments: [true, false]) func animated(animated: Bool)
        async throws
    {
        let host = AnimatedHost(World("tabs[stack[a] b]").host)
        let router = Router<HeadlessScreen>(host: host)
        try await router.navigate(to: route("@a: push new"), animated: animated)
        try await router.navigate(to: Destination(route("@b")), animated: animated)
        let numbered = route("root: present sheet").adaptingInput { (_: Int) in () }
        try await router.navigate(to: numbered, with: 1, animated: animated)
        try await router.navigate(to: route("@a").erasedDestination, animated: animated)
        try await router.navigate(to: route("root: root new"), animated: animated)
        let changes = ["set", "reveal", "present", "dismiss", "reveal", "reveal", "replace"]
        #expect(host.log == changes.map { "\($0) \(animated)" })
    }
}
