package import IOCModel

/// How long an instance lives and who shares it.
public struct Scope: Hashable, Sendable, CustomStringConvertible {
    package let facts: ScopeFacts

    package init(_ facts: ScopeFacts) { self.facts = facts }

    /// One instance for the context's life, made at boot.
    public static let singleton = Scope(.singleton)
    /// One instance for the context's life, made when somebody first needs it.
    public static let lazySingleton = Scope(.lazySingleton)
    /// A new instance each time, except for those that the one being made needs itself.
    public static let prototype = Scope(.prototype)

    /// The scope as a configuration file spells it.
    public var description: String { facts.name }
}
