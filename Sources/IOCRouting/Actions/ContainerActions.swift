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

/// Shows the screen as a split's details.
public struct PushToDetails: ContainerAction {
    /// It fits splits.
    public typealias Role = SplitRole

    private let replaces: Bool

    /// Takes the place of the details, or goes on top of them.
    public init(replacing: Bool = true) {
        replaces = replacing
    }

    /// After the master; throws ``RoutingError`` where there is none.
    public func embed<Element>(_ element: Element, in contained: inout [Element]) throws {
        guard let master = contained.first else {
            throw RoutingError(
                .actionFailed, wanted: "a master beside which details can show", found: "an empty split",
                action: "set the master first, with SetAsMaster or in the split's factory")
        }
        contained = (replaces ? [master] : contained) + [element]
    }
}
