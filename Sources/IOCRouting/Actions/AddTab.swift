/// Adds the screen to tabs.
public struct AddTab: ContainerAction {
    /// It fits tabs.
    public typealias Role = TabsRole

    private let index: Int?
    private let replaces: Bool

    /// Adds at an index, or as the last.
    public init(at index: Int? = nil) {
        self.index = index
        replaces = false
    }

    /// Takes the place of the tab at an index.
    public init(replacing index: Int) {
        self.index = index
        replaces = true
    }

    /// At its place; throws ``RoutingError`` where there is no such place.
    public func embed<Element>(_ element: Element, in contained: inout [Element]) throws {
        let last = replaces ? contained.count - 1 : contained.count
        guard let index else { return contained.append(element) }
        guard index >= 0, index <= last else {
            throw RoutingError(
                .actionFailed, wanted: replaces ? "a tab at \(index) to replace" : "a place for a tab at \(index)",
                found: "\(contained.count) tabs", action: "use an index between 0 and \(Swift.max(last, 0))")
        }
        if replaces {
            contained[index] = element
        } else {
            contained.insert(element, at: index)
        }
    }
}
