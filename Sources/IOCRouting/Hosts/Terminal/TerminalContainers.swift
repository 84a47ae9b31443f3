/// A stack in a terminal: the title of what shows above it, and `←` to go back.
@MainActor open class TerminalStack: TerminalContainer, PrefilledContainer {
    /// It is a stack.
    public typealias Role = StackRole

    /// The last screen shows.
    open override var behavior: ContainerBehavior { .stack }

    /// A stack of these screens.
    public required init(children: [TerminalScreen]) { super.init(holding: children) }

    /// The title of what shows.
    open override var title: String { contained.last?.title ?? "" }

    /// Draws the title and what shows.
    open override func draw(in frame: inout TerminalFrame) {
        guard let top = contained.last else { return }
        frame.add((contained.count > 1 ? "‹ " : "  ") + top.title)
        frame.add(String(repeating: "─", count: frame.width))
        var inner = TerminalFrame(width: frame.width, height: frame.height - 2)
        top.draw(in: &inner)
        for line in inner.lines { frame.add(line) }
    }
}

/// Tabs in a terminal: their titles under the one that shows.
@MainActor open class TerminalTabs: TerminalContainer, PrefilledContainer {
    /// They are tabs.
    public typealias Role = TabsRole

    /// One screen shows.
    open override var behavior: ContainerBehavior { .tabs }

    /// Tabs of these screens.
    public required init(children: [TerminalScreen]) { super.init(holding: children) }

    /// Draws what shows and the titles.
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

/// A split in a terminal: the master on the left, details on the right.
@MainActor open class TerminalSplit: TerminalContainer, PrefilledContainer {
    /// It is a split.
    public typealias Role = SplitRole

    /// Master and details show.
    open override var behavior: ContainerBehavior { .split }

    /// A split of a master and details.
    public required init(children: [TerminalScreen]) { super.init(holding: children) }

    /// Draws both sides.
    open override func draw(in frame: inout TerminalFrame) {
        let width = frame.width / 3
        var left = TerminalFrame(width: width, height: frame.height)
        var right = TerminalFrame(width: frame.width - width - 1, height: frame.height)
        if let master = contained.first { draw(master, in: &left) }
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
