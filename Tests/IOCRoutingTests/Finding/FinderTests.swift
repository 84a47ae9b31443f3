import IOCRouting
import Testing

@testable import IOCRoutingTesting

@MainActor @Suite("Finders") struct FinderTests {
    nonisolated static let layers = "tabs[stack[list chat:u] settings]/sheet[sheetRoot sheetTop=settings]/top"

    private func names(_ world: World, _ start: String, _ options: SearchOptions) -> String {
        world.tree.screens(from: world[start], options).map(\.name).joined(separator: " ")
    }

    @Test(
        "A search visits its own screens, in the documented order",
        arguments: [
            (layers, "sheet", .current, "sheet"), (layers, "sheet", .visible, "sheetTop"),
            (layers, "sheet", .contained, "sheetTop sheetRoot"), (layers, "sheet", .presented, "top"),
            (layers, "sheet", .presenting, "tabs"), (layers, "sheet", .parent, ""),
            (layers, "sheet", .currentVisibleOnly, "sheet sheetTop"),
            (layers, "sheet", .currentAllStack, "sheet sheetTop sheetRoot"),
            (layers, "sheet", .currentAndUp, "sheet sheetTop sheetRoot top"),
            (layers, "sheet", .currentAndDown, "sheet sheetTop sheetRoot tabs stack Chat list settings"),
            (layers, "sheet", .allVisible, "sheet sheetTop top tabs stack Chat"),
            (layers, "sheet", .fullStack, "sheet sheetTop sheetRoot top tabs stack Chat list settings"),
            // The containers around the start, nearest first.
            (layers, "Chat", [.current, .parent], "Chat stack tabs"),
            (layers, "stack", [.parent, .contained], "tabs Chat list"),
            (layers, "stack", [.parent, .presented], "tabs sheet top"),
            // What any container around the start presents.
            ("tabs[stack[chat:u]/over]/sheet/top", "Chat", [.parent, .presented], "stack tabs over sheet top"),
            // What the start and the screens inside it present, from outside in.
            (
                "tabs[stack[list/overList chat:u/overChat]/over settings]/sheet[a b]/top", "tabs",
                [.visible, .presented], "stack Chat sheet b top over overChat"
            ),
            (
                "tabs[stack[list/overList chat:u/overChat]/over settings]/sheet[a b]/top", "tabs",
                [.contained, .presented], "stack Chat list settings sheet b a top over overChat overList"
            ),
            // Visible screens before hidden ones, in every branch.
            (
                "panes[one=stack[chat:u a] two=stack[b chat:u]]", "panes", .contained,
                "one a two Chat Chat b"
            ),
        ] as [(String, String, SearchOptions, String)])
    func options(tree: String, start: String, options: SearchOptions, expected: String) {
        #expect(names(World(tree), start, options) == expected)
    }

    @Test("A search starts at the topmost screen, the root or a chosen screen") func starts() throws {
        let world = World(Self.layers)
        typealias Find = ClassFinder<HeadlessScreen, Void>
        #expect(try Find(.current).find(with: (), in: world.tree) === world["top"])
        #expect(try Find(.current, from: .root).find(with: (), in: world.tree) === world["tabs"])
        let chosen = Find(.current, from: .custom { _ in world["stack"] })
        #expect(try chosen.find(with: (), in: world.tree) === world["stack"])
        #expect(try Find(.current, from: .custom { _ in nil }).find(with: (), in: world.tree) == nil)
        #expect(try Find(.fullStack).find(with: (), in: World().tree) == nil)
    }

    @Test("A finder returns the first screen of its class in the order of the search") func order() throws {
        let world = World(Self.layers)
        typealias Find = ClassFinder<SettingsScreen, Void>
        #expect(try Find().find(with: (), in: world.tree) === world["sheetTop"])
        let fromRoot = Find([.current, .contained], from: .root)
        #expect(try fromRoot.find(with: (), in: world.tree) === world["settings"])
        #expect(try Find(search: .custom { $0.screens }).find(with: (), in: world.tree) === world["settings"])
    }

    @Test("A screen is found by its input only if it shows that input") func input() throws {
        let world = World("panes[one=stack[chat:u a] two=stack[b chat:u]]")
        let finder = ClassWithInputFinder<ChatScreen>()
        #expect(try finder.find(with: "u", in: world.tree) === world.container("two").contained.last)
        #expect(try finder.find(with: "other", in: world.tree) == nil)
        let nowhere = ClassWithInputFinder<ChatScreen>(search: .custom { _ in [] })
        #expect(try nowhere.find(with: "u", in: world.tree) == nil)
    }

