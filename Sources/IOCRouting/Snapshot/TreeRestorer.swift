import IOCModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The routes by which a tree is restored, each with how its input is told from its screen.
@MainActor public struct TreeRestorer<Screen: RoutedScreen> where Screen.Base == Screen {
    private struct Entry {
        let name: String
        let capture: (Screen) throws -> (isExact: Bool, input: String?)?
        let destination: (String?) throws -> AnyDestination<Screen>
    }

    private var entries: [Entry] = []

    /// A restorer without routes yet.
    public init() {}

    /// Adds a route; the closure tells the input of one of its screens, or nil for a screen it did not lead to.
    ///
    /// Throws ``RoutingError`` where the name is taken.
    public mutating func add<Output: RoutedScreen, Input: Codable>(
        _ name: String, _ step: Step<Output, Input>, capture: @escaping @MainActor (Output) -> Input?
    ) throws where Output.Base == Screen {
        try add(
            Entry(
                name: name,
                capture: { screen in
                    guard let output = screen as? Output, let input = capture(output) else { return nil }
                    let encoder = JSONEncoder()
                    encoder.outputFormatting = .sortedKeys
                    let text = String(decoding: try encoder.encode(input), as: UTF8.self)
                    return (type(of: screen) == Output.self, text)
                },
                destination: { text in
                    let data = Array((text ?? "null").utf8)
                    return step.erasedDestination(with: try JSONDecoder().decode(Input.self, from: Data(data)))
                }))
    }

    /// Adds a route that needs no input. Throws ``RoutingError`` where the name is taken.
    public mutating func add<Output: RoutedScreen>(_ name: String, _ step: Step<Output, Void>) throws
    where Output.Base == Screen {
        try add(
            Entry(
                name: name,
                capture: { screen in (screen as? Output).map { _ in (type(of: screen) == Output.self, nil) } },
                destination: { _ in step.erasedDestination }))
    }

    private mutating func add(_ entry: Entry) throws {
        guard !entries.contains(where: { $0.name == entry.name }) else {
            throw RoutingError(
                .routeAmbiguous, path: [entry.name], wanted: "a name of its own", found: "another route has it",
                action: "give one of them another name")
        }
        entries.append(entry)
    }

    /// The tree of a host, to be stored; throws ``RoutingError`` where an input cannot be encoded.
    public func snapshot(of tree: ScreenTree<Screen>) throws -> TreeSnapshot {
        TreeSnapshot(root: try tree.root.map { try node($0, in: tree) })
    }

    private func node(_ screen: Screen, in tree: ScreenTree<Screen>) throws -> TreeSnapshot.Node {
        var node = TreeSnapshot.Node(name: tree.name(of: screen))
        do {
            let candidates = try entries.compactMap { entry in try entry.capture(screen).map { (entry.name, $0) } }
            if let chosen = candidates.first(where: { $0.1.isExact }) ?? candidates.first {
                node.route = chosen.0
                node.input = chosen.1.input
            }
        } catch {
            throw RoutingError.wrapping(
                error, as: .snapshotFailed, at: node.name, wanted: "an input that can be stored",
                action: "look at the cause: encoding the input threw it")
        }
        let contained = tree.contained(in: screen)
        let visible = tree.visible(in: screen)
        node.contained = try contained.map { try self.node($0, in: tree) }
        node.visible = contained.indices.filter { index in visible.contains { $0 === contained[index] } }
        if let above = tree.presented(by: screen) {
            var presented = try self.node(above, in: tree)
            presented.style = tree.host.presentationStyle(of: above)
            node.presented = [presented]
        }
        return node
    }

    /// Brings a tree back by navigating to each of its screens, what is hidden first and what shows last.
    ///
    /// A route that fails is reported, and the others are followed all the same. Throws ``RoutingError`` only where
    /// the tree that came of it cannot be compared.
    public func restore(_ snapshot: TreeSnapshot, with router: Router<Screen>) async throws -> RestorationReport {
        var report = RestorationReport()
        for node in snapshot.root.map(order) ?? [] {
            guard let route = node.route else { continue }
            do {
                let destination = try destination(route, node.input)
                try await router.navigate(to: destination, animated: false, policy: .enqueue)
                report.followed.append(route)
            } catch {
                report.failures.append(
                    RoutingError.wrapping(
                        error, as: .snapshotFailed, at: route, wanted: "\(node.name) to be restored",
                        action: "look at the cause"))
            }
        }
        let before = snapshot.lines
        let after = try self.snapshot(of: router.tree).lines
        for change in after.difference(from: before) {
            switch change {
            case .insert(_, let line, _): report.additional.append(line.trimmed)
            case .remove(_, let line, _): report.missing.append(line.trimmed)
            }
        }
        return report
    }

    private func order(_ node: TreeSnapshot.Node) -> [TreeSnapshot.Node] {
        let indices = node.contained.indices
        let hidden = indices.filter { !node.visible.contains($0) }
        let shown = indices.filter { node.visible.contains($0) }
        return [node] + (hidden + shown).flatMap { order(node.contained[$0]) } + node.presented.flatMap { order($0) }
    }

    private func destination(_ route: String, _ input: String?) throws -> AnyDestination<Screen> {
        guard let entry = entries.first(where: { $0.name == route }) else {
            throw RoutingError(
                .routeUnknown, path: [route], wanted: "a route of that name", found: "none",
                nearMisses: Suggestion.nearest(to: route, among: entries.map(\.name)).map { ["\($0) is known"] } ?? [],
                action: "add the route to the restorer")
        }
        return try entry.destination(input)
    }
}

extension String {
    fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
