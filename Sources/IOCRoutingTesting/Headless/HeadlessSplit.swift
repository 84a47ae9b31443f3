public import IOCRouting

/// A headless split.
@MainActor open class HeadlessSplit: HeadlessContainer, PrefilledContainer, InitializableScreen {
    /// It is a split.
    public typealias Role = SplitRole

    /// A split of a primary screen and details.
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
