/// Who may name a declaration, the narrowest first.
public enum AccessLevel: Int, Comparable, Hashable, Sendable {
    case `private` = 1
    case `fileprivate`, `internal`, package, `public`, open

    /// Narrower comes before wider.
    public static func < (left: AccessLevel, right: AccessLevel) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The keyword, or nothing for the default.
    public var modifier: String {
        switch self {
        case .private: "private "
        case .fileprivate: "fileprivate "
        case .internal: ""
        case .package: "package "
        case .public, .open: "public "
        }
    }

    /// Whether another file of the module can name the declaration.
    public var isVisibleInModule: Bool { self >= .internal }
}
