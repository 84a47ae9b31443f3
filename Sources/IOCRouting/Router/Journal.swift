/// A record of the changes of a navigation and of the navigations inside it. It can undo them.
@MainActor final class Journal<Screen: RoutedScreen> where Screen.Base == Screen {
    /// A presentation that was dismissed.
    struct Presentation {
        let presenter: Screen
        let screen: Screen
        let style: PresentationStyle
    }

    /// A change, with the facts that are needed to undo it.
    enum Change {
        case dismissed([Presentation])
        case presented(Screen, on: Screen)
        case filled(container: Screen, with: [Screen], contained: [Screen], visible: [Screen])
        case revealed(Screen, in: Screen, contained: [Screen], visible: [Screen])
        case replacedRoot(former: Screen?, new: Screen)
    }

    private struct Entry {
        let id: Int
        let change: Change
        let owner: NavigationRecord
        /// The content of the container after the change; empty if the change is not in a container.
        let after: [Screen]
    }

    private struct Failure {
        let entry: Entry
        let text: String
    }

    private struct Begun {
        let id: Int
        let change: Change
        let owner: NavigationRecord
    }

    let tree: ScreenTree<Screen>
    /// The completed changes, in the order in which they took effect.
    private var entries: [Entry] = []
    /// The changes that the host is making. Each was requested during the previous change.
    private var begun: [Begun] = []
    private var count = 0
    /// The descriptions of the changes that inner navigations could not undo. The outer navigation tries to undo them
    /// again.
    private(set) var reported: Set<String> = []

    init(tree: ScreenTree<Screen>) {
        self.tree = tree
    }

    /// Records a change that the host is about to make.
    func begin(_ change: Change, of owner: NavigationRecord) -> Int {
        // An outer change that has already taken effect is completed first, so that it is undone after this change.
        for earlier in begun where hasTakenEffect(earlier.change) { complete(earlier) }
        count += 1
        begun.append(Begun(id: count, change: change, owner: owner))
        return count
    }

    /// Records the end of a change.
    func end(_ id: Int, failed: Bool) {
        guard let change = begun.first(where: { $0.id == id }) else { return }
        // A change that throws should not have taken effect, but the tree may show its effect. The effect counts as
        // this change's if the change adds screens that only this navigation has, or if other changes began inside it.
        let isOwn = addsScreens(change.change) || id < count
        if failed, !(isOwn && hasTakenEffect(change.change)) {
            begun.removeAll { $0.id == id }
        } else {
            complete(change)
        }
    }

    private func complete(_ change: Begun) {
        begun.removeAll { $0.id == change.id }
        let container: Screen? =
            switch change.change {
            case .filled(let container, _, _, _), .revealed(_, let container, _, _): container
            case .dismissed, .presented, .replacedRoot: nil
            }
        let after = container.flatMap { tree.host.container($0)?.contained } ?? []
        entries.append(Entry(id: change.id, change: change.change, owner: change.owner, after: after))
    }

    private func hasTakenEffect(_ change: Change) -> Bool {
        switch change {
        case .dismissed(let presentations):
            presentations.first.map { tree.host.presented(by: $0.presenter) !== $0.screen } ?? true
        case .presented(let screen, let presenter): tree.host.presented(by: presenter) === screen
        case .filled(let container, let screens, _, _):
            tree.host.container(container).map { $0.contained.elementsEqual(screens, by: ===) } ?? false
        case .revealed(let screen, let container, _, _):
            tree.host.container(container)?.visible.contains { $0 === screen } ?? false
        case .replacedRoot(_, let new): tree.root === new
        }
    }

    /// Returns true if a change adds screens that only this navigation has.
    private func addsScreens(_ change: Change) -> Bool {
        switch change {
        case .dismissed, .revealed: false
        case .presented, .filled, .replacedRoot: true
        }
    }

    /// Returns the presentations that end when the screen that `presenter` presents is dismissed, the lowest first.
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

    /// Undoes the changes of a navigation and of the navigations inside it, the last one first. Returns the changes
    /// that could not be undone.
    ///
    /// An attempt that fails is repeated until the number of failures stays the same, because another undone change may
    /// bring the place of the change back into the tree. Changes that could not be undone stay recorded for the outer
    /// navigation, with all changes before them.
    func undo(_ owner: NavigationRecord) async -> [String] {
        var failures: [Failure] = []
        for _ in 0...entries.count {
            let before = failures.count
            failures = await undoOnce(owner)
            if failures.count == before { break }
        }
        let lasting = failures.filter { matters($0, of: owner, among: failures) }
        if lasting.isEmpty { entries.removeAll { $0.owner.isWithin(owner) } }
        reported.formUnion(lasting.map(\.text))
        return lasting.map(\.text)
    }

