extension IOCError.Fault {
    /// Something that would nearly have done.
    public struct NearMiss: Hashable, Sendable {
        /// Its name.
        public let name: String
        /// The reason why it was passed over.
        public var reason: String { cause.description }
        /// Where it was declared, if that is known.
        public let origin: String?
        package let place: Origin?
        /// The reason, as remedies ask for it.
        package let cause: Cause

        /// A near miss.
        public init(name: String, reason: String, origin: String? = nil) {
            self.name = name
            self.origin = origin
            place = nil
            cause = .other(reason)
        }

        package init(name: String, because cause: Cause, at place: Origin?) {
            self.name = name
            self.cause = cause
            self.place = place
            origin = place?.description
        }

        /// The reason why something was passed over.
        package enum Cause: Hashable, Sendable, CustomStringConvertible {
            /// A definition that takes arguments.
            case takesArguments
            /// A class that is no component.
            case isNoComponent
            /// A class with parameters of its own.
            case isGeneric
            /// A definition of an assembly that the context does not have.
            case isUnlisted(assembly: String)
            /// Anything else, in words.
            case other(String)

            package var description: String {
                switch self {
                case .takesArguments: "takes arguments, so it can only be called"
                case .isNoComponent: "does not conform to IOCComponent"
                case .isGeneric: "is generic"
                case .isUnlisted(let assembly): "is defined by the assembly \(assembly), which is not listed"
                case .other(let words): words
                }
            }

            /// Reasons with the same words are equal.
            package static func == (left: Self, right: Self) -> Bool { left.description == right.description }

            package func hash(into hasher: inout Hasher) { hasher.combine(description) }
        }
    }
}
