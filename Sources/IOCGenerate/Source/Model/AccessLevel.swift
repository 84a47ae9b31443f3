/// The access level of a declaration, the narrowest first.
package enum AccessLevel: Int, Comparable, Hashable, Sendable {
    case `private` = 1
    case `fileprivate`, `internal`, package, `public`, open

    /// A narrower level comes before a wider one.
    package static func < (left: AccessLevel, right: AccessLevel) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The level that a keyword names; nil for every other word.
    init?(keyword: String) {
        switch keyword {
        case "private": self = .private
        case "fileprivate": self = .fileprivate
        case "internal": self = .internal
        case "package": self = .package
        case "public": self = .public
        case "open": self = .open
        default: return nil
        }
    }

    /// The keyword with a space, or nothing for the default.
    package var modifier: String {
        switch self {
        case .private: "private "
        case .fileprivate: "fileprivate "
        case .internal: ""
        case .package: "package "
        case .public, .open: "public "
        }
    }

    /// True if another file of the module can name the declaration.
    package var isVisibleInModule: Bool { self >= .internal }
}
