public import IOCRouting

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
