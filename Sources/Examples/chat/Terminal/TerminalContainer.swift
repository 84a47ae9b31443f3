public import IOCRouting

/// A terminal screen that contains other screens. Use one of its subclasses, or subclass it with a role of your own.
@MainActor open class TerminalContainer: TerminalScreen {
    /// The screens in the container.
    public internal(set) var contained: [TerminalScreen]
    /// The index of the selected screen.
    public internal(set) var selected: Int?

    /// The rules for the visible screens and for revealing a hidden screen.
    open var behavior: ContainerBehavior { .panes }

    /// Creates a container of these screens.
    public init(holding children: [TerminalScreen]) {
        contained = children
        selected = children.isEmpty ? nil : 0
        super.init()
        for child in children { child.owner = self }
    }

    /// The visible screens.
    public var visible: [TerminalScreen] {
        behavior.visibleIndices(count: contained.count, selected: selected).map { contained[$0] }
    }
}

/// A stack in a terminal. It shows the title of its last screen above that screen; `←` goes back.
@MainActor open class TerminalStack: TerminalContainer, PrefilledContainer {
    /// The role of a stack.
    public typealias Role = StackRole

    /// The behavior of a stack: the last screen is visible.
    open override var behavior: ContainerBehavior { .stack }

    /// Creates a stack of these screens.
    public required init(children: [TerminalScreen]) { super.init(holding: children) }

    /// The title of the visible screen.
    open override var title: String { contained.last?.title ?? "" }

    /// Draws the title and the visible screen.
    open override func draw(in frame: inout TerminalFrame) {
        guard let top = contained.last else { return }
        frame.add((contained.count > 1 ? "‹ " : "  ") + top.title)
        frame.add(String(repeating: "─", count: frame.width))
        var inner = TerminalFrame(width: frame.width, height: frame.height - 2)
        top.draw(in: &inner)
        for line in inner.lines { frame.add(line) }
    }
}

/// Tabs in a terminal. They show their titles below the selected screen.
@MainActor open class TerminalTabs: TerminalContainer, PrefilledContainer {
    /// The role of tabs.
    public typealias Role = TabsRole

    /// The behavior of tabs: the selected screen is visible.
    open override var behavior: ContainerBehavior { .tabs }

    /// Creates tabs of these screens.
    public required init(children: [TerminalScreen]) { super.init(holding: children) }

    /// Draws the selected screen and the titles.
    open override func draw(in frame: inout TerminalFrame) {
        var inner = TerminalFrame(width: frame.width, height: frame.height - 1)
        visible.first?.draw(in: &inner)
        for line in inner.filled { frame.add(line) }
        let titles = contained.enumerated().map { index, screen in
            index == selected ? "[\(screen.title)]" : " \(screen.title) "
        }
        frame.add(titles.joined(separator: " "))
    }
}

/// A split in a terminal: the primary screen on the left, details on the right.
@MainActor open class TerminalSplit: TerminalContainer, PrefilledContainer {
    /// The role of a split.
    public typealias Role = SplitRole

    /// The behavior of a split: the primary screen and the last details are visible.
    open override var behavior: ContainerBehavior { .split }

    /// Creates a split of a primary screen and details.
    public required init(children: [TerminalScreen]) { super.init(holding: children) }

    /// Draws both sides.
    open override func draw(in frame: inout TerminalFrame) {
        let width = frame.width / 3
        var left = TerminalFrame(width: width, height: frame.height)
        var right = TerminalFrame(width: frame.width - width - 1, height: frame.height)
        if let primary = contained.first { draw(primary, in: &left) }
        if contained.count > 1, let details = contained.last { draw(details, in: &right) }
        for line in left.beside(right).lines { frame.add(line) }
    }

    private func draw(_ screen: TerminalScreen, in frame: inout TerminalFrame) {
        frame.add(screen.title)
        frame.add(String(repeating: "─", count: frame.width))
        var inner = TerminalFrame(width: frame.width, height: frame.height - 2)
        screen.draw(in: &inner)
        for line in inner.lines { frame.add(line) }
    }
}
