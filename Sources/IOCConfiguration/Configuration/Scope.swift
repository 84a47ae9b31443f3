public import IOCModel

/// The lifetime of an instance and who shares it.
public struct Scope: Hashable, Sendable, CustomStringConvertible {
    package let facts: ScopeFacts
    /// The keeper of a custom scope's instances; only the container knows its type.
    package let keeper: (any Sendable)?

    package init(_ facts: ScopeFacts, keeper: (any Sendable)? = nil) {
        self.facts = facts
        self.keeper = keeper
    }

    /// One instance for the context's life, made at boot.
    public static let singleton = Scope(.singleton)
    /// One instance for the context's life, created on first use.
    public static let lazySingleton = Scope(.lazySingleton)
    /// One instance as long as something else retains it, then a new one.
    public static let weakSingleton = Scope(.weakSingleton)
    /// One instance until the outermost lookup ends; a definition's default.
    public static let objectGraph = Scope(.objectGraph)
    /// A new instance each time, except for those that the one being made needs itself.
    public static let prototype = Scope(.prototype)
    /// One instance for each `withRequestScope`, shared by its child tasks.
    public static let request = Scope(.request)

    /// The scopes that a file can name; custom ones are made in code.
    package static let nameable: [Scope] = [
        .singleton, .lazySingleton, .weakSingleton, .objectGraph, .prototype, .request,
    ]

    /// Scopes are equal when they have one name.
    public static func == (left: Scope, right: Scope) -> Bool { left.facts == right.facts }

    /// Feeds what equality compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(facts) }

    /// The scope as a configuration file spells it.
    public var description: String { facts.name }
}

extension DependencyGraph.Component {
    /// The lifetime of its instances.
    public var scope: Scope { Scope(lifetime) }
}
