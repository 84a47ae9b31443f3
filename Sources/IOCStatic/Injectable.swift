/// A type that is made from what it depends on, all of it given at once.
///
/// Declare what is needed as the stored properties of a nested `Dependency`, and `ioc generate` writes the function
/// that makes the type:
///
/// ```swift
/// final class Session: Injectable {
///     struct Dependency {
///         let client: any HTTPClient
///         let userID: Int
///     }
///
///     init(dependency: Dependency) { … }
/// }
/// ```
///
/// The initializer may throw, be asynchronous or belong to a global actor: the requirement allows all three, an
/// initializer that does none of them satisfies it too, and generated code calls each as it is declared.
public protocol Injectable {
    /// The dependencies of an instance: a type with an initializer, a tuple with labels, or `Void`.
    associatedtype Dependency

    /// Makes an instance.
    init(dependency: sending Dependency) async throws
}

/// A type that a static method makes from what it depends on.
///
/// It serves where an initializer can't: a storyboard's view controller, a subclass chosen by its superclass.
public protocol FactoryMethodInjectable {
    /// The dependencies of an instance: a type with an initializer, a tuple with labels, or `Void`.
    associatedtype Dependency

    /// Makes an instance.
    static func makeInstance(dependency: sending Dependency) async throws -> Self
}

/// An object that somebody else makes, and that is given what it depends on afterwards.
///
/// A class of a global actor conforms in its isolation: `final class Screen: @MainActor PropertyInjectable`.
public protocol PropertyInjectable: AnyObject {
    /// The dependencies of an instance: a type with an initializer, a tuple with labels, or `Void`.
    associatedtype Dependency

    /// The given value; nil until then.
    var dependency: Dependency! { get set }
}
