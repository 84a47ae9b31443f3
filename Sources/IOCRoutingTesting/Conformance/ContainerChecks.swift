import IOCRouting

/// Checks what a kind of container holds and shows.
@MainActor struct ContainerChecks<Screen: RoutedScreen> where Screen.Base == Screen {
    let fixture: ScreenHostFixture<Screen>
    let index: Int
    private var name: String { fixture.containers[index].name }

    init(fixture: ScreenHostFixture<Screen>, index: Int) {
        self.fixture = fixture
        self.index = index
    }

    func run(_ report: inout ConformanceReport) async {
        let host = fixture.host
        let tree = fixture.tree
        let children = ["one", "two", "three"].map { fixture.makeScreen($0) }
        let container = fixture.containers[index].make(children)
        guard let port = host.container(container) else {
            report.expect(false, "\(name): the host answers a port for a container in no tree")
            return
        }
        report.expect(port.contained.elementsEqual(children, by: ===), "\(name): it holds what it was made with")
        await report.succeeds("\(name): replacing the root") {
            try await host.replaceRoot(container, animated: false)
        }
        report.expect(
            children.allSatisfy { host.parent(of: $0) === container }, "\(name): what it holds knows its parent")
        report.expect(shows(port, selected: index(of: port.visible.first, in: port)), "\(name): it shows what it says")
        await holding(container, children, &report)
        await revealing(container, children, &report)
        await refusing(container, tree, &report)
    }

    private func holding(_ container: Screen, _ children: [Screen], _ report: inout ConformanceReport) async {
        guard let port = fixture.host.container(container) else { return }
        let added = fixture.makeScreen("four")
        let shown = port.visible.first
        await report.succeeds("\(name): adding a screen") {
            try await port.setContained(children + [added], animated: false)
        }
        report.expect(
            port.contained.elementsEqual(children + [added], by: ===), "\(name): it holds what it was told to, in order"
        )
        report.expect(fixture.host.parent(of: added) === container, "\(name): an added screen knows its parent")
        report.expect(
            shows(port, selected: index(of: shown, in: port)), "\(name): after a change it shows what it says")
        await report.succeeds("\(name): removing screens") { try await port.setContained([added], animated: false) }
        report.expect(port.visible.elementsEqual([added], by: ===), "\(name): the only screen shows")
        report.expect(
            children.allSatisfy { fixture.host.parent(of: $0) == nil }, "\(name): a removed screen has no parent")
        report.expect(
            children.allSatisfy { !fixture.tree.contains($0) }, "\(name): a removed screen is not in the tree")
        await report.succeeds("\(name): emptying") { try await port.setContained([], animated: false) }
        report.expect(port.contained.isEmpty && port.visible.isEmpty, "\(name): an empty container shows nothing")
        await report.succeeds("\(name): filling again") { try await port.setContained(children, animated: false) }
    }

    private func revealing(_ container: Screen, _ children: [Screen], _ report: inout ConformanceReport) async {
        guard let port = fixture.host.container(container) else { return }
        for (index, child) in children.enumerated() {
            await report.succeeds("\(name): filling") { try await port.setContained(children, animated: false) }
            let wasVisible = port.visible.contains { $0 === child }
            await report.succeeds("\(name): revealing") { try await port.reveal(child, animated: false) }
            report.expect(port.visible.contains { $0 === child }, "\(name): a revealed screen shows")
            let expected =
                wasVisible || port.behavior.revealing == .selects ? children : Array(children[...index])
            report.expect(
                port.contained.elementsEqual(expected, by: ===), "\(name): revealing removes only what it says")
        }
        await report.succeeds("\(name): filling") { try await port.setContained(children, animated: false) }
    }

    private func refusing(
        _ container: Screen, _ tree: ScreenTree<Screen>, _ report: inout ConformanceReport
    ) async {
        guard let port = fixture.host.container(container) else { return }
        let contained = port.contained
        await report.refuses("\(name): revealing a screen it does not hold", tree) {
            try await port.reveal(fixture.makeScreen("stranger"), animated: false)
        }
        await report.refuses("\(name): holding a screen twice", tree) {
            try await port.setContained(contained + contained.prefix(1), animated: false)
        }
        await report.refuses("\(name): holding itself", tree) {
            try await port.setContained(contained + [container], animated: false)
        }
        guard let child = contained.first else { return }
        await report.refuses("\(name): presenting a screen it holds", tree) {
            try await fixture.host.present(child, on: container, style: .automatic, animated: false)
        }
    }

    private func index(of screen: Screen?, in port: any ContainerPort<Screen>) -> Int? {
        screen.flatMap { screen in port.contained.firstIndex { $0 === screen } }
    }

    private func shows(_ port: any ContainerPort<Screen>, selected: Int?) -> Bool {
        let contained = port.contained
        let indices = port.behavior.visibleIndices(count: contained.count, selected: selected)
        return port.visible.elementsEqual(indices.map { contained[$0] }, by: ===)
    }
}
