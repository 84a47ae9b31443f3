/// Places a new screen relative to the screen of the previous step: presents it, makes it the root, or leaves it in
/// place.
public protocol ScreenAction {
    /// The place of the screen. Throws if the screen can't be placed there.
    /// - Parameter origin: The name of the screen of the previous step; nil if the tree is empty.
    @MainActor func placement(from origin: String?) throws -> Placement
}

/// The place of a new screen.
public enum Placement: Hashable, Sendable {
    /// Presented on the screen of the previous step.
    case present(PresentationStyle)
    /// The root of the tree, instead of everything in it.
    case replaceRoot
    /// No change of place, because the screen is already in its place.
    case nothing
}

/// Presents the screen on the screen of the previous step.
public struct Present: ScreenAction {
    /// The style in which the screen is presented.
    public var style: PresentationStyle

    /// Creates an action that presents in a style.
    public init(_ style: PresentationStyle = .automatic) {
        self.style = style
    }

    /// Presented on the screen of the previous step.
    public func placement(from origin: String?) throws -> Placement { .present(style) }
}

/// Makes the screen the root of the tree.
public struct ReplaceRoot: ScreenAction {
    /// Creates an action that replaces the root.
    public init() {}

    /// The root of the tree.
    public func placement(from origin: String?) throws -> Placement { .replaceRoot }
}

/// Leaves the screen where it is.
public struct Nothing: ScreenAction {
    /// Creates an action that changes nothing.
    public init() {}

    /// No new place.
    public func placement(from origin: String?) throws -> Placement { .nothing }
}

/// Puts a new screen into a container of one role.
public protocol ContainerAction {
    /// The kind of container that the action fits.
    associatedtype Role: ContainerRole

    /// Adds the element to the content of the container.
    ///
    /// The planner calls it with placeholders, the router with screens.
    @MainActor func embed<Element>(_ element: Element, in contained: inout [Element]) throws
}

// MARK: Stacks

/// Pushes the screen onto a stack.
public struct Push: ContainerAction {
    /// It fits stacks.
    public typealias Role = StackRole

    /// Creates an action that pushes.
    public init() {}

    /// Adds the element as the last one.
    public func embed<Element>(_ element: Element, in contained: inout [Element]) throws {
        contained.append(element)
    }
}

/// Makes the screen the only one of a stack.
public struct PushAsRoot: ContainerAction {
    /// It fits stacks.
    public typealias Role = StackRole

    /// Creates an action that replaces the content of a stack.
    public init() {}

    /// Replaces all elements.
    public func embed<Element>(_ element: Element, in contained: inout [Element]) throws {
        contained = [element]
    }
}

/// Replaces the last screen of a stack.
public struct PushReplacingLast: ContainerAction {
    /// It fits stacks.
    public typealias Role = StackRole

    /// Creates an action that replaces the last screen.
    public init() {}

    /// Replaces the last element.
    public func embed<Element>(_ element: Element, in contained: inout [Element]) throws {
        if !contained.isEmpty { contained.removeLast() }
        contained.append(element)
    }
}

// MARK: Tabs

/// Adds the screen to tabs.
public struct AddTab: ContainerAction {
    /// It fits tabs.
    public typealias Role = TabsRole

    private let index: Int?
    private let replaces: Bool

    /// Creates an action that adds a tab at an index, or as the last one.
    public init(at index: Int? = nil) {
        self.index = index
        replaces = false
    }

    /// Creates an action that replaces the tab at an index.
    public init(replacing index: Int) {
        self.index = index
        replaces = true
    }

    /// Adds or replaces an element. Throws ``RoutingError`` if the index does not exist.
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

// MARK: Splits

/// Makes the screen the primary one of a split.
public struct SetAsPrimary: ContainerAction {
    /// It fits splits.
    public typealias Role = SplitRole

    /// Creates an action that sets the primary screen.
    public init() {}

    /// Replaces the first element.
    public func embed<Element>(_ element: Element, in contained: inout [Element]) throws {
        if contained.isEmpty {
            contained = [element]
        } else {
            contained[0] = element
        }
    }
}

/// Shows the screen as the details of a split.
public struct PushToDetails: ContainerAction {
    /// It fits splits.
    public typealias Role = SplitRole

    private let replaces: Bool

    /// Creates an action that replaces the details, or pushes onto them.
    public init(replacing: Bool = true) {
        replaces = replacing
    }

    /// Adds the element after the primary one. Throws ``RoutingError`` if there is no primary element.
    public func embed<Element>(_ element: Element, in contained: inout [Element]) throws {
        guard let primary = contained.first else {
            throw RoutingError(
                .actionFailed, wanted: "a primary screen beside which details can show", found: "an empty split",
                action: "set the primary screen first, with SetAsPrimary or in the split's factory")
        }
        contained = (replaces ? [primary] : contained) + [element]
    }
}
