/// A destination, as an interceptor may answer it.
public protocol Redirection: Sendable {
    /// Its name.
    var name: String { get }
}
