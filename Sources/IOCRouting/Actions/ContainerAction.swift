/// Puts a new screen into a container of one role.
public protocol ContainerAction {
    /// The kind of container it fits.
    associatedtype Role: ContainerRole

    /// Changes what the container holds. The planner calls this with stand-ins, the router with screens.
    @MainActor func embed<Element>(_ element: Element, in contained: inout [Element]) throws
}
