/// The journal of a navigation: its changes, and how each is taken back.
@MainActor final class Journal<Screen: RoutedScreen> where Screen.Base == Screen {
    /// A presentation that was dismissed.
    struct Presentation {
        let presenter: Screen
        let screen: Screen
        let style: PresentationStyle
    }

    /// A change, with what is needed to take it back.
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
        /// The content of the container after the change.
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
    /// The changes that were made, in the order in which they came into effect.
    private var entries: [Entry] = []
    /// The changes the host is at, each asked for within the one before.
    private var begun: [Begun] = []
    private var count = 0
    /// The changes that navigations could not undo which have ended; they are left to those around them.
    private(set) var told: Set<String> = []

    init(tree: ScreenTree<Screen>) {
        self.tree = tree
    }

    /// Writes down a change that the host is about to make.
    func begin(_ change: Change, of owner: NavigationRecord) -> Int {
        // The changes around this one that the host has done already come before it, and are undone after it.
        for earlier in begun where hasLanded(earlier.change) { settle(earlier) }
        count += 1
        begun.append(Begun(id: count, change: change, owner: owner))
        return count
    }

    /// Writes down that the host has come to the end of a change.
    func end(_ id: Int, failed: Bool) {
        guard let change = begun.first(where: { $0.id == id }) else { return }
        // A change that throws has not happened. What nobody else can have done shows that it has all the same; and
        // what the host was asked for within it may have done it.
        let isOurs = isOurs(change.change) || id < count
        if failed, !(isOurs && hasLanded(change.change)) {
            begun.removeAll { $0.id == id }
        } else {
            settle(change)
        }
    }

    private func settle(_ change: Begun) {
        begun.removeAll { $0.id == change.id }
        let container: Screen? =
            switch change.change {
            case .filled(let container, _, _, _), .revealed(_, let container, _, _): container
            case .dismissed, .presented, .replacedRoot: nil
            }
        let after = container.flatMap { tree.host.container($0)?.contained } ?? []
        entries.append(Entry(id: change.id, change: change.change, owner: change.owner, after: after))
    }

    private func hasLanded(_ change: Change) -> Bool {
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

    /// Returns true if a change puts a screen into the tree that nobody else has.
    private func isOurs(_ change: Change) -> Bool {
        switch change {
        case .dismissed, .revealed: false
        case .presented, .filled, .replacedRoot: true
        }
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

    /// Takes back every change of a navigation and of those inside it, the last first, and says what could not be.
    ///
    /// A change that could not be undone is tried again as long as that helps: its place may be back in the tree by then. What is left
    /// stays written down, with all before it, for the navigation around this one.
    func undo(_ owner: NavigationRecord) async -> [String] {
        var failures: [Failure] = []
        // A try that helps undoes one change more, so that there is one try more than there are changes at most.
        for _ in 0...entries.count {
            let before = failures.count
            failures = await undoOnce(owner)
            if failures.count == before { break }
        }
        let lasting = failures.filter { matters($0, of: owner, among: failures) }
        if lasting.isEmpty { entries.removeAll { $0.owner.isWithin(owner) } }
        told.formUnion(lasting.map(\.text))
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

    /// Returns true if the tree is another one because of a failure: its place is there, and no earlier change of the same
    /// place was taken back instead.
    private func matters(_ failure: Failure, of owner: NavigationRecord, among failures: [Failure]) -> Bool {
        let place = place(of: failure.entry.change)
        if let screen = place.screen, !tree.contains(screen) { return false }
        return !entries.prefix { $0.id != failure.entry.id }.contains { earlier in
            earlier.owner.isWithin(owner) && self.place(of: earlier.change) == place
                && !failures.contains { $0.entry.id == earlier.id }
        }
    }

    /// The place that a change is about: the root, where there is no screen, or what a screen holds or presents.
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
                    throw Conflict(description: "\(describe(change)): somebody else changed it since")
                }
                try await port.setContained(contained, animated: false)
            }
            // One at most is left: screens that show side by side do so by what their container holds.
            if let screen = visible.first(where: { screen in !port.visible.contains { $0 === screen } }) {
                try await port.reveal(screen, animated: false)
            }
        case .replacedRoot(let former, let new):
            guard tree.root !== former else { return }
            guard tree.root === new else {
                throw Conflict(description: "\(describe(change)): somebody else replaced it since")
            }
            try await host.replaceRoot(former, animated: false)
        }
    }

    /// The undoing of a change, in words.
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
