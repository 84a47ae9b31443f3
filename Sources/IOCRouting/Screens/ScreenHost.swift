/// The owner of a tree of screens, like UIKit's window, which owns a tree of view controllers.
///
/// A host answers questions about its tree and makes five changes to it. Each change either happens, or throws and
/// leaves the tree unchanged. `ScreenHostChecklist` in IOCRoutingTesting checks a host of your own.
@MainActor public protocol ScreenHost<Screen>: AnyObject, Sendable {
    /// The root class of the screens that this host shows.
    associatedtype Screen: RoutedScreen where Screen.Base == Screen

    /// The screen at the root; nil if there is none yet.
    var root: Screen? { get }

    /// The container that contains a screen.
    func parent(of screen: Screen) -> Screen?

    /// The screen that this screen presents.
    func presented(by screen: Screen) -> Screen?

    /// The screen that presents this screen.
    func presenter(of screen: Screen) -> Screen?

    /// The style in which a screen is presented.
    func presentationStyle(of screen: Screen) -> PresentationStyle

    /// The content of a container; nil if the screen is not a container. It must also work for detached screens.
    func container(_ screen: Screen) -> (any ContainerPort<Screen>)?

    /// The phase of a screen's life in the tree.
    func phase(of screen: Screen) -> ScreenPhase

    /// Returns true if a screen may be removed from the tree now.
    func canDismiss(_ screen: Screen) -> Bool

    /// The name of a screen in plans and errors.
    func name(of screen: Screen) -> String

    /// Presents a screen on a screen that presents nothing yet.
    func present(_ screen: Screen, on presenter: Screen, style: PresentationStyle, animated: Bool) async throws

    /// Dismisses the screen that `presenter` presents, with everything above it.
    func dismissPresented(from presenter: Screen, animated: Bool) async throws

    /// Replaces the root. The former root keeps the screens that it contains and presents.
    func replaceRoot(_ screen: Screen?, animated: Bool) async throws
}

extension ScreenHost {
    /// The name of the screen's class.
    public func name(of screen: Screen) -> String { String(describing: type(of: screen)) }

    /// Every screen may be removed.
    public func canDismiss(_ screen: Screen) -> Bool { true }

    /// The automatic style.
    public func presentationStyle(of screen: Screen) -> PresentationStyle { .automatic }

    /// A screen is live as soon as it is in the tree.
    public func phase(of screen: Screen) -> ScreenPhase { .live }
}

/// The content of a container, and the two changes to it.
@MainActor public protocol ContainerPort<Screen> {
    /// The root class of the screens.
    associatedtype Screen: RoutedScreen where Screen.Base == Screen

    /// All screens in the container, in its order.
    var contained: [Screen] { get }

    /// The visible screens among them.
    var visible: [Screen] { get }

    /// The visible screens of the container, and the effect of revealing a screen.
    var behavior: ContainerBehavior { get }

    /// Shows a contained screen according to ``behavior``.
    func reveal(_ screen: Screen, animated: Bool) async throws

    /// Replaces the content in one change.
    func setContained(_ screens: [Screen], animated: Bool) async throws
}

/// The style of a presented screen. Hosts may add styles of their own.
public struct PresentationStyle: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The name of the style.
    public var name: String

    /// Creates a style.
    public init(_ name: String) { self.name = name }

    /// The host chooses.
    public static let automatic = PresentationStyle("automatic")
    /// Over the whole window.
    public static let fullScreen = PresentationStyle("fullScreen")
    /// As a sheet.
    public static let sheet = PresentationStyle("sheet")

    /// The name of the style.
    public var description: String { name }
}

/// The phase of a screen's life in the tree.
public struct ScreenPhase: Hashable, Sendable, CustomStringConvertible {
    /// The phase in a word.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// In no tree.
    public static let detached = ScreenPhase("detached")
    /// Being added to the tree.
    public static let appearing = ScreenPhase("appearing")
    /// In the tree.
    public static let live = ScreenPhase("live")
    /// Being removed from the tree. Searches skip the screen.
    public static let dismissing = ScreenPhase("dismissing")
}
