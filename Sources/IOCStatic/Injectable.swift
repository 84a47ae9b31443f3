/// A type whose instances are created with all their dependencies at once.
///
/// Declare the dependencies as the stored properties of a nested `Dependency`. `ioc-tool generate` generates the
/// function that creates the type:
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
/// The initializer may throw, be asynchronous or belong to a global actor. Generated code calls each initializer as it
/// is declared.
public protocol Injectable {
    /// The dependencies of an instance: a type with an initializer, a tuple with labels, or `Void`.
    associatedtype Dependency

    /// Creates an instance.
    init(dependency: sending Dependency) async throws
}

/// A type whose instances a static method creates from their dependencies.
///
/// Use it if an initializer can't create the instance: for example, if a superclass chooses the subclass.
public protocol FactoryMethodInjectable {
    /// The dependencies of an instance: a type with an initializer, a tuple with labels, or `Void`.
    associatedtype Dependency

    /// Returns a new instance.
    static func makeInstance(dependency: sending Dependency) async throws -> Self
}

/// A class whose instances get their dependencies after their creation, for example because a framework creates them.
///
/// A class of a global actor conforms in its isolation: `final class Screen: @MainActor PropertyInjectable`.
public protocol PropertyInjectable: AnyObject {
    /// The dependencies of an instance: a type with an initializer, a tuple with labels, or `Void`.
    associatedtype Dependency

    /// The dependencies; nil before the injection.
    var dependency: Dependency! { get set }
}
