/// A screen that can be part of routes. All screen classes of a host inherit from one root class, ``Base``.
///
/// The root class conforms and names itself as `Base`. Its subclasses inherit the conformance:
///
/// ```swift
/// class AppScreen: RoutedScreen { typealias Base = AppScreen }
/// ```
public protocol RoutedScreen: AnyObject {
    /// The root class of the host's screens. It is the screen type of the host.
    associatedtype Base: RoutedScreen where Base.Base == Base
}

/// A screen that can be created without arguments.
public protocol InitializableScreen: RoutedScreen {
    /// Creates the screen.
    @MainActor init()
}

/// A screen that is set up with an input. Its class can reject the input first.
public protocol InputAccepting: RoutedScreen {
    /// The input that the screen shows.
    associatedtype Input

    /// Checks an input. ``InputSettingTask`` calls it while the navigation can still fail. Throws to reject the input.
    @MainActor static func check(_ input: Input) throws

    /// Shows the input. It can't throw, so reject inputs in ``check(_:)``.
    @MainActor func setUp(with input: Input)
}

extension InputAccepting {
    /// Accepts every input.
    @MainActor public static func check(_ input: Input) throws {}
}

/// A screen that knows whether it already shows an input.
public protocol InputChecking: RoutedScreen {
    /// The input that the screen shows.
    associatedtype Input

    /// Returns true if a route with this input leads to this screen.
    @MainActor func isTarget(for input: Input) -> Bool
}

/// Returns a screen as its root class. Throws if `Base` names a class that the screen doesn't inherit from.
func upcast<Output: RoutedScreen>(_ screen: Output) throws -> Output.Base {
    guard let base = screen as? Output.Base else {
        throw RoutingError(
            .screenOfWrongType, wanted: "a subclass of \(Output.Base.self)", found: "\(Output.self)",
            action: "let `\(Output.self).Base` name a class that \(Output.self) inherits from")
    }
    return base
}

/// Returns a screen as the class that a step expects. Throws if a finder or factory has returned another class.
@MainActor func downcast<Output: RoutedScreen>(_ screen: Output.Base, at path: [String] = []) throws -> Output {
    guard let result = screen as? Output else {
        throw RoutingError(
            .screenOfWrongType, path: path, wanted: "a \(Output.self)", found: "a \(type(of: screen))",
            action: "let the step's finder and factory return screens of the class they declare")
    }
    return result
}

/// A screen that contains other screens and has a role: stack, tabs, split, or a role of your own.
public protocol ContainerScreen: RoutedScreen {
    /// The kind of container. It decides which actions fit the container.
    associatedtype Role: ContainerRole
}

/// A container that can be created together with its first screens.
public protocol PrefilledContainer: ContainerScreen {
    /// Creates a container of these screens.
    @MainActor init(children: [Base])
}

/// A kind of container. An action names the role that it needs, and a container screen names its role.
///
/// Roles are types, so an action on the wrong kind of container does not compile.
public protocol ContainerRole {
    /// The behavior that a plan assumes of a new container of this kind. Containers in the tree state their behavior in
    /// their ``ContainerPort``.
    static var behavior: ContainerBehavior { get }
}

/// Screens on top of each other; the last screen is visible.
public enum StackRole: ContainerRole {
    /// The behavior ``ContainerBehavior/stack``.
    public static var behavior: ContainerBehavior { .stack }
}

/// Screens side by side; the selected screen is visible.
public enum TabsRole: ContainerRole {
    /// The behavior ``ContainerBehavior/tabs``.
    public static var behavior: ContainerBehavior { .tabs }
}

/// A primary screen with details beside it.
public enum SplitRole: ContainerRole {
    /// The behavior ``ContainerBehavior/split``.
    public static var behavior: ContainerBehavior { .split }
}

/// Returns the role of a class of screens; nil if the class is not a container.
func containerRole(of type: any AnyObject.Type) -> (any ContainerRole.Type)? {
    func role<Container: ContainerScreen>(of container: Container.Type) -> any ContainerRole.Type {
        Container.Role.self
    }
    return (type as? any ContainerScreen.Type).map { role(of: $0) }
}

/// Returns the role in words: `stack` for `StackRole`, `panes` for `Panes.Role`.
func roleInWords(_ role: any ContainerRole.Type) -> String {
    let names = String(reflecting: role).split(separator: ".")
    let own = names.last.map(String.init) ?? ""
    let name = own == "Role" ? names.dropLast().last.map(String.init) ?? own : own
    return (name.hasSuffix("Role") ? String(name.dropLast(4)) : name).lowercased()
}

/// The rules of a container: which of its screens are visible, and what happens if a hidden screen is revealed.
///
/// The router plans with these rules: it predicts which screens a change shows and which it removes.
public struct ContainerBehavior: Hashable, Sendable {
    /// The rule for the contained screens that are visible.
    public enum Showing: Hashable, Sendable {
        /// The last screen.
        case last
        /// The selected screen. It stays selected while the container contains it; otherwise the first screen is
        /// selected.
        case selected
        /// The first screen and the last screen.
        case firstAndLast
        /// All screens.
        case all
    }

    /// The effect on the other screens if a hidden screen is revealed.
    public enum Revealing: Hashable, Sendable {
        /// The screens after the revealed screen are removed.
        case truncates
        /// The other screens stay.
        case selects
    }

    /// The rule for the contained screens that are visible.
    public var showing: Showing
    /// The effect of revealing a hidden screen.
    public var revealing: Revealing

    /// Creates a behavior.
    public init(showing: Showing, revealing: Revealing) {
        self.showing = showing
        self.revealing = revealing
    }

    /// The last screen is visible; revealing a screen removes the screens above it.
    public static let stack = ContainerBehavior(showing: .last, revealing: .truncates)
    /// One screen is visible; revealing a screen selects it.
    public static let tabs = ContainerBehavior(showing: .selected, revealing: .selects)
    /// The first screen and the last screen are visible side by side.
    public static let split = ContainerBehavior(showing: .firstAndLast, revealing: .truncates)
    /// All screens are visible at once.
    public static let panes = ContainerBehavior(showing: .all, revealing: .selects)

    /// Returns the indices of the visible screens.
    /// - Parameters:
    ///   - count: The number of screens in the container.
    ///   - selected: The index of the screen that was selected before.
    public func visibleIndices(count: Int, selected: Int?) -> [Int] {
        guard count > 0 else { return [] }
        switch showing {
        case .last: return [count - 1]
        case .selected:
            guard let selected, (0..<count).contains(selected) else { return [0] }
            return [selected]
        case .firstAndLast: return count == 1 ? [0] : [0, count - 1]
        case .all: return Array(0..<count)
        }
    }
}
