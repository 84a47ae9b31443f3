import IOCRouting
import IOCRoutingTesting
import Testing

@MainActor @Suite("Removed screens") struct DepartureTests {
    typealias Start = Step<HeadlessScreen, Void>

    /// Tabs of a stack and another screen; in the stack a list, a stack of two and a screen on top; a sheet with two screens over
    /// the tabs, and one over that.
    private func world() async throws -> HeadlessHost {
        func screen(_ name: String) -> HeadlessScreen { HeadlessScreen(named: name) }
        let inner = HeadlessStack(named: "inner", children: [screen("b"), screen("c")])
        let stack = HeadlessStack(named: "stack", children: [screen("a"), inner, screen("d")])
        let tabs = HeadlessTabs(named: "tabs", children: [stack, screen("other")])
        let sheet = HeadlessStack(named: "sheet", children: [screen("e"), screen("f")])
        let host = HeadlessHost(root: tabs)
        try await host.present(sheet, on: tabs, style: .sheet, animated: false)
        try await host.present(screen("top"), on: sheet, style: .sheet, animated: false)
        host.clearLog()
        return host
    }

    private func at(_ name: String) -> Start { .custom { tree in tree.screens.first { $0.name == name } } }

    private var open: StepBuilder<HeadlessScreen, Void> {
        StepBuilder(
            finder: NoFinder<HeadlessScreen, Void>(),
            factory: ClosureFactory<HeadlessScreen, Void> { HeadlessScreen(named: "new") }, named: "new")
    }

    private static let whole = ["tabs", "stack", "a", "inner", "b", "c", "d", "other", "sheet", "e", "f", "top"]
    private static let sheet = ["sheet", "e", "f", "top"]

    @Test("Each screen that would be removed is asked, and no other one", arguments: 0..<5)
    func asked(index: Int) async throws {
        let (route, going): (Start, [String]) = [
            (open.using(ReplaceRoot()).from(.root()).build(), Self.whole),
            (
                open.using(PushAsRoot()).from(at("a").expectingContainer(HeadlessStack.self)).build(),
                Self.sheet + ["a", "inner", "b", "c", "d"]
            ),
            (
                open.using(Push()).from(at("a").expectingContainer(HeadlessStack.self)).build(),
                Self.sheet + ["inner", "b", "c", "d"]
            ),
            (open.using(Present()).from(at("b")).build(), Self.sheet + ["c", "d"]),
            (open.using(Present()).from(at("sheet")).build(), ["top"]),
        ][index]
        for name in Self.whole {
            let host = try await world()
            let router = Router<HeadlessScreen>(host: host)
            let before = router.tree.screens
            let stubborn = try #require(before.first { $0.name == name })
            stubborn.isDismissible = false
            let error = await routingError { try await router.navigate(to: route) }
            guard going.contains(name) else {
                #expect(error == nil, "\(name)")
                #expect(before.filter { !router.tree.contains($0) }.map(\.name) == Self.whole.filter(going.contains))
                continue
            }
            #expect(error?.code == .notDismissible && error?.wanted.hasPrefix("\(name) to go, as ") == true, "\(name)")
            #expect(host.log.isEmpty && router.tree.screens.elementsEqual(before, by: ===))
        }
    }

    @Test("All screens that cover the destination are dismissed")
    func covers() async throws {
        let panes = Panes(["a", "b", "c", "d"].map { HeadlessScreen(named: $0) })
        let host = HeadlessHost(root: panes)
        for name in ["a", "b", "d"] {
            let presenter = try #require(panes.contained.first { $0.name == name })
            try await host.present(
                HeadlessScreen(named: "over \(name)"), on: presenter, style: .sheet, animated: false)
        }
        host.clearLog()
        let router = Router<HeadlessScreen>(host: host)
        let result = try await router.navigate(to: open.using(Present()).from(at("c")).build())
        #expect(
            Set(host.log) == [
                .dismiss("over a", from: "a"), .dismiss("over b", from: "b"), .dismiss("over d", from: "d"),
                .present("new", on: "c"),
            ])
        #expect(host.log.count == 4 && host.log.last == .present("new", on: "c") && result.operations.count == 4)
    }
}
