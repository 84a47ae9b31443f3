public import IOCRouting

/// A screen without a display. Use it directly, or subclass it.
@MainActor open class HeadlessScreen: RoutedScreen {
    /// The root class of all headless screens.
    public typealias Base = HeadlessScreen

    /// The name in plans, logs and errors.
    public nonisolated let name: String
    /// True if the screen may be removed from the tree.
    public var isDismissible = true
    /// The container that contains the screen.
    public internal(set) weak var parent: HeadlessContainer?
    /// The screen that this screen presents.
    public internal(set) var presented: HeadlessScreen?
    /// The screen that presents this screen.
    public internal(set) weak var presenter: HeadlessScreen?
    /// The style in which the screen is presented.
    public internal(set) var style = PresentationStyle.automatic
    /// True if the screen is being dismissed.
    public internal(set) var isLeaving = false

    /// Creates a screen. Its default name is the name of its class.
    public init(named name: String? = nil) {
        self.name = name ?? String(describing: Self.self)
    }
}

/// A headless screen that contains other screens. Use one of its subclasses, or subclass it with a role of your own.
@MainActor open class HeadlessContainer: HeadlessScreen {
    /// The screens in the container.
    public internal(set) var contained: [HeadlessScreen] = []
    /// The index of the selected screen.
    public internal(set) var selected: Int?
    /// The rules for the visible screens and for revealing a hidden screen.
    public let behavior: ContainerBehavior
    /// True if the content can be changed. A lazy container loads when it becomes visible for the first time.
    public internal(set) var isLoaded: Bool

    /// Creates a container of these screens.
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

    /// The visible screens.
    public var visible: [HeadlessScreen] {
        behavior.visibleIndices(count: contained.count, selected: selected).map { contained[$0] }
    }
}

/// A headless stack.
@MainActor open class HeadlessStack: HeadlessContainer, PrefilledContainer, InitializableScreen {
    /// The role of a stack.
    public typealias Role = StackRole

    /// Creates a stack of these screens.
    public required init(children: [HeadlessScreen]) {
        super.init(behavior: .stack, children: children)
    }

    /// Creates an empty stack.
    public required convenience init() { self.init(children: []) }

    /// Creates a stack with a name. A lazy stack loads when it becomes visible for the first time.
    public init(named name: String? = nil, children: [HeadlessScreen] = [], isLazy: Bool = false) {
        super.init(named: name, behavior: .stack, children: children, isLazy: isLazy)
    }
}

/// Headless tabs.
@MainActor open class HeadlessTabs: HeadlessContainer, PrefilledContainer, InitializableScreen {
    /// The role of tabs.
    public typealias Role = TabsRole

    /// Creates tabs of these screens.
    public required init(children: [HeadlessScreen]) {
        super.init(behavior: .tabs, children: children)
    }

    /// Creates tabs without screens.
    public required convenience init() { self.init(children: []) }

    /// Creates tabs with a name and the index of the selected tab.
    public init(named name: String? = nil, children: [HeadlessScreen] = [], selected: Int = 0) {
        super.init(named: name, behavior: .tabs, children: children)
        if children.indices.contains(selected) { self.selected = selected }
    }
}

/// A headless split.
@MainActor open class HeadlessSplit: HeadlessContainer, PrefilledContainer, InitializableScreen {
    /// The role of a split.
    public typealias Role = SplitRole

    /// Creates a split of a primary screen and details.
    public required init(children: [HeadlessScreen]) {
        super.init(behavior: .split, children: children)
    }

    /// Creates an empty split.
    public required convenience init() { self.init(children: []) }

    /// Creates a split with a name. A collapsed split shows one screen at a time, as on a phone.
    public init(named name: String? = nil, children: [HeadlessScreen] = [], isCollapsed: Bool = false) {
        super.init(named: name, behavior: isCollapsed ? .stack : .split, children: children)
    }
}
