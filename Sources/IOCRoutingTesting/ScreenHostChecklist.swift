public import IOCRouting

/// A checklist of the rules of `ScreenHost` on which routers rely. Call ``failures()`` in a test of your host.
///
/// ```swift
/// let checklist = ScreenHostChecklist(
///     makeHost: { AppHost() }, makeScreen: { AppScreen(named: $0) },
///     containers: ["stack": { AppStack(children: $0) }, "tabs": { AppTabs(children: $0) }])
/// #expect(await checklist.failures() == [])
/// ```
@MainActor public struct ScreenHostChecklist<Screen: RoutedScreen> where Screen.Base == Screen {
    private let makeHost: @MainActor () -> any ScreenHost<Screen>
    private let makeScreen: @MainActor (String) -> Screen
    private let containers: KeyValuePairs<String, @MainActor ([Screen]) -> Screen>

    /// Creates a checklist.
    /// - Parameters:
    ///   - makeHost: Creates a host.
    ///   - makeScreen: Creates a screen that is not a container.
    ///   - containers: Closures by the name of a kind of container. Each closure creates a container of that kind with
    ///     the given screens.
    public init(
        makeHost: @escaping @MainActor () -> any ScreenHost<Screen>,
        makeScreen: @escaping @MainActor (String) -> Screen,
        containers: KeyValuePairs<String, @MainActor ([Screen]) -> Screen>
    ) {
        self.makeHost = makeHost
        self.makeScreen = makeScreen
        self.containers = containers
    }

    /// Returns the rules that the host breaks; empty if it follows all rules.
    public func failures() async -> [String] {
        var report = Report(tree: ScreenTree(makeHost()), prefix: "")
        await checkPresentations(&report)
        var failures = report.failures
        for (name, make) in containers {
            var report = Report(tree: ScreenTree(makeHost()), prefix: "\(name): ")
            await checkContent(make, &report)
            await checkRefusals(make, &report)
            failures += report.failures
        }
        return failures
    }

    private struct Report {
        let tree: ScreenTree<Screen>
        let prefix: String
        var failures: [String] = []

        mutating func expect(_ condition: Bool, _ rule: String) {
            if !condition { failures.append(prefix + rule) }
        }

        @MainActor mutating func succeeds(_ change: String, _ body: () async throws -> Void) async {
            do {
                try await body()
            } catch {
                failures.append("\(prefix)\(change) should succeed, but threw: \(error)")
            }
        }

        /// Expects that a change throws and leaves the tree unchanged.
        @MainActor mutating func refuses(_ change: String, _ body: () async throws -> Void) async {
            let shape = tree.shape
            do {
                try await body()
                failures.append("\(prefix)\(change) should throw")
            } catch {
                expect(tree.shape == shape, "\(change) threw, but changed the tree")
            }
        }
    }

    private func checkPresentations(_ report: inout Report) async {
        let tree = report.tree
        let host = tree.host
        let (root, low, high, other) = (makeScreen("root"), makeScreen("low"), makeScreen("high"), makeScreen("other"))
        await report.succeeds("replacing the root") { try await host.replaceRoot(root, animated: false) }
        report.expect(host.root === root && host.phase(of: root) == .live, "the new root is the root, and live")
        report.expect(host.parent(of: root) == nil && host.presenter(of: root) == nil, "nothing is above the root")
        report.expect(host.container(root) == nil, "a screen that is not a container has no content")
        await report.refuses("dismissing if nothing is presented") {
            try await host.dismissPresented(from: root, animated: false)
        }
        await report.succeeds("presenting") { try await host.present(low, on: root, style: .sheet, animated: false) }
        report.expect(host.presented(by: root) === low, "the presenter knows the screen that it presents")
        report.expect(host.presenter(of: low) === root, "a presented screen knows its presenter")
        report.expect(host.parent(of: low) == nil, "a presented screen has no parent")
        await report.refuses("presenting on a screen that presents") {
            try await host.present(other, on: root, style: .automatic, animated: false)
        }
        await report.refuses("presenting on a screen that is not in the tree") {
            try await host.present(makeScreen("lost"), on: other, style: .automatic, animated: false)
        }
        await report.refuses("presenting a screen on itself") {
            try await host.present(low, on: low, style: .automatic, animated: false)
        }
        await report.refuses("replacing the root by a presented screen") {
            try await host.replaceRoot(low, animated: false)
        }
        await report.succeeds("presenting on a presented screen") {
            try await host.present(high, on: low, style: .automatic, animated: false)
        }
        report.expect(tree.topmost === high, "the last presented screen is the topmost")
        let shape = tree.shape
        await report.succeeds("replacing the root and bringing it back") {
            try await host.replaceRoot(other, animated: false)
            try await host.replaceRoot(root, animated: false)
        }
        report.expect(tree.shape == shape, "a former root keeps what it presents")
        await report.succeeds("dismissing") { try await host.dismissPresented(from: root, animated: false) }
        report.expect(tree.screens.count == 1, "a dismissed screen leaves the tree, with everything above it")
        report.expect(
            host.presented(by: low) == nil && host.presenter(of: high) == nil, "a dismissed screen presents nothing")
        report.expect(host.phase(of: low) == .detached, "a dismissed screen is detached")
        await report.succeeds("removing the root") { try await host.replaceRoot(nil, animated: false) }
        report.expect(host.root == nil, "the root can be removed")
    }

