public import IOCRouting

/// A terminal screen that holds others. Subclass it with a role of your own, or use one of its subclasses.
@MainActor open class TerminalContainer: TerminalScreen {
    /// Its content.
    public internal(set) var contained: [TerminalScreen]
    /// The selected screen, where one at a time is.
    public internal(set) var selected: Int?

    /// Its visible screens and the effect of revealing.
    open var behavior: ContainerBehavior { .panes }

    /// A container that holds these screens.
    public init(holding children: [TerminalScreen]) {
        contained = children
        selected = children.isEmpty ? nil : 0
        super.init()
        for child in children { child.owner = self }
    }

    /// The visible part of it.
    public var visible: [TerminalScreen] {
        behavior.visibleIndices(count: contained.count, selected: selected).map { contained[$0] }
    }
}
