import IOCRouting

/// Checks presenting and dismissing.
@MainActor struct PresentationChecks<Screen: RoutedScreen> where Screen.Base == Screen {
    let fixture: ScreenHostFixture<Screen>

    func run(_ report: inout ConformanceReport) async {
        let host = fixture.host
        let tree = fixture.tree
        let (root, low, high) = (fixture.makeScreen("root"), fixture.makeScreen("low"), fixture.makeScreen("high"))
        let other = fixture.makeScreen("other")
        await report.succeeds("replacing the root") { try await host.replaceRoot(root, animated: false) }
        await report.refuses("dismissing where nothing is presented", tree) {
            try await host.dismissPresented(from: root, animated: false)
        }
        await report.succeeds("presenting") { try await host.present(low, on: root, style: .sheet, animated: false) }
        report.expect(host.presented(by: root) === low, "the presenter knows what it presents")
        report.expect(host.presenter(of: low) === root, "a presented screen knows its presenter")
        report.expect(host.parent(of: low) == nil, "a presented screen has no parent")
        report.expect(
            [.sheet, .automatic].contains(host.presentationStyle(of: low)), "a presented screen keeps its style")
        report.expect(host.phase(of: low) == .live, "a presented screen is live")
        await report.refuses("presenting on a screen that presents", tree) {
            try await host.present(other, on: root, style: .automatic, animated: false)
        }
        await report.refuses("presenting on a screen in no tree", tree) {
            try await host.present(fixture.makeScreen("lost"), on: other, style: .automatic, animated: false)
        }
        await report.refuses("presenting a screen that is presented", tree) {
            try await host.present(low, on: low, style: .automatic, animated: false)
        }
        await report.succeeds("presenting on a presented screen") {
            try await host.present(high, on: low, style: .automatic, animated: false)
        }
        report.expect(tree.topmost === high, "the last presented screen is the topmost")
        await report.succeeds("dismissing two at once") {
            try await host.dismissPresented(from: root, animated: false)
        }
        report.expect(host.presented(by: root) == nil, "after dismissing, nothing is presented")
        report.expect(host.phase(of: low) == .detached, "a dismissed screen is detached")
        report.expect(host.presented(by: low) == nil, "dismissing takes what lies above along")
        report.expect(host.presenter(of: high) == nil, "a screen dismissed along knows no presenter")
        await report.succeeds("presenting a dismissed screen again") {
            try await host.present(low, on: root, style: .sheet, animated: false)
        }
        report.expect(tree.contains(low), "a dismissed screen can be presented again")
    }
}
