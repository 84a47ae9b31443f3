/// The plan of a navigation with its reasons: the result of `Router.plan(to:)`.
public struct RoutePlan: Hashable, Sendable, CustomStringConvertible {
    /// A step that the router considered, and its decision about the step.
    public struct Consideration: Hashable, Sendable {
        /// The step.
        public var step: String
        /// The decision and its reason.
        public var verdict: String
    }

    /// A change and its reason.
    public struct Move: Hashable, Sendable {
        /// The change.
        public var operation: RoutingOperation
        /// The reason for it.
        public var reason: String
    }

    /// The destination.
    public var destination: String
    /// The steps that the router considered, from the destination to the screen where the route meets the tree.
    public var considerations: [Consideration]
    /// The interceptors that would run, in order.
    public var interceptors: [String]
    /// The screens that would be created, from the origin to the destination.
    public var made: [String]
    /// The existing screens that factories return and that stay where they are, because their step's action is
    /// ``Nothing``.
    public var taken: [String] = []
    /// The changes, in order.
    public var moves: [Move]

    /// The changes without their reasons.
    public var operations: [RoutingOperation] { moves.map(\.operation) }

    /// The plan in words, one fact per line.
    public var description: String {
        var lines = ["route to \(destination)"]
        lines += considerations.map { "  \($0.step): \($0.verdict)" }
        lines += interceptors.map { "  ask \($0)" }
        lines += made.map { "  make \($0)" }
        lines += taken.map { "  take \($0), and reveal it where it is" }
        lines += moves.map { "  \($0.operation): \($0.reason)" }
        if moves.isEmpty, taken.isEmpty { lines.append("  nothing to change") }
        return lines.joined(separator: "\n")
    }
}

/// A walk, and the changes to the tree that show its destination, in order.
struct Plan<Screen: RoutedScreen> where Screen.Base == Screen {
    var walk: Walk<Screen>
    var changes: [(change: PlannedChange<Screen>, reason: String)] = []
    /// For each container that a factory creates, the steps whose screens the factory embeds. The key is the index of
    /// the container's step.
    var absorbed: [Int: [Embedding]] = [:]
}

/// A screen in a plan: a screen of the tree, a screen that a step will create, or a screen that a container factory
/// adds by itself.
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
    /// The number of screens that stay, counted from the first.
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
    /// Returns the name of a screen, or of the step that creates it.
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

/// One change to a tree, with the names of the screens.
public enum RoutingOperation: Hashable, Sendable, CustomStringConvertible {
    /// A presented screen is dismissed, with the screens presented above it.
    case dismiss(screen: String, from: String)
    /// A container shows one of its screens.
    case reveal(screen: String, in: String)
    /// A screen is presented on another screen.
    case present(screen: String, on: String, style: PresentationStyle)
    /// A container contains these screens from now on.
    case setContained(container: String, screens: [String])
    /// A screen becomes the root.
    case replaceRoot(screen: String)

    /// The operation in words, such as `present Cart on Home (automatic)`.
    public var description: String {
        switch self {
        case .dismiss(let screen, let presenter): "dismiss \(screen) from \(presenter)"
        case .reveal(let screen, let container): "reveal \(screen) in \(container)"
        case .present(let screen, let presenter, let style): "present \(screen) on \(presenter) (\(style))"
        case .setContained(let container, let screens): "set \(container) to [\(screens.joined(separator: ", "))]"
        case .replaceRoot(let screen): "replace the root by \(screen)"
        }
    }
}
