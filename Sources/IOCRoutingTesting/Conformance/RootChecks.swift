import IOCRouting

/// Checks what becomes of the screen at the root, and of what it presents.
@MainActor struct RootChecks<Screen: RoutedScreen> where Screen.Base == Screen {
    let fixture: ScreenHostFixture<Screen>

    func run(_ report: inout ConformanceReport) async {
        let host = fixture.host
        let tree = fixture.tree
        let first = fixture.makeScreen("first")
        let second = fixture.makeScreen("second")
        let over = fixture.makeScreen("over")
        report.expect(host.phase(of: first) != .dismissing, "a screen in no tree is not dismissing")
        await report.succeeds("replacing the root") { try await host.replaceRoot(first, animated: false) }
        report.expect(host.root === first, "the new root is the root")
        report.expect(host.parent(of: first) == nil, "the root has no parent")
        report.expect(host.presenter(of: first) == nil, "the root has no presenter")
        report.expect(host.presented(by: first) == nil, "a new root presents nothing")
        report.expect(host.container(first) == nil, "a plain screen is no container")
        report.expect(host.phase(of: first) == .live, "the root is live")
        await report.succeeds("presenting on the root") {
            try await host.present(over, on: first, style: .automatic, animated: false)
        }
        let shape = tree.shape
        await report.succeeds("replacing the root again") { try await host.replaceRoot(second, animated: false) }
        report.expect(host.root === second && tree.screens.count == 1, "the former root's tree is gone")
        report.expect(!tree.contains(over), "what the former root presented is gone from the tree")
        await report.succeeds("bringing the former root back") { try await host.replaceRoot(first, animated: false) }
        report.expect(tree.shape == shape, "a former root comes back with all it contained and presented")
        await report.succeeds("removing the root") { try await host.replaceRoot(nil, animated: false) }
        report.expect(host.root == nil, "the root can be none")
    }
}
