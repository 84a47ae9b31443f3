public import IOCRouting

/// A headless screen that holds others. Subclass it with a role of your own, or use one of its subclasses.
@MainActor open class HeadlessContainer: HeadlessScreen {
    /// Its content.
    public internal(set) var contained: [HeadlessScreen] = []
    /// The selected screen, where one at a time is.
    public internal(set) var selected: Int?
    /// Its visible screens and the effect of revealing.
    public let behavior: ContainerBehavior
    /// True if it can be changed already: a lazy container loads when it first shows.
    public internal(set) var isLoaded: Bool

    /// A container that holds these screens.
    public init(
        named name: String? = nil, behavior: ContainerBehavior, children: [HeadlessScreen] = [], isLazy: Bool = false
    ) {
        self.behavior = behavior
        isLoaded = !isLazy
        super.init(named: name)
        contained = children
        for child in children { child.parent = self }
        selected = children.isEmpty ? nil : 0
    }

    /// The visible part of it.
    public var visible: [HeadlessScreen] {
        behavior.visibleIndices(count: contained.count, selected: selected).map { contained[$0] }
    }
}
