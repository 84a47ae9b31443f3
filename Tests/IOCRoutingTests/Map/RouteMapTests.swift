import IOCRouting
import IOCRoutingTesting
import Testing

@MainActor @Suite("Route map") struct RouteMapTests {
    typealias Start = Step<HeadlessScreen, Void>

    func open(_ name: String) -> StepBuilder<HeadlessScreen, Void> {
        StepBuilder(
            finder: ClassFinder<HeadlessScreen, Void>(),
            factory: ClosureFactory<HeadlessScreen, Void> { HeadlessScreen(named: name) }, named: name)
    }

    func faults(_ steps: [(String, Step<HeadlessScreen, Void>)]) -> [String] {
        var map = RouteMap<HeadlessScreen>()
        for (name, step) in steps { map.add(name, step) }
        return map.faults().map(\.description)
    }

    @Test("The chat app's routes have no fault") func clean() {
        var map = RouteMap<HeadlessScreen>()
        map.add("chat", ChatRoutes().chat)
        map.add("settings", ChatRoutes.settings)
        #expect(map.faults() == [] && map.names == ["chat", "settings"])
    }

    @Test("A chain without an origin, and a switch without cases, are faults") func origins() {
        #expect(
            faults([("a", open("a").build())]) == [
                "a > a: origin-missing: it has a factory, but no step to start from"
            ])
        #expect(
            faults([("b", open("b").using(Present()).from(open("inner")).build())]) == [
                "b > inner: origin-missing: it has a factory, but no step to start from"
            ])
        #expect(
            faults([("c", SwitchBuilder<HeadlessScreen, Void>(named: "c").build())]) == [
                "c > c: origin-missing: the switch has no case"
            ])
        let found = StepBuilder(
            finder: ClassFinder<HeadlessScreen, Void>(), factory: NoFactory<HeadlessScreen, Void>()
        ).build()
        #expect(faults([("d", found)]) == [])
    }

    @Test("A case that is never reached is a fault") func cases() {
        let target = open("t").using(Present()).from(Start.current()).build()
        let step = SwitchBuilder<HeadlessScreen, Void>(named: "s")
            .addingCase(when: ClassFinder<ListScreen, Void>(), from: target)
            .addingCase(when: ClassFinder<ListScreen, Void>(.visible), from: target)
            .addingCase(when: ClassFinder<ListScreen, Void>(), from: target)
            .otherwise(target)
            .addingCase(when: "late", { _ in true }, from: target)
            .addingCase(when: "later", { _ in true }, from: target)
            .build()
        #expect(
            faults([("r", step)]) == [
                "r > s: case-unreachable: the case `ClassFinder(ListScreen) finds` is never reached: one before it finds the same",
                "r > s: case-unreachable: the case `late` is never reached: one before it always applies",
                "r > s: case-unreachable: the case `later` is never reached: one before it always applies",
            ])
        let chat = ChatRoutes().chat
        let byUser = SwitchBuilder<ChatScreen, String>(named: "u")
            .addingCase(when: ClassWithInputFinder<ChatScreen>(), from: chat)
            .addingCase(when: ClassWithInputFinder<ChatScreen>(.visible), from: chat)
            .addingCase(when: ClassFinder<ChatScreen, String>(), from: chat)
            .addingCase(when: ClassWithInputFinder<ChatScreen>(), from: chat).build()
        var map = RouteMap<HeadlessScreen>()
        map.add("u", byUser)
        #expect(
            map.faults().map(\.reason) == [
                "the case `ClassWithInputFinder(ChatScreen) finds` is never reached: one before it finds the same"
            ])
        let floating = open("floating").build()
        let shared = SwitchBuilder<HeadlessScreen, Void>(named: "s")
            .addingCase(when: "one", { _ in true }, from: floating).otherwise(floating).build()
        #expect(
            faults([("r", shared)]) == [
                "r > floating: origin-missing: it has a factory, but no step to start from"
            ], "what is wrong with a case's step is told, and once")
    }

    @Test("An action that no container fits is a fault; where a container may come from the tree, it is none")
    func containers() {
        let presented = open("sheet").using(Present()).from(Start.current()).build()
        let misfit = open("pushed").using(Push()).from(presented.expectingContainer(HeadlessStack.self)).build()
        #expect(
            faults([("m", misfit)]) == [
                "m > pushed: container-missing: Push needs a container of StackRole, but sheet is not put into any"
            ])
        let tabs = StepBuilder(
            finder: NoFinder<HeadlessTabs, Void>(), factory: ClassFactory<HeadlessTabs, Void>(), named: "tabs"
        ).using(Present()).from(Start.current()).build()
        let inTabs = open("pushed").using(Push()).from(tabs.expectingContainer(HeadlessStack.self)).build()
        #expect(
            faults([("t", inTabs)]) == [
                "t > pushed: container-missing: Push needs a container of StackRole, but tabs is not put into any"
            ])
        let left = open("left").using(Nothing()).from(presented).build()
        let beside = open("pushed").using(Push()).from(left.expectingContainer(HeadlessStack.self)).build()
        #expect(faults([("n", beside)]) == [])
        let fromRoot = open("p").using(Push()).from(Start.root().expectingContainer(HeadlessStack.self)).build()
        #expect(faults([("f", fromRoot)]) == [])
    }

    @Test("Two routes of one name are a fault") func names() {
        let step = open("t").using(Present()).from(Start.current()).build()
        #expect(faults([("x", step), ("x", step)]) == ["x > t: route-ambiguous: the name is taken"])
    }

    @Test("Routes are drawn in DOT and Mermaid") func drawing() {
        var map = RouteMap<HeadlessScreen>()
        let sheet = open("a \"sheet\"").using(Present()).from(Start.current()).build()
        map.add(
            "entry",
            SwitchBuilder<HeadlessScreen, Void>(named: "choice").addingCase(when: "<if>", { _ in true }, from: sheet)
                .build())
        map.add("sheet", sheet)
        #expect(
            map.dot == """
                digraph routes {
                  rankdir=LR;
                  node [shape=box];
                  n0 [label="choice\\n(entry)", shape=diamond];
                  n1 [label="a \\"sheet\\"\\n(sheet)", shape=box, style=bold];
                  n2 [label="current", shape=circle];
                  n2 -> n1 [label="Present"];
                  n1 -> n0 [label="<if>", style=dashed];
                }

                """)
        #expect(
            map.mermaid == """
                flowchart LR
                  n0{"choice<br/>(entry)"}
                  n1[["a #34;sheet#34;<br/>(sheet)"]]
                  n2(("current"))
                  n2 -->|"Present"| n1
                  n1 -.->|"#60;if#62;"| n0

                """)
    }

    @Test("Each case of a switch is drawn, and each step once") func choices() {
        let start = Start.current()
        let a = open("a").using(Present()).from(start).build()
        let b = open("b").using(Present()).from(start).build()
        var map = RouteMap<HeadlessScreen>()
        map.add(
            "entry",
            SwitchBuilder<HeadlessScreen, Void>(named: "s").addingCase(when: "one", { _ in true }, from: a)
                .addingCase(when: "two", { _ in true }, from: b).otherwise(a).build())
        map.add("b", b)
        #expect(
            map.dot == """
                digraph routes {
                  rankdir=LR;
                  node [shape=box];
                  n0 [label="s\\n(entry)", shape=diamond];
                  n1 [label="a", shape=box];
                  n2 [label="current", shape=circle];
                  n3 [label="b", shape=box, style=bold];
                  n2 -> n1 [label="Present"];
                  n1 -> n0 [label="one", style=dashed];
                  n2 -> n3 [label="Present"];
                  n3 -> n0 [label="two", style=dashed];
                  n1 -> n0 [label="otherwise", style=dashed];
                }

                """)
        #expect(map.mermaid.split(separator: "\n").count == 10)
    }

    @Test("All routes are planned from a tree at once, in a table, those that would fail among them")
    func plans() async throws {
        let (host, stack, router) = stackWorld([ListScreen()])
        var map = RouteMap<HeadlessScreen>()
        var routes = ChatRoutes()
        routes.interceptors = [ClosureInterceptor { _ in .stop("must not run") }]
        map.add("chat", routes.chat, example: "Anna")
        map.add("no example", routes.chat)
        map.add("list", routes.list)
        map.add("settings", ChatRoutes.settings)
        map.add(
            "missing",
            StepBuilder(
                finder: ClassFinder<LoginScreen, Void>(), factory: NoFactory<LoginScreen, Void>(), named: "missing"
            ).build())
        let table = map.plans(with: router)
        #expect(table.rows.map(\.route) == ["chat", "list", "settings", "missing"])
        #expect(
            table.description == """
                route     asks                        makes           changes
                chat      ClosureInterceptor<String>  chat            set stack to [ListScreen, chat]
                list                                                  nothing to change
                settings                              SettingsScreen  present SettingsScreen on stack (sheet)
                missing                               fails           screen-not-found: none, and the step has no factory

                """)
        #expect(host.log.isEmpty && stack.contained.count == 1)
        let layers = try await Layers()
        let deep = map.plans(with: Router<HeadlessScreen>(host: layers.host)).description
        #expect(deep.contains("dismiss sheet from tabs\n             "), "a change a line: \(deep)")
    }
}
