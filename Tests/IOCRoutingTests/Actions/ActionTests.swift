import IOCRouting
import IOCRoutingTesting
import Testing

@MainActor @Suite("Actions") struct ActionTests {
    @Test("A container action changes what the container holds") func embedding() throws {
        let rows: [(any ContainerAction, [String], [String])] = [
            (Push(), ["a", "b"], ["a", "b", "new"]), (PushAsRoot(), ["a", "b"], ["new"]),
            (PushReplacingLast(), ["a", "b"], ["a", "new"]), (PushReplacingLast(), [], ["new"]),
            (AddTab(), ["a"], ["a", "new"]), (AddTab(at: 0), ["a"], ["new", "a"]),
            (AddTab(at: 1), ["a"], ["a", "new"]), (AddTab(replacing: 0), ["a"], ["new"]),
            (SetAsPrimary(), ["a", "b"], ["new", "b"]), (SetAsPrimary(), [], ["new"]),
            (PushToDetails(), ["a", "b"], ["a", "new"]),
            (PushToDetails(replacing: false), ["a", "b"], ["a", "b", "new"]),
        ]
        for (action, before, after) in rows {
            var contained = before
            try action.embed("new", in: &contained)
            #expect(contained == after, "\(action) in \(before)")
        }
    }

    @Test("A tab outside the tabs, and details without a primary screen, are refused")
    func refusals() {
        let rows: [(any ContainerAction, [String], wanted: String, found: String, action: String)] = [
            (AddTab(at: 2), ["a"], "a place for a tab at 2", "1 tabs", "use an index between 0 and 1"),
            (AddTab(at: -1), ["a"], "a place for a tab at -1", "1 tabs", "use an index between 0 and 1"),
            (AddTab(replacing: 1), ["a"], "a tab at 1 to replace", "1 tabs", "use an index between 0 and 0"),
            (AddTab(replacing: -1), ["a"], "a tab at -1 to replace", "1 tabs", "use an index between 0 and 0"),
            (AddTab(replacing: 0), [], "a tab at 0 to replace", "0 tabs", "use an index between 0 and 0"),
            (
                PushToDetails(), [], "a primary screen beside which details can show", "an empty split",
                "set the primary screen first, with SetAsPrimary or in the split's factory"
            ),
        ]
        for row in rows {
            var contained = row.1
            let error = #expect(throws: RoutingError.self) { try row.0.embed("new", in: &contained) }
            #expect(error?.code == .actionFailed)
            #expect(error?.wanted == row.wanted && error?.found == row.found && error?.action == row.action)
        }
    }

    // MARK: Nothing

    @Test("The action Nothing leaves a found screen in its place and reveals it") func nothing() async throws {
        let world = World("tabs[list settings]")
        let step = StepBuilder(
            finder: NoFinder<SettingsScreen, Void>(),
            factory: FinderFactory(ClassFinder<SettingsScreen, Void>(), in: world.host)
        ).using(Nothing()).from(Step<HeadlessScreen, Void>.root()).build()
        let plan = try world.router.plan(to: step)
        #expect(plan.made == [] && plan.operations == [.reveal(screen: "settings", in: "tabs")])
        #expect(plan.considerations.first?.verdict.hasPrefix("taken by FinderFactory") == true)
        let result = try await world.router.navigate(to: step)
        #expect(result.screen === world["settings"] && result.operations == plan.operations && result.plans == 1)
        #expect(world.log == ["select settings in tabs"])
        let empty = World("stack[list]")
        let planned = #expect(throws: RoutingError.self) { try empty.router.plan(to: step) }
        #expect(planned?.code == .screenNotFound)
        let error = await routingError { try await empty.router.navigate(to: step) }
        #expect(error?.description == planned?.description)
    }

    /// A step whose screen stays where it is.
    private func staying(_ name: String, _ screen: @escaping @MainActor () -> HeadlessScreen) -> Opening {
        Opening(
            finder: NoFinder<HeadlessScreen, Void>(), factory: ClosureFactory<HeadlessScreen, Void> { screen() },
            named: name)
    }

    @Test("The action Nothing calls the factory once, and rejects a screen that is not in the tree")
    func nothingMade() async throws {
        let world = World("tabs[list hidden]")
        var calls = 0
        world.router.screenPrepared = { screen, _ in
            #expect(screen.name == "lost", "what is in the tree is prepared already")
        }
        func step(_ screen: @escaping @MainActor () -> HeadlessScreen) -> Step<HeadlessScreen, Void> {
            staying("given") {
                calls += 1
                return screen()
            }.using(Nothing()).from(.root()).build()
        }
        let given = step { world["hidden"] }
        let plan = try world.router.plan(to: given)
        #expect(plan.made == [] && plan.taken == ["given"] && calls == 0)
        #expect(
            plan.description == """
                route to given
                  given: given by ClosureFactory<HeadlessScreen, ()>, stays where it is then
                  root: starts at tabs
                  take given, and reveal it where it is
                """)
        let result = try await world.go(given)
        #expect(result.screen === world["hidden"] && calls == 1 && world.log == ["select hidden in tabs"])
        calls = 0
        world.host.clearLog()
        let error = await world.error(step { HeadlessScreen(named: "lost") })
        #expect(error?.code == .actionFailed && error?.found == "lost, which is in no tree")
        #expect(calls == 1 && world.log.isEmpty)
        let outer = staying("given") { world["hidden"] }.using(Nothing())
            .from(staying("middle") { HeadlessScreen(named: "lost") }).using(Nothing()).from(.root()).build()
        let inner = await world.error(outer)
        #expect(inner?.code == .actionFailed && inner?.path == ["given", "middle"])
        #expect(inner?.found == "lost, which is in no tree")
    }

    @Test("A screen that stays in place is revealed, and what covers it is dismissed") func nothingCovered()
        async throws
    {
        let world = World("outer=tabs[z inner=tabs[y stack[a]]]/sheet")
        let step = staying("given") { world["a"] }.using(Nothing()).from(route("@a")).build()
        let plan = try world.router.plan(to: step)
        #expect(
            plan.description.hasSuffix(
                """
                  take given, and reveal it where it is
                  dismiss sheet from outer: sheet covers a
                  reveal inner in outer: outer does not show inner
                  reveal stack in inner: inner does not show stack
                """))
        #expect(try await world.go(step).operations == plan.operations)
        #expect(world.sketch == "outer[z inner*[y stack*[a]]]")
        #expect(try world.router.plan(to: step).operations == [])
    }

    @Test("A screen that a factory returned is kept if the route is planned again") func nothingKept() async throws {
        let world = World("tabs[list]")
        let (hidden, middle) = (HeadlessScreen(named: "hidden"), HeadlessScreen(named: "middle"))
        var calls: [String] = []
        func given(_ screen: HeadlessScreen) -> Opening {
            staying(screen.name) {
                calls.append(screen.name)
                return screen
            }
        }
        let step = given(hidden).using(Nothing()).from(given(middle)).using(Nothing())
            .from(route("root: present login")).build()
        var arriving = [[HeadlessScreen(named: "other")], [middle, hidden]]
        let tabs = world.container("tabs")
        world.host.beforeOperation = { operation in
            guard case .present = operation, !arriving.isEmpty else { return }
            try await world.host.container(tabs)?.setContained(
                tabs.contained + arriving.removeFirst(), animated: false)
            throw Refusal()
        }
        let result = try await world.go(step)
        #expect(result.screen === hidden && result.plans == 3 && calls == ["middle", "hidden"])
    }
}
