import IOCRouting
import Testing

@testable import IOCRoutingTesting

@MainActor @Suite("Finders") struct FinderTests {
    @Test(
        "Each search option visits its own screens, in the documented order",
        arguments: [
            (SearchOptions.current, ["sheet"]), (.visible, ["sheetTop"]), (.contained, ["sheetTop", "sheetRoot"]),
            (.presented, ["top"]), (.presenting, ["tabs"]), (.parent, []),
            (.currentVisibleOnly, ["sheet", "sheetTop"]), (.currentAllStack, ["sheet", "sheetTop", "sheetRoot"]),
            (.currentAndUp, ["sheet", "sheetTop", "sheetRoot", "top"]),
            (.currentAndDown, ["sheet", "sheetTop", "sheetRoot", "tabs", "stack", "Chat", "list", "settings"]),
            (.allVisible, ["sheet", "sheetTop", "top", "tabs", "stack", "Chat"]),
            (
                .fullStack,
                ["sheet", "sheetTop", "sheetRoot", "top", "tabs", "stack", "Chat", "list", "settings"]
            ),
        ])
    func options(options: SearchOptions, expected: [String]) async throws {
        let layers = try await Layers()
        #expect(layers.names(layers.sheet, options) == expected)
    }

    @Test("A search upwards visits the containers, nearest first, before contained screens") func up() async throws {
        let layers = try await Layers()
        #expect(layers.names(layers.chat, [.current, .parent]) == ["Chat", "stack", "tabs"])
        #expect(layers.names(layers.stack, [.parent, .contained]) == ["tabs", "Chat", "list"])
        #expect(layers.names(layers.stack, [.parent, .presented]) == ["tabs", "sheet", "top"])
    }

