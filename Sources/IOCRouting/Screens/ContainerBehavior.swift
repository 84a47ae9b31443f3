/// The behaviour of a container: the screens it shows, and what revealing one does to the others.
///
/// A plan is exact because of this: the router foresees which screens a change shows and which it removes.
public struct ContainerBehavior: Hashable, Sendable, CustomStringConvertible {
    /// The contained screens that show.
    public enum Showing: Hashable, Sendable {
        /// The last one.
        case last
        /// The selected one, which stays selected while it is contained; else the first.
        case selected
        /// The first and the last.
        case firstAndLast
        /// All of them.
        case all
    }

    /// The events of the others when a hidden screen is revealed.
    public enum Revealing: Hashable, Sendable {
        /// The screens after it are removed.
        case truncates
        /// They stay.
        case selects
    }

    /// The contained screens that show.
    public var showing: Showing
    /// The effect of revealing a hidden screen on the others.
    public var revealing: Revealing

    /// A behavior made of its two facts.
    public init(showing: Showing, revealing: Revealing) {
        self.showing = showing
        self.revealing = revealing
    }

    /// The visible screens and the effect of revealing, in words.
    public var description: String {
        let shown =
            switch showing {
            case .last: "the last screen shows"
            case .selected: "the selected screen shows"
            case .firstAndLast: "the first screen and the last show"
            case .all: "all screens show"
            }
        return shown + (revealing == .truncates ? ", revealing one removes those after it" : ", revealing keeps all")
    }

    /// The last screen shows; revealing another removes what lies above it.
    public static let stack = ContainerBehavior(showing: .last, revealing: .truncates)
    /// One screen shows; revealing another selects it.
    public static let tabs = ContainerBehavior(showing: .selected, revealing: .selects)
    /// The first screen and the last show side by side.
    public static let split = ContainerBehavior(showing: .firstAndLast, revealing: .truncates)
    /// Everything shows at once.
    public static let panes = ContainerBehavior(showing: .all, revealing: .selects)

    /// The indices that show in a container of `count` screens, of which `selected` was shown before.
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
