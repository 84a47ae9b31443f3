/// A destination, as an interceptor may answer it.
public protocol Redirection: Sendable {
    /// What to call it.
    var name: String { get }
}
