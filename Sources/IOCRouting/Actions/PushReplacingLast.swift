/// Pushes the screen onto a stack in place of its last.
public struct PushReplacingLast: ContainerAction {
    /// It fits stacks.
    public typealias Role = StackRole

    /// Pushes replacing the last.
    public init() {}

    /// In place of the last.
    public func embed<Element>(_ element: Element, in contained: inout [Element]) throws {
        if !contained.isEmpty { contained.removeLast() }
        contained.append(element)
    }
}
