/// Makes the screen the only one of a stack.
public struct PushAsRoot: ContainerAction {
    /// It fits stacks.
    public typealias Role = StackRole

    /// Pushes as root.
    public init() {}

    /// In place of all.
    public func embed<Element>(_ element: Element, in contained: inout [Element]) throws {
        contained = [element]
    }
}
