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
        report.expect(same(port.contained, children), "\(name): it holds what it was made with")
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
        report.expect(same(port.contained, children + [added]), "\(name): it holds what it was told to, in order")
        report.expect(fixture.host.parent(of: added) === container, "\(name): an added screen knows its parent")
        report.expect(
            shows(port, selected: index(of: shown, in: port)), "\(name): after a change it shows what it says")
        await report.succeeds("\(name): removing screens") { try await port.setContained([added], animated: false) }
        report.expect(same(port.visible, [added]), "\(name): the only screen shows")
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
            report.expect(same(port.contained, expected), "\(name): revealing removes only what it says")
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
        return same(port.visible, indices.map { contained[$0] })
    }
}
