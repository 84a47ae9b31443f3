/// The owner of a tree of screens: what UIKit's window is to view controllers.
///
/// A host answers questions about its tree and makes five changes to it; routes are made of nothing else. Each change
/// either happens or throws and leaves the tree as it was. `ScreenHostConformance` in
/// IOCRoutingTesting checks that of a host of your own.
@MainActor public protocol ScreenHost<Screen>: AnyObject, Sendable {
    /// The root class of the screens this host shows.
    associatedtype Screen: RoutedScreen where Screen.Base == Screen

    /// The screen at the root, or nil before there is one.
    var root: Screen? { get }

    /// The container that holds a screen.
    func parent(of screen: Screen) -> Screen?

    /// The screen that this one presents over itself.
    func presented(by screen: Screen) -> Screen?

    /// The screen that presents this one.
    func presenter(of screen: Screen) -> Screen?

    /// The style in which a presented screen is shown.
    func presentationStyle(of screen: Screen) -> PresentationStyle

    /// Access to what a container holds, or nil for a screen that is none. It answers for detached screens too.
    func container(_ screen: Screen) -> (any ContainerPort<Screen>)?

    /// Where a screen is in its life in the tree.
    func phase(of screen: Screen) -> ScreenPhase

    /// Returns true if a screen agrees to leave the tree now.
    func canDismiss(_ screen: Screen) -> Bool

    /// The name of a screen in plans and errors.
    func name(of screen: Screen) -> String

    /// Presents a screen over one that presents nothing yet.
    func present(_ screen: Screen, on presenter: Screen, style: PresentationStyle, animated: Bool) async throws

    /// Dismisses what a screen presents, with everything above that.
    func dismissPresented(from presenter: Screen, animated: Bool) async throws

    /// Puts another screen at the root. What is contained and presented in the former root stays with it.
    func replaceRoot(_ screen: Screen?, animated: Bool) async throws
}

extension ScreenHost {
    /// The name of the screen's class.
    public func name(of screen: Screen) -> String { String(describing: type(of: screen)) }

    /// Every screen agrees.
    public func canDismiss(_ screen: Screen) -> Bool { true }

    /// Every screen is shown in the automatic style.
    public func presentationStyle(of screen: Screen) -> PresentationStyle { .automatic }

    /// A screen is live from the moment it is in the tree.
    public func phase(of screen: Screen) -> ScreenPhase { .live }
}
