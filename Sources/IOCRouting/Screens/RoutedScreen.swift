/// A screen that routes can lead to: a class of one family, whose root class the host works with.
///
/// The family's root class conforms once and names itself; its subclasses inherit that:
///
/// ```swift
/// class AppScreen: RoutedScreen { typealias Base = AppScreen }
/// ```
public protocol RoutedScreen: AnyObject {
    /// The root class of the family, which is what the host calls a screen.
    associatedtype Base: RoutedScreen where Base.Base == Base
}
