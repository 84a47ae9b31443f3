public import IOCRouting

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
