/// A component that takes over what can't be there twice, such as a listening socket, when a context is reloaded.
///
/// ```swift
/// extension ShopServer: TakesOverAtReload {
///     func takeOver(from predecessor: ShopServer) { socket = predecessor.socket.duplicate() }
/// }
/// ```
///
/// The predecessor is the component of the same name and class in the context that is replaced. It goes on working: it is
/// stopped once its successor has started, and not at all where the new context does not start. So take a share, and nothing
/// away.
public protocol TakesOverAtReload: Sendable {
    /// Takes over from the component that this one replaces, right before its own `start()` and within the same time limit.
    /// - Parameter predecessor: The component of the context that is replaced.
    /// - Throws: The error that keeps it from taking over; the reload fails, and the old context goes on.
    func takeOver(from predecessor: Self) async throws
}

extension TakesOverAtReload {
    /// Takes over from a component that may be of another class, from which nothing is taken over then.
    func takeOver(fromAny predecessor: Any?) async throws {
        guard let predecessor = predecessor as? Self else { return }
        try await takeOver(from: predecessor)
    }
}