    private func undoOnce(_ owner: NavigationRecord) async -> [Failure] {
        var failures: [Failure] = []
        for entry in entries.reversed() where entry.owner.isWithin(owner) {
            do {
                try await undo(entry.change, after: entry.after)
                if failures.isEmpty { entries.removeAll { $0.id == entry.id } }
            } catch let conflict as Conflict {
                failures.append(Failure(entry: entry, text: conflict.description))
            } catch {
                failures.append(Failure(entry: entry, text: "\(describe(entry.change)): \(error)"))
            }
        }
        return failures
    }

    /// Returns true if the tree still differs because of a failure: the place of the change is in the tree, and no
    /// earlier change of the same place was undone.
    private func matters(_ failure: Failure, of owner: NavigationRecord, among failures: [Failure]) -> Bool {
        let place = place(of: failure.entry.change)
        if let screen = place.screen, !tree.contains(screen) { return false }
        return !entries.prefix { $0.id != failure.entry.id }.contains { earlier in
            earlier.owner.isWithin(owner) && self.place(of: earlier.change) == place
                && !failures.contains { $0.entry.id == earlier.id }
        }
    }

    /// The place of a change: the content of a screen, its presentation, or the root if there is no screen.
    private struct Place: Equatable {
        let screen: Screen?
        let isContent: Bool

        static func == (one: Place, other: Place) -> Bool {
            one.screen === other.screen && one.isContent == other.isContent
        }
    }

    private func place(of change: Change) -> Place {
        switch change {
        case .dismissed(let presentations): Place(screen: presentations.first?.presenter, isContent: false)
        case .presented(_, let presenter): Place(screen: presenter, isContent: false)
        case .filled(let container, _, _, _), .revealed(_, let container, _, _):
            Place(screen: container, isContent: true)
        case .replacedRoot: Place(screen: nil, isContent: false)
        }
    }

    private struct Conflict: Error {
        let description: String
    }

    private func undo(_ change: Change, after: [Screen]) async throws {
        let host = tree.host
        switch change {
        case .dismissed(let presentations):
            for item in presentations where tree.presented(by: item.presenter) !== item.screen {
                if let other = tree.presented(by: item.presenter) {
                    throw Conflict(description: "\(describe(change)): \(tree.name(of: other)) is presented there now")
                }
                try await host.present(item.screen, on: item.presenter, style: item.style, animated: false)
            }
        case .presented(let screen, let presenter):
            guard let current = tree.presented(by: presenter) else { return }
            guard current === screen else {
                throw Conflict(description: "\(describe(change)): \(tree.name(of: current)) is presented there now")
            }
            try await host.dismissPresented(from: presenter, animated: false)
        case .filled(let container, _, let contained, let visible),
            .revealed(_, let container, let contained, let visible):
            guard let port = host.container(container) else { return }
            let current = port.contained
            if !current.elementsEqual(contained, by: ===) {
                guard current.elementsEqual(after, by: ===) else {
                    throw Conflict(description: "\(describe(change)): other code has changed it since")
                }
                try await port.setContained(contained, animated: false)
            }
            // At most one screen is still hidden, because a container that shows several screens chooses them by their
            // positions.
            if let screen = visible.first(where: { screen in !port.visible.contains { $0 === screen } }) {
                try await port.reveal(screen, animated: false)
            }
        case .replacedRoot(let former, let new):
            guard tree.root !== former else { return }
            guard tree.root === new else {
                throw Conflict(description: "\(describe(change)): other code has replaced it since")
            }
            try await host.replaceRoot(former, animated: false)
        }
    }

    /// Returns a description of undoing a change.
    private func describe(_ change: Change) -> String {
        switch change {
        case .dismissed(let presentations):
            "presenting \(presentations.map { tree.name(of: $0.screen) }.joined(separator: ", ")) again"
        case .presented(let screen, let presenter):
            "dismissing \(tree.name(of: screen)) from \(tree.name(of: presenter))"
        case .filled(let container, _, let contained, _), .revealed(_, let container, let contained, _):
            "setting \(tree.name(of: container)) back to [\(contained.map { tree.name(of: $0) }.joined(separator: ", "))]"
        case .replacedRoot(let former, _):
            "setting the root back to \(former.map { tree.name(of: $0) } ?? "none")"
        }
    }
}
