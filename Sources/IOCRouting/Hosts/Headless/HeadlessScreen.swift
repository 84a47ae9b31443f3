/// A screen without a display: subclass it, or use it as it is.
@MainActor open class HeadlessScreen: RoutedScreen {
    /// Headless screens are one family.
    public typealias Base = HeadlessScreen

    /// What plans, logs and errors call it.
    public nonisolated let name: String
    /// Whether the screen agrees to leave the tree.
    public var isDismissible = true
    /// The container that holds it.
    public internal(set) weak var parent: HeadlessContainer?
    /// What it presents.
    public internal(set) var presented: HeadlessScreen?
    /// What presents it.
    public internal(set) weak var presenter: HeadlessScreen?
    /// The style it is presented in.
    public internal(set) var style = PresentationStyle.automatic
    /// Whether it is on its way out.
    public internal(set) var isLeaving = false

    /// A screen with a name, which is its class's where none is given.
    public init(named name: String? = nil) {
        self.name = name ?? String(describing: Self.self)
    }
}

/// A headless screen that holds others. Subclass it with a role of your own, or use one of its subclasses.
@MainActor open class HeadlessContainer: HeadlessScreen {
    /// What it holds.
    public internal(set) var contained: [HeadlessScreen] = []
    /// Which of that is selected, where one at a time is.
    public internal(set) var selected: Int?
    /// What it shows and what revealing does.
    public let behavior: ContainerBehavior
    /// Whether it can be changed already: a lazy container loads when it first shows.
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

    /// What of it shows.
    public var visible: [HeadlessScreen] {
        behavior.visibleIndices(count: contained.count, selected: selected).map { contained[$0] }
    }
}

/// A headless stack.
@MainActor open class HeadlessStack: HeadlessContainer, PrefilledContainer, InitializableScreen {
    /// It is a stack.
    public typealias Role = StackRole

    /// A stack of these screens.
    public required init(children: [HeadlessScreen]) {
        super.init(behavior: .stack, children: children)
    }

    /// An empty stack.
    public required convenience init() { self.init(children: []) }

    /// A stack with a name, which may load only when it first shows.
    public init(named name: String? = nil, children: [HeadlessScreen] = [], isLazy: Bool = false) {
        super.init(named: name, behavior: .stack, children: children, isLazy: isLazy)
    }
}

/// Headless tabs.
@MainActor open class HeadlessTabs: HeadlessContainer, PrefilledContainer, InitializableScreen {
    /// They are tabs.
    public typealias Role = TabsRole

    /// Tabs of these screens.
    public required init(children: [HeadlessScreen]) {
        super.init(behavior: .tabs, children: children)
    }

    /// No tabs yet.
    public required convenience init() { self.init(children: []) }

    /// Tabs with a name and one of them selected.
    public init(named name: String? = nil, children: [HeadlessScreen] = [], selected: Int = 0) {
        super.init(named: name, behavior: .tabs, children: children)
        if children.indices.contains(selected) { self.selected = selected }
    }
}

/// A headless split.
@MainActor open class HeadlessSplit: HeadlessContainer, PrefilledContainer, InitializableScreen {
    /// It is a split.
    public typealias Role = SplitRole

    /// A split of a master and details.
    public required init(children: [HeadlessScreen]) {
        super.init(behavior: .split, children: children)
    }

    /// An empty split.
    public required convenience init() { self.init(children: []) }

    /// A split with a name; a collapsed one shows one screen at a time, as on a phone.
    public init(named name: String? = nil, children: [HeadlessScreen] = [], isCollapsed: Bool = false) {
        super.init(named: name, behavior: isCollapsed ? .stack : .split, children: children)
    }
}
