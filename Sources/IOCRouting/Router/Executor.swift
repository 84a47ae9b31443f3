/// Carries a plan out, writing each change down first.
@MainActor struct Executor<Screen: RoutedScreen> where Screen.Base == Screen {
    /// The tree is not what the plan was made for.
    struct Outdated: Error {
        let reason: String
    }

    let tree: ScreenTree<Screen>
    let journal: Journal<Screen>
    let plan: Plan<Screen>
    /// The screens of the pending steps, by index.
    let made: [Screen]
    let animated: Bool

    /// Makes each change in order; throws ``Outdated`` where the tree has changed since the plan was made.
    func run(_ performed: (RoutingOperation) -> Void) async throws {
        for (change, reason) in plan.changes {
            try Task.checkCancellation()
            let operation = plan.operation(for: change, in: tree)
            let shape = tree.shape
            do {
                if try await perform(change) { performed(operation) }
            } catch let error where error is Outdated || error is CancellationError {
                throw error
            } catch {
                // A host's change that throws leaves the tree as it was, so somebody else has changed it.
                guard tree.shape == shape else { throw Outdated(reason: "the tree changed during \(operation)") }
                throw RoutingError.wrapping(
                    error, as: .hostFailed, at: "\(operation)", wanted: "the host to \(operation), as \(reason)",
                    action: "look at the cause: the host threw it")
            }
        }
    }

    /// Makes one change; false where it needs no making.
    private func perform(_ change: PlannedChange<Screen>) async throws -> Bool {
        switch change {
        case .dismiss(let screen, let presenter):
            guard tree.contains(presenter), tree.presented(by: presenter) === screen else {
                throw Outdated(reason: "\(tree.name(of: screen)) is not presented any more")
            }
            journal.record(.dismissed(journal.presentations(from: presenter)))
            try await tree.host.dismissPresented(from: presenter, animated: animated)
        case .reveal(let element, let container):
            return try await reveal(try screen(element), in: try screen(container))
        case .present(let element, let on, let style):
            let presenter = try screen(on)
            guard tree.isExposed(presenter) else {
                throw Outdated(reason: "\(tree.name(of: presenter)) cannot present any more")
            }
            let new = try screen(element)
            journal.record(.presented(new, on: presenter))
            try await tree.host.present(new, on: presenter, style: style, animated: animated)
        case .contain(let change):
            try await contain(change)
        case .replaceRoot(let element, let expected):
            guard tree.root === expected else { throw Outdated(reason: "the root is another one") }
            let new = try screen(element)
            journal.record(.replacedRoot(former: expected, new: new))
            try await tree.host.replaceRoot(new, animated: animated)
        }
        return true
    }

    private func reveal(_ screen: Screen, in container: Screen) async throws -> Bool {
        guard let port = tree.host.container(container), tree.contains(container),
            port.contained.contains(where: { $0 === screen })
        else { throw Outdated(reason: "\(tree.name(of: container)) does not hold \(tree.name(of: screen)) any more") }
        guard !port.visible.contains(where: { $0 === screen }) else { return false }
        journal.record(.changed(container: container, contained: port.contained, visible: port.visible))
        try await port.reveal(screen, animated: animated)
        journal.recordResult(port.contained)
        return true
    }

    private func contain(_ change: ContainerChange<Screen>) async throws {
        let container = try screen(change.container)
        guard let port = tree.host.container(container) else {
            throw RoutingError(
                .noContainer, wanted: "the host to treat \(tree.name(of: container)) as a container",
                found: "it answers no port for it", action: "answer one from the host's `container(_:)`")
        }
        let contained = port.contained
        if let expected = change.expected {
            guard same(contained, expected) else {
                throw Outdated(reason: "\(tree.name(of: container)) holds other screens")
            }
        }
        guard tree.isExposed(container) else {
            throw Outdated(reason: "\(tree.name(of: container)) does not show any more")
        }
        var result = change.expected == nil ? contained : Array(contained.prefix(change.kept))
        for embedding in change.embeddings { try embedding.action.embed(made[embedding.index], in: &result) }
        journal.record(.changed(container: container, contained: contained, visible: port.visible))
        try await port.setContained(result, animated: animated)
        journal.recordResult(port.contained)
    }

    private func screen(_ element: Element<Screen>) throws -> Screen {
        switch element {
        case .existing(let screen): return screen
        case .pending(let index): return made[index]
        case .prebuilt: throw Outdated(reason: "a prebuilt screen is not known by itself")
        }
    }
}
