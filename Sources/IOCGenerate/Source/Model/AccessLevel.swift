/// The access level of a declaration. The cases are ordered from the narrowest level to the widest.
package enum AccessLevel: Int, Comparable, Hashable, Sendable {
    case `private` = 1
    case `fileprivate`, `internal`, package, `public`, open

    /// Returns true if the first level is narrower than the second.
    package static func < (left: AccessLevel, right: AccessLevel) -> Bool {
        left.rawValue < right.rawValue
    }

    /// Creates the level that a keyword names; nil for every other word.
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

    /// The keyword of a generated declaration, with a space: `public` for `open`, and empty for `internal`.
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