    @Test("An instance is found while it is in the tree, and is not retained") func instance() throws {
        let world = World(Self.layers)
        let finder = InstanceFinder<HeadlessScreen, Void>(world["Chat"])
        #expect(try finder.find(with: (), in: world.tree) === world["Chat"])
        #expect(try finder.find(with: (), in: World().tree) == nil)
        var screen: ChatScreen? = ChatScreen(user: "gone")
        weak let alive = screen
        let gone = screen.map { InstanceFinder<ChatScreen, Void>($0) }
        screen = nil
        #expect(alive == nil)
        #expect(try gone?.find(with: (), in: world.tree) == nil)
    }

    @Test("NoFinder finds nothing, and ClosureFinder what its closure returns") func others() throws {
        let world = World(Self.layers)
        #expect(try NoFinder<ChatScreen, Void>().find(with: (), in: world.tree) == nil)
        let closure = ClosureFinder<ChatScreen, String> { input, tree in
            tree.screens.compactMap { $0 as? ChatScreen }.first { $0.user == input }
        }
        #expect(try closure.find(with: "u", in: world.tree) === world["Chat"])
    }

    @Test("A screen that is being dismissed is skipped with everything in it") func dismissing() {
        let world = World(Self.layers)
        world["sheet"].isLeaving = true
        #expect(world.tree.topmost === world["tabs"])
        #expect(!names(world, "tabs", .fullStack).contains("sheetTop"))
        #expect(world.tree.presented(by: world["tabs"]) == nil)
        #expect(!world.tree.contains(world["sheetTop"]))
        #expect(names(world, "sheet", .fullStack) == "")
        #expect(names(world, "top", [.current, .presenting]) == "top tabs")
        #expect(names(world, "sheetTop", [.current, .parent]) == "sheetTop")
        let tabs = World("tabs[a b]")
        tabs["b"].isLeaving = true
        #expect(tabs.tree.screens.map(\.name) == ["tabs", "a"])
    }

    @Test(
        "The topmost screen is presented by the first visible screen that presents one, from outside in",
        arguments: [
            ("panes[a inner=panes[c d] b/overB]", "overB"), ("panes[a inner=panes[c d/overD] b/overB]", "overD"),
            ("panes[a inner=panes[c/overC d/overD] b]", "overC"), ("panes[a/overA inner=panes[c/overC d] b]", "overA"),
            ("panes[a/overA b]/over", "over"), ("tabs[stack[chat:u/over]]", "over"),
        ])
    func topmost(tree: String, name: String) {
        #expect(World(tree).tree.topmost?.name == name)
    }

    @Test("A search visits no screen twice") func once() {
        let world = World("tabs[stack[list chat:u/over] settings]/sheet[sheetRoot sheetTop]/top")
        #expect(names(world, "over", [.presenting]) == "Chat stack tabs")
        for start in world.tree.screens {
            for bits in 0..<64 {
                let found = world.tree.screens(from: start, SearchOptions(rawValue: bits)).map(\.name)
                #expect(
                    found.count == Set(found).count, "\(SearchOptions(rawValue: bits)) from \(start.name): \(found)")
            }
        }
    }

    @Test(
        "A screen is exposed if it is in the tree, visible and not covered",
        arguments: [
            (layers, "top"), ("tabs[stack[list chat:u] settings]/sheet[sheetRoot sheetTop]", "sheet sheetTop"),
            ("tabs[stack[list chat:u] settings]", "tabs stack Chat"),
        ])
    func exposed(tree: String, expected: String) {
        let tree = World(tree).tree
        let exposed = (tree.screens + [HeadlessScreen(named: "detached")]).filter { tree.isExposed($0) }
        #expect(exposed.map(\.name).joined(separator: " ") == expected)
    }

    @Test("A search ends in a tree with a cycle") func circle() {
        let (one, two) = (HeadlessScreen(named: "one"), HeadlessScreen(named: "two"))
        Sketch.present(two, on: one)
        two.presented = one
        one.presenter = two
        let tree = ScreenTree(HeadlessHost(root: one))
        #expect(tree.screens.count == 2 && tree.ancestors(of: one).count == 1 && tree.topmost != nil)
        #expect(tree.shape.count == 2 && tree.screens(from: one, .fullStack).count == 2)
        let stack = HeadlessStack(named: "stack")
        let tabs = HeadlessTabs(named: "tabs", children: [stack])
        stack.contained = [tabs]
        let held = ScreenTree(HeadlessHost(root: tabs))
        #expect(held.screens(from: tabs, .fullStack).count == 2 && held.topmost === tabs && held.screens.count == 2)
    }
}
