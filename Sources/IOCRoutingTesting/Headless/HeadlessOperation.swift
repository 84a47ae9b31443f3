/// A change a headless host made, as its log tells it.
public enum HeadlessOperation: Hashable, Sendable, CustomStringConvertible {
    /// A screen was presented over another.
    case present(String, on: String)
    /// A presented screen went.
    case dismiss(String, from: String)
    /// A screen became the root, or none did.
    case replaceRoot(String?)
    /// A container shows another of its screens.
    case select(String, in: String)
    /// A screen went onto what a container holds.
    case push(String, in: String)
    /// A container dropped what was above a screen.
    case pop(to: String, in: String)
    /// A container holds other screens.
    case set([String], in: String)
    /// A lazy container loaded, as it showed for the first time.
    case load(String)

    /// The operation as a call.
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
