/// The access level of a declaration, the narrowest first.
package enum AccessLevel: Int, Comparable, Hashable, Sendable {
    case `private` = 1
    case `fileprivate`, `internal`, package, `public`, open

    /// Narrower comes before wider.
    package static func < (left: AccessLevel, right: AccessLevel) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The keyword, or nothing for the default.
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
