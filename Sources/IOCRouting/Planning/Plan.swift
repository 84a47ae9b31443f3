struct Plan<Screen: RoutedScreen> where Screen.Base == Screen {
    var walk: Walk<Screen>
    var changes: [(change: PlannedChange<Screen>, reason: String)] = []
    /// The steps that a container's factory takes in.
    var absorbed: [Int: [Embedding]] = [:]
}

extension Plan {
    /// The name of a screen: its own, or that of the step that makes it.
    @MainActor func name(of element: PlannedScreen<Screen>, in tree: ScreenTree<Screen>) -> String {
        switch element {
        case .existing(let screen): tree.name(of: screen)
        case .pending(let index): walk.pending[index].shape.name
        case .prebuilt: "a prebuilt screen"
        }
    }

    @MainActor func operation(for change: PlannedChange<Screen>, in tree: ScreenTree<Screen>) -> RoutingOperation {
        func name(_ element: PlannedScreen<Screen>) -> String { self.name(of: element, in: tree) }
        switch change {
        case .dismiss(let screen, let from):
            return .dismiss(screen: tree.name(of: screen), from: tree.name(of: from))
        case .reveal(let screen, let container):
            return .reveal(screen: name(screen), in: name(container))
        case .present(let screen, let on, let style):
            return .present(screen: name(screen), on: name(on), style: style)
        case .contain(let change):
            return .setContained(container: name(change.container), screens: change.result.map { name($0) })
        case .replaceRoot(let screen, _):
            return .replaceRoot(screen: name(screen))
        }
    }

    @MainActor func description(destination: String, interceptors: [String], in tree: ScreenTree<Screen>) -> RoutePlan {
        RoutePlan(
            destination: destination, considerations: walk.trail, interceptors: interceptors,
            made: walk.pending.filter { !$0.isLeftInPlace }.map(\.shape.name),
            taken: walk.pending.filter(\.isLeftInPlace).map(\.shape.name),
            moves: changes.map { .init(operation: operation(for: $0.change, in: tree), reason: $0.reason) })
    }
}
