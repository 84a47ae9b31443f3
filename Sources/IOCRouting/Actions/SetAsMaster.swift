/// Makes the screen the master of a split.
public struct SetAsMaster: ContainerAction {
    /// It fits splits.
    public typealias Role = SplitRole

    /// Sets the master.
    public init() {}

    /// First, in place of the master.
    public func embed<Element>(_ element: Element, in contained: inout [Element]) throws {
        if contained.isEmpty {
            contained = [element]
        } else {
            contained[0] = element
        }
    }
}
