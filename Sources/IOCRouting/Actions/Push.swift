/// Pushes the screen onto a stack.
public struct Push: ContainerAction {
    /// It fits stacks.
    public typealias Role = StackRole

    /// Pushes.
    public init() {}

    /// On top.
    public func embed<Element>(_ element: Element, in contained: inout [Element]) throws {
        contained.append(element)
    }
}
