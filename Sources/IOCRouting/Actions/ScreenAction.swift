/// An action that places the screen of a step: presents it on the screen of the previous step, makes it the root, or
/// leaves it in place.
public protocol ScreenAction {
    /// Returns the place of the screen. Throws if the screen can't be placed.
    /// - Parameter origin: The name of the screen of the previous step; nil if the tree is empty.
    @MainActor func placement(from origin: String?) throws -> Placement
}

/// The place of the screen of a step.
public enum Placement: Hashable, Sendable {
    /// The screen is presented on the screen of the previous step.
    case present(PresentationStyle)
    /// The screen replaces the root, and with it everything in the tree.
    case replaceRoot
    /// The screen stays in its place.
    case nothing
}

/// An action that presents the screen on the screen of the previous step.
public struct Present: ScreenAction {
    /// The style in which the screen is presented.
    public var style: PresentationStyle

    /// Creates an action that presents in a style.
    public init(_ style: PresentationStyle = .automatic) {
        self.style = style
    }

    /// Returns a presentation in the style.
    public func placement(from origin: String?) throws -> Placement { .present(style) }
}

/// An action that makes the screen the root of the tree.
public struct ReplaceRoot: ScreenAction {
    /// Creates an action that replaces the root.
    public init() {}

    /// Returns ``Placement/replaceRoot``.
    public func placement(from origin: String?) throws -> Placement { .replaceRoot }
}

/// An action that leaves the screen where it is.
public struct Nothing: ScreenAction {
    /// Creates an action that changes nothing.
    public init() {}

    /// Returns ``Placement/nothing``.
    public func placement(from origin: String?) throws -> Placement { .nothing }
}

/// An action that puts a new screen into a container of one role.
public protocol ContainerAction {
    /// The kind of container that the action fits.
    associatedtype Role: ContainerRole

    /// Adds the element to the content of the container.
    ///
    /// It is called with placeholders while a navigation is planned, and with screens when the container is created or
    /// changed.
    @MainActor func embed<Element>(_ element: Element, in contained: inout [Element]) throws
}

// MARK: Stacks

/// An action that pushes the screen onto a stack.
public struct Push: ContainerAction {
    /// The role of stacks.
    public typealias Role = StackRole

    /// Creates an action that pushes.
    public init() {}

    /// Adds the element at the end.
    public func embed<Element>(_ element: Element, in contained: inout [Element]) throws {
        contained.append(element)
    }
}

/// An action that makes the screen the only screen of a stack.
public struct PushAsRoot: ContainerAction {
    /// The role of stacks.
    public typealias Role = StackRole

    /// Creates an action that replaces the content of a stack.
    public init() {}

    /// Replaces all elements.
    public func embed<Element>(_ element: Element, in contained: inout [Element]) throws {
        contained = [element]
    }
}

/// An action that replaces the last screen of a stack.
public struct PushReplacingLast: ContainerAction {
    /// The role of stacks.
    public typealias Role = StackRole

    /// Creates an action that replaces the last screen.
    public init() {}

    /// Replaces the last element, or adds the element if there is none.
    public func embed<Element>(_ element: Element, in contained: inout [Element]) throws {
        if !contained.isEmpty { contained.removeLast() }
        contained.append(element)
    }
}

// MARK: Tabs

/// An action that adds the screen to tabs, or replaces a tab by it.
public struct AddTab: ContainerAction {
    /// The role of tabs.
    public typealias Role = TabsRole

    private let index: Int?
    private let replaces: Bool

    /// Creates an action that adds a tab at an index, or at the end.
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

/// An action that makes the screen the primary screen of a split.
public struct SetAsPrimary: ContainerAction {
    /// The role of splits.
    public typealias Role = SplitRole

    /// Creates an action that sets the primary screen.
    public init() {}

    /// Replaces the first element, or adds the element if there is none.
    public func embed<Element>(_ element: Element, in contained: inout [Element]) throws {
        if contained.isEmpty {
            contained = [element]
        } else {
            contained[0] = element
        }
    }
}

/// An action that shows the screen in the details of a split.
public struct PushToDetails: ContainerAction {
    /// The role of splits.
    public typealias Role = SplitRole

    private let replaces: Bool

    /// Creates an action that replaces the details, or pushes onto them.
    /// - Parameter replacing: True to replace all details.
    public init(replacing: Bool = true) {
        replaces = replacing
    }

    /// Replaces the details by the element, or adds the element to them. Throws ``RoutingError`` if there is no primary
    /// element.
    public func embed<Element>(_ element: Element, in contained: inout [Element]) throws {
        guard let primary = contained.first else {
            throw RoutingError(
                .actionFailed, wanted: "a primary screen beside which details can show", found: "an empty split",
                action: "set the primary screen first, with SetAsPrimary or in the split's factory")
        }
        contained = (replaces ? [primary] : contained) + [element]
    }
}
