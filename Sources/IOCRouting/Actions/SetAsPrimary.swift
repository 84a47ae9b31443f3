/// Makes the screen the primary one of a split.
public struct SetAsPrimary: ContainerAction {
    /// It fits splits.
    public typealias Role = SplitRole

    /// Sets the primary screen.
    public init() {}

    /// First, in place of the primary screen.
    public func embed<Element>(_ element: Element, in contained: inout [Element]) throws {
        if contained.isEmpty {
            contained = [element]
        } else {
            contained[0] = element
        }
    }
}