    private func checkContent(_ make: @MainActor ([Screen]) -> Screen, _ report: inout Report) async {
        let host = report.tree.host
        let children = ["one", "two", "three"].map { makeScreen($0) }
        let added = makeScreen("four")
        let container = make(children)
        guard let port = host.container(container) else {
            return report.expect(false, "the host answers with the content of a container")
        }
        report.expect(port.contained.elementsEqual(children, by: ===), "it contains the screens it was created with")
        await report.succeeds("replacing the root") { try await host.replaceRoot(container, animated: false) }
        let selected = port.visible.first
        report.expect(showsByBehavior(port, selected), "it shows screens by its behavior")
        await report.succeeds("adding a screen") {
            try await port.setContained([added] + children, animated: false)
        }
        report.expect(
            port.contained.elementsEqual([added] + children, by: ===), "it contains the given screens, in their order")
        report.expect(
            ([added] + children).allSatisfy { host.parent(of: $0) === container }, "a contained screen knows its parent"
        )
        report.expect(showsByBehavior(port, selected), "after a change it shows screens by its behavior")
        for (index, child) in children.enumerated() {
            await report.succeeds("replacing the content") { try await port.setContained(children, animated: false) }
            let wasVisible = port.visible.contains { $0 === child }
            await report.succeeds("revealing") { try await port.reveal(child, animated: false) }
            report.expect(port.visible.contains { $0 === child }, "a revealed screen is visible")
            let keepsAll = wasVisible || port.behavior.revealing == .selects
            report.expect(
                port.contained.elementsEqual(keepsAll ? children : Array(children[...index]), by: ===),
                "revealing removes screens by its behavior")
            if port.behavior.showing == .selected {
                await report.succeeds("reordering") {
                    try await port.setContained(children.reversed(), animated: false)
                }
                report.expect(port.visible.contains { $0 === child }, "the selected screen stays selected")
            }
        }
        await report.succeeds("removing all screens") { try await port.setContained([], animated: false) }
        report.expect(port.contained.isEmpty && port.visible.isEmpty, "an empty container shows nothing")
        report.expect(children.allSatisfy { host.parent(of: $0) == nil }, "a removed screen has no parent")
    }

    private func checkRefusals(_ make: @MainActor ([Screen]) -> Screen, _ report: inout Report) async {
        let host = report.tree.host
        let leaf = makeScreen("leaf")
        let inner = make([leaf])
        let outer = make([inner])
        let sheet = make([makeScreen("in the sheet")])
        await report.succeeds("replacing the root and presenting on it") {
            try await host.replaceRoot(outer, animated: false)
            try await host.present(sheet, on: outer, style: .automatic, animated: false)
        }
        guard let port = host.container(inner), let detached = host.container(make([])) else { return }
        await report.refuses("revealing a screen that it does not contain") {
            try await port.reveal(makeScreen("stranger"), animated: false)
        }
        await report.refuses("containing a screen twice") {
            try await port.setContained([leaf, leaf], animated: false)
        }
        await report.refuses("containing itself") { try await port.setContained([leaf, inner], animated: false) }
        await report.refuses("containing the container around it") {
            try await port.setContained([leaf, outer], animated: false)
        }
        await report.refuses("presenting a container on a screen inside it") {
            try await host.present(inner, on: leaf, style: .automatic, animated: false)
        }
        for (name, screen) in [("the root", outer), ("a presented screen", sheet), ("another's screen", leaf)] {
            await report.refuses("containing \(name)") { try await detached.setContained([screen], animated: false) }
            report.expect(detached.contained.isEmpty, "containing \(name) threw, but changed the container")
        }
    }

    private func showsByBehavior(_ port: any ContainerPort<Screen>, _ selected: Screen?) -> Bool {
        let contained = port.contained
        let index = selected.flatMap { selected in contained.firstIndex { $0 === selected } }
        let indices = port.behavior.visibleIndices(count: contained.count, selected: index)
        return port.visible.elementsEqual(indices.map { contained[$0] }, by: ===)
    }
}
