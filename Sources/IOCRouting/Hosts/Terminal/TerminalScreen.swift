/// A screen that is drawn as text and hears keys. Subclass it.
@MainActor open class TerminalScreen: RoutedScreen {
    /// Terminal screens are one family.
    public typealias Base = TerminalScreen

    /// What stands above the screen.
    open var title: String { String(describing: type(of: self)) }

    /// Whether the screen agrees to leave the tree.
    open var isDismissible: Bool { true }

    var parent: TerminalContainer? { owner as? TerminalContainer }
    var presenter: TerminalScreen? { isPresented ? owner : nil }
    /// The container that holds the screen, or what presents it.
    weak var owner: TerminalScreen?
    var isPresented = false
    var above: TerminalScreen?
    var style = PresentationStyle.automatic

    /// A screen in no tree.
    public init() {}

    /// Draws the screen into a frame.
    open func draw(in frame: inout TerminalFrame) {}

    /// Hears a key; false passes it on to the container, then to the program.
    open func handle(_ key: TerminalKey) async -> Bool { false }
}

/// A terminal screen that holds others. Subclass it with a role of your own, or use one of its subclasses.
@MainActor open class TerminalContainer: TerminalScreen {
    /// What it holds.
    public internal(set) var contained: [TerminalScreen]
    /// Which of that is selected, where one at a time is.
    public internal(set) var selected: Int?

    /// What it shows and what revealing does.
    open var behavior: ContainerBehavior { .panes }

    /// A container that holds these screens.
    public init(holding children: [TerminalScreen]) {
        contained = children
        selected = children.isEmpty ? nil : 0
        super.init()
        for child in children { child.owner = self }
    }

    /// What of it shows.
    public var visible: [TerminalScreen] {
        behavior.visibleIndices(count: contained.count, selected: selected).map { contained[$0] }
    }
}
