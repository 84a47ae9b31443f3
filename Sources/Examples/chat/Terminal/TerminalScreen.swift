public import IOCRouting

/// A screen that is drawn as text and handles keys. Subclass it.
@MainActor open class TerminalScreen: RoutedScreen {
    /// The root class of all terminal screens.
    public typealias Base = TerminalScreen

    /// The title above the screen.
    open var title: String { String(describing: type(of: self)) }

    /// True if the screen may be removed from the tree.
    open var isDismissible: Bool { true }

    var parent: TerminalContainer? { owner as? TerminalContainer }
    var presenter: TerminalScreen? { isPresented ? owner : nil }
    /// The container or the presenter of the screen.
    weak var owner: TerminalScreen?
    var isPresented = false
    var above: TerminalScreen?
    var style = PresentationStyle.automatic

    /// Creates a screen that is not in a tree.
    public init() {}

    /// Draws the screen into a frame.
    open func draw(in frame: inout TerminalFrame) {}

    /// Handles a key. Return false to pass the key to the container, and then to the program.
    open func handle(_ key: TerminalKey) async -> Bool { false }
}
