/// The changes that carry out a walk.
struct Plan<Screen: RoutedScreen> where Screen.Base == Screen {
    var walk: Walk<Screen>
    var changes: [(change: PlannedChange<Screen>, reason: String)] = []
    /// The steps whose screens a container's factory embeds, by the index of the container's step.
    var absorbed: [Int: [Embedding]] = [:]
}

/// A screen in a plan: one of the tree, one that a step will create, or one that a factory puts into its container.
enum PlannedScreen<Screen: RoutedScreen>: Hashable where Screen.Base == Screen {
    case existing(Screen)
    case pending(Int)
    case prebuilt(Int)

    static func == (one: Self, other: Self) -> Bool {
        switch (one, other) {
        case (.existing(let one), .existing(let other)): one === other
        case (.pending(let one), .pending(let other)), (.prebuilt(let one), .prebuilt(let other)): one == other
        default: false
        }
    }

    func hash(into hasher: inout Hasher) {
        switch self {
        case .existing(let screen): hasher.combine(ObjectIdentifier(screen))
        case .pending(let index), .prebuilt(let index): hasher.combine(index)
        }
    }
}

enum PlannedChange<Screen: RoutedScreen> where Screen.Base == Screen {
    case dismiss(Screen, from: Screen)
    case reveal(PlannedScreen<Screen>, in: PlannedScreen<Screen>)
    case present(PlannedScreen<Screen>, on: PlannedScreen<Screen>, style: PresentationStyle)
    case contain(ContainerChange<Screen>)
    case replaceRoot(PlannedScreen<Screen>, expected: PlannedScreen<Screen>?)
}

/// The change of one container by consecutive steps.
struct ContainerChange<Screen: RoutedScreen> where Screen.Base == Screen {
    let container: PlannedScreen<Screen>
    /// The content of the container before this change; nil if a step will create the container.
    let expected: [PlannedScreen<Screen>]?
    /// The number of screens that stay, from the first one on.
    let kept: Int
    var embeddings: [Embedding]
    var result: [PlannedScreen<Screen>]
}

/// The screen of a step that is embedded in a container.
struct Embedding {
    /// The index of the step.
    let index: Int
    let action: any ContainerAction
}

extension Plan {
    /// The name of a screen, or of the step that creates it.
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
