import IOCRouting

/// Checks that a screen is in one place only, never inside itself, and comes back as it went.
@MainActor struct PlaceChecks<Screen: RoutedScreen> where Screen.Base == Screen {
    let fixture: ScreenHostFixture<Screen>
    let index: Int
    private var host: any ScreenHost<Screen> { fixture.host }
    private var tree: ScreenTree<Screen> { fixture.tree }
    private var kind: ScreenHostFixture<Screen>.Container { fixture.containers[index] }
    private var name: String { kind.name }

    init(fixture: ScreenHostFixture<Screen>, index: Int) {
        self.fixture = fixture
        self.index = index
    }

    func run(_ report: inout ConformanceReport) async {
        let leaf = fixture.makeScreen("leaf")
        let inner = kind.make([leaf])
        let outer = kind.make([inner])
        let sheet = kind.make([fixture.makeScreen("inside the sheet")])
        await report.succeeds("\(name): replacing the root") { try await host.replaceRoot(outer, animated: false) }
        await report.succeeds("\(name): presenting it on another one") {
            try await host.present(sheet, on: outer, style: .automatic, animated: false)
        }
        report.expect(tree.contains(leaf), "\(name): one inside another one is in the tree")
        await circles(outer: outer, inner: inner, leaf: leaf, &report)
        await theft(outer: outer, leaf: leaf, sheet: sheet, &report)
        await selection(&report)
    }

    private func circles(outer: Screen, inner: Screen, leaf: Screen, _ report: inout ConformanceReport) async {
        await refuses("\(name): holding the container that holds it", by: inner, [leaf, outer], &report)
        await report.refuses("\(name): presenting a container on a screen inside it", tree) {
            try await host.present(inner, on: leaf, style: .automatic, animated: false)
        }
        await report.refuses("\(name): presenting the root on a screen inside it", tree) {
            try await host.present(outer, on: leaf, style: .automatic, animated: false)
        }
        let below = kind.make([])
        let above = kind.make([below])
        await refuses("\(name): in no tree, holding the container that holds it", by: below, [above], &report)
    }

    private func theft(outer: Screen, leaf: Screen, sheet: Screen, _ report: inout ConformanceReport) async {
        let detached = kind.make([])
        let plain = fixture.makeScreen("plain")
        for (what, screen) in [("the root", outer), ("a presented screen", sheet), ("another's screen", leaf)] {
            await refuses("\(name): in no tree, holding \(what)", by: detached, [screen], &report)
            await refuses("\(name): holding \(what)", by: sheet, contained(in: sheet) + [screen], &report)
            await report.refuses("presenting \(what) on a screen in the tree", tree) {
                try await host.present(screen, on: sheet, style: .automatic, animated: false)
            }
            guard screen !== outer else { continue }
            await report.refuses("replacing the root by \(what)", tree) {
                try await host.replaceRoot(screen, animated: false)
            }
        }
        let stranger = kind.make([plain])
        await report.refuses("presenting on a screen inside a container in no tree", tree) {
            try await host.present(fixture.makeScreen("lost"), on: plain, style: .automatic, animated: false)
        }
        report.expect(host.parent(of: plain) === stranger, "\(name): what it holds knows its parent in no tree, too")
    }

    /// A container shows what it showed: after changes that leave that in it, and after it was out of the tree.
    private func selection(_ report: inout ConformanceReport) async {
        let children = ["one", "two", "three"].map { fixture.makeScreen($0) }
        let container = kind.make(children)
        await report.succeeds("\(name): replacing the root") { try await host.replaceRoot(container, animated: false) }
        guard let port = host.container(container), port.behavior.revealing == .selects else { return }
        for (index, child) in children.enumerated() {
            let others = children.filter { $0 !== child }
            let orders = [children, [child] + others, others + [child], [child], children.reversed(), children]
            await report.succeeds("\(name): revealing") { try await port.reveal(child, animated: false) }
            for order in orders {
                await report.succeeds("\(name): holding other screens") {
                    try await port.setContained(order, animated: false)
                }
                report.expect(
                    port.visible.contains { $0 === child },
                    "\(name): screen \(index) of \(children.count) still shows when others come, go or change places")
            }
            let shape = tree.shape
            await report.succeeds("replacing the root") {
                try await host.replaceRoot(fixture.makeScreen("other"), animated: false)
                try await host.replaceRoot(container, animated: false)
            }
            report.expect(tree.shape == shape, "\(name): a former root comes back showing what it showed")
            let root = fixture.makeScreen("root")
            await report.succeeds("\(name): presenting, dismissing and presenting again") {
                try await host.replaceRoot(root, animated: false)
                try await host.present(container, on: root, style: .automatic, animated: false)
                try await host.dismissPresented(from: root, animated: false)
                try await host.present(container, on: root, style: .automatic, animated: false)
            }
            report.expect(
                port.visible.contains { $0 === child }, "\(name): it shows what it showed when it is presented again")
            await report.succeeds("\(name): bringing it back to the root") {
                try await host.dismissPresented(from: root, animated: false)
                try await host.replaceRoot(container, animated: false)
            }
        }
    }

    private func contained(in container: Screen) -> [Screen] { host.container(container)?.contained ?? [] }

    /// Expects a throw that leaves the tree and the container as they were.
    private func refuses(
        _ what: String, by container: Screen, _ screens: [Screen], _ report: inout ConformanceReport
    ) async {
        let before = contained(in: container)
        let count = report.failures.count
        await report.refuses(what, tree) {
            try await host.container(container)?.setContained(screens, animated: false)
        }
        guard report.failures.count == count else { return }
        report.expect(
            contained(in: container).elementsEqual(before, by: ===), "\(what) threw, but changed the container")
    }
}