    @Test("A search starts at the topmost screen, the root or a chosen screen") func starts() async throws {
        let layers = try await Layers()
        typealias Find = ClassFinder<HeadlessScreen, Void>
        #expect(try Find(.current).find(with: (), in: layers.tree) === layers.top)
        #expect(try Find(.current, from: .root).find(with: (), in: layers.tree) === layers.tabs)
        #expect(
            try Find(.current, from: .custom { _ in layers.stack }).find(with: (), in: layers.tree) === layers.stack)
        #expect(try Find(.current, from: .custom { _ in nil }).find(with: (), in: layers.tree) == nil)
        #expect(try Find(.fullStack).find(with: (), in: ScreenTree(HeadlessHost())) == nil)
    }

    @Test("The first screen of the class in the search order is found") func order() async throws {
        let layers = try await Layers()
        let fromTop = try ClassFinder<SettingsScreen, Void>().find(with: (), in: layers.tree)
        #expect(fromTop === layers.sheetTop)
        let fromRoot = try ClassFinder<SettingsScreen, Void>([.current, .contained], from: .root)
            .find(with: (), in: layers.tree)
        #expect(fromRoot === layers.settings)
    }

    @Test("Visible screens are found before hidden ones, in every branch") func shown() throws {
        let over = HeadlessScreen(named: "over it")
        let hidden = HeadlessStack(named: "hidden", children: [ChatScreen(user: "u"), over])
        let shown = HeadlessStack(named: "shown", children: [HeadlessScreen(named: "below"), ChatScreen(user: "u")])
        let tree = ScreenTree(HeadlessHost(root: Panes([hidden, shown])))
        let names = tree.screens(from: try #require(tree.root), [.contained]).map(\.name)
        #expect(names == ["hidden", "over it", "shown", "Chat", "Chat", "below"])
        let found = try ClassWithInputFinder<ChatScreen>().find(with: "u", in: tree)
        #expect(found === shown.contained.last)
    }

    @Test("A screen is found by its input only if it shows that input") func input() async throws {
        let layers = try await Layers()
        #expect(try ClassWithInputFinder<ChatScreen>().find(with: "u", in: layers.tree) === layers.chat)
        #expect(try ClassWithInputFinder<ChatScreen>().find(with: "other", in: layers.tree) == nil)
    }

    @Test("An instance is found while it is in the tree, and is not retained") func instance() async throws {
        let layers = try await Layers()
        let finder = InstanceFinder<ChatScreen, Void>(layers.chat)
        #expect(try finder.find(with: (), in: layers.tree) === layers.chat)
        #expect(try finder.find(with: (), in: ScreenTree(HeadlessHost())) == nil)
        var screen: ChatScreen? = ChatScreen(user: "gone")
        weak let alive = screen
        let gone = screen.map { InstanceFinder<ChatScreen, Void>($0) }
        screen = nil
        #expect(alive == nil)
        #expect(try gone?.find(with: (), in: layers.tree) == nil)
    }

    @Test("NoFinder finds nothing, ClosureFinder what its closure returns, a custom search in its own order")
    func others() async throws {
        let layers = try await Layers()
        #expect(try NoFinder<ChatScreen, Void>().find(with: (), in: layers.tree) == nil)
        let closure = ClosureFinder<ChatScreen, String> { input, tree in
            tree.screens.compactMap { $0 as? ChatScreen }.first { $0.user == input }
        }
        #expect(try closure.find(with: "u", in: layers.tree) === layers.chat)
        let custom = ClassFinder<SettingsScreen, Void>(search: .custom { $0.screens })
        #expect(try custom.find(with: (), in: layers.tree) === layers.settings)
        let contextual = ClassWithInputFinder<ChatScreen>(search: .custom { _ in [] })
        #expect(try contextual.find(with: "u", in: layers.tree) == nil)
    }

    @Test("A screen that is being dismissed is skipped with everything in it") func dismissing() async throws {
        let layers = try await Layers()
        layers.sheet.isLeaving = true
        #expect(layers.tree.topmost === layers.tabs)
        #expect(!layers.names(layers.tabs, .fullStack).contains("sheetTop"))
        #expect(layers.tree.presented(by: layers.tabs) == nil)
        #expect(!layers.tree.contains(layers.sheetTop))
        #expect(layers.names(layers.sheet, .fullStack) == [])
        #expect(layers.names(layers.top, [.current, .presenting]) == ["top", "tabs"])
        #expect(layers.names(layers.sheetTop, [.current, .parent]) == ["sheetTop"])
    }

    @Test("Screens that any container around the start presents are found")
    func presentedByContainers() async throws {
        let layers = try await Layers()
        let names = layers.names(layers.chat, [.parent, .presented])
        #expect(Set(names).isSuperset(of: ["stack", "tabs", "sheet", "top"]))
        try await layers.host.present(HeadlessScreen(named: "over"), on: layers.stack, style: .sheet, animated: false)
        #expect(layers.names(layers.chat, [.parent, .presented]) == ["stack", "tabs", "over", "sheet", "top"])
    }

    @Test("Screens that the start or any screen inside it presents are found, from outside in")
    func presentedByContent() async throws {
        let layers = try await Layers()
        let presenters: [(String, HeadlessScreen)] = [
            ("over", layers.stack), ("overChat", layers.chat), ("overList", layers.list),
        ]
        for (name, presenter) in presenters {
            try await layers.host.present(HeadlessScreen(named: name), on: presenter, style: .sheet, animated: false)
        }
        let above = ["sheet", "sheetTop", "top", "over", "overChat"]
        #expect(layers.names(layers.tabs, [.visible, .presented]) == ["stack", "Chat"] + above)
        #expect(
            layers.names(layers.tabs, [.contained, .presented])
                == ["stack", "Chat", "list", "settings", "sheet", "sheetTop", "sheetRoot", "top"]
                + ["over", "overChat", "overList"])
    }

    @Test("The topmost screen may be presented by any of several visible screens")
    func topmost() async throws {
        let inner = Panes([HeadlessScreen(named: "c"), HeadlessScreen(named: "d")])
        let panes = Panes([HeadlessScreen(named: "a"), inner, HeadlessScreen(named: "b")])
        let host = HeadlessHost(root: panes)
        var topmost: [String?] = []
        for presenter in [panes.contained[2], inner.contained[1], inner.contained[0], panes.contained[0], panes] {
            let name = "over \(presenter.name)"
            try await host.present(HeadlessScreen(named: name), on: presenter, style: .sheet, animated: false)
            topmost.append(ScreenTree(host).topmost?.name)
        }
        #expect(topmost == ["over b", "over d", "over c", "over a", "over Panes"])
    }

    @Test("No search visits a screen twice") func once() async throws {
        let layers = try await Layers()
        let over = HeadlessScreen(named: "over")
        layers.chat.presented = over
        over.presenter = layers.chat
        #expect(layers.names(over, [.presenting]) == ["Chat", "stack", "tabs"])
        for start in layers.tree.screens {
            for bits in 0..<64 {
                let names = layers.names(start, SearchOptions(rawValue: bits))
                #expect(
                    names.count == Set(names).count, "\(SearchOptions(rawValue: bits)) from \(start.name): \(names)")
            }
        }
        layers.tabs.presented = nil
        #expect(layers.tree.topmost === over, "what is presented deep inside is on top as well")
    }

    @Test("A screen is exposed if it is in the tree, visible and not covered") func exposed() async throws {
        let layers = try await Layers()
        let detached = HeadlessScreen(named: "detached")
        func exposed() -> [String] {
            (layers.tree.screens + [detached]).filter { layers.tree.isExposed($0) }.map(\.name)
        }
        #expect(exposed() == ["top"])
        try await layers.host.dismissPresented(from: layers.sheet, animated: false)
        #expect(exposed() == ["sheet", "sheetTop"])
        try await layers.host.dismissPresented(from: layers.tabs, animated: false)
        #expect(exposed() == ["tabs", "stack", "Chat"])
        for (host, outline) in [(layers.host, layers.tree.shape.description), (HeadlessHost(), "an empty tree")] {
            let factory = FinderFactory(ClassFinder<LoginScreen, Void>(), in: host)
            let error = #expect(throws: RoutingError.self) { try factory.build(with: ()) }
            #expect(error?.found == outline)
        }
    }

    @Test("A search ends in a tree with a cycle") func circle() {
        let one = HeadlessScreen(named: "one")
        let two = HeadlessScreen(named: "two")
        one.presented = two
        two.presenter = one
        two.presented = one
        one.presenter = two
        let tree = ScreenTree(HeadlessHost(root: one))
        #expect(tree.screens.count == 2)
        #expect(tree.ancestors(of: one).count == 1)
        #expect(tree.topmost != nil)
        #expect(tree.shape.count == 2)
        #expect(tree.screens(from: one, .fullStack).count == 2)
        let stack = HeadlessStack(named: "stack")
        let tabs = HeadlessTabs(named: "tabs", children: [stack])
        stack.contained = [tabs]
        let held = ScreenTree(HeadlessHost(root: tabs))
        #expect(held.screens(from: tabs, .fullStack).count == 2 && held.topmost === tabs && held.screens.count == 2)
    }
}
