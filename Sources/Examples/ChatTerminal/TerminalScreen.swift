public import IOCRouting

/// A screen that is drawn as text and hears keys. Subclass it.
@MainActor open class TerminalScreen: RoutedScreen {
    /// Terminal screens are one family.
    public typealias Base = TerminalScreen

    /// The part above the screen.
    open var title: String { String(describing: type(of: self)) }

    /// True if the screen agrees to leave the tree.
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
