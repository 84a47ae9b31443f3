/// A screen that routes can lead to: a class of one family whose root class the host works with.
///
/// The root class of the family conforms once and names itself; its subclasses inherit the conformance:
///
/// ```swift
/// class AppScreen: RoutedScreen { typealias Base = AppScreen }
/// ```
public protocol RoutedScreen: AnyObject {
    /// The root class of the family, which the host uses as its screen type.
    associatedtype Base: RoutedScreen where Base.Base == Base
}

/// A screen that can be created without arguments.
public protocol InitializableScreen: RoutedScreen {
    /// Creates the screen.
    @MainActor init()
}

/// A screen that is set up with an input, and can reject an input beforehand.
public protocol InputAccepting: RoutedScreen {
    /// The input that the screen shows.
    associatedtype Input

    /// Rejects an input by throwing. The router calls it before anything changes.
    @MainActor static func check(_ input: Input) throws

    /// Shows the input. It cannot fail: reject inputs in ``check(_:)``.
    @MainActor func setUp(with input: Input)
}

extension InputAccepting {
    /// Accepts every input.
    @MainActor public static func check(_ input: Input) throws {}
}

/// A screen that can say whether it already shows an input.
public protocol InputChecking: RoutedScreen {
    /// The input that the screen shows.
    associatedtype Input

    /// Returns true if a route with this input means this screen.
    @MainActor func isTarget(for input: Input) -> Bool
}

/// A screen as the root class of its family.
func upcast<Output: RoutedScreen>(_ screen: Output) throws -> Output.Base {
    guard let base = screen as? Output.Base else {
        throw RoutingError(
            .screenOfWrongType, wanted: "a subclass of \(Output.Base.self)", found: "\(Output.self)",
            action: "let `\(Output.self).Base` name a class that \(Output.self) inherits from")
    }
    return base
}

/// A screen of the host as the class that a step expects. It fails only if a finder or factory returns another class.
@MainActor func downcast<Output: RoutedScreen>(_ screen: Output.Base, at path: [String] = []) throws -> Output {
    guard let result = screen as? Output else {
        throw RoutingError(
            .screenOfWrongType, path: path, wanted: "a \(Output.self)", found: "a \(type(of: screen))",
            action: "let the step's finder and factory return screens of the class they declare")
    }
    return result
}
