public import IOCRouting

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
