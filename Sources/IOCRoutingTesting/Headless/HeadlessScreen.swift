public import IOCRouting

/// A screen without a display: subclass it, or use it as it is.
@MainActor open class HeadlessScreen: RoutedScreen {
    /// Headless screens are one family.
    public typealias Base = HeadlessScreen

    /// Its name in plans, logs and errors.
    public nonisolated let name: String
    /// True if the screen agrees to leave the tree.
    public var isDismissible = true
    /// The container that holds it.
    public internal(set) weak var parent: HeadlessContainer?
    /// The screen it presents.
    public internal(set) var presented: HeadlessScreen?
    /// The screen that presents it.
    public internal(set) weak var presenter: HeadlessScreen?
    /// The style it is presented in.
    public internal(set) var style = PresentationStyle.automatic
    /// True if it is on its way out.
    public internal(set) var isLeaving = false

    /// A screen with a name, which is its class's where none is given.
    public init(named name: String? = nil) {
        self.name = name ?? String(describing: Self.self)
    }
}
