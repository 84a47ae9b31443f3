/// Which screens a container shows, and what revealing a hidden screen does to the others.
///
/// The router uses the behavior to plan: it predicts which screens a change shows and which it removes.
public struct ContainerBehavior: Hashable, Sendable {
    /// The contained screens that are visible.
    public enum Showing: Hashable, Sendable {
        /// The last screen.
        case last
        /// The selected screen. It stays selected while the container holds it; otherwise the first screen is selected.
        case selected
        /// The first screen and the last screen.
        case firstAndLast
        /// All screens.
        case all
    }

    /// What happens to the other screens when a hidden screen is revealed.
    public enum Revealing: Hashable, Sendable {
        /// The screens after the revealed one are removed.
        case truncates
        /// The other screens stay.
        case selects
    }

    /// The contained screens that are visible.
    public var showing: Showing
    /// What revealing a hidden screen does to the others.
    public var revealing: Revealing

    /// Creates a behavior.
    public init(showing: Showing, revealing: Revealing) {
        self.showing = showing
        self.revealing = revealing
    }

    /// The last screen is visible; revealing a screen removes the screens above it.
    public static let stack = ContainerBehavior(showing: .last, revealing: .truncates)
    /// One screen is visible; revealing a screen selects it.
    public static let tabs = ContainerBehavior(showing: .selected, revealing: .selects)
    /// The first screen and the last screen are visible side by side.
    public static let split = ContainerBehavior(showing: .firstAndLast, revealing: .truncates)
    /// All screens are visible at once.
    public static let panes = ContainerBehavior(showing: .all, revealing: .selects)

    /// The indices of the visible screens.
    /// - Parameters:
    ///   - count: The number of screens in the container.
    ///   - selected: The index of the screen that was selected before.
    public func visibleIndices(count: Int, selected: Int?) -> [Int] {
        guard count > 0 else { return [] }
        switch showing {
        case .last: return [count - 1]
        case .selected:
            guard let selected, (0..<count).contains(selected) else { return [0] }
            return [selected]
        case .firstAndLast: return count == 1 ? [0] : [0, count - 1]
        case .all: return Array(0..<count)
        }
    }
}
