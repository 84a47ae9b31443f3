/// The owner of a tree of screens, like UIKit's window, which owns a tree of view controllers.
///
/// A host answers questions about its tree and changes it. Three changes are functions of the host, and two are
/// functions of its containers' ``ContainerPort``. Each change either happens, or throws and leaves the tree unchanged.
/// `ScreenHostChecklist` in IOCRoutingTesting checks a host of your own.
@MainActor public protocol ScreenHost<Screen>: AnyObject, Sendable {
    /// The root class of the screens that this host shows.
    associatedtype Screen: RoutedScreen where Screen.Base == Screen

    /// The screen at the root; nil if there is none yet.
    var root: Screen? { get }

    /// Returns the container that contains a screen; nil if none does.
    func parent(of screen: Screen) -> Screen?

    /// Returns the screen that a screen presents; nil if it presents none.
    func presented(by screen: Screen) -> Screen?

    /// Returns the screen that presents a screen; nil if none does.
    func presenter(of screen: Screen) -> Screen?

    /// Returns the style in which a screen is presented.
    func presentationStyle(of screen: Screen) -> PresentationStyle

    /// Returns the content of a container; nil if the screen is not a container. This function must also work for
    /// screens outside the tree.
    func container(_ screen: Screen) -> (any ContainerPort<Screen>)?

    /// Returns the phase of a screen's life in the tree.
    func phase(of screen: Screen) -> ScreenPhase

    /// Returns true if a screen may be removed from the tree now.
    func canDismiss(_ screen: Screen) -> Bool

    /// Returns the name of a screen for plans and errors.
    func name(of screen: Screen) -> String

    /// Presents a screen on a screen that presents nothing yet.
    func present(_ screen: Screen, on presenter: Screen, style: PresentationStyle, animated: Bool) async throws

    /// Dismisses the screen that `presenter` presents, and the screens that are presented above it.
    func dismissPresented(from presenter: Screen, animated: Bool) async throws

    /// Replaces the root; nil removes it. The former root keeps the screens that it contains and presents.
    func replaceRoot(_ screen: Screen?, animated: Bool) async throws
}

extension ScreenHost {
    /// Returns the name of the screen's class.
    public func name(of screen: Screen) -> String { String(describing: type(of: screen)) }

    /// Returns true: every screen may be removed.
    public func canDismiss(_ screen: Screen) -> Bool { true }

    /// Returns ``PresentationStyle/automatic``.
    public func presentationStyle(of screen: Screen) -> PresentationStyle { .automatic }

    /// Returns ``ScreenPhase/live``.
    public func phase(of screen: Screen) -> ScreenPhase { .live }
}

/// The content of a container, and the two functions that change it.
@MainActor public protocol ContainerPort<Screen> {
    /// The root class of the screens.
    associatedtype Screen: RoutedScreen where Screen.Base == Screen

    /// All screens in the container, in its order.
    var contained: [Screen] { get }

    /// The visible screens in the container.
    var visible: [Screen] { get }

    /// The rules for the visible screens and for revealing a hidden screen.
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

    /// The style that the host chooses.
    public static let automatic = PresentationStyle("automatic")
    /// A presentation over the whole window.
    public static let fullScreen = PresentationStyle("fullScreen")
    /// A sheet.
    public static let sheet = PresentationStyle("sheet")

    /// The name of the style.
    public var description: String { name }
}

/// The phase of a screen's life in the tree.
public struct ScreenPhase: Hashable, Sendable, CustomStringConvertible {
    /// The phase in a word.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The screen is in no tree.
    public static let detached = ScreenPhase("detached")
    /// The screen is being added to the tree.
    public static let appearing = ScreenPhase("appearing")
    /// The screen is in the tree.
    public static let live = ScreenPhase("live")
    /// The screen is being removed from the tree. Searches skip it.
    public static let dismissing = ScreenPhase("dismissing")
}
