import IOCRouting
import Testing

@testable import IOCRoutingTesting

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@MainActor @Suite("Snapshots") struct SnapshotTests {
    let routes = ChatRoutes()

    func restorer() throws -> TreeRestorer<HeadlessScreen> {
        var restorer = TreeRestorer<HeadlessScreen>()
        try restorer.add("list", routes.list)
        try restorer.add("chat", routes.chat) { $0.user }
        try restorer.add("settings", ChatRoutes.settings)
        return restorer
    }

    @Test("A snapshot is stored as JSON and restored through routes into another host") func restored() async throws {
        let (_, _, router) = stackWorld([ListScreen()])
        try await router.navigate(to: routes.chat, with: "Anna")
        try await router.navigate(to: ChatRoutes.settings)
        let restorer = try restorer()
        let snapshot = try restorer.snapshot(of: router.tree)
        #expect(snapshot.root?.contained.map(\.route) == ["list", "chat"])
        #expect(snapshot.root?.contained.last?.input == "\"Anna\"")
        let stored = try JSONEncoder().encode(snapshot)
        let read = try JSONDecoder().decode(TreeSnapshot.self, from: stored)
        #expect(read == snapshot)

        let host = HeadlessHost(root: HeadlessScreen(named: "splash"))
        let report = try await restorer.restore(read, with: Router(host: host))
        #expect(report.followed == ["list", "chat", "settings"])
        #expect(report.failures.isEmpty)
        let chat = try #require(ScreenTree(host).screens.first { $0 is ChatScreen } as? ChatScreen)
        #expect(chat.user == "Anna")
        #expect(ScreenTree(host).topmost is SettingsScreen)
        // Only the stack has another name, as another factory made it.
        #expect(report.missing.allSatisfy { $0.contains("stack") } && !report.isComplete)
    }

    @Test("A tree that comes back as it was is reported so") func complete() async throws {
        let first = HeadlessHost()
        let restorer = try restorer()
        let router = Router<HeadlessScreen>(host: first)
        try await router.navigate(to: routes.chat, with: "Ben")
        let snapshot = try restorer.snapshot(of: router.tree)
        let report = try await restorer.restore(snapshot, with: Router(host: HeadlessHost()))
        #expect(report.isComplete, "\(report)")
    }

    @Test("A route that is not known, an input that cannot be read, and a failing route are reported")
    func failures() async throws {
        var node = TreeSnapshot.Node(name: "stack")
        node.contained = [
            .init(name: "old", route: "lists"), .init(name: "odd", route: "chat", input: "{"),
            .init(name: "empty", route: "chat", input: "\"\""), .init(name: "list", route: "list"),
        ]
        node.visible = [3]
        node.presented = [.init(name: "one"), .init(name: "two", route: "settings"), .init(name: "three")]
        let report = try await restorer().restore(TreeSnapshot(root: node), with: Router(host: HeadlessHost()))
        #expect(report.failures.map(\.code) == [.routeUnknown, .snapshotFailed, .inputRejected])
        #expect(report.failures.first?.nearMisses == ["list is known"])
        #expect(report.followed == ["list", "settings"])
        #expect(
            report.missing == [
                "over it: three", "over it: two = settings()", "over it: one", "* list = list()",
                #"- empty = chat("")"#, "- odd = chat({)", "- old = lists()", "stack",
            ], "\(report)")
        #expect(report.additional.count == 3, "\(report)")
    }

    @Test("A screen is led back to by the route of its own class, and its input is written in one order")
    func exact() throws {
        struct Input: Codable {
            var b = 1
            var a = 2
            var c = 3
        }
        func step<Output: RoutedScreen, Input>(_ type: Output.Type, _ input: Input.Type) -> Step<Output, Input> {
            StepBuilder(finder: NoFinder<Output, Input>(), factory: NoFactory<Output, Input>()).build()
        }
        var restorer = TreeRestorer<HeadlessScreen>()
        try restorer.add("any", step(HeadlessScreen.self, Void.self))
        try restorer.add("chats", step(ChatScreen.self, Input.self)) { _ in Input() }
        try restorer.add("list", step(ListScreen.self, Void.self))
        try restorer.add("plain", step(HeadlessScreen.self, Input.self)) { _ in Input() }
        let screens = [ListScreen(), ChatScreen(user: "u"), SettingsScreen(), HeadlessScreen(named: "plain")]
        let host = HeadlessHost(root: HeadlessTabs(named: "tabs", children: screens, selected: 1))
        let snapshot = try restorer.snapshot(of: ScreenTree(host))
        #expect(snapshot.root?.contained.map(\.route) == ["list", "chats", "any", "any"])
        #expect(snapshot.root?.contained.map(\.input) == [nil, #"{"a":2,"b":1,"c":3}"#, nil, nil])
    }

    @Test("What a restored tree lacks or has besides is told with its place: what shows, and what is over it")
    func told() async throws {
        let layers = try await Layers()
        let snapshot = try TreeRestorer<HeadlessScreen>().snapshot(of: layers.tree)
        layers.tabs.selected = 1
        try await layers.host.dismissPresented(from: layers.sheet, animated: false)
        let report = try await TreeRestorer<HeadlessScreen>().restore(snapshot, with: Router(host: layers.host))
        #expect(report.missing.sorted() == ["* stack", "- settings", "over it: top"])
        #expect(report.additional.sorted() == ["* settings", "- stack"])
    }

    @Test("An empty tree has an empty snapshot, and names are taken once") func edges() async throws {
        var restorer = try restorer()
        let empty = try restorer.snapshot(of: ScreenTree(HeadlessHost()))
        #expect(empty.root == nil)
        #expect(try await restorer.restore(empty, with: Router(host: HeadlessHost())).isComplete)
        #expect { try restorer.add("list", routes.list) } throws: {
            ($0 as? RoutingError)?.code == .routeAmbiguous
        }
    }

    @Test("An input that cannot be encoded is an error that names the screen") func unencodable() throws {
        var restorer = TreeRestorer<HeadlessScreen>()
        let step = StepBuilder(
            finder: NoFinder<SettingsScreen, Double>(), factory: NoFactory<SettingsScreen, Double>()
        ).build()
        try restorer.add("settings", step) { _ in Double.nan }
        #expect {
            try restorer.snapshot(of: ScreenTree(HeadlessHost(root: SettingsScreen())))
        } throws: { error in
            let error = error as? RoutingError
            return error?.code == .snapshotFailed && error?.path == ["SettingsScreen"]
        }
    }

    @Test("Any tree's snapshot is the same after storing and reading") func anyTree() throws {
        let restorer = try restorer()
        for seed in 0..<300 as Range<UInt64> {
            var generator = TreeGenerator(seed: seed)
            let snapshot = try restorer.snapshot(of: ScreenTree(HeadlessHost(root: generator.tree())))
            let stored = try JSONEncoder().encode(snapshot)
            #expect(try JSONDecoder().decode(TreeSnapshot.self, from: stored) == snapshot, "seed \(seed)")
        }
    }

    @Test("A stored snapshot of hostile depth is an error, and wrong indices are passed over") func hostile()
        async throws
    {
        let opening =
            #"{"root":"# + String(repeating: #"{"name":"a","visible":[],"presented":[],"contained":["#, count: 20_000)
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(TreeSnapshot.self, from: Data((opening + "1").utf8))
        }
        let closing = String(repeating: "]}", count: 20_000) + "}"
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(TreeSnapshot.self, from: Data((opening + closing).utf8))
        }
        var node = TreeSnapshot.Node(name: "stack")
        node.contained = [.init(name: "list", route: "list")]
        node.visible = [-1, 7]
        let report = try await restorer().restore(TreeSnapshot(root: node), with: Router(host: HeadlessHost()))
        #expect(report.followed == ["list"])
    }
}
