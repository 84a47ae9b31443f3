public import IOCRouting

/// A split in a terminal: the primary screen on the left, details on the right.
@MainActor open class TerminalSplit: TerminalContainer, PrefilledContainer {
    /// It is a split.
    public typealias Role = SplitRole

    /// The primary screen and details show.
    open override var behavior: ContainerBehavior { .split }

    /// A split of a primary screen and details.
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
