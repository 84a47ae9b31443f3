public import IOCRouting

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
