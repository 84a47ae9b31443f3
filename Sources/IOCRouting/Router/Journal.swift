/// What a navigation changed, and how each change is taken back.
@MainActor final class Journal<Screen: RoutedScreen> where Screen.Base == Screen {
    /// A presentation that was dismissed.
    struct Presentation {
        let presenter: Screen
        let screen: Screen
        let style: PresentationStyle
    }

    enum Entry {
        case dismissed([Presentation])
        case presented(Screen, on: Screen)
        case changed(container: Screen, contained: [Screen], visible: [Screen])
        case replacedRoot(former: Screen?, new: Screen)
    }

    private let tree: ScreenTree<Screen>
    private(set) var entries: [(entry: Entry, after: [Screen])] = []

    init(tree: ScreenTree<Screen>) {
        self.tree = tree
    }

    var mark: Int { entries.count }

    /// Writes down a change that is about to be made.
    func record(_ entry: Entry) {
        entries.append((entry, []))
    }

    /// Writes down what a container holds after its change.
    func recordResult(_ contained: [Screen]) {
        guard let last = entries.indices.last else { return }
        entries[last].after = contained
    }

    /// The presentations that go when `screen` is dismissed, the lowest first.
    func presentations(from presenter: Screen) -> [Presentation] {
        guard let screen = tree.host.presented(by: presenter) else { return [] }
        var result = [
            Presentation(presenter: presenter, screen: screen, style: tree.host.presentationStyle(of: screen))
        ]
        for inner in tree.subtree(of: screen) {
            guard let above = tree.presented(by: inner) else { continue }
            result.append(
                Presentation(presenter: inner, screen: above, style: tree.host.presentationStyle(of: above)))
        }
        return result
    }

    /// Takes back every change since a mark, the last first, and says what could not be.
    func undo(to mark: Int = 0) async -> [String] {
        var failures: [String] = []
        while entries.count > mark, let last = entries.popLast() {
            do {
                try await undo(last.entry, after: last.after)
            } catch let conflict as Conflict {
                failures.append(conflict.description)
            } catch {
                failures.append("\(describe(last.entry)): \(error)")
            }
        }
        return failures
    }

    private struct Conflict: Error {
        let description: String
    }

    private func undo(_ entry: Entry, after: [Screen]) async throws {
        let host = tree.host
        switch entry {
        case .dismissed(let presentations):
            for item in presentations where tree.presented(by: item.presenter) !== item.screen {
                if let other = tree.presented(by: item.presenter) {
                    throw Conflict(description: "\(describe(entry)): \(tree.name(of: other)) is presented there now")
                }
                try await host.present(item.screen, on: item.presenter, style: item.style, animated: false)
            }
        case .presented(let screen, let presenter):
            guard let current = tree.presented(by: presenter) else { return }
            guard current === screen else {
                throw Conflict(description: "\(describe(entry)): \(tree.name(of: current)) is presented there now")
            }
            try await host.dismissPresented(from: presenter, animated: false)
        case .changed(let container, let contained, let visible):
            guard let port = host.container(container) else { return }
            let current = port.contained
            if !same(current, contained) {
                guard same(current, after) || after.isEmpty else {
                    throw Conflict(description: "\(describe(entry)): somebody else changed it since")
                }
                try await port.setContained(contained, animated: false)
            }
            for screen in visible where !port.visible.contains(where: { $0 === screen }) {
                try await port.reveal(screen, animated: false)
            }
        case .replacedRoot(let former, let new):
            guard tree.root !== former else { return }
            guard tree.root === new else {
                throw Conflict(description: "\(describe(entry)): somebody else replaced it since")
            }
            try await host.replaceRoot(former, animated: false)
        }
    }

    private func describe(_ entry: Entry) -> String {
        switch entry {
        case .dismissed(let presentations):
            "presenting \(presentations.map { tree.name(of: $0.screen) }.joined(separator: ", ")) again"
        case .presented(let screen, let presenter):
            "dismissing \(tree.name(of: screen)) from \(tree.name(of: presenter))"
        case .changed(let container, let contained, _):
            "setting \(tree.name(of: container)) back to [\(contained.map { tree.name(of: $0) }.joined(separator: ", "))]"
        case .replacedRoot(let former, _):
            "setting the root back to \(former.map { tree.name(of: $0) } ?? "none")"
        }
    }
}

/// Whether two lists hold the same objects in the same order.
func same<Object: AnyObject>(_ left: [Object], _ right: [Object]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { $0 === $1 }
}
