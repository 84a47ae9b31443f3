/// A change in the log of a headless host.
public enum HeadlessOperation: Hashable, Sendable, CustomStringConvertible {
    /// A screen was presented on another screen.
    case present(String, on: String)
    /// A presented screen was dismissed.
    case dismiss(String, from: String)
    /// The root was replaced, or removed.
    case replaceRoot(String?)
    /// A container selected one of its screens.
    case select(String, in: String)
    /// A screen was added at the end of a container.
    case push(String, in: String)
    /// A container removed the screens above a screen.
    case pop(to: String, in: String)
    /// The content of a container was replaced.
    case set([String], in: String)
    /// A lazy container loaded.
    case load(String)

    /// The operation in words, such as `push Chat in Stack`.
    public var description: String {
        switch self {
        case .present(let screen, let on): "present \(screen) on \(on)"
        case .dismiss(let screen, let from): "dismiss \(screen) from \(from)"
        case .replaceRoot(let screen): "replace root by \(screen ?? "none")"
        case .select(let screen, let container): "select \(screen) in \(container)"
        case .push(let screen, let container): "push \(screen) in \(container)"
        case .pop(let screen, let container): "pop to \(screen) in \(container)"
        case .set(let screens, let container): "set [\(screens.joined(separator: ", "))] in \(container)"
        case .load(let container): "load \(container)"
        }
    }
}

/// The reason why a headless host refused a change.
public struct HeadlessFault: Error, Hashable, CustomStringConvertible {
    /// The reason in words.
    public let description: String

    /// Creates a fault.
    public init(_ description: String) { self.description = description }
}
