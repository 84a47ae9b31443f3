/// A screen that is set up with an input, and can say beforehand that it will not take one.
public protocol InputAccepting: RoutedScreen {
    /// The content of the screen.
    associatedtype Input

    /// Refuses an input by throwing; called before anything changes.
    @MainActor static func check(_ input: Input) throws

    /// Shows the input. It cannot fail: what can be refused is refused by ``check(_:)``.
    @MainActor func setUp(with input: Input)
}

extension InputAccepting {
    /// Takes every input.
    @MainActor public static func check(_ input: Input) throws {}
}
